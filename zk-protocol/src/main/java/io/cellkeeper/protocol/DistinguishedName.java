package io.cellkeeper.protocol;

/**
 * The form of the ids of the scheme {@code x509} (rule 11.3): a subject's distinguished name after RFC 2253. Judged by
 * code of ours, so that replicas on different Java versions judge alike; names of attributes are not looked up.
 */
final class DistinguishedName {
    private DistinguishedName() {}

    /** Whether this is a list of {@code type=value}, separated by commas, semicolons or plus signs. */
    static boolean isValid(String name) {
        int at = 0;
        do {
            int equals = endOfType(name, at);
            if (equals < 0) {
                return false;
            }
            at = endOfValue(name, equals + 1);
            if (at < 0) {
                return false;
            }
        } while (at++ < name.length());
        return true;
    }

    /** Where the equals sign after an attribute's type stands, or −1 if there is no type. */
    private static int endOfType(String name, int from) {
        int at = from;
        while (at < name.length() && name.charAt(at) == ' ') {
            at++;
        }
        int start = at;
        while (at < name.length() && isTypeChar(name.charAt(at))) {
            at++;
        }
        int end = at;
        while (at < name.length() && name.charAt(at) == ' ') {
            at++;
        }
        return end > start && at < name.length() && name.charAt(at) == '=' ? at : -1;
    }

    /** Where the separator after a value stands, or the end; −1 if a quote or an escape is not completed. */
    private static int endOfValue(String name, int from) {
        boolean quoted = false;
        for (int at = from; at < name.length(); at++) {
            char c = name.charAt(at);
            if (c == '\\') {
                if (++at == name.length()) {
                    return -1;
                }
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == ';' || c == '+')) {
                return at;
            } else if (!quoted && (c == '<' || c == '>')) {
                return -1;
            }
        }
        return quoted ? -1 : name.length();
    }

    private static boolean isTypeChar(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    }
}
