package io.cellkeeper.compat.differential;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Reads the errors of a multi's results (rules 8.12.5, 8.12.6, 8.13.1) and skips the rest. */
final class MultiErrors {
    private static final int STAT = 68;

    private final ByteBuffer in;

    MultiErrors(ByteBuffer in) {
        this.in = in;
    }

    List<Integer> read() {
        List<Integer> errors = new ArrayList<>();
        while (true) {
            int type = in.getInt();
            boolean done = in.get() != 0;
            in.getInt();
            if (done) {
                return errors;
            }
            errors.add(type == -1 ? in.getInt() : 0);
            switch (type) {
                case OpCode.create -> skipBuffer();
                case OpCode.create2 -> {
                    skipBuffer();
                    skip(STAT);
                }
                case OpCode.setData -> skip(STAT);
                case OpCode.getData -> {
                    skipBuffer();
                    skip(STAT);
                }
                case OpCode.getChildren -> {
                    for (int left = in.getInt(); left > 0; left--) {
                        skipBuffer();
                    }
                }
                default -> {}
            }
        }
    }

    private void skipBuffer() {
        skip(Math.max(0, in.getInt()));
    }

    private void skip(int bytes) {
        in.position(in.position() + bytes);
    }
}
