package io.cellkeeper.server.config;

import io.cellkeeper.server.config.ServerConfig.Ensemble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the {@code server.N} lines and the file {@code myid}, and checks that they fit. */
final class EnsembleReader {
    /** Hosts that mean "any of mine": no other server can reach one, and the list of servers must be the same on all. */
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private final Map<String, String> file;

    EnsembleReader(Map<String, String> file) {
        this.file = file;
    }

    Ensemble read(Path dataDir, boolean listensOnAllAddresses) throws ConfigException {
        List<Member> members = members();
        return new Ensemble(myid(members, dataDir), members, listensOnAllAddresses);
    }

    private List<Member> members() throws ConfigException {
        List<Member> members = new ArrayList<>();
        for (Map.Entry<String, String> entry : file.entrySet()) {
            if (ServerLine.isKey(entry.getKey())) {
                members.add(ServerLine.parse(entry.getKey(), entry.getValue()));
            }
        }
        members.sort(Comparator.comparingInt(Member::id));
        if (members.size() > 1) {
            checkAddresses(members);
        }
        return members;
    }

    private static void checkAddresses(List<Member> members) throws ConfigException {
        Set<Integer> ids = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        for (Member member : members) {
            if (!ids.add(member.id())) {
                throw new ConfigException("server." + member.id() + " is given twice");
            }
            if (WILDCARDS.contains(member.host())) {
                throw new ConfigException("server." + member.id() + ": the other servers can't reach " + member.host()
                        + "; give this server's own name or address, and quorumListenOnAllIPs=true to listen on all");
            }
            String host = member.host().toLowerCase(Locale.ROOT);
            for (int port : new int[] {member.quorumPort(), member.electionPort()}) {
                if (!addresses.add(host + " " + port)) {
                    throw new ConfigException(
                            "server." + member.id() + ": another server has the same host and port " + port);
                }
            }
        }
    }

    /** As in ZooKeeper a lone server needs no {@code myid}; its line's number counts, then the file's, then 1. */
    private static int myid(List<Member> members, Path dataDir) throws ConfigException {
        if (members.size() == 1) {
            return members.get(0).id();
        }
        Path path = dataDir.resolve("myid");
        OptionalInt myid = readMyid(path);
        if (members.isEmpty()) {
            return myid.orElse(1);
        }
        if (myid.isEmpty()) {
            throw new ConfigException("the file " + path + " is missing; it must hold this server's number");
        }
        int id = myid.getAsInt();
        if (members.stream().noneMatch(member -> member.id() == id)) {
            throw new ConfigException(path + " says " + id + ", but there is no line server." + id);
        }
        return id;
    }

    private static OptionalInt readMyid(Path path) throws ConfigException {
        if (!Files.exists(path)) {
            return OptionalInt.empty();
        }
        String text;
        try {
            text = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).trim();
        } catch (IOException e) {
            throw new ConfigException("can't read " + path + ": " + e, e);
        }
        try {
            int id = Integer.parseInt(text);
            if (id >= 0) {
                return OptionalInt.of(id);
            }
        } catch (NumberFormatException e) {
            // Told below, like a negative number.
        }
        throw new ConfigException(
                path + " must hold a number of 0 to " + Integer.MAX_VALUE + ", not " + Printable.escape(text));
    }
}
