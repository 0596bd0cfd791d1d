package io.cellkeeper.proxy;

import io.cellkeeper.protocol.DigestAuth;
import java.util.Optional;
import java.util.Set;

/**
 * What a proxy needs to be told; what matters for sessions comes with the leader's hello answer (decision 9).
 *
 * @param maxClientCnxns connections from one address; 0 is no limit (rule 14.1)
 * @param maxCnxns connections altogether; 0 is no limit
 * @param maxOutstandingBytes of requests of all clients together that are not answered, above which those clients are read
 *     no further; 0 is no limit
 * @param superDigest {@code user:base64(hash(user:password))} of the superuser, if there is one (rule 11.5)
 * @param digestAlgorithm what hashes user and password; one that this Java has
 * @param requiredSchemes a connection must have proven an identity of one of these schemes before anything else is
 *     answered; empty if none is required (rule 11.13)
 */
public record ProxySettings(
        int maxClientCnxns,
        int maxCnxns,
        long maxOutstandingBytes,
        Optional<String> superDigest,
        String digestAlgorithm,
        Set<String> requiredSchemes) {
    /** ZooKeeper's own: 60 connections an address, any number altogether, no superuser. */
    public static final ProxySettings DEFAULT = new ProxySettings(60, Optional.empty());

    /** Settings without limits for all clients together that require no authentication. */
    public ProxySettings(int maxClientCnxns, Optional<String> superDigest) {
        this(maxClientCnxns, 0, 0, superDigest, DigestAuth.DEFAULT_ALGORITHM, Set.of());
    }

    public ProxySettings {
        requiredSchemes = Set.copyOf(requiredSchemes);
        if (maxClientCnxns < 0 || maxCnxns < 0 || maxOutstandingBytes < 0) {
            throw new IllegalArgumentException("maxClientCnxns " + maxClientCnxns + ", maxCnxns " + maxCnxns
                    + ", maxOutstandingBytes " + maxOutstandingBytes + ": each needs 0 or more");
        }
    }

    /** Without the digest, which is a secret. */
    @Override
    public String toString() {
        return "ProxySettings[maxClientCnxns=" + maxClientCnxns + ", maxCnxns=" + maxCnxns + ", superDigest "
                + (superDigest.isPresent() ? "set" : "not set") + ", requires " + requiredSchemes + "]";
    }
}
