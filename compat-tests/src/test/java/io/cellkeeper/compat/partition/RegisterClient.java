package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.cell.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Reads or writes a register through one replica, whatever becomes of that, and records what it is told. Reads go on without a
 * break, writes come in short bursts: a fault should also meet a log in which nothing is under way.
 */
final class RegisterClient implements Load.Client {
    private static final Duration PACE = Duration.ofMillis(4);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);
    private static final int WRITES_IN_A_BURST = 10;
    private static final int LONGEST_REST_MS = 2_000;

    private final String name;
    private final int replica;
    private final boolean writes;
    private final Register.Connector connector;
    private final History history;
    private final Random random;
    private @Nullable Register register;

    RegisterClient(String name, int replica, boolean writes, Register.Connector connector, History history) {
        this.name = name;
        this.replica = replica;
        this.writes = writes;
        this.connector = connector;
        this.history = history;
        random = new Random(name.hashCode());
    }

    @Override
    public void step() {
        try {
            Register connected = register;
            if (connected == null) {
                connected = connector.connect(name, replica);
                register = connected;
            }
            if (writes) {
                write(connected);
                rest();
            } else {
                read(connected);
            }
            Await.pass(PACE);
        } catch (IOException e) {
            end();
            Await.pass(AFTER_FAILURE);
        }
    }

    private void read(Register connected) throws IOException {
        long invoked = history.now();
        Register.Content content = connected.read();
        history.read(name, replica, content.value(), content.version(), invoked);
    }

    private void write(Register connected) throws IOException {
        Operation begun = history.beginWrite(name, replica);
        history.wrote(begun, connected.write(begun.value()));
    }

    private void rest() {
        if (random.nextInt(WRITES_IN_A_BURST) == 0) {
            Await.pass(Duration.ofMillis(random.nextInt(LONGEST_REST_MS)));
        }
    }

    @Override
    public void end() {
        if (register != null) {
            register.close();
            register = null;
        }
    }
}
