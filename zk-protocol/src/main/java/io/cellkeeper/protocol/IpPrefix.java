package io.cellkeeper.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The ids of the scheme {@code ip} (rule 11.3): a literal IPv4 or IPv6 address with an optional {@code /bits}. Parsed
 * here, so that no name is ever looked up and every replica judges alike.
 */
final class IpPrefix {
    private IpPrefix() {}

    /** Whether this is an address, or an address and a number of bits that it has. */
    static boolean isValid(String pattern) {
        int slash = pattern.indexOf('/');
        byte[] address = parseAddress(slash < 0 ? pattern : pattern.substring(0, slash));
        return address != null && (slash < 0 || parseBits(pattern, slash + 1, address.length * 8) >= 0);
    }

    /**
     * Whether an address lies in a prefix. An invalid one of either matches nothing, nor does IPv4 match IPv6.
     *
     * @param client a literal address; the zone of an IPv6 address does not count
     */
    static boolean matches(String client, String pattern) {
        int slash = pattern.indexOf('/');
        byte[] wanted = parseAddress(slash < 0 ? pattern : pattern.substring(0, slash));
        int zone = client.indexOf('%');
        byte[] address = parseAddress(zone < 0 ? client : client.substring(0, zone));
        if (wanted == null || address == null || wanted.length != address.length) {
            return false;
        }
        int bits = slash < 0 ? wanted.length * 8 : parseBits(pattern, slash + 1, wanted.length * 8);
        return bits >= 0 && haveCommonPrefix(wanted, address, bits);
    }

    /** The 4 or 16 bytes of a literal address, or null if it is none. */
    static byte @Nullable [] parseAddress(String literal) {
        if (literal.indexOf(':') >= 0) {
            return parseV6(literal);
        }
        byte[] address = new byte[4];
        return parseV4(literal, 0, address, 0) ? address : null;
    }

    private static boolean haveCommonPrefix(byte[] a, byte[] b, int bits) {
        int whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        int rest = bits % 8;
        return rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
    }

    /** A decimal number without sign, of at most {@code max}; else −1. */
    private static int parseBits(String text, int from, int max) {
        if (from == text.length() || text.length() - from > 3) {
            return -1;
        }
        int bits = 0;
        for (int i = from; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            bits = bits * 10 + digit;
        }
        return bits <= max ? bits : -1;
    }

    /** Four decimal parts of up to three digits, from {@code from} to the end. */
    private static boolean parseV4(String text, int from, byte[] to, int at) {
        int part = 0;
        int value = 0;
        int digits = 0;
        for (int i = from; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '.';
            if (c == '.') {
                if (digits == 0 || value > 255 || part == 4) {
                    return false;
                }
                to[at + part++] = (byte) value;
                value = 0;
                digits = 0;
            } else if (c >= '0' && c <= '9' && ++digits <= 3) {
                value = value * 10 + (c - '0');
            } else {
                return false;
            }
        }
        return part == 4;
    }

    /** Eight groups of up to four hexadecimal digits; one run of zeros may be {@code ::}, the last two an IPv4 address. */
    private static byte @Nullable [] parseV6(String text) {
        byte[] address = new byte[16];
        int filled = 0;
        int gap = -1;
        int i = 0;
        if (text.startsWith("::")) {
            gap = 0;
            i = 2;
        }
        while (i < text.length()) {
            if (filled == 16) {
                return null;
            }
            int end = i;
            int group = 0;
            while (end < text.length() && end - i < 5 && hexDigit(text.charAt(end)) >= 0) {
                group = group << 4 | hexDigit(text.charAt(end));
                end++;
            }
            if (end < text.length() && text.charAt(end) == '.') {
                if (filled > 12 || !parseV4(text, i, address, filled)) {
                    return null;
                }
                filled += 4;
                break;
            }
            if (end == i || end - i > 4) {
                return null;
            }
            address[filled++] = (byte) (group >> 8);
            address[filled++] = (byte) group;
            if (end == text.length()) {
                break;
            }
            if (text.charAt(end) != ':' || end + 1 == text.length()) {
                return null;
            }
            i = end + 1;
            if (text.charAt(i) == ':') {
                if (gap >= 0) {
                    return null;
                }
                gap = filled;
                i++;
            }
        }
        if (gap < 0) {
            return filled == 16 ? address : null;
        }
        return filled == 16 ? null : widen(address, gap, filled);
    }

    /** Puts zeros into the gap so that what follows it ends at the end. */
    private static byte[] widen(byte[] address, int gap, int filled) {
        byte[] widened = new byte[16];
        System.arraycopy(address, 0, widened, 0, gap);
        System.arraycopy(address, gap, widened, 16 - (filled - gap), filled - gap);
        return widened;
    }

    private static int hexDigit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return c < 0x80 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
