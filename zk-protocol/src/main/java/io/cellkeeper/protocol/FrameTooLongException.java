package io.cellkeeper.protocol;

import io.netty.handler.codec.DecoderException;

/**
 * A frame announced a length that is negative or beyond the limit: its connection is to be closed without an answer
 * (rule 1.7). Carries no stack trace.
 */
public final class FrameTooLongException extends DecoderException {
    private static final long serialVersionUID = 1L;

    private final int length;

    /**
     * @param length as announced
     * @param maxLength the limit, {@code jute.maxbuffer}
     */
    public FrameTooLongException(int length, int maxLength) {
        super("frame of " + length + " bytes, limit " + maxLength);
        this.length = length;
    }

    /** The length that was announced, in bytes; negative if it came so. */
    public int length() {
        return length;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
