package io.cellkeeper.suites;

/**
 * A test that is known not to pass.
 *
 * @param className the simple name of its class
 * @param test its name, with {@code *} at the end for all that begin so
 * @param frequency whether it always fails; one that should and passes is reported, so that the list shrinks
 * @param server {@code ours}, or {@code both} if stock ZooKeeper as a process fails as well
 * @param reason why, and why that is right
 */
record KnownDifference(String className, String test, Frequency frequency, String server, String reason) {
    enum Frequency {
        ALWAYS,
        SOMETIMES
    }

    private static final int FIELDS = 4;

    /** Reads {@code Class#test always|sometimes ours|both reason}. */
    static KnownDifference parse(String line) {
        String[] fields = line.split(" +", FIELDS);
        if (fields.length < FIELDS || fields[FIELDS - 1].isBlank()) {
            throw new IllegalArgumentException("a known difference needs a reason: " + line);
        }
        String[] name = fields[0].split("#", 2);
        if (!fields[2].equals("ours") && !fields[2].equals("both")) {
            throw new IllegalArgumentException("ours or both: " + line);
        }
        return new KnownDifference(
                name[0],
                name[1],
                Frequency.valueOf(fields[1].toUpperCase(java.util.Locale.ROOT)),
                fields[2],
                fields[FIELDS - 1]);
    }

    boolean appliesTo(String testedServer) {
        return server.equals("both") || server.equals(testedServer);
    }

    boolean covers(String testName) {
        return test.endsWith("*") ? testName.startsWith(test.substring(0, test.length() - 1)) : testName.equals(test);
    }
}
