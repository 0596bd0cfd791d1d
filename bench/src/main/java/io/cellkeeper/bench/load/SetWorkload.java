package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;

/** Overwrites the connection's own ephemeral node: the versions that come back must count one by one. */
final class SetWorkload implements Workload {
    private final byte[] path;
    private final byte[] data;

    private int version;

    SetWorkload(String path, byte[] data) {
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
        Wire.writeSetData(out, xid, path, data);
    }

    @Override
    public void answer(int lane, ByteBuffer body, boolean more, ByteBuffer out, int xid) {
        int got = Wire.readStatVersion(body, data.length);
        Wire.check(got == version + 1, "version", got, version + 1);
        version = got;
        if (more) {
            Wire.writeSetData(out, xid, path, data);
        }
    }
}
