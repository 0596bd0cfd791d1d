package io.cellkeeper.consensus.ratis;

import com.sun.management.OperatingSystemMXBean;
import io.cellkeeper.consensus.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures the way of a write: gather, proposer, Ratis on three replicas in three processes with real forces, queue,
 * cell loop. Run {@link #main} on the test class path with the directory to use and, if wanted, the milliseconds of each
 * load and the numbers in flight: {@code CounterSpike /tmp/spike 5000 1 16 256}. One replica: {@code -Dreplicas=1};
 * flags for the replicas' processes: {@code -Doptions="..."}.
 */
final class CounterSpike {
    private static final PrintStream OUT = System.out;

    private CounterSpike() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("replica")) {
            replica(args);
        } else {
            drive(args);
        }
    }

    /** One process: {@code replica <cell> <number> <directory> <port> ...}; loads come on standard input. */
    private static void replica(String[] args) throws Exception {
        List<RaftSettings.Peer> peers = new ArrayList<>();
        for (int i = 4; i < args.length; i++) {
            peers.add(new RaftSettings.Peer((i - 3) + "-1", "127.0.0.1", Integer.parseInt(args[i])));
        }
        RaftSettings settings =
                new RaftSettings(UUID.fromString(args[1]), args[2] + "-1", peers, Path.of(args[3]), true);
        long started = System.nanoTime();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (CounterReplica replica = new CounterReplica(settings)) {
            long running = System.nanoTime();
            Thread announce = new Thread(() -> {
                Await.until("a reign here", () -> replica.cell.reign() > 0);
                OUT.printf(
                        "LEADS %s; start() took %d ms, leading after %d ms and %d ms of CPU%n",
                        args[2],
                        (running - started) / 1_000_000,
                        (System.nanoTime() - started) / 1_000_000,
                        cpuMillis());
            });
            announce.setDaemon(true);
            announce.setUncaughtExceptionHandler((thread, never) -> {}); // another leads
            announce.start();
            for (String line = commands.readLine(); line != null && !line.equals("stop"); line = commands.readLine()) {
                if (line.equals("cpu")) {
                    OUT.println("CPU " + cpuMillis());
                } else {
                    String[] load = line.split(" ", -1);
                    OUT.println("RESULT " + replica.load(Integer.parseInt(load[0]), Long.parseLong(load[1])));
                }
            }
            OUT.println("FORCES " + replica.log.logFigures());
        }
        OUT.println("CLOSED");
    }

    private static long cpuMillis() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1_000_000;
    }

    private static void drive(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        long millis = args.length > 1 ? Long.parseLong(args[1]) : 5_000;
        List<String> inFlight = args.length > 2 ? List.of(args).subList(2, args.length) : List.of("1", "16", "256");
        int replicas = Integer.getInteger("replicas", 3);
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        List<Process> processes = new ArrayList<>();
        try {
            int[] ports = TestCell.freePorts(replicas);
            String cell = UUID.randomUUID().toString();
            for (int i = 1; i <= replicas; i++) {
                processes.add(launch(cell, i, dir, ports, said));
            }
            String leads = await(said, "LEADS");
            OUT.println(leads);
            Process leader = processes.get((leads.charAt("LEADS ".length()) - '0') - 1);
            load(leader, said, "64", 4_000); // warms up
            for (String each : inFlight) {
                long cpuBefore = cpuMillisOf(processes, said);
                OUT.print(load(leader, said, each, millis));
                OUT.printf("  %d ms of CPU in all processes%n", cpuMillisOf(processes, said) - cpuBefore);
            }
            for (Process process : processes) {
                tell(process, "stop");
                OUT.println(await(said, "FORCES"));
                await(said, "CLOSED");
                process.waitFor(10, TimeUnit.SECONDS);
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
            delete(dir);
        }
    }

    private static String load(Process leader, BlockingQueue<String> said, String inFlight, long millis)
            throws Exception {
        tell(leader, inFlight + " " + millis);
        return await(said, "RESULT");
    }

    private static long cpuMillisOf(List<Process> processes, BlockingQueue<String> said) throws Exception {
        long sum = 0;
        for (Process process : processes) {
            tell(process, "cpu");
            sum += Long.parseLong(await(said, "CPU ").substring("CPU ".length()));
        }
        return sum;
    }

    private static void tell(Process process, String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    private static Process launch(String cell, int i, Path dir, int[] ports, BlockingQueue<String> said)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path")));
        String options = System.getProperty("options", "");
        if (!options.isEmpty()) {
            command.addAll(1, List.of(options.split(" ", -1)));
        }
        command.addAll(List.of(
                CounterSpike.class.getName(),
                "replica",
                cell,
                "" + i,
                dir.resolve("replica" + i).toString()));
        for (int port : ports) {
            command.add("" + port);
        }
        Files.createDirectories(dir);
        Process process = new ProcessBuilder(command)
                .redirectError(dir.resolve("replica" + i + ".err").toFile())
                .start();
        Thread reader = new Thread(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(said::add);
            } catch (IOException e) {
                said.add("unreadable: " + e);
            }
        });
        reader.setDaemon(true);
        reader.start();
        return process;
    }

    private static String await(BlockingQueue<String> said, String start) throws InterruptedException {
        for (String line = said.poll(60, TimeUnit.SECONDS); line != null; line = said.poll(60, TimeUnit.SECONDS)) {
            if (line.startsWith(start)) {
                return line;
            }
            OUT.println(line);
        }
        throw new IllegalStateException("no " + start + " within a minute");
    }

    private static void delete(Path dir) throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
