package io.cellkeeper.proxy.net;

/** Something that has gathered output in a pass of the proxy's loop. */
interface PassEnd {
    /** The core has sent what there was: hands on what was gathered. On the proxy's loop. */
    void flush();
}
