package io.cellkeeper.state;

import io.cellkeeper.protocol.Identity;
import java.util.List;

/** What the state knows of a live session (design: sessions). Read on the thread that applies. */
public interface SessionView {
    long id();

    /** The negotiated timeout, in milliseconds. */
    int timeoutMs();

    /** How often the session has been opened on a connection; from 1. */
    int generation();

    /** The last request number applied. */
    long lastNumber();

    /** The identities of its connection, in the order they were acquired. */
    List<Identity> identities();

    /** Whether these are the session's 16 bytes; takes the same time whatever the answer. */
    boolean hasPassword(byte[] password, int offset, int length);

    /** How many ephemeral nodes it owns. */
    int ephemeralCount();

    /** How many results are kept that its proxy has not acknowledged (I7). */
    int keptResultCount();
}
