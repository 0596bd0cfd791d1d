package io.cellkeeper.server.words;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version, as the build wrote it.
 *
 * @param product Cellkeeper's own
 * @param zooKeeper the release of ZooKeeper whose behaviour is offered
 * @param built when, {@code yyyy-MM-dd HH:mm UTC}
 */
public record Version(String product, String zooKeeper, String built) {
    private static final String RESOURCE = "/cellkeeper-version.properties";

    /** The version of this build. */
    public static Version current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + RESOURCE + " is missing");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the resource " + RESOURCE, e);
        }
        return new Version(
                properties.getProperty("version", "unknown"),
                properties.getProperty("zookeeper", "0.0.0"),
                properties.getProperty("built", "unknown"));
    }

    /**
     * As clients and tools read it (rules 0.1, 15.5): they take features from the three numbers, and insist on the part
     * {@code built on}.
     */
    public String full() {
        return zooKeeper + "-cellkeeper" + product + ", built on " + built;
    }
}
