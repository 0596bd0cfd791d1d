package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProofsTest {
    private final Proofs proofs = new Proofs();

    @Test
    void shouldProveAtOnceWhatIsApplied() {
        proofs.add(4, 10, 10);
        assertEquals(4, proofs.proven());
    }

    @Test
    void shouldWaitForTheStateToGetThere() {
        proofs.add(4, 10, 9);
        assertEquals(0, proofs.proven());
        assertEquals(4, proofs.covered());
        proofs.applied(10);
        assertEquals(4, proofs.proven());
    }

    @Test
    void shouldNotLetNewerProofsStarveTheFirst() {
        proofs.add(1, 10, 9);
        proofs.add(2, 20, 9);
        proofs.add(3, 30, 9);
        proofs.applied(10);
        assertEquals(1, proofs.proven());
        proofs.applied(20);
        assertEquals(1, proofs.proven());
        proofs.applied(30);
        assertEquals(3, proofs.proven());
    }
}
