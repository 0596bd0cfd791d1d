package io.cellkeeper.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/compatibility.md true: the tests that it names exist, and each entry of the bug log has one. */
class ConformanceTableTest {
    /** A class, or a class and one of its methods. */
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    private static final Pattern BUG_LOG_ROW = Pattern.compile("(?m)^\\| B-(\\d\\d) \\|.*$");

    /** The entries on protocol, stats, watches, sessions, multi, ACLs, quotas and security. */
    private static final Set<Integer> BUG_LOG_ENTRIES = Stream.of(
                    IntStream.rangeClosed(1, 47), IntStream.rangeClosed(69, 72))
            .flatMap(IntStream::boxed)
            .collect(Collectors.toCollection(TreeSet::new));

    private final Path checkout = Path.of(System.getProperty("compat.checkout", ".."));

    private String document() throws IOException {
        return Files.readString(checkout.resolve("docs").resolve("compatibility.md"));
    }

    @Test
    void shouldNameOnlyTestsThatExist() throws IOException {
        Map<String, String> sources = sources();
        List<MatchResult> named = TEST_NAME.matcher(document()).results().toList();
        assertFalse(named.isEmpty(), "docs/compatibility.md names no test at all");
        Set<String> missing = named.stream()
                .filter(name -> !exists(name, sources))
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), missing, "tests named in docs/compatibility.md that do not exist");
    }

    private static boolean exists(MatchResult name, Map<String, String> sources) {
        String source = sources.get(name.group(1));
        return source != null && (name.group(2) == null || source.contains(" void " + name.group(2) + "("));
    }

    @Test
    void shouldHaveATestForEachEntryOfTheBugLog() throws IOException {
        Set<Integer> tested = new TreeSet<>();
        Matcher row = BUG_LOG_ROW.matcher(document());
        while (row.find()) {
            if (TEST_NAME.matcher(row.group()).find()) {
                tested.add(Integer.valueOf(row.group(1)));
            }
        }
        assertEquals(BUG_LOG_ENTRIES, tested);
    }

    @Test
    void shouldListEveryTestThatIsNamedAfterAnEntry() throws IOException {
        String document = document();
        Pattern method = Pattern.compile(" void (b(\\d\\d)[A-Z]\\w*)\\(");
        Set<String> unlisted = new TreeSet<>();
        for (String source : sources().values()) {
            method.matcher(source)
                    .results()
                    .filter(test -> !Pattern.compile("(?m)^\\| B-" + test.group(2) + " \\|.*#" + test.group(1) + "`")
                            .matcher(document)
                            .find())
                    .forEach(test -> unlisted.add(test.group(1)));
        }
        assertEquals(Set.of(), unlisted, "tests of the bug log that docs/compatibility.md does not list");
    }

    /** The sources of all test classes by their simple names; where modules share a name, all of them in one text. */
    private Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(checkout)) {
            for (Path module : modules.toList()) {
                Path tests = module.resolve("src").resolve("test").resolve("java");
                if (Files.isDirectory(tests)) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        for (Path file : (Iterable<Path>) files::iterator) {
                            String name = file.getFileName().toString();
                            if (name.endsWith("Test.java")) {
                                sources.merge(
                                        name.substring(0, name.length() - ".java".length()),
                                        Files.readString(file),
                                        String::concat);
                            }
                        }
                    }
                }
            }
        }
        return sources;
    }
}
