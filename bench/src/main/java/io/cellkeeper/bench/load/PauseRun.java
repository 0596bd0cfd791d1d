package io.cellkeeper.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Writes through every server that survives, does one fault to the leader, and sees how long nothing is accepted. */
public final class PauseRun {
    private static final long LOOK_EVERY_MS = 10;

    private final PausePlan plan;
    private final InputStream end;
    private final CountDownLatch never = new CountDownLatch(1);

    /** @param end without a fault, the run ends when this does */
    public PauseRun(PausePlan plan, InputStream end) {
        this.plan = plan;
        this.end = end;
    }

    /**
     * Does it all.
     *
     * @throws LoadException if there is no leader, or nothing is accepted in time
     */
    public PauseReport run() throws IOException, InterruptedException {
        SortedSet<Integer> victims = plan.fault() == Fault.NONE ? new TreeSet<>() : victims();
        String parent =
                "/failover-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        List<PauseWriter> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < plan.servers().size(); i++) {
            if (!victims.contains(i)) {
                String path = parent + "-" + i;
                create(plan.servers().get(i), path);
                PauseWriter writer =
                        new PauseWriter(plan.servers().get(i), path, plan.sessionTimeoutMs(), patienceMs());
                writers.add(writer);
                threads.add(new Thread(writer, "writer-" + i));
            }
        }
        threads.forEach(Thread::start);
        long faultAt = 0;
        try {
            pass(plan.before());
            if (plan.fault() == Fault.NONE) {
                end.readAllBytes();
            } else {
                faultAt = strike(victims);
                awaitAccepted(writers, faultAt);
                pass(plan.after());
            }
        } finally {
            writers.forEach(PauseWriter::stop);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return PauseReport.of(writers, plan.fault() != Fault.NONE, faultAt);
    }

    private void create(InetSocketAddress server, String path) throws IOException {
        try (PlainSession session = new PlainSession(server, plan.sessionTimeoutMs(), patienceMs())) {
            session.create(path);
        }
    }

    private int patienceMs() {
        return (int) plan.patience().toMillis();
    }

    /** The leader, and so many others. */
    private SortedSet<Integer> victims() throws IOException {
        TreeSet<Integer> victims = new TreeSet<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < plan.servers().size(); i++) {
            if (isLeader(plan.servers().get(i))) {
                victims.add(i);
            } else {
                others.add(i);
            }
        }
        if (victims.size() != 1) {
            throw new LoadException(victims.size() + " of the servers say that they lead");
        }
        victims.addAll(others.subList(0, Math.min(plan.followersToo(), others.size())));
        return victims;
    }

    private boolean isLeader(InetSocketAddress server) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(patienceMs());
            socket.connect(server, patienceMs());
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.contains("Mode: leader");
        }
    }

    /** Returns when all signals had been sent: a write sent later can't be accepted by who is struck. */
    private long strike(SortedSet<Integer> victims) throws IOException, InterruptedException {
        List<String> pids = victims.stream()
                .map(victim -> Long.toString(plan.pids().get(victim)))
                .toList();
        if (plan.fault() == Fault.KILL) {
            for (String pid : pids) {
                boolean sent = ProcessHandle.of(Long.parseLong(pid))
                        .map(ProcessHandle::destroyForcibly)
                        .orElse(false);
                if (!sent) {
                    throw new LoadException("can't kill process " + pid);
                }
            }
        } else {
            List<String> command = new ArrayList<>(List.of("kill", "-STOP"));
            command.addAll(pids);
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            Wire.check(status == 0, command + ": exit code", status, 0);
        }
        return System.nanoTime();
    }

    private void awaitAccepted(List<PauseWriter> writers, long faultAt) throws InterruptedException {
        long deadline = faultAt + plan.patience().toNanos();
        while (PauseReport.of(writers, true, faultAt).firstWriteMs().isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new LoadException("nothing was accepted for " + plan.patience());
            }
            pass(Duration.ofMillis(LOOK_EVERY_MS));
        }
    }

    private void pass(Duration time) throws InterruptedException {
        if (never.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("nobody counts it down");
        }
    }
}
