package io.cellkeeper.server.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.consensus.Proposal;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.state.QuotaNotice;
import io.cellkeeper.state.QuotaNotice.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaWarningsTest {
    private final List<String> told = new ArrayList<>();
    private final QuotaWarnings warnings = new QuotaWarnings(new LeaderOut() {
        @Override
        public void send(int link, LinkMessage.ToProxy message) {}

        @Override
        public void closeLink(int link, String reason) {}

        @Override
        public void propose(Proposal proposal) {}

        @Override
        public void passBy(long nanos) {}

        @Override
        public void askTerms(long round) {}

        @Override
        public void resign(String reason) {}

        @Override
        public void warn(String message) {
            told.add(message);
        }
    });

    @Test
    void shouldTellOnceASecondAndHowMuchItLeftOut() {
        long now = Long.MAX_VALUE - 5;
        warnings.add(new QuotaNotice(Kind.COUNT, "/a", 4, 3, true), now);
        warnings.add(new QuotaNotice(Kind.COUNT, "/a", 4, 3, true), now + 10);
        warnings.add(new QuotaNotice(Kind.BYTES, "/a", 4, 3, true), now + 999_999_999);
        warnings.add(new QuotaNotice(Kind.BYTES, "/b", 40, 30, false), now + 1_000_000_000);
        warnings.add(new QuotaNotice(Kind.MALFORMED, "/c", 0, 0, false), now + 2_000_000_000);
        assertEquals(
                List.of(
                        "quota of /a: 4 nodes, limit 3, refused",
                        "quota of /b: 40 bytes, limit 30, and 2 more remarks on quotas since the last",
                        "quota of /c: its limits can't be read and are ignored"),
                told);
        assertEquals(Map.of("/a", 3L), warnings.refusals(), "whether told or not");
    }
}
