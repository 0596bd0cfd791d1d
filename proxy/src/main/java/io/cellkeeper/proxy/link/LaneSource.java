package io.cellkeeper.proxy.link;

/** The two lanes of one direction of a link, as whoever hands their bytes to a socket sees them. */
public interface LaneSource {
    /** Most bytes that one {@link #drain} gives: what is handed to the socket ahead of need (decision 15). */
    int MAX_DRAINED = 64 << 10;

    /** About how many bytes {@link #drain} would give now; 0 if there is nothing to send. */
    int nextLength();

    /**
     * Gives the next bytes: whole frames, at least one if there is anything to send, at most {@link #MAX_DRAINED} bytes. What is
     * appended to the ordered lane later still overtakes what is left of the bulk lane.
     */
    void drain(LaneOut out);
}
