package io.cellkeeper.state.session;

import io.cellkeeper.protocol.Identity;
import io.cellkeeper.state.SessionView;
import io.cellkeeper.state.digest.Hash64;
import io.cellkeeper.state.tree.Ephemerals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A live session. Changed by {@link Sessions} only. */
public final class Session implements SessionView {
    private final long id;
    private final byte[] password;
    private final Ephemerals ephemerals;
    final KeptResults results = new KeptResults();
    int timeoutMs;
    int generation;
    long lastNumber;
    List<Identity> identities;

    Session(long id, byte[] password, int timeoutMs, List<Identity> identities) {
        this.id = id;
        this.password = password;
        this.timeoutMs = timeoutMs;
        this.generation = 1;
        this.identities = identities;
        this.ephemerals = new Ephemerals(id);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public int generation() {
        return generation;
    }

    @Override
    public long lastNumber() {
        return lastNumber;
    }

    @Override
    public List<Identity> identities() {
        return identities;
    }

    @Override
    public boolean hasPassword(byte[] shown, int offset, int length) {
        int difference = length ^ password.length;
        for (int i = 0; i < length; i++) {
            difference |= shown[offset + i] ^ password[i % password.length];
        }
        return difference == 0;
    }

    @Override
    public int ephemeralCount() {
        return ephemerals.size();
    }

    /** Its ephemerals. */
    public Ephemerals ephemerals() {
        return ephemerals;
    }

    /** The kept result of a request number, or null. */
    public @Nullable KeptResult result(long number) {
        return results.get(number);
    }

    @Override
    public int keptResultCount() {
        return results.size();
    }

    /** What all but its results and its last number adds to the digest. */
    long identityHash() {
        long hash = Hash64.step(1, id);
        hash = Hash64.bytes(hash, password, 0, password.length);
        hash = Hash64.step(hash, ((long) timeoutMs << 32) | (generation & 0xffffffffL));
        hash = Hash64.step(hash, identities.size());
        for (Identity identity : identities) {
            hash = Hash64.string(hash, identity.scheme());
            hash = Hash64.string(hash, identity.id());
        }
        return Hash64.finish(hash);
    }

    /** What its last number adds to the digest. */
    long numberHash() {
        return Hash64.finish(Hash64.step(Hash64.step(2, id), lastNumber));
    }
}
