package io.cellkeeper.proxy;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator of clients that fail to authenticate (rule 11.15): at most one line a second, without what they have
 * shown. How many there were is counted as {@link CloseReason#AUTH_FAILED}: each is closed.
 */
final class AuthFailures {
    private static final Logger LOG = LoggerFactory.getLogger(AuthFailures.class);
    private static final long GAP_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A client may call a scheme anything: only what looks like one goes into the log. */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z0-9_-]{1,32}");

    private boolean hasTold;
    private long toldAt;
    private long untold;

    /** A client has failed. Returns whether that was told. */
    boolean add(String scheme, String address, long nowNanos) {
        if (hasTold && nowNanos - toldAt < GAP_NANOS) {
            untold++;
            return false;
        }
        LOG.warn(
                "authentication by {} failed, from {}; {} more since the last such line",
                SCHEME.matcher(scheme).matches() ? scheme : "a scheme with an odd name",
                address,
                untold);
        hasTold = true;
        toldAt = nowNanos;
        untold = 0;
        return true;
    }
}
