package io.cellkeeper.proxy;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.protocol.Identity;
import io.cellkeeper.protocol.Request;
import io.cellkeeper.protocol.WireWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an auth proves (rules 11.5, 11.7). Only that travels on: no secret enters link, log or state (decision 12).
 */
final class Authentication {
    private static final Identity SUPER = new Identity("super", "");

    private static final String ADDRESS_SCHEME = "ip";

    /** Bytes of identities that one connection may prove: every replica keeps them (rule 14.10). */
    private static final int MAX_PROVEN_BYTES = 64 << 10;

    private static final int IDENTITY_OVERHEAD = 64;

    private final Optional<String> superDigest;
    private final String digestAlgorithm;
    private final Set<String> requiredSchemes;

    Authentication(ProxySettings settings) {
        superDigest = settings.superDigest();
        digestAlgorithm = settings.digestAlgorithm();
        requiredSchemes = settings.requiredSchemes();
    }

    /**
     * Whether a connection may ask for something, other than to prove who it is (rule 11.13). Judged by what came before in
     * its stream, answered or not: proofs are judged when they come.
     */
    boolean mayAsk(ClientConnection connection) {
        return requiredSchemes.isEmpty() || connection.authenticated || requiredSchemes.contains(ADDRESS_SCHEME);
    }

    /**
     * Remembers that a connection has proven these.
     *
     * @return whether it may: it has proven something, and not too much altogether
     */
    boolean proven(ClientConnection connection, List<Identity> identities) {
        for (Identity identity : identities) {
            if (!connection.identities().contains(identity)) {
                connection.provenBytes += identity.id().length() + IDENTITY_OVERHEAD;
            }
        }
        if (identities.isEmpty() || connection.provenBytes > MAX_PROVEN_BYTES) {
            return false;
        }
        for (Identity identity : identities) {
            connection.authenticated |= requiredSchemes.contains(identity.scheme());
        }
        return true;
    }

    /**
     * The identities that an auth proves, empty if it fails.
     *
     * @param address that of the connection
     */
    List<Identity> prove(Request.Auth auth, String address) {
        return switch (auth.scheme()) {
            case "digest" -> {
                Identity digest = DigestAuth.identityOf(auth.auth(), digestAlgorithm);
                yield isSuper(digest.id()) ? List.of(SUPER, digest) : List.of(digest);
            }
            case ADDRESS_SCHEME -> List.of(new Identity(ADDRESS_SCHEME, address));
            default -> List.of();
        };
    }

    /** The body of the command that adds identities: a count and (scheme, id) pairs. */
    static ByteRange commandBody(List<Identity> identities) {
        WireWriter out = new WireWriter(128).writeInt(identities.size());
        for (Identity identity : identities) {
            out.writeString(identity.scheme()).writeString(identity.id());
        }
        return out.toRange();
    }

    /** In constant time, so that an answer's delay tells nothing of the digest. */
    private boolean isSuper(String digest) {
        return superDigest.isPresent()
                && MessageDigest.isEqual(
                        superDigest.get().getBytes(StandardCharsets.UTF_8), digest.getBytes(StandardCharsets.UTF_8));
    }
}
