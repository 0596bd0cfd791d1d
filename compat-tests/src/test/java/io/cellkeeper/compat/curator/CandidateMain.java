package io.cellkeeper.compat.curator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.zookeeper.CreateMode;

/**
 * A process of several candidates for one leadership. A candidate that leads says so to the referee in the test's process,
 * writes itself into the journal, and leads until the referee tells it to resign.
 *
 * <p>Arguments: connect string, session timeout in ms, the referee's port, the process' name, the number of candidates.
 */
public final class CandidateMain {
    /** Where every leader writes down that it leads; the order of the entries is the cell's. */
    static final String JOURNAL = "/election-test/journal";

    private static final String ELECTION = "/election-test/leader";

    private CandidateMain() {}

    /** Runs until the process is killed or its standard input ends. */
    public static void main(String[] args) throws Exception {
        String connectString = args[0];
        int sessionTimeoutMs = Integer.parseInt(args[1]);
        int refereePort = Integer.parseInt(args[2]);
        String process = args[3];
        int candidates = Integer.parseInt(args[4]);
        List<CuratorFramework> clients = new ArrayList<>();
        for (int i = 0; i < candidates; i++) {
            CuratorFramework client = CuratorClients.start(connectString, sessionTimeoutMs);
            clients.add(client);
            Candidate candidate = new Candidate(process + "/" + i, new Referee(refereePort));
            LeaderSelector selector = new LeaderSelector(client, ELECTION, candidate);
            selector.setId(candidate.name);
            selector.autoRequeue();
            selector.start();
        }
        while (System.in.read() >= 0) {
            // The test holds the other end; its end is ours.
        }
        clients.forEach(CuratorFramework::close);
    }

    private static final class Candidate extends LeaderSelectorListenerAdapter {
        private final String name;
        private final Referee referee;

        Candidate(String name, Referee referee) {
            this.name = name;
            this.referee = referee;
        }

        @Override
        public void takeLeadership(CuratorFramework client) throws Exception {
            referee.say("TAKE " + name);
            try {
                client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(JOURNAL + "/entry-", name.getBytes(UTF_8));
                referee.say("WROTE " + name);
                referee.awaitOrder("RESIGN");
            } finally {
                referee.say("DROP " + name);
                referee.awaitOrder("DROPPED");
            }
        }
    }

    /** The connection to the referee; its lines are queued by a thread, so that waiting for one can be interrupted. */
    private static final class Referee {
        private final PrintWriter out;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        Referee(int port) throws Exception {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            out = new PrintWriter(socket.getOutputStream(), true, UTF_8);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            Thread reader = new Thread(() -> in.lines().forEach(lines::add), "referee");
            reader.setDaemon(true);
            reader.start();
        }

        void say(String line) {
            out.println(line);
        }

        void awaitOrder(String order) throws InterruptedException {
            while (!lines.take().equals(order)) {
                // An order that came too late for the leadership it was meant for.
            }
        }
    }
}
