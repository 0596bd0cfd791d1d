package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import java.util.Random;

/** Messages with bodies of a given length, all of them different. */
final class Bodies {
    private static final int KIND_CLIENT = 1;
    private static final int SET_DATA = 5;
    private static final int GET_DATA = 4;

    private static final byte[] RANDOM = random();

    private Bodies() {}

    static ByteRange bytes(int length, long seed) {
        if (length > RANDOM.length / 2) {
            byte[] bytes = new byte[length];
            new Random(seed).nextBytes(bytes);
            return ByteRange.of(bytes);
        }
        return ByteRange.of(RANDOM, (int) Math.floorMod(seed * 7919, (long) RANDOM.length - length), length);
    }

    private static byte[] random() {
        byte[] bytes = new byte[1 << 20];
        new Random(5).nextBytes(bytes);
        return bytes;
    }

    static LinkMessage.Command command(long session, long number, int length) {
        return new LinkMessage.Command(
                session, 1, number, 0, 7, KIND_CLIENT, SET_DATA, bytes(length, session * 1000 + number));
    }

    static LinkMessage.Read read(long session, long read, int length) {
        return new LinkMessage.Read(session, 1, 0, read, 0, 8, GET_DATA, bytes(length, session * 1000 - read));
    }

    static LinkMessage.Result result(long session, long number, int length) {
        return new LinkMessage.Result(session, 1, number, number, ErrorCode.OK, bytes(length, session * 1000 + number));
    }

    static LinkMessage.ReadAnswer answer(long session, long read, int length) {
        return new LinkMessage.ReadAnswer(
                session, 1, read, read, ErrorCode.OK, false, bytes(length, session * 1000 - read));
    }

    static LinkMessage.Changed changed(long zxid, int pathLength) {
        return new LinkMessage.Changed(zxid, 1, "/".repeat(pathLength), null, null);
    }
}
