package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import java.util.ArrayDeque;

/**
 * What a connection has still to send, in order. Bytes go out in pieces, as the socket takes them; the piece with the
 * last byte of a packet is what a client counts as received, so it alone needs leave (decision 6).
 */
final class Outbox {
    private static final int PIECE = 64 << 10;

    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private int sentOfFirst;
    private long unsent;
    private boolean begun;
    /** Packets among them whose bodies were on their way when they were added. */
    private int late;

    /** Why a drain ended. */
    enum Drained {
        /** Nothing is left. */
        EMPTY,
        /** The socket takes no more for now. */
        UNWRITABLE,
        /** The rest waits for a body that is on its way (I10). */
        ARRIVING,
        /** The rest needs leave that it doesn't have: it is held. */
        HELD
    }

    void add(Packet packet) {
        packets.add(packet);
        unsent += packet.length();
        if (packet.arriving() != null) {
            late++;
        }
    }

    boolean isEmpty() {
        return packets.isEmpty();
    }

    /** Packets not wholly sent. */
    int size() {
        return packets.size();
    }

    /** Bytes not sent. */
    long unsent() {
        return unsent;
    }

    /** Whether a body is still on its way. */
    boolean awaitsBody() {
        if (late > 0) {
            for (Packet packet : packets) {
                if (packet.isArriving()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a packet was ever wholly sent. */
    boolean hasBegun() {
        return begun;
    }

    /** Forgets everything that was not sent. */
    void clear() {
        packets.clear();
        sentOfFirst = 0;
        unsent = 0;
        late = 0;
    }

    /**
     * Sends what may be sent.
     *
     * @param maySend whether the last byte of a packet may leave now
     */
    Drained drain(ClientOut out, boolean maySend) {
        for (Packet packet = packets.peek(); packet != null; packet = packets.peek()) {
            if (packet.isArriving()) {
                return Drained.ARRIVING;
            }
            while (sentOfFirst < packet.length()) {
                if (!out.isWritable()) {
                    return Drained.UNWRITABLE;
                }
                int allowed = packet.length() - sentOfFirst - (maySend ? 0 : 1);
                if (allowed == 0) {
                    return Drained.HELD;
                }
                write(packet, Math.min(allowed, PIECE), out);
            }
            packets.remove();
            if (packet.arriving() != null) {
                late--;
            }
            sentOfFirst = 0;
            begun = true;
        }
        return Drained.EMPTY;
    }

    /** Writes at most this many bytes of the first packet: up to the end of its head or its body. */
    private void write(Packet packet, int atMost, ClientOut out) {
        int headLength = packet.head().length();
        boolean inHead = sentOfFirst < headLength;
        ByteRange part = inHead ? packet.head() : packet.body();
        int from = inHead ? sentOfFirst : sentOfFirst - headLength;
        int length = Math.min(atMost, part.length() - from);
        out.write(part.array(), part.offset() + from, length);
        sentOfFirst += length;
        unsent -= length;
    }
}
