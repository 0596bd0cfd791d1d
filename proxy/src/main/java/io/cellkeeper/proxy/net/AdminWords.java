package io.cellkeeper.proxy.net;

/** Answers four-letter words (section 15 of the rules). */
public interface AdminWords {
    /** Knows no words. */
    AdminWords NONE = new AdminWords() {
        @Override
        public int lengthOf(String word) {
            return 0;
        }

        @Override
        public String answer(String word) {
            throw new IllegalArgumentException("no word is known");
        }
    };

    /**
     * How many bytes a word takes that begins with these four, at the beginning of a connection: 4, or more if it has an
     * argument; 0 if they are no word but the length of a frame. Called on any event loop: it depends on nothing that
     * changes, and must not wait.
     *
     * @param word four ISO 8859-1 characters, whatever they are
     */
    int lengthOf(String word);

    /**
     * The text to answer before the connection is closed. Called on the proxy's loop: it must not wait.
     *
     * @param word one that is known, with its argument: as many ISO 8859-1 characters as {@link #lengthOf} has said
     */
    String answer(String word);
}
