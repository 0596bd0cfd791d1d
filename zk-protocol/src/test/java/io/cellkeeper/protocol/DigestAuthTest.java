package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DigestAuthTest {
    /** The examples of ZooKeeper's documentation. */
    @Test
    void shouldHashUserAndPassword() {
        assertEquals(new Identity("digest", "super:g9oN2HttPfn8MMWJZ2r45Np/LIA="), identityOf("super:superpw"));
        assertEquals(new Identity("digest", "super:D/InIHSb7yEEbrWz8b9l71RjZJU="), identityOf("super:test"));
    }

    @Test
    void shouldHashByTheAlgorithmThatIsSet() {
        Identity sha256 = DigestAuth.identityOf(ByteRange.of("super:test".getBytes(StandardCharsets.UTF_8)), "SHA-256");

        assertEquals("super:wjySwxg860UATFtciuZ1lpzrCHrPeov6SPu/ZD56uig=", sha256.id());
        assertTrue(DigestAuth.hasAlgorithm(DigestAuth.DEFAULT_ALGORITHM));
        assertTrue(DigestAuth.hasAlgorithm("SHA3-256"));
        assertFalse(DigestAuth.hasAlgorithm("rot13"));
    }

    @Test
    void shouldTakeAnyBytes() {
        assertEquals("user", DigestAuth.userOf(identityOf("user").id()));
        assertEquals("", DigestAuth.userOf(identityOf("").id()));
        assertEquals("", DigestAuth.userOf(identityOf(":p").id()));
        assertEquals("u", DigestAuth.userOf(identityOf("u:p:q").id()));
    }

    @Test
    void shouldTellPasswordsApartThatAreNoText() {
        Identity a = DigestAuth.identityOf(Hex.range("75 3a ff"));
        Identity b = DigestAuth.identityOf(Hex.range("75 3a fe"));

        assertFalse(a.equals(b));
    }

    @Test
    void shouldReadFromWithinAnArray() {
        byte[] bytes = "xxsuper:testyy".getBytes(StandardCharsets.UTF_8);

        assertEquals(identityOf("super:test"), DigestAuth.identityOf(ByteRange.of(bytes, 2, 10)));
    }

    private static Identity identityOf(String userAndPassword) {
        return DigestAuth.identityOf(ByteRange.of(userAndPassword.getBytes(StandardCharsets.UTF_8)));
    }
}
