package io.cellkeeper.server.election;

import static io.cellkeeper.server.election.SimulatedVoters.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.consensus.LogPosition;
import io.cellkeeper.server.election.SimulatedVoters.Stood;
import io.cellkeeper.server.election.SimulatedVoters.Voter;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Voters that die and connections that break, under random delays and losses. */
class PromptElectionSimulationTest {
    private static final int LEADER = 1;
    private static final int ACTIONS = 60;

    @Property(tries = 2_000)
    void shouldElectTheBestOfThoseThatAreLeftAndLetNobodyElseStand(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int half, @ForAll boolean minorityToo) {
        Random random = new Random(seed);
        int size = 2 * half + 1;
        SimulatedVoters cell = new SimulatedVoters(size, random);
        for (Voter voter : cell.voters.values()) {
            long length = random.nextInt(3);
            cell.after(cell.delay(), () -> voter.newest = new LogPosition(5, 10 + length));
        }
        cell.kill(LEADER);
        for (int dead = 1; minorityToo && dead < half; dead++) {
            cell.kill(LEADER + dead);
        }
        cell.run(100 * MS);

        Voter best = cell.voters.values().stream()
                .filter(voter -> voter.alive)
                .max(Comparator.comparing((Voter voter) -> voter.newest)
                        .thenComparing(Comparator.comparingInt((Voter voter) -> voter.id)
                                .reversed()))
                .orElseThrow();
        assertEquals(List.of(best.id), cell.stood.stream().map(Stood::voter).toList());
        assertEquals(Optional.of(best.id), best.leader, "elected");
    }

    @Property(tries = 2_000)
    void shouldElectNobodyHoweverOftenSingleConnectionsBreak(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int half) {
        Random random = new Random(seed);
        int size = 2 * half + 1;
        SimulatedVoters cell = new SimulatedVoters(size, random);
        for (int i = 0; i < ACTIONS; i++) {
            int one = 1 + random.nextInt(size);
            int other = 1 + (one + random.nextInt(size - 1)) % size;
            long pause = 50 * MS;
            cell.flap(one, other, pause);
            // The next one breaks once the reports of this one had time to be taken back.
            cell.run(pause + 2 * SimulatedVoters.MAX_DELAY + random.nextInt(20) * MS);
        }
        assertEquals(List.of(), cell.stood);
    }

    @Property(tries = 2_000)
    void shouldStandOnceATermAndOnlyIfAMajorityHasJustLostTheLeader(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int half) {
        Random random = new Random(seed);
        int size = 2 * half + 1;
        SimulatedVoters cell = new SimulatedVoters(size, random);
        int killed = 0;
        for (int i = 0; i < ACTIONS; i++) {
            int one = 1 + random.nextInt(size);
            int other = 1 + (one + random.nextInt(size - 1)) % size;
            int before = cell.stood.size();
            if (killed < half && random.nextInt(20) == 0 && cell.voter(one).alive) {
                cell.kill(one);
                killed++;
            } else if (cell.voter(one).alive && cell.voter(other).alive) {
                cell.flap(one, other, random.nextInt(300) * MS);
            }
            cell.run(random.nextInt(100) * MS);
            for (Stood stood : cell.stood.subList(before, cell.stood.size())) {
                checkMajorityHasLost(cell, stood);
            }
        }
        Set<List<Object>> once = new HashSet<>();
        for (Stood stood : cell.stood) {
            assertTrue(once.add(List.of(stood.voter(), stood.lost().term())), stood + " twice");
        }
    }

    private static void checkMajorityHasLost(SimulatedVoters cell, Stood stood) {
        String raftId = stood.lost().raftId();
        int leader = Integer.parseInt(raftId.substring(0, raftId.indexOf('-')));
        long losers = cell.voters.values().stream()
                .filter(voter -> voter.everLost(leader, stood.at() - 2 * PromptElection.REPORT_NANOS, stood.at()))
                .count();
        assertTrue(losers > cell.voters.size() / 2, stood + " with " + losers);
    }
}
