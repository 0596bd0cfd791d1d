package io.cellkeeper.testkit.time;

import java.util.List;
import java.util.SplittableRandom;

/** All chance of a run: the same seed throws the same. */
public final class Dice {
    private final SplittableRandom random;

    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    private Dice(SplittableRandom random) {
        this.random = random;
    }

    /** Dice of their own for one part of a run, so that what it throws does not depend on the others. */
    public Dice split() {
        return new Dice(random.split());
    }

    /** True in this many of a thousand cases. */
    public boolean perMille(int cases) {
        return random.nextInt(1000) < cases;
    }

    /** At least {@code low}, at most {@code high}. */
    public int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    /** At least {@code low}, at most {@code high}. */
    public long between(long low, long high) {
        return low + random.nextLong(high - low + 1);
    }

    public long nextLong() {
        return random.nextLong();
    }

    /** One of these, which are not none. */
    public <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
