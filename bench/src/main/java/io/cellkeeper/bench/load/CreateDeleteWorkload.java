package io.cellkeeper.bench.load;

import java.nio.ByteBuffer;

/**
 * Creates ephemeral sequential nodes and deletes each by the path that came back, as a lock does. The session's creates
 * are applied in order, so their numbers must rise.
 */
final class CreateDeleteWorkload implements Workload {
    private final byte[] parent;
    private final byte[] prefix;
    private final byte[] data;
    /** Per lane: whether its request in flight is a delete. */
    private final boolean[] deletes;

    private long newestNumber = -1;

    CreateDeleteWorkload(String parent, int lanes, byte[] data) {
        this.parent = Wire.ascii(parent);
        this.prefix = Wire.ascii(parent + "/c-");
        this.data = data;
        this.deletes = new boolean[lanes];
    }

    @Override
    public void writePreparation(ByteBuffer out, int xid) {
        Wire.writeSync(out, xid, parent);
    }

    @Override
    public void checkPreparation(ByteBuffer body) {
        Wire.checkPath(body, parent, parent.length);
    }

    @Override
    public void writeFirst(int lane, ByteBuffer out, int xid) {
        deletes[lane] = false;
        writeCreate(out, xid);
    }

    @Override
    public void answer(int lane, ByteBuffer body, boolean more, ByteBuffer out, int xid) {
        if (deletes[lane]) {
            if (more) {
                deletes[lane] = false;
                writeCreate(out, xid);
            }
            return;
        }
        int pathBytes = prefix.length + Wire.SEQUENCE_DIGITS;
        Wire.checkPath(body, prefix, pathBytes);
        checkNumberRises(body);
        if (more) {
            deletes[lane] = true;
            Wire.writeDelete(out, xid, body, body.position() - pathBytes, pathBytes);
        }
    }

    private void writeCreate(ByteBuffer out, int xid) {
        Wire.writeCreate(out, xid, prefix, data, Wire.EPHEMERAL_SEQUENTIAL);
    }

    private void checkNumberRises(ByteBuffer body) {
        long number = 0;
        for (int at = body.position() - Wire.SEQUENCE_DIGITS; at < body.position(); at++) {
            int digit = body.get(at) - '0';
            Wire.check(digit >= 0 && digit <= 9, "digit of a sequential node", digit, 0);
            number = number * 10 + digit;
        }
        Wire.check(number > newestNumber, "number of a sequential node", number, newestNumber + 1);
        newestNumber = number;
    }
}
