package io.cellkeeper.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerLineTest {
    @Test
    void shouldReadAllParts() throws Exception {
        assertEquals(
                new Member(0, "fe80::1%eth0", 1, 65_535, Optional.of("::"), OptionalInt.of(2181)),
                ServerLine.parse("server.0", "[fe80::1%eth0]:1:65535:participant;[::]:2181"));
        assertEquals(
                new Member(5, "h", 1, 2, Optional.of("10.0.0.1"), OptionalInt.of(3)),
                ServerLine.parse("server.5", "h:1:2;10.0.0.1:3"));
        assertEquals(
                new Member(5, "h", 1, 2, Optional.empty(), OptionalInt.empty()), ServerLine.parse("server.5", "h:1:2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h",
                "h:1",
                ":1:2",
                "h:1:1",
                "h:0:2",
                "h:1:65536",
                "h:1:x",
                "h:1:2:leader",
                "h:1:2:participant:3",
                "h:1:2;",
                "h:1:2;a:b:3",
                "h:1:2;0",
                "::1:1:2",
                "[::1:1:2",
                "[::1]x:1:2",
                "h:1:-2"
            })
    void shouldRefuseWhatIsNoServer(String value) {
        assertThrows(ConfigException.class, () -> ServerLine.parse("server.1", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.", "server.x", "server.-1", "server.2147483648", "server.1.2"})
    void shouldRefuseWhatIsNoNumber(String key) {
        assertThrows(ConfigException.class, () -> ServerLine.parse(key, "h:1:2"));
    }
}
