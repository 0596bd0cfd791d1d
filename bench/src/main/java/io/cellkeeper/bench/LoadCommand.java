package io.cellkeeper.bench;

import io.cellkeeper.bench.load.LoadException;
import io.cellkeeper.bench.load.LoadPlan;
import io.cellkeeper.bench.load.LoadReport;
import io.cellkeeper.bench.load.LoadRun;
import io.cellkeeper.bench.load.Operation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench load}: parses a plan, runs it, prints what it measured. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Keeps a fixed number of operations in flight, checks every reply and measures latencies.")
final class LoadCommand implements Callable<Integer> {
    @Option(
            names = "--connect",
            required = true,
            split = ",",
            paramLabel = "HOST:PORT",
            description = "Servers; connections are spread over them in turn.")
    private List<String> servers = new ArrayList<>();

    @Option(names = "--connections", defaultValue = "1", description = "Sessions (default ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--pipeline",
            defaultValue = "1",
            description = "Operations each connection keeps in flight (default ${DEFAULT-VALUE}).")
    private int pipeline;

    @Option(
            names = "--op",
            required = true,
            converter = OperationConverter.class,
            description = "create-delete, get or set.")
    @SuppressWarnings("NullAway.Init") // required
    private Operation operation;

    @Option(names = "--seconds", defaultValue = "10", description = "Time measured (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warmup",
            defaultValue = "0",
            description = "Seconds under the same load before measuring (default ${DEFAULT-VALUE}).")
    private double warmupSeconds;

    @Option(
            names = "--data",
            defaultValue = "100",
            description = "Bytes of data a node holds (default ${DEFAULT-VALUE}).")
    private int dataBytes;

    @Option(
            names = "--session-timeout",
            defaultValue = "30000",
            description = "Session timeout asked for, in milliseconds (default ${DEFAULT-VALUE}).")
    private int sessionTimeoutMs;

    @Option(
            names = "--patience",
            defaultValue = "10",
            description = "Seconds without any progress after which the run fails (default ${DEFAULT-VALUE}).")
    private double patienceSeconds;

    @Option(
            names = "--server-pids",
            split = ",",
            paramLabel = "PID",
            description = "Processes on this machine whose CPU time is measured as well.")
    private List<Long> serverPids = new ArrayList<>();

    @Option(names = "--json", description = "Prints one line of JSON instead of text.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    @Override
    public Integer call() {
        LoadPlan plan = plan();
        try {
            LoadReport report = new LoadRun(plan).run();
            spec.commandLine().getOut().println(json ? report.toJson() : report.toText());
            return 0;
        } catch (LoadException | IOException failure) {
            spec.commandLine().getErr().println("bench: " + failure.getMessage());
            return 1;
        }
    }

    private LoadPlan plan() {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (String server : servers) {
                addresses.add(address(server));
            }
            return new LoadPlan(
                    addresses,
                    connections,
                    pipeline,
                    operation,
                    duration(warmupSeconds),
                    duration(seconds),
                    dataBytes,
                    sessionTimeoutMs,
                    duration(patienceSeconds),
                    serverPids);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
    }

    static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    /** @throws IllegalArgumentException if it is no {@code host:port} */
    static InetSocketAddress address(String server) {
        int colon = server.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("not host:port: " + server);
        }
        String host = server.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(server.substring(colon + 1));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not host:port: " + server, notANumber);
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("unknown host: " + host);
        }
        return address;
    }

    /** Spells operations as {@code create-delete}. */
    static final class OperationConverter implements picocli.CommandLine.ITypeConverter<Operation> {
        @Override
        public Operation convert(String name) {
            for (Operation operation : Operation.values()) {
                if (operation.label().equals(name.toLowerCase(Locale.ROOT))) {
                    return operation;
                }
            }
            throw new IllegalArgumentException("not create-delete, get or set: " + name);
        }
    }
}
