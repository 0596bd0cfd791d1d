package io.cellkeeper.server.words;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers four-letter words. */
public final class FourLetterWords {
    private static final String NOT_SERVING = "This ZooKeeper instance is not currently serving requests\n";
    private static final String ALL = "*";
    private static final int MASK_LENGTH = 8;
    /** That of a ZooKeeper whose mask nobody has set. */
    private static final long DEFAULT_TRACE_MASK = 306;

    private final ServerFigures figures;
    private final Set<String> whitelist;
    private final Version version;
    private final String hostName;

    /** Told by {@code gtmk} and set by {@code stmk}; nothing here is traced by it. */
    private long traceMask = DEFAULT_TRACE_MASK;

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

    /** How many bytes a word takes: {@code stmk} has its mask behind it, if it may be asked. */
    public int lengthOf(Word word) {
        return word.text().length() + (word == Word.STMK && isAllowed(word) ? MASK_LENGTH : 0);
    }

    /** As {@link #answer(Word, long)}, of a word without an argument. */
    public String answer(Word word) {
        return answer(word, 0);
    }

    /**
     * The whole answer; the connection is closed after it.
     *
     * @param argument that of {@code stmk}
     */
    public String answer(Word word, long argument) {
        if (!isAllowed(word)) {
            return refused(word);
        }
        return switch (word) {
            case RUOK -> "imok";
            case ENVI -> Environment.text(version, hostName, System.getProperties());
            case ISRO -> figures.isServing() ? "rw" : "null";
            case GTMK -> Long.toString(traceMask);
            case STMK -> {
                traceMask = argument;
                yield Long.toString(traceMask);
            }
            case CONF, CONS, CRST, DIRS, DUMP, HASH, MNTR, SRST, SRVR, STAT, WCHC, WCHP, WCHS ->
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
            case DIRS -> "datadir_size: " + figures.dataDirBytes() + "\nlogdir_size: " + figures.logDirBytes() + "\n";
            case DUMP -> DumpText.text(figures.mode(), figures.sessions());
            case HASH -> digests(figures.digests());
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

    private static String digests(List<ServerFigures.Digest> digests) {
        return digests.stream()
                .map(one -> Long.toHexString(one.zxid()) + ": " + one.digest() + "\n")
                .collect(Collectors.joining());
    }

    private static String watchSummary(ServerFigures.Contents contents) {
        return contents.watchingConnections() + " connections watching " + contents.watchedPaths()
                + " paths\nTotal watches:" + contents.watches() + "\n";
    }
}
