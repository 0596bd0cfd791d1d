package io.cellkeeper.server.words;

import java.util.Set;

/** Answers four-letter words. */
public final class FourLetterWords {
    private static final String NOT_SERVING = "This ZooKeeper instance is not currently serving requests\n";
    private static final String ALL = "*";

    private final ServerFigures figures;
    private final Set<String> whitelist;
    private final Version version;
    private final String hostName;

    /**
     * Answers from these figures. Looks the host's name up, which may wait, if {@code envi} is allowed.
     *
     * @param whitelist the words that are answered, or {@code *} for all (rule 15.2)
     */
    public FourLetterWords(ServerFigures figures, Set<String> whitelist, Version version) {
        this.figures = figures;
        this.whitelist = Set.copyOf(whitelist);
        this.version = version;
        this.hostName = isAllowed(Word.ENVI) ? Environment.hostName() : "";
    }

    /** The whole answer; the connection is closed after it. */
    public String answer(Word word) {
        if (!isAllowed(word)) {
            return refused(word);
        }
        return switch (word) {
            case RUOK -> "imok";
            case ENVI -> Environment.text(version, hostName, System.getProperties());
            case ISRO -> figures.isServing() ? "rw" : "null";
            // Not offered, whatever the whitelist says: tools know this answer.
            case DIRS, DUMP, GTMK, HASH, STMK -> refused(word);
            case CONF, CONS, CRST, MNTR, SRST, SRVR, STAT, WCHC, WCHP, WCHS ->
                figures.isServing() ? serving(word) : NOT_SERVING;
        };
    }

    private boolean isAllowed(Word word) {
        return whitelist.contains(ALL) || whitelist.contains(word.text());
    }

    private static String refused(Word word) {
        return word.text() + " is not executed because it is not in the whitelist.\n";
    }

    private String serving(Word word) {
        return switch (word) {
            case CONF -> ConfText.text(figures);
            case CONS -> ConnectionText.detailed(figures.connections());
            case CRST -> {
                figures.resetConnectionStats();
                yield "Connection stats reset.\n";
            }
            case MNTR -> MonitorText.text(figures, version);
            case SRST -> {
                figures.resetStats();
                yield "Server stats reset.\n";
            }
            case SRVR -> StatText.srvr(figures, version);
            case STAT -> StatText.stat(figures, version);
            case WCHC -> WatchText.bySession(figures.watches());
            case WCHP -> WatchText.byPath(figures.watches());
            case WCHS -> watchSummary(figures.contents());
            default -> throw new AssertionError(word);
        };
    }

    private static String watchSummary(ServerFigures.Contents contents) {
        return contents.watchingConnections() + " connections watching " + contents.watchedPaths()
                + " paths\nTotal watches:" + contents.watches() + "\n";
    }
}
