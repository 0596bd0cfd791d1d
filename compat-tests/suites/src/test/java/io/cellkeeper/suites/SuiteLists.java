package io.cellkeeper.suites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reviewed lists: which classes there are, what is left out, and what is known to differ. */
final class SuiteLists {
    static final List<String> SUITES = List.of("curator-client", "curator-framework", "curator-recipes", "zookeeper");

    private SuiteLists() {}

    /** All classes that run, in the order of the lists. */
    static List<SuiteClass> all() {
        return SUITES.stream()
                .flatMap(suite -> lines(suite).map(line -> parse(suite, line)))
                .collect(Collectors.toList());
    }

    /** What was asked for: {@code all}, {@code fast}, suites, or simple names of classes, with commas. */
    static List<SuiteClass> selected(String selection) {
        Set<String> asked =
                Arrays.stream(selection.split(",")).map(String::trim).collect(Collectors.toSet());
        List<SuiteClass> selected = all().stream()
                .filter(suiteClass -> asked.contains("all")
                        || (asked.contains("fast") && suiteClass.isFast())
                        || asked.contains(suiteClass.suite())
                        || asked.contains(suiteClass.simpleName()))
                .collect(Collectors.toList());
        if (selected.isEmpty()) {
            throw new IllegalArgumentException("-Dsuites=" + selection + " selects nothing");
        }
        return selected;
    }

    /** The classes of Curator's jars that are not run; the reason stands behind the name. */
    static Set<String> leftOut() {
        return lines("left-out").map(line -> line.split(" ")[0]).collect(Collectors.toSet());
    }

    /** What is known to differ in this class on this server. */
    static List<KnownDifference> differences(SuiteClass suiteClass, String server) {
        return allDifferences()
                .filter(difference -> difference.className().equals(suiteClass.simpleName()))
                .filter(difference -> difference.appliesTo(server))
                .collect(Collectors.toList());
    }

    static Stream<KnownDifference> allDifferences() {
        return lines("known-differences").map(KnownDifference::parse);
    }

    private static SuiteClass parse(String suite, String line) {
        String[] words = line.split(" +");
        return new SuiteClass(
                suite,
                words[0],
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                words.length > 3 && words[3].equals("fast"));
    }

    private static Stream<String> lines(String list) {
        try (InputStream in = SuiteLists.class.getResourceAsStream("/suites/" + list + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("no list " + list);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
