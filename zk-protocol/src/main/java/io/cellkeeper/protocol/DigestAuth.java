package io.cellkeeper.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The scheme {@code digest} (rules 11.3, 11.7): whoever knows {@code user:password} is {@code user:hash}. */
public final class DigestAuth {
    private DigestAuth() {}

    /**
     * The identity that a client proves by showing these bytes: {@code user:base64(sha1(user:password))}. Any bytes prove
     * one; without a colon all of them are the user.
     */
    public static Identity identityOf(ByteRange userAndPassword) {
        MessageDigest sha1 = sha1();
        sha1.update(userAndPassword.array(), userAndPassword.offset(), userAndPassword.length());
        String user = userOf(new String(
                userAndPassword.array(), userAndPassword.offset(), userAndPassword.length(), StandardCharsets.UTF_8));
        return new Identity(AclSchemes.DIGEST, user + ":" + Base64.getEncoder().encodeToString(sha1.digest()));
    }

    /** The part of {@code user:…} before the first colon. */
    public static String userOf(String id) {
        int colon = id.indexOf(':');
        return colon < 0 ? id : id.substring(0, colon);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-1", e);
        }
    }
}
