package io.cellkeeper.compat.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cellkeeper.compat.cell.Await;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Client libraries of other makes and ages: each takes a lock, holds an ephemeral node and gets an event. */
class OtherClientsTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Path C_CLIENT = Path.of("/usr/lib/zookeeper/bin/cli_mt");

    @RegisterExtension
    static final SharedCell CELL = new SharedCell(3);

    @ParameterizedTest
    @ValueSource(strings = {"3.4", "3.5", "3.9"})
    void shouldServeZooKeepersJavaClients(String version) throws Exception {
        passes(
                "java-" + version,
                JavaProcess.command(
                        List.of("-Xmx64m"),
                        classPath(version),
                        "io.cellkeeper.compat.clients.ForeignClientMain",
                        List.of(CELL.cell().connectString())));
    }

    /** The newest is what these tests depend on; the older ones were copied by the build. */
    private static String classPath(String version) throws IOException {
        if (version.equals("3.9")) {
            return JavaProcess.testClassPath();
        }
        List<String> classPath = new ArrayList<>();
        classPath.add(ServerUnderTest.target().resolve("test-classes").toString());
        try (Stream<Path> jars =
                Files.list(ServerUnderTest.target().resolve("clients").resolve(version))) {
            jars.map(Path::toString).sorted().forEach(classPath::add);
        }
        return String.join(File.pathSeparator, classPath);
    }

    @Test
    void shouldServeKazoo() throws Exception {
        require(Files.isExecutable(PYTHON) && exitCode(PYTHON.toString(), "-c", "import kazoo") == 0, "python3-kazoo");
        Path script = ServerUnderTest.target().resolve("test-classes/clients/kazoo_client.py");
        passes(
                "kazoo",
                List.of(PYTHON.toString(), script.toString(), CELL.cell().connectString()));
    }

    @Test
    void shouldServeTheCClient() throws Exception {
        require(Files.isExecutable(C_CLIENT), "zookeeper-bin");
        try (ClientProcess first = cClient("c-first");
                ClientProcess second = cClient("c-second")) {
            first.say("create /c");
            awaitOutput(first, "name = /c");
            first.say("create +es /c/lock-");
            awaitOutput(first, "name = /c/lock-0000000000");
            second.say("create +es /c/lock-");
            awaitOutput(second, "name = /c/lock-0000000001");
            watch(second, "/c/lock-0000000000");
            first.say("delete /c/lock-0000000000");
            awaitOutput(second, "Watcher DELETED_EVENT state = CONNECTED_STATE for path /c/lock-0000000000");
            second.say("delete /c/lock-0000000001");

            first.say("create +e /c/held");
            awaitOutput(first, "name = /c/held");
            watch(second, "/c/held");
            first.say("quit");
            awaitOutput(second, "Watcher DELETED_EVENT state = CONNECTED_STATE for path /c/held");
            assertEquals(0, first.awaitExit(LIMIT));
            second.say("quit");
            assertEquals(0, second.awaitExit(LIMIT));
        }
    }

    /** The C client is silent about a watch that it has set, so a create behind it tells. */
    private static void watch(ClientProcess client, String path) {
        client.say("wexists " + path);
        client.say("create " + path + "-watched");
        awaitOutput(client, "name = " + path + "-watched");
    }

    private static ClientProcess cClient(String name) {
        ClientProcess client =
                new ClientProcess(name, List.of(C_CLIENT.toString(), CELL.cell().connectString()));
        awaitOutput(client, "CONNECTED_STATE");
        return client;
    }

    private static void awaitOutput(ClientProcess client, String text) {
        Await.until("the client prints " + text, LIMIT, () -> client.output().contains(text), client::output);
    }

    private static void passes(String name, List<String> command) throws InterruptedException {
        try (ClientProcess client = new ClientProcess(name, command)) {
            int exitCode = client.awaitExit(LIMIT);
            String output = client.output();
            assertEquals(0, exitCode, output);
            assertTrue(output.contains("PASSED"), output);
        }
    }

    /** Where tests must not be left out silently, a missing package is a failure. */
    private static void require(boolean present, String debianPackage) {
        String missing = "the Debian package " + debianPackage + " is not installed";
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(present, missing);
        }
        assumeTrue(present, missing);
    }

    private static int exitCode(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        return process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
    }
}
