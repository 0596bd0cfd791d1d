package io.cellkeeper.suites.server;

/** The test that runs in this JVM: set by the thread that runs the tests, read by whichever starts a server. */
public final class CurrentTest {
    private static volatile String name = "none";

    private CurrentTest() {}

    /** Says which test begins. */
    public static void set(String test) {
        name = test;
    }

    /** The test that began last. */
    static String get() {
        return name;
    }
}
