package io.cellkeeper.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The scheme {@code digest} (rules 11.3, 11.7): whoever knows {@code user:password} is {@code user:hash}. */
public final class DigestAuth {
    /** ZooKeeper's, unless it is told another. */
    public static final String DEFAULT_ALGORITHM = "SHA1";

    private DigestAuth() {}

    /** The identity that a client proves by showing these bytes, hashed by the {@linkplain #DEFAULT_ALGORITHM usual algorithm}. */
    public static Identity identityOf(ByteRange userAndPassword) {
        return identityOf(userAndPassword, DEFAULT_ALGORITHM);
    }

    /**
     * The identity that a client proves by showing these bytes: {@code user:base64(hash(user:password))}. Any bytes prove
     * one; without a colon all of them are the user.
     *
     * @param algorithm one that this Java {@linkplain #hasAlgorithm has}
     */
    public static Identity identityOf(ByteRange userAndPassword, String algorithm) {
        MessageDigest hash = hash(algorithm);
        hash.update(userAndPassword.array(), userAndPassword.offset(), userAndPassword.length());
        String user = userOf(new String(
                userAndPassword.array(), userAndPassword.offset(), userAndPassword.length(), StandardCharsets.UTF_8));
        return new Identity(AclSchemes.DIGEST, user + ":" + Base64.getEncoder().encodeToString(hash.digest()));
    }

    /** The part of {@code user:…} before the first colon. */
    public static String userOf(String id) {
        int colon = id.indexOf(':');
        return colon < 0 ? id : id.substring(0, colon);
    }

    /** Whether this Java knows a hash algorithm by this name. */
    public static boolean hasAlgorithm(String name) {
        try {
            MessageDigest.getInstance(name);
            return true;
        } catch (NoSuchAlgorithmException e) {
            return false;
        }
    }

    private static MessageDigest hash(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("this Java has no hash algorithm " + algorithm, e);
        }
    }
}
