package io.cellkeeper.state.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cellkeeper.state.digest.Hash64;
import java.util.Objects;

/** Sums up all sessions from scratch, and compares with what was kept up on the way. */
public final class SessionAudit {
    private SessionAudit() {}

    public static void verify(Sessions sessions) {
        long[] sum = new long[1];
        int[] count = new int[1];
        sessions.forEach(session -> {
            count[0]++;
            sum[0] += session.identityHash() + session.numberHash();
            long first = session.lastNumber() - session.keptResultCount() + 1;
            for (long number = first; number <= session.lastNumber(); number++) {
                KeptResult result = Objects.requireNonNull(session.result(number));
                assertEquals(number, result.number());
                sum[0] += KeptResult.of(session.id(), number, result.zxid(), result.error(), result.body())
                        .hash();
            }
        });
        assertEquals(count[0], sessions.size());
        long counters = sessions.digest() - sum[0];
        assertEquals(Hash64.finish(Hash64.step(Hash64.step(3, sessions.cellNumber()), sessions.count())), counters);
    }
}
