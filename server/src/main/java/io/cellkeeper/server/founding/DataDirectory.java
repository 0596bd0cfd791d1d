package io.cellkeeper.server.founding;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server's directories, held by this process alone from {@link #open} to {@link #close}, and checked to be this
 * server's.
 */
public final class DataDirectory implements AutoCloseable {
    private static final String LOCK_NAME = "cellkeeper.lock";

    private final Path dataDir;
    private final MarkerFile markerFile;
    private final List<FileLock> locks;
    private Optional<Marker> marker;

    private DataDirectory(Path dataDir, MarkerFile markerFile, List<FileLock> locks, Optional<Marker> marker) {
        this.dataDir = dataDir;
        this.markerFile = markerFile;
        this.locks = locks;
        this.marker = marker;
    }

    /**
     * Locks the directories, creating them if need be, and reads the marker.
     *
     * @param dataDir where the marker is
     * @param logDir where Ratis' storage {@code raft} is; may be the same
     * @param myid the number the configuration gives this server
     * @throws DataDirectoryException if a process holds one of them, or they belong to another server, or hold what
     *     this server must not start on
     */
    public static DataDirectory open(Path dataDir, Path logDir, int myid) throws DataDirectoryException {
        List<FileLock> locks = new ArrayList<>();
        try {
            locks.add(lock(dataDir));
            Files.createDirectories(logDir);
            if (!Files.isSameFile(logDir, dataDir)) {
                locks.add(lock(logDir));
            }
            Path raftDir = logDir.resolve("raft");
            MarkerFile file = new MarkerFile(dataDir);
            Optional<Marker> marker = file.read();
            check(dataDir, raftDir, myid, marker);
            return new DataDirectory(dataDir, file, locks, marker);
        } catch (IOException e) {
            release(locks);
            throw new DataDirectoryException("the data directory " + dataDir + " can't be used: " + e, e);
        } catch (DataDirectoryException e) {
            release(locks);
            throw e;
        }
    }

    private static void check(Path dataDir, Path raftDir, int myid, Optional<Marker> marker)
            throws IOException, DataDirectoryException {
        if (marker.isPresent()) {
            int owner = marker.get().myid();
            if (owner != myid) {
                throw new DataDirectoryException(dataDir + " belongs to server " + owner + " of cell "
                        + marker.get().cell() + ", but the configuration says that this is server " + myid);
            }
            if (marker.get().phase() == Phase.FOUNDED && !Files.isDirectory(raftDir)) {
                throw new DataDirectoryException(dataDir + " belongs to a founded cell, but its log " + raftDir
                        + " is missing: it was lost, or dataLogDir was changed");
            }
            return;
        }
        if (Files.isDirectory(raftDir) && !isEmpty(raftDir)) {
            throw new DataDirectoryException("there is a log in " + raftDir + ", but the marker "
                    + dataDir.resolve(MarkerFile.NAME) + " is missing: it was lost, or dataDir was changed");
        }
        Optional<Path> foreign = zooKeeperData(dataDir);
        if (foreign.isPresent()) {
            throw new DataDirectoryException(dataDir + " holds data of ZooKeeper (" + foreign.get()
                    + "), and importing it is not supported yet: give Cellkeeper a directory of its own, with a copy"
                    + " of the file myid");
        }
    }

    /** A snapshot or log of ZooKeeper's: starting empty beside it would look as if it had been lost. */
    private static Optional<Path> zooKeeperData(Path dataDir) throws IOException {
        Path version2 = dataDir.resolve("version-2");
        if (!Files.isDirectory(version2)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(version2, "{snapshot,log}.*")) {
            for (Path file : files) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            return !files.iterator().hasNext();
        }
    }

    private static FileLock lock(Path directory) throws IOException, DataDirectoryException {
        Files.createDirectories(directory);
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK_NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this very process; told below like another's.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new DataDirectoryException(directory + " is in use by another running server");
        }
        return lock;
    }

    /** What the directory belongs to; empty if it is new. */
    public Optional<Marker> marker() {
        return marker;
    }

    /** Replaces the marker; durable on return. */
    public void store(Marker newMarker) throws IOException {
        markerFile.write(newMarker);
        marker = Optional.of(newMarker);
    }

    @Override
    public void close() {
        release(locks);
    }

    private static void release(List<FileLock> locks) {
        for (FileLock lock : locks) {
            try {
                // Closing the channel gives the lock back.
                lock.acquiredBy().close();
            } catch (IOException e) {
                throw new UncheckedIOException("can't release a lock", e);
            }
        }
        locks.clear();
    }

    @Override
    public String toString() {
        return dataDir.toString();
    }
}
