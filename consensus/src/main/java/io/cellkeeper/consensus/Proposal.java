package io.cellkeeper.consensus;

/** One batch on its way into the log. Two proposals are the same only if they are one object. */
public final class Proposal {
    private final long term;
    private final byte[] bytes;

    /**
     * @param term the term of the reign that formed the batch: the log takes it in no other (I16)
     * @param bytes the batch, given away
     */
    public Proposal(long term, byte[] bytes) {
        this.term = term;
        this.bytes = bytes;
    }

    public long term() {
        return term;
    }

    /** The batch: to read, never to write. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return "batch of " + bytes.length + " bytes for term " + term;
    }
}
