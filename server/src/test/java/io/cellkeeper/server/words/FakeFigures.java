package io.cellkeeper.server.words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures to be shown by tests. */
final class FakeFigures implements ServerFigures {
    boolean serving = true;
    Mode mode = Mode.STANDALONE;
    Optional<LeaderFigures> leader = Optional.empty();
    List<String> membership = List.of();
    int resets;
    int connectionResets;

    @Override
    public boolean isServing() {
        return serving;
    }

    @Override
    public Mode mode() {
        return mode;
    }

    @Override
    public long zxid() {
        return 0x1_0000_0000_002aL;
    }

    @Override
    public Traffic traffic() {
        return new Traffic(0, 1.23456, 17, 100, 99, 2, 1, 3, 20, 16, 84);
    }

    @Override
    public Contents contents() {
        return new Contents(5, 7, 6, 2, 1, 44, 2, 42, -1);
    }

    @Override
    public List<Watch> watches() {
        return List.of(new Watch("/b", 0xff00000000000001L), new Watch("/a", 0x2a), new Watch("/b", 0x2a));
    }

    @Override
    public List<ConnectionFigures> connections() {
        return List.of(
                new ConnectionFigures(
                        "/127.0.0.1:50001",
                        1,
                        20,
                        19,
                        Optional.of(new ConnectionFigures.Session(
                                0xff00000000000001L,
                                "PING",
                                1_700_000_000_000L,
                                30_000,
                                9,
                                0x2a,
                                1_700_000_000_500L,
                                2,
                                0,
                                1,
                                5))),
                new ConnectionFigures("/[0:0:0:0:0:0:0:1]:50002", 0, 1, 0, Optional.empty()));
    }

    @Override
    public Optional<LeaderFigures> leader() {
        return leader;
    }

    @Override
    public long uptimeMs() {
        return 12_345;
    }

    @Override
    public Map<String, Number> own() {
        return Map.of("lost_clock_ms", 8L, "fsync_p99_ms", 0.25);
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("clientPort", "2181");
        settings.put("tickTime", "2000");
        return settings;
    }

    @Override
    public List<String> membership() {
        return membership;
    }

    @Override
    public List<LiveSession> sessions() {
        return List.of(
                new LiveSession(0xff00000000000001L, 30_000, 1_700_000_010_000L, List.of("/a/x", "/b")),
                new LiveSession(0x2b, 4_000, 1_700_000_002_000L, List.of()),
                new LiveSession(0x2a, 4_000, 1_700_000_002_000L, List.of("/c")));
    }

    @Override
    public List<Quota> quotas() {
        return List.of(
                new Quota("/b\nzk_evil 1/c", 9, -1, 4, 40, 0),
                new Quota("/a", -1, 100, 5, 50, 0),
                new Quota("/a/x", 10, 200, 6, 60, 7));
    }

    @Override
    public List<Digest> digests() {
        return List.of(new Digest(0x80, 5), new Digest(0x1_0000_0000_0101L, -6));
    }

    @Override
    public long dataDirBytes() {
        return 12;
    }

    @Override
    public long logDirBytes() {
        return 3_456;
    }

    @Override
    public void resetStats() {
        resets++;
    }

    @Override
    public void resetConnectionStats() {
        connectionResets++;
    }
}
