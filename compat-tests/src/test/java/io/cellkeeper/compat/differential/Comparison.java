package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.differential.Transcript.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Plays sequences to both servers and compares what was seen. Any thread. */
final class Comparison {
    private final int stockPort;
    private final int ourPort;
    private final int requests;
    private final Coverage coverage;
    private final AtomicLong attempts = new AtomicLong();

    Comparison(Subject stock, Subject ours, int requests, Coverage coverage) {
        this.stockPort = stock.port();
        this.ourPort = ours.port();
        this.requests = requests;
        this.coverage = coverage;
    }

    /**
     * Plays the steps of a seed, or some of them.
     *
     * @param kept the places of the steps to play; null for all
     * @return the first difference, with all that led to it
     */
    Optional<String> difference(long seed, @org.jspecify.annotations.Nullable List<Integer> kept) throws IOException {
        String root = RandomSequence.root(seed, attempts.incrementAndGet());
        List<Step> steps = RandomSequence.steps(seed, root, requests);
        if (kept != null) {
            steps = kept.stream().map(steps::get).toList();
        }
        boolean quota = RandomSequence.isUnderQuota(seed);
        List<Seen> stock = Player.play(stockPort, root, quota, steps);
        List<Seen> ours = Player.play(ourPort, root, quota, steps);
        coverage.add(stock);
        if (stock.stream().anyMatch(Seen::isSilence)) {
            return Optional.of(steps + "\n: ZooKeeper left a request without an answer: " + Transcript.of(stock));
        }
        List<Line> theirs = Transcript.of(stock);
        List<Line> own = Transcript.of(ours);
        return difference(seed, steps, theirs, own);
    }

    /** The first difference between what both servers showed; what a deviation explains is removed from the first list. */
    static Optional<String> difference(long seed, List<Step> steps, List<Line> stock, List<Line> ours) {
        if (!RandomSequence.isOpen(seed)) {
            passOverFiltered(stock, ours);
        }
        return difference(steps, stock, ours);
    }

    /** Removes what {@link Deviation#CATCH_UP_FILTER} explains. */
    private static void passOverFiltered(List<Line> stock, List<Line> ours) {
        for (int i = 0; i < stock.size(); ) {
            if (stock.get(i).isCatchUp() && (i >= ours.size() || !stock.get(i).equals(ours.get(i)))) {
                stock.remove(i);
            } else {
                i++;
            }
        }
    }

    /** How many steps a seed has. */
    int length(long seed) {
        return RandomSequence.steps(seed, RandomSequence.root(seed, 0), requests)
                .size();
    }

    private static Optional<String> difference(List<Step> steps, List<Line> stock, List<Line> ours) {
        int common = 0;
        while (common < Math.min(stock.size(), ours.size()) && stock.get(common).equals(ours.get(common))) {
            common++;
        }
        if (common == stock.size() && common == ours.size()) {
            return Optional.empty();
        }
        List<String> told = new ArrayList<>();
        int line = 0;
        for (int i = 0; i < steps.size() + 3; i++) {
            if (i < steps.size()) {
                told.add(steps.get(i).toString());
            }
            for (; line < common && stock.get(line).step() == i; line++) {
                told.add("        " + stock.get(line).text());
            }
            if (line == common && !pipelined(steps, i)) {
                told.add("ZooKeeper: " + (line < stock.size() ? stock.get(line) : "nothing more"));
                told.add("ours:      " + (line < ours.size() ? ours.get(line) : "nothing more"));
                if (isAt(stock, line, i) || isAt(ours, line, i)) {
                    break;
                }
                told.remove(told.size() - 1);
                told.remove(told.size() - 1);
            }
        }
        return Optional.of(String.join("\n", told));
    }

    private static boolean pipelined(List<Step> steps, int i) {
        return i < steps.size() && steps.get(i) instanceof Step.Ask ask && ask.pipelined() && i + 1 < steps.size();
    }

    private static boolean isAt(List<Line> lines, int line, int step) {
        return line < lines.size() ? lines.get(line).step() <= step : true;
    }
}
