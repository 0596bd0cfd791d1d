package io.cellkeeper.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IpPrefixTest {
    @Example
    void shouldAcceptAddressesAndPrefixes() {
        for (String id : List.of(
                "0.0.0.0",
                "255.255.255.255",
                "10.0.0.1",
                "010.0.0.1",
                "10.0.0.0/0",
                "10.0.0.0/8",
                "10.0.0.0/32",
                "::",
                "::1",
                "1::",
                "fe80::1",
                "1:2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7::",
                "::2:3:4:5:6:7:8",
                "FE80::abcd",
                "::ffff:10.0.0.1",
                "1:2:3:4:5:6:1.2.3.4",
                "::/0",
                "fe80::/10",
                "::1/128")) {
            assertTrue(IpPrefix.isValid(id), id);
        }
    }

    @Example
    void shouldRefuseAnythingElse() {
        for (String id : List.of(
                "",
                "/",
                "/8",
                "10",
                "10.0.0",
                "10.0.0.",
                ".10.0.0",
                "10..0.0",
                "10.0.0.256",
                "10.0.0.0.0",
                "10.0.0.1000",
                "10.0.0.-1",
                "10.0.0.+1",
                "10.0.0.a",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/8/8",
                "10.0.0.0/0008",
                "10.0.0.0/a",
                "localhost",
                " 10.0.0.1",
                "10.0.0.1 ",
                ":",
                ":::",
                "1",
                "1:",
                ":1",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1:2:3:4::5:6:7:8",
                "12345::",
                "g::",
                "fe80::1%eth0",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::1.2.3",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "::/129",
                "::1/",
                "[::1]",
                "１.2.3.4",
                "١.2.3.4",
                "10.0.0.0/８")) {
            assertFalse(IpPrefix.isValid(id), id);
        }
    }

    @Example
    void shouldMatchWithinPrefix() {
        assertTrue(IpPrefix.matches("10.1.2.3", "10.1.2.3"));
        assertFalse(IpPrefix.matches("10.1.2.4", "10.1.2.3"));
        assertTrue(IpPrefix.matches("10.1.2.4", "10.0.0.0/8"));
        assertFalse(IpPrefix.matches("11.1.2.4", "10.0.0.0/8"));
        assertTrue(IpPrefix.matches("11.1.2.4", "10.0.0.0/7"));
        assertTrue(IpPrefix.matches("1.2.3.4", "9.9.9.9/0"));
        assertTrue(IpPrefix.matches("10.1.2.4", "10.1.2.7/30"));
        assertFalse(IpPrefix.matches("10.1.2.3", "10.1.2.7/30"));
        assertTrue(IpPrefix.matches("fe80:0:0:0:0:0:0:1%eth0", "fe80::/10"));
        assertTrue(IpPrefix.matches("::1", "0:0:0:0:0:0:0:1"));
        assertFalse(IpPrefix.matches("::1", "::2/127"));
        assertFalse(IpPrefix.matches("10.1.2.3", "::/0"));
        assertFalse(IpPrefix.matches("::1", "0.0.0.0/0"));
        assertFalse(IpPrefix.matches("nonsense", "0.0.0.0/0"));
        assertFalse(IpPrefix.matches("10.1.2.3", "0.0.0.0/33"));
    }

    @Property(tries = 500)
    void shouldReadAddressesAsJavaWritesThem(@ForAll @Size(16) byte[] v6, @ForAll @Size(4) byte[] v4)
            throws UnknownHostException {
        assertArrayEquals(v4, IpPrefix.parseAddress(InetAddress.getByAddress(v4).getHostAddress()));
        v6[0] |= 0x20; // Java would turn a mapped IPv4 address into one.
        assertArrayEquals(v6, IpPrefix.parseAddress(InetAddress.getByAddress(v6).getHostAddress()));
    }

    @Property(tries = 500)
    void shouldReadCompressedAddresses(
            @ForAll @Size(16) byte[] v6,
            @ForAll @IntRange(max = 7) int from,
            @ForAll @IntRange(min = 1, max = 8) int n) {
        int to = Math.min(8, from + n);
        Arrays.fill(v6, 2 * from, 2 * to, (byte) 0);
        StringBuilder text = new StringBuilder();
        for (int group = 0; group < 8; group++) {
            if (group == from) {
                text.append("::");
                group = to - 1;
            } else {
                text.append(text.isEmpty() || text.toString().endsWith(":") ? "" : ":")
                        .append(Integer.toHexString((v6[2 * group] & 0xff) << 8 | (v6[2 * group + 1] & 0xff)));
            }
        }
        assertArrayEquals(v6, IpPrefix.parseAddress(text.toString()), text::toString);
    }

    @Property(tries = 500)
    void shouldCompareExactlyTheBits(
            @ForAll @Size(4) byte[] address, @ForAll @IntRange(max = 32) int bits, @ForAll @IntRange(max = 31) int flip)
            throws UnknownHostException {
        String pattern = InetAddress.getByAddress(address).getHostAddress() + "/" + bits;
        address[flip / 8] ^= (byte) (0x80 >> flip % 8);

        assertEquals(
                flip >= bits, IpPrefix.matches(InetAddress.getByAddress(address).getHostAddress(), pattern));
    }
}
