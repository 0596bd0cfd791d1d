package io.cellkeeper.server.words;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The words that ZooKeeper knows, as the first four bytes of a connection. Read as a length each of them is far above
 * every frame limit, so they can't be mistaken (rule 15.1).
 */
public enum Word {
    CONF,
    CONS,
    CRST,
    DIRS,
    DUMP,
    ENVI,
    GTMK,
    HASH,
    ISRO,
    MNTR,
    RUOK,
    SRST,
    SRVR,
    STAT,
    STMK,
    WCHC,
    WCHP,
    WCHS;

    private final String text = name().toLowerCase(Locale.ROOT);
    private final int code;

    Word() {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        code = (bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3];
    }

    /** The word whose four bytes, in network order, are this number. */
    public static Optional<Word> ofCode(int code) {
        for (Word word : values()) {
            if (word.code == code) {
                return Optional.of(word);
            }
        }
        return Optional.empty();
    }

    public String text() {
        return text;
    }
}
