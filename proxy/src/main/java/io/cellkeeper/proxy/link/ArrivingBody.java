package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The body of a message that has been handed over already, while it comes on the bulk lane. The message's range is part of
 * this array: its bytes are there, and never change again, once the body is complete. If the link ends before, they never
 * come. On the link's loop.
 */
public final class ArrivingBody {
    private final byte[] array;
    private final int length;
    private int end;
    private @Nullable Runnable whenComplete;

    /**
     * @param array the caller's, to be filled from {@code offset} to its end
     */
    public ArrivingBody(byte[] array, int offset) {
        this.array = array;
        length = array.length - offset;
        end = offset;
    }

    /** The number of bytes it will have. */
    public int length() {
        return length;
    }

    /** Bytes that have not come. */
    public int missing() {
        return array.length - end;
    }

    public boolean isComplete() {
        return end == array.length;
    }

    /** Runs this as soon as the body is complete, in place of what was to run before; now if it is already. */
    public void whenComplete(Runnable action) {
        if (isComplete()) {
            action.run();
        } else {
            whenComplete = action;
        }
    }

    /** The next bytes have come: at most those missing. */
    public void append(ByteRange bytes) {
        System.arraycopy(bytes.array(), bytes.offset(), array, end, bytes.length());
        end += bytes.length();
        Runnable action = whenComplete;
        if (isComplete() && action != null) {
            whenComplete = null;
            action.run();
        }
    }
}
