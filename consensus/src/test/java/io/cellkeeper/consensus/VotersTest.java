package io.cellkeeper.consensus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class VotersTest {
    @Test
    void shouldNeedMoreThanHalf() {
        assertTrue(new Voters(1, Set.of("1-1"), Set.of()).hasMajority(Set.of("1-1")));
        assertFalse(new Voters(1, Set.of("1-1", "2-1"), Set.of()).hasMajority(Set.of("1-1")));
        assertTrue(new Voters(1, Set.of("1-1", "2-1", "3-1"), Set.of()).hasMajority(Set.of("1-1", "3-1")));
        assertFalse(new Voters(1, Set.of("1-1", "2-1", "3-1"), Set.of()).hasMajority(Set.of("1-1", "9-1", "8-1")));
    }

    @Test
    void shouldNeedBothMajoritiesInAJointConfiguration() {
        Voters joint = new Voters(1, Set.of("1-1", "2-1", "4-1"), Set.of("1-1", "2-1", "3-1"));
        assertTrue(joint.hasMajority(Set.of("1-1", "2-1")));
        assertTrue(joint.hasMajority(Set.of("1-1", "3-1", "4-1")));
        assertFalse(joint.hasMajority(Set.of("1-1", "4-1")));
        assertFalse(joint.hasMajority(Set.of("1-1", "3-1")));
    }
}
