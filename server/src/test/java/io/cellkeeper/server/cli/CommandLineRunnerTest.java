package io.cellkeeper.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.server.config.ServerConfig;
import io.cellkeeper.server.founding.DataDirectoryException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineRunnerTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Life life = new Life();
    private final List<ServerConfig> started = new ArrayList<>();
    private final List<OptionalLong> salts = new ArrayList<>();
    private int stopped;
    private Path file = Path.of("");

    @BeforeEach
    void writeConfiguration() throws IOException {
        file = Files.writeString(directory.resolve("zoo.cfg"), "clientPort=0\ndataDir=" + directory + "\n");
    }

    @Test
    void shouldRunAServerUntilItIsToldToStop() {
        life.stop();
        assertEquals(ExitCode.CLEAN, run("server", file.toString()));
        assertEquals(1, started.size());
        assertEquals(List.of(OptionalLong.empty()), salts);
        assertEquals(1, stopped);
        assertEquals("", err.toString());
    }

    @Test
    void shouldSaltTheFoundingOfAMajority() {
        life.stop();
        assertEquals(ExitCode.CLEAN, run("server", "--found=majority", file.toString()));
        assertTrue(salts.get(0).isPresent());
    }

    @Test
    void shouldEndWithTheReasonWhenTheServerBreaks() {
        life.failed(new IOException("disk full", new IOException("no space")));
        assertEquals(ExitCode.FAILED, run("server", file.toString()));
        assertEquals(
                "cellkeeper: java.io.IOException: disk full; caused by java.io.IOException: no space\n",
                err.toString());
        assertEquals(1, stopped);
    }

    @Test
    void shouldTellWrongUsageAndConfiguration() throws IOException {
        for (String[] wrong : new String[][] {
            {},
            {"sever"},
            {"server"},
            {"server", "--found=all", file.toString()},
            {"server", "a", "b"},
            {"dev", "--replicas=2"},
            {"dev", "--replicas=x"},
            {"dev", "--port=65536"},
            {"server", directory.resolve("none.cfg").toString()}
        }) {
            assertEquals(ExitCode.USAGE, run(wrong), String.join(" ", wrong));
        }
        Files.writeString(file, "clientPort=99999\ndataDir=/d\n");
        err.getBuffer().setLength(0);
        assertEquals(ExitCode.USAGE, run("server", file.toString()));
        assertEquals("cellkeeper: clientPort=99999 is not allowed; expected: 0 to 65535\n", err.toString());
        assertTrue(started.isEmpty());
    }

    @Test
    void shouldTellWhatKeepsAServerFromStarting() {
        ReplicaStarter inUse = (config, salt, onFailure) -> {
            throw new DataDirectoryException("in use");
        };
        assertEquals(ExitCode.DATA_DIRECTORY, run(inUse, "server", file.toString()));
        assertEquals("cellkeeper: in use\n", err.toString());
        ReplicaStarter portTaken = (config, salt, onFailure) -> {
            throw new BindException("port taken");
        };
        assertEquals(ExitCode.FAILED, run(portTaken, "server", file.toString()));
        // One replica of a dev cell fails: the others stop.
        assertEquals(
                ExitCode.DATA_DIRECTORY,
                run(
                        (config, salt, onFailure) -> {
                            if (config.ensemble().myid() == 3) {
                                throw new DataDirectoryException("in use");
                            }
                            return start(config, salt, onFailure);
                        },
                        "dev",
                        "--replicas=3",
                        "--port=0"));
        assertEquals(2, stopped);
        assertEquals("", out.toString());
    }

    @Test
    void shouldShowVersionAndHelp() {
        assertEquals(ExitCode.CLEAN, run("--version"));
        assertTrue(out.toString().startsWith("cellkeeper "), out.toString());
        assertEquals(ExitCode.CLEAN, run("--help"));
        assertTrue(out.toString().contains("Exit codes: 0"), out.toString());
    }

    @Test
    void shouldRunADevCellAndSayWhereItServes() throws Exception {
        Thread main = new Thread(() -> run(
                "dev",
                "--replicas=3",
                "--port=0",
                "--data",
                directory.resolve("d").toString()));
        main.start();
        // The commands print, and then wait for the end.
        life.stop();
        main.join();
        assertEquals(3, started.size());
        assertEquals(3, stopped);
        for (ServerConfig config : started) {
            assertEquals(3, config.ensemble().members().size());
            assertEquals("127.0.0.1", config.clients().address().orElseThrow());
        }
        assertTrue(Files.exists(directory.resolve("d/1/myid")), "kept, as it was asked for");
    }

    @Test
    void shouldPrintTheConnectStringOnceServing() {
        ReplicaStarter stopsWhenAsked = (config, salt, onFailure) -> {
            ReplicaProcess replica = start(config, salt, onFailure);
            return new ReplicaProcess() {
                @Override
                public boolean awaitServing(long timeoutMs) {
                    return true;
                }

                @Override
                public int clientPort() {
                    // The line is made after the last look at the end: from here on a stop comes too late for it.
                    life.stop();
                    return 2181;
                }

                @Override
                public void stop() {
                    replica.stop();
                }
            };
        };
        assertEquals(ExitCode.CLEAN, run(stopsWhenAsked, "dev", "--port=0"));
        assertEquals("Cellkeeper is serving: 127.0.0.1:2181\n", out.toString());
        assertFalse(Files.exists(started.get(0).storage().dataDir()), "a temporary directory is removed");
    }

    private int run(String... arguments) {
        return run(this::start, arguments);
    }

    private int run(ReplicaStarter starter, String... arguments) {
        return CommandLineRunner.run(
                arguments,
                new Host(starter, new Properties(), life, new PrintWriter(out, true), new PrintWriter(err, true)));
    }

    private ReplicaProcess start(ServerConfig config, OptionalLong salt, Consumer<Throwable> onFailure) {
        started.add(config);
        salts.add(salt);
        return new ReplicaProcess() {
            @Override
            public boolean awaitServing(long timeoutMs) {
                return true;
            }

            @Override
            public int clientPort() {
                return 2181;
            }

            @Override
            public void stop() {
                stopped++;
            }
        };
    }
}
