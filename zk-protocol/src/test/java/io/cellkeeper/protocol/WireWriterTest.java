package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** The primitives, written and read back, wherever the array happens to grow. */
@Domain(Samples.class)
@Domain(DomainContext.Global.class)
class WireWriterTest {
    @Property(tries = 300)
    void shouldReadBackWhatWasWritten(
            @ForAll byte b,
            @ForAll boolean z,
            @ForAll int i,
            @ForAll long l,
            @ForAll byte[] bytes,
            @ForAll String text,
            @ForAll List<String> texts) {
        WireWriter out = new WireWriter(0);
        for (int round = 0; round < 3; round++) {
            out.writeByte(b).writeBoolean(z).writeInt(i).writeLong(l).writeBuffer(ByteRange.of(bytes));
            out.writeString(text).writeStrings(texts).writeString(null).writeBuffer(null);
            out.writeBytes(bytes, 0, bytes.length).writeByte(b);
        }

        WireReader in = new WireReader(out.toRange());
        for (int round = 0; round < 3; round++) {
            assertEquals(b, in.readByte());
            assertEquals(z, in.readBoolean());
            assertEquals(i, in.readInt());
            assertEquals(l, in.readLong());
            assertEquals(ByteRange.of(bytes), in.readBuffer());
            assertEquals(text, in.readString());
            assertEquals(texts, in.readStrings());
            assertNull(in.readNullableString());
            assertNull(in.readBuffer());
            assertEquals(ByteRange.of(bytes), in.readBytes(bytes.length));
            assertEquals(b, in.readByte());
        }
        assertEquals(0, in.remaining());
    }

    @Example
    void shouldWriteStringsAsUtf8() {
        for (String text : List.of("", "abc", "\u007f", "\u0080", "abcé", "中文", "a😀b", "\ud83d")) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

            assertEquals(
                    new WireWriter(0).writeBuffer(ByteRange.of(utf8)).toRange(),
                    new WireWriter(0).writeString(text).toRange());
        }
    }

    @Example
    void shouldGiveItsArrayAway() {
        WireWriter exact = new WireWriter(20).writeLong(1).writeLong(2).writeInt(3);
        byte[] array = exact.array();

        ByteRange taken = exact.takeRange();

        assertSame(array, taken.array());
        assertEquals(20, taken.length());
        assertEquals(0, exact.length());
        exact.writeInt(7);
        assertEquals(Hex.range("00000007"), exact.takeRange());
        assertEquals(Hex.range("0000000000000001 0000000000000002 00000003"), taken);
    }

    @Example
    void shouldSetALengthAfterwards() {
        WireWriter out = new WireWriter(0).writeInt(0).writeString("abc");
        out.setInt(0, out.length() - 4);

        assertArrayEquals(Hex.range("00000007 00000003 616263").toArray(), out.toArray());
        assertThrows(IndexOutOfBoundsException.class, () -> out.setInt(out.length() - 3, 0));
    }

    @Example
    void shouldSkipOnlyWhatIsNext() {
        WireReader in = new WireReader(Hex.range("010203"));

        assertFalse(in.skipIfNext(new byte[] {1, 3}));
        assertFalse(in.skipIfNext(new byte[] {1, 2, 3, 4}));
        assertEquals(3, in.remaining());
        assertTrue(in.skipIfNext(new byte[] {1, 2}));
        assertEquals(3, in.readByte());
    }

    @Example
    void shouldReadNothingBeyondTheRange() {
        ByteRange range = ByteRange.of(Hex.range("00000001 02030405 06").array(), 0, 3);

        assertThrows(MalformedRecordException.class, () -> new WireReader(range).readInt());
        assertThrows(MalformedRecordException.class, () -> new WireReader(range).readBytes(4));
        assertThrows(MalformedRecordException.class, () -> new WireReader(range).readBytes(-1));
        assertThrows(MalformedRecordException.class, () -> RequestHeader.of(range));
    }
}
