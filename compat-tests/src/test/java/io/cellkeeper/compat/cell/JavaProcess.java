package io.cellkeeper.compat.cell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of child JVMs. */
public final class JavaProcess {
    private JavaProcess() {}

    /** The command that runs a main class on this JVM's java. */
    public static List<String> command(
            List<String> options, String classPath, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(classPath);
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    /** The class path of the tests, with all their dependencies. */
    public static String testClassPath() {
        String surefire = System.getProperty("surefire.test.class.path");
        return surefire == null ? System.getProperty("java.class.path") : surefire;
    }
}
