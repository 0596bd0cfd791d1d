package io.cellkeeper.server.leader;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireWriter;
import java.util.List;

/** Clients' own bytes after the request header. */
final class RequestBodies {
    private RequestBodies() {}

    /** Of a create without data that anyone may do anything with. */
    static ByteRange create(String path, int flags) {
        return new WireWriter(64)
                .writeString(path)
                .writeBuffer(ByteRange.EMPTY)
                .writeAcl(List.of(new AclEntry(AclEntry.ALL, AclEntry.ANYONE)))
                .writeInt(flags)
                .toRange();
    }
}
