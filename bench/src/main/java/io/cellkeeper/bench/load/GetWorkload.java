package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;

/** Reads the connection's own ephemeral node, whose data must come back whole. */
final class GetWorkload implements Workload {
    private final byte[] path;
    private final byte[] data;

    GetWorkload(String path, byte[] data) {
        this.path = Wire.ascii(path);
        this.data = data;
    }

    @Override
    public void writePreparation(ByteBuffer out, int xid) {
        Wire.writeCreate(out, xid, path, data, Wire.EPHEMERAL);
    }

    @Override
    public void checkPreparation(ByteBuffer body) {
        Wire.checkPath(body, path, path.length);
    }

    @Override
    public void writeFirst(int lane, ByteBuffer out, int xid) {
        Wire.writeGetData(out, xid, path);
    }

    @Override
    public void answer(int lane, ByteBuffer body, boolean more, ByteBuffer out, int xid) {
        Wire.checkData(body, data);
        int version = Wire.readStatVersion(body, data.length);
        Wire.check(version == 0, "version of a node never set", version, 0);
        if (more) {
            Wire.writeGetData(out, xid, path);
        }
    }
}
