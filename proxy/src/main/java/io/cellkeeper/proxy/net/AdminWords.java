package io.cellkeeper.proxy.net;

import java.util.Optional;

/** Answers four-letter words (section 15 of the rules). Called on the event loop: it must not wait. */
public interface AdminWords {
    /** Knows no words. */
    AdminWords NONE = word -> Optional.empty();

    /**
     * The text to answer before the connection is closed.
     *
     * @param word four ASCII characters, whatever they are
     * @return empty if this is no word: then the four bytes are the length of a frame
     */
    Optional<String> answer(String word);
}
