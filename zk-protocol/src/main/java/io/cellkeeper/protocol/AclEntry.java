package io.cellkeeper.protocol;

/**
 * One entry of an access control list (rule 11.1).
 *
 * @param perms the bits {@link #READ} … {@link #ADMIN}; other bits are kept and mean nothing
 * @param identity whom the entry is for
 */
public record AclEntry(int perms, Identity identity) {
    public static final int READ = 1;
    public static final int WRITE = 2;
    public static final int CREATE = 4;
    public static final int DELETE = 8;
    public static final int ADMIN = 16;
    public static final int ALL = 31;

    public static final Identity ANYONE = new Identity("world", "anyone");
}
