package io.cellkeeper.state.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.WireReader;
import io.cellkeeper.protocol.WireWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The bytes of a batch, kept from the first version on: logs must stay readable (decision 27). */
class BatchFormatTest {
    private static final List<CommandKind> KINDS_OF_VERSION_1 = List.of(
            CommandKind.CLIENT,
            CommandKind.CREATE_SESSION,
            CommandKind.ATTACH,
            CommandKind.ADD_AUTH,
            CommandKind.EXPIRE,
            CommandKind.SET_CELL_NUMBER,
            CommandKind.SET_CONFIG);

    @Test
    void shouldWriteAndReadTheBytesOfVersion1() throws IOException {
        byte[] sample = sample("batch-v1.hex");
        BatchWriter writer = new BatchWriter();
        writer.ack(0x0102, 7);
        int position = 0;
        for (CommandKind kind : KINDS_OF_VERSION_1) {
            assertEquals(position++, writer.add(kind, 0x0102, 3, 8, 6, -11, ByteRange.of(new byte[] {(byte) 0xaa})));
        }
        assertEquals(1, writer.ackCount());
        assertEquals(7, writer.count());
        assertEquals(sample.length, writer.length());
        assertEquals(
                HexFormat.of().formatHex(sample),
                HexFormat.of().formatHex(writer.finish(new BatchHeader(5, 1_700_000_000_000L, 42, 0b1001))));

        BatchReader reader = BatchReader.open(sample);
        assertEquals(new BatchHeader(5, 1_700_000_000_000L, 42, 0b1001), reader.header());
        assertTrue(reader.nextAck());
        assertEquals(0x0102, reader.ackSession());
        assertEquals(7, reader.ackNumber());
        assertFalse(reader.nextAck());
        assertEquals(7, reader.commandCount());
        for (CommandKind kind : KINDS_OF_VERSION_1) {
            assertEquals(
                    new Command(kind, 0x0102, 3, 8, 6, -11, ByteRange.of(new byte[] {(byte) 0xaa})),
                    reader.nextCommand());
        }
        BatchReader.check(sample);
    }

    @Test
    void shouldWriteAndReadTheBytesOfARemoval() throws IOException {
        byte[] sample = sample("batch-removal.hex");
        WireWriter body = new WireWriter(16);
        new RemovalBody("/c", 300_000).write(body);
        BatchWriter writer = new BatchWriter();
        writer.add(CommandKind.REMOVE, 0, 0, 0, 0, 0, body.toRange());
        assertEquals(
                HexFormat.of().formatHex(sample),
                HexFormat.of().formatHex(writer.finish(new BatchHeader(5, 1_700_000_000_000L, 42, 1))));

        BatchReader reader = BatchReader.open(sample);
        assertEquals(1, reader.commandCount());
        Command command = reader.nextCommand();
        assertEquals(CommandKind.REMOVE, command.kind());
        assertEquals(new RemovalBody("/c", 300_000), RemovalBody.read(new WireReader(command.body())));
    }

    private static byte[] sample(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(BatchFormatTest.class.getResourceAsStream(name))) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        }
    }
}
