package io.cellkeeper.state.batch;

/**
 * What a batch says before its commands (I2, I16).
 *
 * @param term the term of the reign that formed it
 * @param timeMs the leader's time, milliseconds since 1970
 * @param cellTimeMs the sum of the reigns' monotonic clocks, in milliseconds: what TTLs are counted in
 * @param settings what apply needs of the configuration, as bits of {@link BatchSettings}
 */
public record BatchHeader(long term, long timeMs, long cellTimeMs, int settings) {}
