package io.cellkeeper.compat.cell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cell of replicas as processes on this host, each from a zoo.cfg of its own. Data lives in a temporary directory that
 * {@link #close} removes; the replicas' logs stay below the build output, for tests that fail.
 */
public final class Cell implements AutoCloseable {
    /** Tick of the cells under test, in ms. */
    public static final int TICK_MS = 1_000;

    private static final Duration LEADER_LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Path directory;
    private final List<CellProcess> replicas;

    private Cell(Path directory, List<CellProcess> replicas) {
        this.directory = directory;
        this.replicas = replicas;
    }

    /** Starts a cell of so many replicas and waits until each of them serves. */
    public static Cell start(int size) {
        return start(size, Map.of());
    }

    /** As {@link #start(int)}, with further keys for every zoo.cfg. */
    public static Cell start(int size, Map<String, String> settings) {
        return start(testName(), size, settings);
    }

    /** As {@link #start(int)}, with each replica in a place of its own, and further keys for every zoo.cfg. */
    public static Cell start(List<Place> places, Map<String, String> settings) {
        return started(create(testName(), places, settings));
    }

    /**
     * As {@link #start(int, Map)}, of a server of the caller's choice.
     *
     * @param properties system properties of each process, as {@code -Dkey=value}
     */
    public static Cell start(ServerUnderTest server, int size, Map<String, String> settings, List<String> properties) {
        return started(create(testName(), onThisHost(size), settings, server, properties));
    }

    static Cell start(String test, int size, Map<String, String> settings) {
        return started(create(test, onThisHost(size), settings));
    }

    private static Cell started(Cell cell) {
        try {
            cell.startAll();
            cell.awaitServing();
        } catch (RuntimeException | Error e) {
            cell.close();
            throw e;
        }
        return cell;
    }

    /** Lays out configuration and directories of a cell without starting it. */
    public static Cell create(int size, Map<String, String> settings) {
        return create(testName(), onThisHost(size), settings);
    }

    private static List<Place> onThisHost(int size) {
        return Stream.generate(Place::onThisHost).limit(size).toList();
    }

    private static Cell create(String test, List<Place> places, Map<String, String> settings) {
        return create(test, places, settings, ServerUnderTest.current(), List.of());
    }

    private static Cell create(
            String test,
            List<Place> places,
            Map<String, String> settings,
            ServerUnderTest server,
            List<String> properties) {
        try {
            Path directory = Files.createTempDirectory("cellkeeper-compat");
            Path logs = newLogDirectory(test);
            List<String> servers = new ArrayList<>();
            for (int id = 1; id <= places.size(); id++) {
                servers.add(places.get(id - 1).serverLine(id));
            }
            List<CellProcess> replicas = new ArrayList<>();
            for (int id = 1; id <= places.size(); id++) {
                Place place = places.get(id - 1);
                Path home = Files.createDirectories(directory.resolve("replica-" + id));
                Path data = Files.createDirectories(home.resolve("data"));
                List<String> lines = new ArrayList<>(settings(data, settings));
                if (places.size() > 1) {
                    Files.writeString(data.resolve("myid"), id + "\n");
                    lines.addAll(servers);
                } else {
                    lines.add("clientPort=" + place.clientPort());
                    lines.add("clientPortAddress=" + place.host());
                }
                Path config = Files.write(home.resolve("zoo.cfg"), lines);
                Path log = logs.resolve("replica-" + id + ".log");
                replicas.add(new CellProcess(id, config, place, log, server, properties));
            }
            return new Cell(directory, replicas);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> settings(Path data, Map<String, String> more) {
        Map<String, String> keys = new TreeMap<>();
        keys.put("dataDir", data.toString());
        keys.put("tickTime", Integer.toString(TICK_MS));
        keys.put("initLimit", "20");
        keys.put("syncLimit", "10");
        keys.put("maxClientCnxns", "0");
        keys.put("admin.enableServer", "false");
        keys.put("extendedTypesEnabled", "true");
        keys.put("4lw.commands.whitelist", "*");
        keys.putAll(more);
        return keys.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.toList());
    }

    /** The test class that is on the stack. */
    static String testName() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.endsWith("Test"))
                        .findFirst())
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .orElse("cell");
    }

    /** A new directory below the build output, named after the test. */
    static Path newLogDirectory(String test) throws IOException {
        return Files.createDirectories(ServerUnderTest.target()
                .resolve("cell-logs")
                .resolve(test + "-" + ProcessHandle.current().pid() + "-" + STARTED.incrementAndGet()));
    }

    /** The replicas, in the order of their ids. */
    public List<CellProcess> replicas() {
        return replicas;
    }

    /** The replica with this myid. */
    public CellProcess replica(int id) {
        return replicas.get(id - 1);
    }

    /** The addresses of all replicas, as clients want them. */
    public String connectString() {
        return replicas.stream().map(CellProcess::clientAddress).collect(Collectors.joining(","));
    }

    /** Starts every replica that doesn't run. */
    public void startAll() {
        replicas.stream().filter(replica -> !replica.isRunning()).forEach(CellProcess::start);
    }

    /** Kills all replicas with -9, as nearly at once as a loop can. */
    public void killAll() {
        replicas.forEach(CellProcess::sendKill);
        replicas.forEach(CellProcess::kill);
    }

    /** Waits until every replica serves. */
    public void awaitServing() {
        replicas.forEach(CellProcess::awaitServing);
    }

    /** The replica that leads, or serves alone; waits until there is one. */
    public CellProcess leader() {
        return inMode("leader", "standalone");
    }

    /** One of the replicas that follow; waits until there is one. */
    public CellProcess follower() {
        return inMode("follower");
    }

    private CellProcess inMode(String... modes) {
        return Await.value("a replica in mode " + String.join(" or ", modes), LEADER_LIMIT, () -> {
            for (CellProcess replica : replicas) {
                Optional<String> mode = replica.mode();
                if (mode.isPresent() && List.of(modes).contains(mode.get())) {
                    return Optional.of(replica);
                }
            }
            return Optional.empty();
        });
    }

    /** Kills what runs and removes the data. */
    @Override
    public void close() {
        killAll();
        deleteTree(directory);
    }

    static void deleteTree(Path root) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
