package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Hears from every candidate in every process when it begins and ends to lead, and orders leaders to resign. One thread a
 * candidate's connection; the state is guarded by this object's lock.
 */
final class ElectionReferee implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<String> terms = new ArrayList<>();
    private @Nullable String leader;
    private boolean leaderWrote;
    private @Nullable PrintWriter leaderOut;

    ElectionReferee() throws IOException {
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "referee");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed at the end of the test.
        }
    }

    private void serve(Socket socket) {
        try {
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, UTF_8);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                hear(words[0], words[1], out);
            }
        } catch (IOException e) {
            // The candidate's process was killed.
        }
    }

    private synchronized void hear(String verb, String candidate, PrintWriter out) {
        switch (verb) {
            case "TAKE" -> {
                if (leader != null) {
                    violations.add(candidate + " leads while " + leader + " leads");
                }
                leader = candidate;
                leaderOut = out;
                leaderWrote = false;
                terms.add(candidate);
            }
            case "WROTE" -> leaderWrote = candidate.equals(leader);
            case "DROP" -> {
                if (candidate.equals(leader)) {
                    leader = null;
                    leaderOut = null;
                }
                out.println("DROPPED");
            }
            default -> violations.add("unknown message " + verb);
        }
    }

    /** The candidate that leads and is in the journal. */
    synchronized Optional<String> leader() {
        return leaderWrote ? Optional.ofNullable(leader) : Optional.empty();
    }

    /** Tells the leader to resign. */
    synchronized void resign() {
        if (leaderOut != null) {
            leaderOut.println("RESIGN");
        }
    }

    /** The process of the leader was killed: it doesn't lead any more, and can't say so. */
    synchronized void buried(String process) {
        if (leader != null && leader.startsWith(process + "/")) {
            leader = null;
            leaderOut = null;
        }
    }

    /** Who led, in order. */
    synchronized List<String> terms() {
        return List.copyOf(terms);
    }

    /** What should not have happened and did. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
