package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PathsTest {
    @Example
    void shouldAcceptPaths() {
        for (String path : List.of(
                "/",
                "/a",
                "/a/b",
                "/a b",
                "/a%b",
                "/*",
                "/a:b",
                "/中文",
                "/a.b",
                "/.a",
                "/a.",
                "/...",
                "/a/..b",
                "/\u00a0",
                "/\ud7ff",
                "/\uf900",
                "/\uffef",
                "/~",
                "/ ",
                "/foo/0000000000",
                "/" + "a/".repeat(10_000) + "b")) {
            assertTrue(Paths.isValid(path), path);
        }
    }

    @Example
    void shouldRefusePaths() {
        for (String path : List.of(
                "", "a", "a/b", "//", "/a/", "/a//b", "//a", "/.", "/..", "/./a", "/../a", "/a/.", "/a/..", "/a/./b",
                "/a/../b", "/a\0", "/\u0001", "/\u001f", "/\u007f", "/\u009f", "/\ud800", "/\uf8ff", "/\ue000",
                "/\ufff0", "/\uffff", "/\ufffd", "/😀", " /a", ".", "..")) {
            assertFalse(Paths.isValid(path), path);
        }
    }

    @Property(tries = 5000)
    void shouldAgreeWithTheRuleSpelledOut(@ForAll("pathLike") String path) {
        assertEquals(isValidByTheRule(path), Paths.isValid(path));
    }

    @Provide
    Arbitrary<String> pathLike() {
        return Arbitraries.strings()
                .withChars('/', '.', 'a', '\0', '\u001f', '\u007f', '\u009f', '\ud83d', '\ude00', '\uf8ff', '\ufff0')
                .ofMaxLength(8)
                .flatMap(text -> Arbitraries.of(text, "/" + text));
    }

    @Example
    void shouldSplitPaths() {
        assertEquals("/", Paths.parentOf("/a"));
        assertEquals("/a", Paths.parentOf("/a/b"));
        assertEquals("/", Paths.parentOf("/"));
        assertEquals("/foo", Paths.parentOf("/foo/"));
        assertEquals("a", Paths.parentOf("a/b"));
        assertEquals("b", Paths.nameOf("/a/b"));
        assertEquals("a", Paths.nameOf("/a"));
        assertEquals("", Paths.nameOf("/"));
        assertEquals("", Paths.nameOf("/foo/"));
    }

    @Example
    void shouldAskForSlashAndNoNulAtFirst() {
        assertTrue(Paths.hasParent("/a"));
        assertTrue(Paths.hasParent("a/"));
        assertFalse(Paths.hasParent("a"));
        assertFalse(Paths.hasParent(""));
        assertFalse(Paths.hasParent("/a\0"));
        assertTrue(Paths.hasNul("\0"));
        assertFalse(Paths.hasNul("/a"));
    }

    @Example
    void shouldKnowSystemNodes() {
        for (String path : List.of("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")) {
            assertTrue(Paths.isSystem(path));
        }
        for (String path : List.of("", "/zookeeper/", "/zookeeper/quota/a", "/zoo", "/a")) {
            assertFalse(Paths.isSystem(path));
        }
    }

    private static boolean isValidByTheRule(String path) {
        if (path.equals("/")) {
            return true;
        }
        if (!path.startsWith("/")) {
            return false;
        }
        boolean goodComponents = Arrays.stream(path.substring(1).split("/", -1))
                .noneMatch(c -> c.isEmpty() || c.equals(".") || c.equals(".."));
        return goodComponents
                && path.chars()
                        .noneMatch(c -> c <= 0x1f
                                || (c >= 0x7f && c <= 0x9f)
                                || (c >= 0xd800 && c <= 0xf8ff)
                                || (c >= 0xfff0 && c <= 0xffff));
    }
}
