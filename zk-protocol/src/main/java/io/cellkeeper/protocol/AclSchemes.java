package io.cellkeeper.protocol;

/** What each ACL scheme takes for a valid id, and when it matches an identity (rule 11.3). */
final class AclSchemes {
    static final String WORLD = "world";
    static final String AUTH = "auth";
    static final String DIGEST = "digest";
    static final String IP = "ip";
    static final String X509 = "x509";
    static final String SASL = "sasl";
    static final String SUPER = "super";

    private AclSchemes() {}

    /** Whether an entry for this identity may be stored. {@code auth} is not: it is expanded first. */
    static boolean isValid(Identity identity) {
        String id = identity.id();
        return switch (identity.scheme()) {
            case WORLD -> id.equals(AclEntry.ANYONE.id());
            case DIGEST -> isUserAndHash(id);
            case IP -> IpPrefix.isValid(id);
            case X509 -> DistinguishedName.isValid(id);
            case SASL -> isAuthorizationId(id);
            default -> false;
        };
    }

    /**
     * Whether an identity was proven by its client, so that {@code auth} stands for it: an address is not. Nor is
     * {@code super}, as in ZooKeeper: it comes beside the identity that earned it, and an entry of its own could not be
     * set again.
     */
    static boolean isProven(Identity identity) {
        return switch (identity.scheme()) {
            case DIGEST, X509, SASL -> true;
            default -> false;
        };
    }

    /** Whether a client's identity is the one an entry names. */
    static boolean matches(Identity client, Identity wanted) {
        if (!client.scheme().equals(wanted.scheme())) {
            return false;
        }
        return wanted.scheme().equals(IP)
                ? IpPrefix.matches(client.id(), wanted.id())
                : client.id().equals(wanted.id());
    }

    /** Two parts around a colon, of which the first may be empty; colons at the end don't count, as in ZooKeeper. */
    private static boolean isUserAndHash(String id) {
        int end = id.length();
        while (end > 0 && id.charAt(end - 1) == ':') {
            end--;
        }
        int colon = id.indexOf(':');
        return colon >= 0 && colon < end && id.lastIndexOf(':', end - 1) == colon;
    }

    /** A name that, if it has a realm, is {@code primary[/instance]@realm} as Kerberos has it. */
    private static boolean isAuthorizationId(String id) {
        int at = id.indexOf('@');
        if (at < 0) {
            return !id.isEmpty();
        }
        int slash = id.indexOf('/');
        return id.indexOf('@', at + 1) < 0 && (slash < 0 || (slash < at && id.indexOf('/', slash + 1) < 0));
    }
}
