package io.cellkeeper.compat.cell;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A cell that all tests of a class share, each in a subtree of its own. Tests that kill replicas want their own cell. */
public final class SharedCell implements BeforeAllCallback, AfterAllCallback {
    private final int size;
    private final Map<String, String> settings;
    private final AtomicInteger roots = new AtomicInteger();
    private @Nullable Cell cell;

    /** A cell of so many replicas. */
    public SharedCell(int size) {
        this(size, Map.of());
    }

    /** A cell of so many replicas, with further keys for every zoo.cfg. */
    public SharedCell(int size, Map<String, String> settings) {
        this.size = size;
        this.settings = Map.copyOf(settings);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        cell = Cell.start(context.getRequiredTestClass().getSimpleName(), size, settings);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (cell != null) {
            cell.close();
        }
    }

    /** The running cell. */
    public Cell cell() {
        return Objects.requireNonNull(cell, "the cell is not started");
    }

    /** A path that no other test of the class uses; not created. */
    public String newRoot() {
        return "/test-" + roots.incrementAndGet();
    }

    /** The client port of the replica in a role: leader or follower. */
    public int port(String role) {
        return role.equals("leader")
                ? cell().leader().clientPort()
                : cell().follower().clientPort();
    }
}
