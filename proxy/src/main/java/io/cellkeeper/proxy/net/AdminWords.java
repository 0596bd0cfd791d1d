package io.cellkeeper.proxy.net;

/** Answers four-letter words (section 15 of the rules). */
public interface AdminWords {
    /** Knows no words. */
    AdminWords NONE = new AdminWords() {
        @Override
        public boolean knows(String word) {
            return false;
        }

        @Override
        public String answer(String word) {
            throw new IllegalArgumentException("no word is known");
        }
    };

    /**
     * Whether these four bytes at the beginning of a connection are a word; else they are the length of a frame. Called on
     * any event loop: it depends on nothing that changes, and must not wait.
     *
     * @param word four ASCII characters, whatever they are
     */
    boolean knows(String word);

    /**
     * The text to answer before the connection is closed. Called on the proxy's loop: it must not wait.
     *
     * @param word one that is known
     */
    String answer(String word);
}
