package io.cellkeeper.compat.partition;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cellkeeper.compat.cell.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hosts of their own on this machine: network namespaces, each joined by a cable (veth) to a router, which is a namespace too
 * and can drop, without a word, what one host sends to another. The machine itself is on the router as well, so that tests
 * reach every host whatever is cut between them. Needs root and iproute2; leaves nothing behind.
 *
 * <pre>
 *   machine ── 198.18.n.2      .1 ┐
 *   host 1  ── 198.18.n.6      .5 ├ router
 *   host 2  ── 198.18.n.10     .9 ┘
 * </pre>
 */
final class Network implements AutoCloseable {
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final String PREFIX = "ck-";
    private static final int RULE_PREFERENCE = 100;
    private static final int SUBNETS = 256;
    private static final int CLIENT_PORT = 2181;
    private static final int QUORUM_PORT = 2888;
    private static final int ELECTION_PORT = 3888;

    private final String name;
    private final String machineEnd;
    private final int hosts;
    private final List<String> dropped = new ArrayList<>();
    private String subnet = "";

    private Network(int hosts) {
        int number = MADE.incrementAndGet();
        long pid = ProcessHandle.current().pid();
        this.hosts = hosts;
        name = PREFIX + pid + "-" + number;
        machineEnd = "ck" + pid + "-" + number;
    }

    /** Hosts 1 to {@code hosts}. Where that isn't possible the test is skipped with the reason; with CI=true it fails. */
    static Network require(int hosts) {
        try {
            return create(hosts);
        } catch (NetworkUnavailableException e) {
            if ("true".equals(System.getenv("CI"))) {
                return fail(e.getMessage(), e);
            }
            return abort(e.getMessage());
        }
    }

    private static Network create(int hosts) throws NetworkUnavailableException {
        Network network = new Network(hosts);
        try {
            removeLeftOver();
            network.build();
            return network;
        } catch (IOException e) {
            network.close();
            throw new NetworkUnavailableException("no network namespaces here: " + e.getMessage(), e);
        }
    }

    private void build() throws IOException {
        addNamespace(router());
        Shell.run("ip", "netns", "exec", router(), "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        subnet = freeSubnet();
        Shell.run("ip", "link", "add", machineEnd, "type", "veth", "peer", "name", "to0", "netns", router());
        routerEnd(0);
        Shell.run("ip", "addr", "add", address(0) + "/30", "dev", machineEnd);
        Shell.run("ip", "link", "set", machineEnd, "up");
        Shell.run("ip", "route", "add", subnet + "0/24", "via", gateway(0), "dev", machineEnd);
        for (int host = 1; host <= hosts; host++) {
            String namespace = namespace(host);
            addNamespace(namespace);
            in(router(), "link add to" + host + " type veth peer name eth0 netns " + namespace);
            routerEnd(host);
            in(
                    namespace,
                    "addr add " + address(host) + "/30 dev eth0",
                    "link set eth0 up",
                    "route add default via " + gateway(host));
        }
    }

    private void addNamespace(String namespace) throws IOException {
        Shell.run("ip", "netns", "add", namespace);
        in(namespace, "link set lo up");
    }

    private void routerEnd(int host) throws IOException {
        in(router(), "addr add " + gateway(host) + "/30 dev to" + host, "link set to" + host + " up");
    }

    /** One that nothing on this machine has a route into, of those that RFC 2544 sets aside for tests. */
    private static String freeSubnet() throws IOException {
        int first = (int) (ProcessHandle.current().pid() % SUBNETS);
        for (int i = 0; i < SUBNETS; i++) {
            String subnet = "198.18." + (first + i) % SUBNETS + ".";
            if (Shell.run("ip", "route", "show", "root", subnet + "0/24").isBlank()) {
                return subnet;
            }
        }
        throw new IOException("all of 198.18.0.0/16 is in use");
    }

    /** What a process left that was killed before it could clear up. */
    private static void removeLeftOver() throws IOException {
        for (String line : Shell.run("ip", "netns", "list").lines().toList()) {
            String namespace = line.split(" ", 2)[0];
            if (namespace.matches(PREFIX + "\\d+-\\d+-\\w+")) {
                long pid = Long.parseLong(namespace.split("-", 3)[1]);
                if (ProcessHandle.of(pid).isEmpty()) {
                    Shell.run("ip", "netns", "delete", namespace);
                }
            }
        }
    }

    /** Where replicas live: number N on host N. */
    List<Place> places() {
        return IntStream.rangeClosed(1, hosts)
                .mapToObj(host -> new Place(
                        address(host),
                        QUORUM_PORT,
                        ELECTION_PORT,
                        CLIENT_PORT,
                        List.of("ip", "netns", "exec", namespace(host))))
                .collect(Collectors.toList());
    }

    /** The address of a host; 0 is this machine. */
    String address(int host) {
        return subnet + (4 * host + 2);
    }

    /** All hosts but this one. */
    List<Integer> othersThan(int host) {
        return IntStream.rangeClosed(1, hosts)
                .filter(other -> other != host)
                .boxed()
                .toList();
    }

    /** Drops from now on what each flow carries; in force when this returns. */
    void drop(List<Flow> flows) throws IOException {
        List<String> rules = flows.stream().map(this::rule).toList();
        dropped.addAll(rules);
        in(router(), rules.stream().map(rule -> "rule add " + rule).toArray(String[]::new));
    }

    /** Lets everything through again. */
    void heal() throws IOException {
        if (!dropped.isEmpty()) {
            in(router(), dropped.stream().map(rule -> "rule del " + rule).toArray(String[]::new));
            dropped.clear();
        }
    }

    private String rule(Flow flow) {
        return "pref " + RULE_PREFERENCE + " iif to" + flow.from() + " to " + address(flow.to()) + "/32 blackhole";
    }

    /** What goes from one host to another; 0 is this machine. */
    record Flow(int from, int to) {}

    private String gateway(int host) {
        return subnet + (4 * host + 1);
    }

    private String router() {
        return name + "-router";
    }

    private String namespace(int host) {
        return name + "-" + host;
    }

    /** Runs commands of {@code ip} in a namespace, as one. */
    private static void in(String namespace, String... commands) throws IOException {
        Shell.run(List.of("ip", "-n", namespace, "-batch", "-"), String.join("\n", commands) + "\n");
    }

    /** Removes everything. Processes on the hosts must have ended. */
    @Override
    public void close() {
        quietly("ip", "link", "delete", machineEnd);
        Stream.concat(Stream.of(router()), IntStream.rangeClosed(1, hosts).mapToObj(this::namespace))
                .forEach(namespace -> quietly("ip", "netns", "delete", namespace));
    }

    private static void quietly(String... command) {
        try {
            Shell.run(command);
        } catch (IOException e) {
            // It was never made, or is gone with its peer.
        }
    }
}
