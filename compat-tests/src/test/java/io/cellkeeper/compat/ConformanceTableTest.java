package io.cellkeeper.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/compatibility.md true: the tests that it names exist. */
class ConformanceTableTest {
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)`");

    @Test
    void shouldNameOnlyTestsThatExist() throws IOException {
        Path checkout = Path.of(System.getProperty("compat.checkout", ".."));
        Set<String> named = TEST_NAME
                .matcher(Files.readString(checkout.resolve("docs").resolve("compatibility.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertFalse(named.isEmpty(), "docs/compatibility.md names no test at all");
        named.removeAll(existing(checkout));
        assertEquals(Set.of(), named, "tests named in docs/compatibility.md that do not exist");
    }

    private static Set<String> existing(Path checkout) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> modules = Files.list(checkout)) {
            for (Path module : modules.toList()) {
                Path sources = module.resolve("src").resolve("test").resolve("java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        files.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith("Test.java"))
                                .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
                    }
                }
            }
        }
        return names;
    }
}
