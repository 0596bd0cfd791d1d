package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DistinguishedNameTest {
    @Test
    void shouldJudgeDistinguishedNames() {
        for (String name : List.of(
                "CN=a",
                "CN=a,O=b",
                "CN=a, O=b",
                "cn = a;o=b",
                "CN=a+UID=7,C=DE",
                "1.2.840.113549.1.9.1=#1603",
                "CN=",
                "CN=a\\,b",
                "CN=\"a,b\",O=c",
                "CN=a=b")) {
            assertTrue(DistinguishedName.isValid(name), name);
        }
        for (String name : List.of(
                "", " ", "a", "=a", "CN=a,", "CN=a,,O=b", ",CN=a", "CN=a\\", "CN=\"a", "CN=<a>", "C N=a", "CN=a;O")) {
            assertFalse(DistinguishedName.isValid(name), name);
        }
    }
}
