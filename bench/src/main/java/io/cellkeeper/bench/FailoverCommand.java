package io.cellkeeper.bench;

import io.cellkeeper.bench.load.Fault;
import io.cellkeeper.bench.load.LoadException;
import io.cellkeeper.bench.load.PausePlan;
import io.cellkeeper.bench.load.PauseReport;
import io.cellkeeper.bench.load.PauseRun;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench failover}: does one fault to a leader, prints how long no write was accepted. */
@Command(
        name = "failover",
        mixinStandardHelpOptions = true,
        description =
                "Kills or stops the leader while clients write through the other servers, and measures the pause.")
final class FailoverCommand implements Callable<Integer> {
    @Option(
            names = "--connect",
            required = true,
            split = ",",
            paramLabel = "HOST:PORT",
            description = "All servers; those that survive are written through.")
    private List<String> servers = new ArrayList<>();

    @Option(
            names = "--pids",
            split = ",",
            paramLabel = "PID",
            description = "The servers' processes on this machine, in the same order.")
    private List<Long> pids = new ArrayList<>();

    @Option(
            names = "--fault",
            required = true,
            converter = FaultConverter.class,
            description = "kill, freeze, or none: then it measures until its standard input ends.")
    @SuppressWarnings("NullAway.Init") // required
    private Fault fault;

    @Option(
            names = "--followers-too",
            defaultValue = "0",
            description = "So many followers suffer the same at the same time (default ${DEFAULT-VALUE}).")
    private int followersToo;

    @Option(
            names = "--before",
            defaultValue = "2",
            description = "Seconds of writes before the fault (default ${DEFAULT-VALUE}).")
    private double beforeSeconds;

    @Option(
            names = "--after",
            defaultValue = "1",
            description = "Seconds of writes after the first that was accepted (default ${DEFAULT-VALUE}).")
    private double afterSeconds;

    @Option(
            names = "--patience",
            defaultValue = "30",
            description = "Seconds to wait for an answer (default ${DEFAULT-VALUE}).")
    private double patienceSeconds;

    @Option(
            names = "--session-timeout",
            defaultValue = "12000",
            description = "Session timeout asked for, in milliseconds (default ${DEFAULT-VALUE}).")
    private int sessionTimeoutMs;

    @Option(names = "--json", description = "Prints one line of JSON instead of text.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PausePlan plan = plan();
        try {
            PauseReport report = new PauseRun(plan, System.in).run();
            spec.commandLine().getOut().println(json ? report.toJson() : report.toText());
            return 0;
        } catch (LoadException | IOException failure) {
            spec.commandLine().getErr().println("bench: " + failure.getMessage());
            return 1;
        }
    }

    private PausePlan plan() {
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            for (String server : servers) {
                addresses.add(LoadCommand.address(server));
            }
            return new PausePlan(
                    addresses,
                    pids,
                    fault,
                    followersToo,
                    LoadCommand.duration(beforeSeconds),
                    LoadCommand.duration(afterSeconds),
                    LoadCommand.duration(patienceSeconds),
                    sessionTimeoutMs);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
    }

    /** Spells faults in lower case. */
    static final class FaultConverter implements ITypeConverter<Fault> {
        @Override
        public Fault convert(String name) {
            for (Fault each : Fault.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return each;
                }
            }
            throw new IllegalArgumentException("not kill, freeze or none: " + name);
        }
    }
}
