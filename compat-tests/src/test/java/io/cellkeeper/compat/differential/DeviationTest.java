package io.cellkeeper.compat.differential;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.compat.cell.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeps the list of deviations in docs/compatibility.md equal to the one that the harness allows. */
class DeviationTest {
    @Test
    void shouldListEveryDeviationInTheDocument() throws IOException {
        List<String> lines =
                Files.readAllLines(ServerUnderTest.checkout().resolve("docs").resolve("compatibility.md"));
        for (Deviation deviation : Deviation.values()) {
            assertTrue(lines.contains(deviation.row()), () -> "docs/compatibility.md lacks: " + deviation.row());
        }
    }
}
