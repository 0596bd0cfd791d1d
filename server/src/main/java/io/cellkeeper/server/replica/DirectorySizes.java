package io.cellkeeper.server.replica;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * How large a server's directories are. Measured now and then on a thread that may wait for the disk, which alone writes
 * the two numbers; the loop reads them.
 */
final class DirectorySizes {
    private static final long GAP_S = 10;

    private final Path dataDir;
    private final Path raftDir;
    private volatile long dataBytes;
    private volatile long logBytes;

    DirectorySizes(Path dataDir, Path raftDir) {
        this.dataDir = dataDir;
        this.raftDir = raftDir;
    }

    /** Measures; may wait for the disk. What can't be read counts for nothing. */
    void measure() {
        logBytes = bytes(raftDir);
        dataBytes = bytes(dataDir);
    }

    /**
     * Measures again and again.
     *
     * @param disk may wait; once it is shut down, nothing is measured any more
     */
    void keepMeasuring(ScheduledExecutorService timer, ExecutorService disk) {
        var unused = timer.scheduleWithFixedDelay(
                () -> {
                    if (!disk.isShutdown()) {
                        disk.execute(this::measure);
                    }
                },
                GAP_S,
                GAP_S,
                TimeUnit.SECONDS);
    }

    /** Bytes below the data directory, without the log. */
    long dataBytes() {
        return dataBytes;
    }

    /** Bytes of the log. */
    long logBytes() {
        return logBytes;
    }

    private long bytes(Path root) {
        Sum sum = new Sum(root);
        try {
            Files.walkFileTree(root, sum);
        } catch (IOException e) {
            return sum.bytes;
        }
        return sum.bytes;
    }

    /** Adds up files; the log isn't counted again from above. */
    private final class Sum extends SimpleFileVisitor<Path> {
        private final Path root;
        private long bytes;

        Sum(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            boolean isLogBelow = directory.equals(raftDir) && !root.equals(raftDir);
            return isLogBelow ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}
