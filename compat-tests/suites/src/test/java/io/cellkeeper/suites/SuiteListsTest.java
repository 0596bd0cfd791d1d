package io.cellkeeper.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SuiteListsTest {
    @Test
    void everyTestClassOfCuratorsJarsIsInAListOrLeftOutForAReason() throws Exception {
        Set<String> listed = SuiteLists.all().stream()
                .filter(suiteClass -> suiteClass.suite().startsWith("curator"))
                .map(SuiteClass::name)
                .collect(Collectors.toCollection(TreeSet::new));
        listed.addAll(SuiteLists.leftOut());
        Set<String> inJars = new TreeSet<>();
        for (String suite : SuiteLists.SUITES) {
            if (suite.startsWith("curator")) {
                inJars.addAll(testClasses(suite));
            }
        }
        assertEquals(inJars, listed);
    }

    @Test
    void everyListedClassExistsAndCanRun() throws Exception {
        for (SuiteClass suiteClass : SuiteLists.all()) {
            Class<?> type = Class.forName(suiteClass.name(), false, getClass().getClassLoader());
            assertTrue(!Modifier.isAbstract(type.getModifiers()), suiteClass.name());
        }
    }

    @Test
    void simpleNamesAreUniqueAndKnownDifferencesAreOfListedClasses() {
        List<String> names =
                SuiteLists.all().stream().map(SuiteClass::simpleName).collect(Collectors.toList());
        assertEquals(new TreeSet<>(names).size(), names.size());
        SuiteLists.allDifferences()
                .forEach(difference -> assertTrue(names.contains(difference.className()), difference.toString()));
    }

    private static Set<String> testClasses(String suite) throws IOException {
        String jar = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> new File(entry).getName().matches(suite + "-.*-tests\\.jar"))
                .findFirst()
                .orElseThrow();
        try (JarFile file = new JarFile(jar)) {
            return file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.matches("(.*/)?Test[^/$]*\\.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }
}
