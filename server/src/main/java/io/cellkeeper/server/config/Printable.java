package io.cellkeeper.server.config;

/** Text of others, made fit for one line of a message. */
final class Printable {
    private static final int MAX_CHARS = 200;

    private Printable() {}

    /** The text with control and non-ASCII characters escaped, cut after 200 characters. */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_CHARS));
        for (int i = 0; i < text.length(); i++) {
            if (i == MAX_CHARS) {
                return out.append("…").toString();
            }
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
