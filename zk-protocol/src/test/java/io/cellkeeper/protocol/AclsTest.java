package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AclsTest {
    private static final Identity USER = new Identity("digest", "u:hash");
    private static final Identity OTHER = new Identity("digest", "v:hash");
    private static final Identity ADDRESS = new Identity("ip", "10.1.2.3");
    private static final Identity NAME = new Identity("sasl", "kafka/host@REALM");
    private static final Identity SUBJECT = new Identity("x509", "CN=a,O=b");
    private static final Identity SUPER = new Identity("super", "");

    @Test
    void shouldRefuseEmptyLists() {
        assertNull(Acls.fixUp(null, List.of(USER)));
        assertNull(Acls.fixUp(List.of(), List.of(USER)));
    }

    @Test
    void shouldShareTheOpenAcl() {
        assertSame(Acls.OPEN_ALL, Acls.fixUp(List.of(entry(31, "world", "anyone")), List.of()));
    }

    @Test
    void shouldJudgeIdsByTheirScheme() {
        List<Identity> valid = List.of(
                new Identity("world", "anyone"),
                new Identity("digest", "user:hash"),
                new Identity("digest", ":hash"),
                new Identity("digest", "u:h:"),
                new Identity("ip", "10.0.0.1"),
                new Identity("ip", "10.0.0.0/8"),
                new Identity("ip", "fe80::/10"),
                SUBJECT,
                NAME,
                new Identity("sasl", "plain"),
                new Identity("sasl", "a@R"));
        List<Identity> invalid = List.of(
                new Identity("world", ""),
                new Identity("world", "all"),
                new Identity("digest", ""),
                new Identity("digest", ":"),
                new Identity("digest", "user"),
                new Identity("digest", "user:"),
                new Identity("digest", "a:b:c"),
                new Identity("digest", "::h"),
                new Identity("ip", ""),
                new Identity("ip", "localhost"),
                new Identity("ip", "10.0.0.0/33"),
                new Identity("x509", ""),
                new Identity("x509", "no equals sign"),
                new Identity("sasl", ""),
                new Identity("sasl", "a@b@c"),
                new Identity("sasl", "a@b/c"),
                SUPER,
                new Identity("", ""),
                new Identity("host", "example.com"),
                new Identity("World", "anyone"));
        for (Identity identity : valid) {
            List<AclEntry> acl = List.of(new AclEntry(1, identity));
            assertEquals(acl, Acls.fixUp(acl, List.of()), identity::toString);
        }
        for (Identity identity : invalid) {
            assertNull(
                    Acls.fixUp(
                            List.of(new AclEntry(1, AclEntry.ANYONE), new AclEntry(1, identity)), List.of(USER, SUPER)),
                    identity::toString);
        }
    }

    @Test
    void shouldRemoveDuplicatesAndKeepOrder() {
        AclEntry a = entry(31, "digest", "u:h");
        AclEntry b = entry(1, "digest", "u:h");
        AclEntry c = entry(1, "world", "anyone");

        assertEquals(List.of(c, a, b), Acls.fixUp(List.of(c, a, c, b, a, a), List.of()));
    }

    @Test
    void shouldKeepPermsThatMeanNothing() {
        List<AclEntry> acl = List.of(entry(0, "world", "anyone"), entry(-1, "world", "anyone"));

        assertEquals(acl, Acls.fixUp(acl, List.of()));
    }

    @Test
    void shouldExpandAuthToWhatWasProven() {
        assertEquals(
                List.of(
                        new AclEntry(1, AclEntry.ANYONE),
                        new AclEntry(31, USER),
                        new AclEntry(31, NAME),
                        new AclEntry(31, SUBJECT)),
                Acls.fixUp(
                        List.of(new AclEntry(1, AclEntry.ANYONE), entry(31, "auth", "whatever")),
                        List.of(ADDRESS, USER, NAME, SUBJECT, SUPER)));
    }

    @Test
    void shouldRefuseAuthOfWhoProvedNothing() {
        assertNull(Acls.fixUp(List.of(entry(31, "auth", "")), List.of(ADDRESS)));
        assertNull(Acls.fixUp(List.of(entry(31, "auth", "")), List.of()));
        assertNull(Acls.fixUp(List.of(new AclEntry(1, AclEntry.ANYONE), entry(31, "auth", "")), List.of(SUPER)));
    }

    @Test
    void shouldBoundExpansion() {
        List<AclEntry> auths = IntStream.range(0, Acls.MAX_EXPANDED / 2)
                .mapToObj(perms -> entry(perms, "auth", ""))
                .toList();
        List<AclEntry> expanded = Acls.fixUp(auths, List.of(USER, OTHER));
        assertNotNull(expanded);
        assertEquals(Acls.MAX_EXPANDED, expanded.size());

        List<AclEntry> more = new ArrayList<>(auths);
        more.add(entry(-1, "auth", ""));
        assertNull(Acls.fixUp(more, List.of(USER, OTHER)));
    }

    /** Ids of equal hash: a hash table would compare each with each. */
    @Test
    void shouldNotSlowDownByCollidingHashes() {
        List<AclEntry> acl = IntStream.range(0, 1 << 15)
                .mapToObj(i -> {
                    StringBuilder id = new StringBuilder("u:");
                    for (int bit = 0; bit < 15; bit++) {
                        id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
                    }
                    return entry(1, "digest", id.toString());
                })
                .toList();

        assertEquals(acl, assertTimeout(Duration.ofSeconds(5), () -> Acls.fixUp(acl, List.of())));
    }

    @Test
    void shouldPermitByAnyMatchingEntry() {
        List<AclEntry> acl = List.of(
                new AclEntry(AclEntry.READ, AclEntry.ANYONE),
                new AclEntry(AclEntry.WRITE, USER),
                new AclEntry(AclEntry.CREATE | AclEntry.DELETE, USER),
                entry(AclEntry.ADMIN, "ip", "10.1.0.0/16"));

        assertTrue(Acls.permits(acl, AclEntry.READ, List.of()));
        assertFalse(Acls.permits(acl, AclEntry.WRITE, List.of()));
        assertFalse(Acls.permits(acl, AclEntry.WRITE, List.of(OTHER, ADDRESS)));
        assertTrue(Acls.permits(acl, AclEntry.WRITE, List.of(OTHER, USER)));
        assertTrue(Acls.permits(acl, AclEntry.DELETE, List.of(USER)));
        assertFalse(Acls.permits(acl, AclEntry.ADMIN, List.of(USER)));
        assertTrue(Acls.permits(acl, AclEntry.ADMIN, List.of(ADDRESS)));
        assertFalse(Acls.permits(acl, AclEntry.ADMIN, List.of(new Identity("ip", "10.2.2.3"))));
        assertTrue(Acls.permits(acl, AclEntry.READ | AclEntry.ADMIN, List.of()));
        assertFalse(Acls.permits(acl, AclEntry.WRITE | AclEntry.ADMIN, List.of()));
    }

    @Test
    void shouldMatchSchemeAndId() {
        List<AclEntry> acl = List.of(new AclEntry(31, new Identity("sasl", "u:hash")));

        assertFalse(Acls.permits(acl, AclEntry.READ, List.of(USER)));
        assertFalse(Acls.permits(List.of(entry(31, "world", "all")), AclEntry.READ, List.of(USER)));
    }

    @Test
    void shouldPermitSuperEverything() {
        assertTrue(Acls.permits(List.of(new AclEntry(0, AclEntry.ANYONE)), AclEntry.ADMIN, List.of(ADDRESS, SUPER)));
        assertTrue(Acls.permits(List.of(new AclEntry(31, USER)), AclEntry.WRITE, List.of(SUPER)));
    }

    @Test
    void shouldHideHashesFromWhoIsNotAdmin() {
        List<AclEntry> acl =
                List.of(new AclEntry(31, USER), new AclEntry(1, AclEntry.ANYONE), entry(1, "digest", ":hash"));

        assertEquals(
                List.of(entry(31, "digest", "u:x"), new AclEntry(1, AclEntry.ANYONE), entry(1, "digest", ":x")),
                Acls.mask(acl, List.of(OTHER)));
        assertSame(acl, Acls.mask(acl, List.of(USER)));
        assertSame(acl, Acls.mask(acl, List.of(SUPER)));
    }

    private static AclEntry entry(int perms, String scheme, String id) {
        return new AclEntry(perms, new Identity(scheme, id));
    }
}
