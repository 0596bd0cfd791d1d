package io.cellkeeper.compat.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.ClientProcess;
import io.cellkeeper.compat.cell.JavaProcess;
import io.cellkeeper.compat.cell.ServerUnderTest;
import io.cellkeeper.compat.cell.SharedCell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Client libraries of other makes and ages, two clients of each: the second waits for a lock that the first holds; a
 * transaction succeeds and one fails; the first is elected before the second; the second watches a node, all connections
 * are cut when the program prints {@code CUT}, both come back to whichever server is next, and the event of the next change comes;
 * the first ends, and the second sees its ephemeral node go. Recipes are the library's own where it has them. A program
 * prints {@code PASSED} at the end.
 */
class OtherClientsTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final String NEWEST = "3.9";

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    @SuppressWarnings("NullAway.Init") // set before any test
    private static CuttableWay way;

    @BeforeAll
    static void openTheWay() {
        way = new CuttableWay(
                CELL.cell().replicas().stream().map(CellProcess::clientPort).toList());
    }

    @AfterAll
    static void closeTheWay() {
        way.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.4-early", "3.4", "3.5", "3.6", "3.7", "3.8", NEWEST})
    void shouldServeZooKeepersJavaClients(String version) throws Exception {
        passes("java-" + version, java(ForeignClientMain.class, version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"curator-2", "curator-4", NEWEST})
    void shouldServeCurator(String version) throws Exception {
        passes("curator-" + version, java(CuratorClientMain.class, version));
    }

    private static List<String> java(Class<?> main, String version) throws IOException {
        return JavaProcess.command(List.of("-Xmx64m"), classPath(version), main.getName(), List.of());
    }

    /** The newest is what these tests depend on; the older ones were copied by the build. */
    private static String classPath(String version) throws IOException {
        if (version.equals(NEWEST)) {
            return JavaProcess.testClassPath();
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(ServerUnderTest.target().resolve("test-classes").toString());
        try (Stream<Path> jars = Files.list(clients().resolve(version))) {
            jars.map(Path::toString).sorted().forEach(classPath::add);
        }
        return String.join(File.pathSeparator, classPath);
    }

    @Test
    void shouldServeKazoo() throws Exception {
        Tools.require(
                "Debian's python3-kazoo",
                Files.isExecutable(PYTHON) && Tools.succeeds(Map.of(), PYTHON.toString(), "-c", "import kazoo"));
        passes("kazoo", List.of(PYTHON.toString(), program("kazoo_client.py")));
    }

    @Test
    void shouldServeTheCClient() throws Exception {
        String built = clients().resolve("c_client").toString();
        Tools.require(
                "a C compiler and Debian's libzookeeper-mt-dev",
                Tools.succeeds(
                        Map.of(),
                        "gcc",
                        "-DTHREADED",
                        "-o",
                        built,
                        program("c_client.c"),
                        "-lzookeeper_mt",
                        "-lpthread"));
        passes("c", List.of(built));
    }

    @Test
    void shouldServeTheGoClient() throws Exception {
        String built = clients().resolve("go_client").toString();
        Map<String, String> environment = Map.of(
                "GO111MODULE", "off",
                "GOPATH", "/usr/share/gocode",
                "GOCACHE", clients().resolve("go-cache").toString(),
                "CGO_ENABLED", "0");
        Tools.require(
                "Go and Debian's golang-github-samuel-go-zookeeper-dev",
                Tools.succeeds(environment, "go", "build", "-o", built, program("go_client.go")));
        passes("go", List.of(built));
    }

    @Test
    void shouldServeTheNodeClient() throws Exception {
        Path home = Files.createDirectories(clients().resolve("node"));
        Path modules = home.resolve("node_modules");
        String library = System.getProperty("compat.node.client");
        Tools.require(
                "Node and its package " + library,
                Files.isDirectory(modules.resolve("node-zookeeper-client"))
                        || Tools.succeeds(
                                Map.of(),
                                "npm",
                                "install",
                                "--no-audit",
                                "--no-fund",
                                "--no-save",
                                "--prefix",
                                home.toString(),
                                library));
        passes("node", List.of("env", "NODE_PATH=" + modules, "node", program("node_client.js")));
    }

    private static Path clients() {
        return ServerUnderTest.target().resolve("clients");
    }

    private static String program(String name) {
        return ServerUnderTest.target()
                .resolve("test-classes")
                .resolve("clients")
                .resolve(name)
                .toString();
    }

    private static void passes(String name, List<String> command) throws InterruptedException {
        List<String> withArguments = new ArrayList<>(command);
        withArguments.add(way.connectString());
        withArguments.add("/" + name);
        try (ClientProcess client = new ClientProcess(name, withArguments)) {
            Await.until(
                    "the client wants its connections cut",
                    LIMIT,
                    () -> client.output().contains("CUT") || client.hasEnded(),
                    client::output);
            way.cut();
            int exitCode = client.awaitExit(LIMIT);
            String output = client.output();
            assertEquals(0, exitCode, output);
            assertTrue(output.contains("PASSED"), output);
        }
    }
}
