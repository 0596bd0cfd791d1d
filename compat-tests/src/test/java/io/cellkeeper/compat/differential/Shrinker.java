package io.cellkeeper.compat.differential;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a failing sequence short: leaves out steps, first many at once, for as long as it still fails. */
final class Shrinker {
    private static final long LONGEST_NANOS = 15_000_000_000L;

    private final Comparison comparison;
    private final long seed;
    private final long start = System.nanoTime();
    private int tries;
    private List<Integer> kept;
    private String difference;

    private Shrinker(Comparison comparison, long seed, String difference) {
        this.comparison = comparison;
        this.seed = seed;
        this.difference = difference;
        this.kept = IntStream.range(0, comparison.length(seed)).boxed().collect(Collectors.toList());
    }

    /** The difference of as few steps as were found. */
    static String shrunk(Comparison comparison, long seed, String difference) throws IOException {
        Shrinker shrinker = new Shrinker(comparison, seed, difference);
        int all = shrinker.kept.size();
        shrinker.shrink();
        return "seed " + seed + ", " + shrinker.kept.size() + " of " + all + " steps, found in " + shrinker.tries
                + " tries:\n" + shrinker.difference;
    }

    private void shrink() throws IOException {
        for (int size = kept.size() / 2; size >= 1; ) {
            boolean shorter = false;
            for (int from = 0; from < kept.size() && !isOver(); ) {
                List<Integer> fewer = new ArrayList<>(kept.subList(0, from));
                fewer.addAll(kept.subList(Math.min(from + size, kept.size()), kept.size()));
                tries++;
                Optional<String> still = comparison.difference(seed, fewer);
                if (still.isPresent()) {
                    kept = fewer;
                    difference = still.get();
                    shorter = true;
                } else {
                    from += size;
                }
            }
            if (isOver()) {
                return;
            }
            if (size > 1 || !shorter) {
                size /= 2;
            }
        }
    }

    private boolean isOver() {
        return System.nanoTime() - start > LONGEST_NANOS;
    }
}
