package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.JavaProcess;
import io.cellkeeper.compat.cell.Place;
import io.cellkeeper.compat.cell.ServerUnderTest;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A register on three hosts that is read by Ratis' own linearizable reads instead of our barrier. Its replicas are processes of
 * {@code LinearizableReadsServer}, which lives in the tests of the module consensus and says how it is spoken to.
 */
final class RatisReadsCell implements AutoCloseable {
    private static final String MAIN = "io.cellkeeper.consensus.ratis.LinearizableReadsServer";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int READ_TIMEOUT_MS = 4_000;

    private final Network network;
    private final List<Process> processes = new ArrayList<>();
    private final Path directory;

    private RatisReadsCell(Network network, Path directory) {
        this.network = network;
        this.directory = directory;
    }

    static RatisReadsCell start(Network network) {
        try {
            RatisReadsCell cell = new RatisReadsCell(network, Files.createTempDirectory("ratis-reads"));
            cell.launch();
            return cell;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void launch() throws IOException {
        Path logs = Files.createDirectories(ServerUnderTest.target().resolve("cell-logs"));
        String cell = UUID.randomUUID().toString();
        List<Place> places = network.places();
        for (int id = 1; id <= places.size(); id++) {
            Place place = places.get(id - 1);
            List<String> arguments = new ArrayList<>(List.of(
                    cell,
                    Integer.toString(id),
                    directory.resolve("replica-" + id).toString(),
                    Integer.toString(place.clientPort())));
            places.forEach(each -> arguments.add(each.host() + ":" + each.quorumPort()));
            List<String> command = new ArrayList<>(place.launcher());
            command.addAll(
                    JavaProcess.command(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), classPath(), MAIN, arguments));
            processes.add(CellProcess.spawn(command, logs.resolve("ratis-reads-" + id + ".log")));
        }
    }

    /** The tests of consensus, with what the server under test is packaged with. */
    private static String classPath() {
        Path checkout = ServerUnderTest.checkout();
        return checkout.resolve("consensus/target/test-classes") + File.pathSeparator
                + checkout.resolve("server/target/lib") + "/*";
    }

    /** The replica that leads; waits until one does. */
    int leader() {
        return Await.value("a leader", LIMIT, () -> {
            for (int replica = 1; replica <= processes.size(); replica++) {
                try (Client client = new Client(replica)) {
                    if (client.leads()) {
                        return Optional.of(replica);
                    }
                } catch (IOException e) {
                    // It has not started yet, or can't answer.
                }
            }
            return Optional.empty();
        });
    }

    /** Has a replica stand for election at once, instead of after its timeout. */
    void elect(int replica) throws IOException {
        try (Client client = new Client(replica)) {
            client.elect();
        }
    }

    Register connect(int replica) throws IOException {
        return new Client(replica);
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly();
            Await.until("a replica's process ends", LIMIT, () -> !process.isAlive());
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection to one replica. */
    private final class Client implements Register {
        private final Socket socket = new Socket();
        private final DataInputStream in;
        private final DataOutputStream out;

        Client(int replica) throws IOException {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_TIMEOUT_MS);
            InetSocketAddress address = network.places().get(replica - 1).clientAddress();
            socket.connect(address, READ_TIMEOUT_MS);
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
        }

        @Override
        public Content read() throws IOException {
            return ask('R', 0);
        }

        @Override
        public int write(long value) throws IOException {
            return ask('W', value).version();
        }

        boolean leads() throws IOException {
            return ask('L', 0).value() == 1;
        }

        void elect() throws IOException {
            ask('E', 0);
        }

        private Content ask(char request, long value) throws IOException {
            out.writeByte(request);
            out.writeLong(value);
            out.flush();
            return new Content(in.readLong(), in.readInt());
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // It has ended.
            }
        }
    }
}
