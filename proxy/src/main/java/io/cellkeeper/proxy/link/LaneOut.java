package io.cellkeeper.proxy.link;

/** Where the bytes of a link's lanes go. */
public interface LaneOut {
    /** Takes these bytes; the array is not looked at after the call. */
    void write(byte[] array, int offset, int length);
}
