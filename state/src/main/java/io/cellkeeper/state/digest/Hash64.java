package io.cellkeeper.state.digest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * 64-bit hashes that are the same on every replica, machine and Java version. Each {@link #step} is a bijection of the
 * hash so far and of the word put in, so two inputs that differ in one word never collide. Not cryptographic: a digest
 * finds faults, not forgers.
 */
public final class Hash64 {
    private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Hash64() {}

    /** Puts one more word into a hash. */
    public static long step(long hash, long word) {
        long mixed = (hash ^ word) * MULTIPLIER;
        return mixed ^ mixed >>> 29;
    }

    /** Puts bytes, and how many they are, into a hash. */
    public static long bytes(long hash, byte[] bytes, int offset, int length) {
        long result = step(hash, length);
        int at = offset;
        int end = offset + length;
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            result = step(result, (long) WORDS.get(bytes, at));
        }
        if (at < end) {
            long tail = 0;
            for (int shift = 0; at < end; at++, shift += 8) {
                tail |= (bytes[at] & 0xffL) << shift;
            }
            result = step(result, tail);
        }
        return result;
    }

    /** Puts a string into a hash. */
    public static long string(long hash, String string) {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        return bytes(hash, bytes, 0, bytes.length);
    }

    /** Spreads a finished hash over all 64 bits, as a sum or a hash table needs it. */
    public static long finish(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
