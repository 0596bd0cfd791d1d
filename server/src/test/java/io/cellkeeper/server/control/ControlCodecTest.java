package io.cellkeeper.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.MalformedRecordException;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ControlCodecTest {
    private static final List<ControlMessage> MESSAGES = List.of(
            new ControlMessage.Hello(1, 2, 3),
            new ControlMessage.Ping(),
            new ControlMessage.TermRequest(new UUID(1, -2), 3),
            new ControlMessage.TermReport(4, "3-1", 5),
            new ControlMessage.Founding(new FoundingReport(1, (byte) 2, new UUID(3, 4), 5)),
            new ControlMessage.LeaderHint(6, "2-1"),
            new ControlMessage.LeaderLost(new UUID(5, 6), new LeaderLoss("3-1", "2-1", 7, true, 6, 8)));

    @Test
    void shouldReadWhatItWrites() {
        for (ControlMessage message : MESSAGES) {
            byte[] frame = ControlCodec.write(message);
            assertEquals(message, ControlCodec.read(ByteRange.of(frame, 4, frame.length - 4)));
        }
        assertEquals(ControlMessage.class.getPermittedSubclasses().length, MESSAGES.size());
    }

    @Test
    void shouldRefuseTruncatedAndExtendedFrames() {
        for (ControlMessage message : MESSAGES) {
            byte[] frame = ControlCodec.write(message);
            for (int length = 0; length < frame.length - 4; length++) {
                ByteRange cut = ByteRange.of(frame, 4, length);
                assertThrows(MalformedRecordException.class, () -> ControlCodec.read(cut));
            }
            byte[] longer = java.util.Arrays.copyOf(frame, frame.length + 1);
            assertThrows(
                    MalformedRecordException.class,
                    () -> ControlCodec.read(ByteRange.of(longer, 4, longer.length - 4)));
        }
    }

    @Property
    void shouldRefuseOrReadAnyBytes(@ForAll byte[] bytes) {
        try {
            ControlCodec.read(ByteRange.of(bytes));
        } catch (MalformedRecordException expected) {
            assertEquals(MalformedRecordException.class, expected.getClass());
        }
    }
}
