package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Transcript.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What Apache ZooKeeper answered to one sequence, to compare servers of ours with again and again. Any thread. */
public final class Recording {
    /** The system properties of a server that sequences are played to. */
    public static final List<String> PROPERTIES = Subject.PROPERTIES;

    private static final int REQUESTS = 50;
    private static final int WORKERS = 24;
    private static final AtomicLong ROOTS = new AtomicLong();

    private final long seed;
    private final List<Line> stock;

    private Recording(long seed, List<Line> stock) {
        this.seed = seed;
        this.stock = stock;
    }

    /**
     * The first so many sequences, as ZooKeeper answers them, without those that wait for a session to expire. It runs only
     * meanwhile.
     */
    public static List<Recording> of(int sequences) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try (Subject subject = Subject.stock()) {
            List<Future<Recording>> running = new ArrayList<>();
            LongStream.iterate(0, seed -> seed + 1)
                    .filter(seed ->
                            steps(seed, RandomSequence.root(seed, 0)).stream().noneMatch(Step.Lapse.class::isInstance))
                    .limit(sequences)
                    .forEach(seed ->
                            running.add(workers.submit(() -> new Recording(seed, play(seed, subject.port())))));
            List<Recording> recordings = new ArrayList<>();
            for (Future<Recording> one : running) {
                recordings.add(one.get());
            }
            return recordings;
        } finally {
            workers.shutdownNow();
        }
    }

    /** The settings of a server that sequences are played to. */
    public static Map<String, String> settings() {
        return Subject.settings();
    }

    /** The number of the sequence. */
    public long seed() {
        return seed;
    }

    /** Plays the sequence to a server of ours and tells how it differs; also by not playing along at all. */
    public Optional<String> difference(int port) {
        try {
            return Comparison.difference(
                    seed, steps(seed, RandomSequence.root(seed, 0)), new ArrayList<>(stock), play(seed, port));
        } catch (IOException | RuntimeException | AssertionError e) {
            return Optional.of("can't be played: " + e);
        }
    }

    private static List<Line> play(long seed, int port) throws IOException {
        String root = RandomSequence.root(seed, ROOTS.incrementAndGet());
        List<Seen> seen = Player.play(port, root, RandomSequence.isUnderQuota(seed), steps(seed, root));
        return Transcript.of(seen).stream()
                .map(line -> new Line(line.step(), line.text().replace(RandomSequence.parentOf(root), "")))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<Step> steps(long seed, String root) {
        return RandomSequence.steps(seed, root, REQUESTS);
    }
}
