package io.cellkeeper.compat.mutation;

import io.cellkeeper.compat.cell.Await;
import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.CellProcess;
import io.cellkeeper.compat.cell.Ports;
import io.cellkeeper.compat.cell.ServerUnderTest;
import io.cellkeeper.compat.differential.Recording;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A lone server whose rules can be broken while it runs. One thread. */
final class Mutant implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Cell cell;
    private final Socket control;
    private final DataInputStream in;
    private final DataOutputStream out;

    Mutant() throws IOException {
        int port = Ports.free();
        List<String> properties = new ArrayList<>(Recording.PROPERTIES);
        properties.add("-Dcompat.mutant.port=" + port);
        cell = Cell.start(ServerUnderTest.MUTANT, 1, Recording.settings(), properties);
        control = Await.value(
                "the mutant listens", LIMIT, () -> Optional.of(new Socket(InetAddress.getLoopbackAddress(), port)));
        in = new DataInputStream(control.getInputStream());
        out = new DataOutputStream(control.getOutputStream());
    }

    int port() {
        return process().clientPort();
    }

    /** Whether the process still runs: a broken rule may end it. */
    boolean isRunning() {
        return process().isRunning();
    }

    void breakRule(int mutation) throws IOException {
        order(mutation);
    }

    void mend(int mutation) throws IOException {
        order(~mutation);
    }

    private void order(int order) throws IOException {
        out.writeInt(order);
        out.flush();
        if (in.read() != 1) {
            throw new IOException("the mutation failed, see " + process().log());
        }
    }

    private CellProcess process() {
        return cell.replica(1);
    }

    @Override
    public void close() throws IOException {
        control.close();
        cell.close();
    }
}
