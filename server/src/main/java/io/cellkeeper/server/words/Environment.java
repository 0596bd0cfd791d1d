package io.cellkeeper.server.words;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Properties;

/** {@code envi} (rule 15.11). */
final class Environment {
    private static final List<String> PROPERTIES = List.of(
            "java.version",
            "java.vendor",
            "java.home",
            "java.class.path",
            "java.library.path",
            "java.io.tmpdir",
            "java.compiler",
            "os.name",
            "os.arch",
            "os.version",
            "user.name",
            "user.home",
            "user.dir");
    private static final String UNKNOWN = "<NA>";

    private Environment() {}

    static String text(Version version, String hostName, Properties properties) {
        StringBuilder out = new StringBuilder("Environment:\n");
        line(out, "zookeeper.version", version.full());
        line(out, "host.name", hostName);
        for (String property : PROPERTIES) {
            line(out, property, properties.getProperty(property, UNKNOWN));
        }
        Runtime runtime = Runtime.getRuntime();
        line(out, "os.memory.free", megabytes(runtime.freeMemory()));
        line(out, "os.memory.max", megabytes(runtime.maxMemory()));
        line(out, "os.memory.total", megabytes(runtime.totalMemory()));
        return out.toString();
    }

    private static void line(StringBuilder out, String key, String value) {
        out.append(key).append('=').append(value.replace('\n', ' ')).append('\n');
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + "MB";
    }

    /** This host's name. A name server may let one wait: not for a loop. */
    static String hostName() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException e) {
            return UNKNOWN;
        }
    }
}
