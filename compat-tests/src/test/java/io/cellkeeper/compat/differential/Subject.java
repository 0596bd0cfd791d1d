package io.cellkeeper.compat.differential;

import io.cellkeeper.compat.cell.Cell;
import io.cellkeeper.compat.cell.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A running server to play sequences to. Any thread. */
final class Subject implements AutoCloseable {
    /** The super user's credentials. */
    static final String SUPER = "super:secret";

    /** Nothing may be removed in the background while sequences run. */
    static final List<String> PROPERTIES = List.of("-Dznode.container.checkIntervalMs=36000000");

    private final Cell cell;
    private final int port;

    private Subject(Cell cell, int port) {
        this.cell = cell;
        this.port = port;
    }

    /** Starts a lone Apache ZooKeeper. */
    static Subject stock() {
        Cell cell = Cell.start(ServerUnderTest.STOCK, 1, settings(), PROPERTIES);
        return new Subject(cell, cell.leader().clientPort());
    }

    /** Starts this server with so many replicas; sequences are played to a follower, if there is one. */
    static Subject ours(int replicas) {
        Cell cell = Cell.start(ServerUnderTest.OURS, replicas, settings(), PROPERTIES);
        return new Subject(cell, (replicas == 1 ? cell.leader() : cell.follower()).clientPort());
    }

    static Map<String, String> settings() {
        return Map.of(
                "maxSessionTimeout", "60000",
                "DigestAuthenticationProvider.superDigest", "super:" + sha1(SUPER),
                "forceSync", "no",
                "enforceQuota", "true",
                "snapCount", "10000000");
    }

    private static String sha1(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA1").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Where clients connect on this host. */
    int port() {
        return port;
    }

    @Override
    public void close() {
        cell.close();
    }
}
