package io.cellkeeper.protocol;

/**
 * Who a client has proven to be, or whom an ACL entry names (rule 11.3).
 *
 * @param scheme {@code world}, {@code ip}, {@code digest}, {@code x509}, {@code sasl}, {@code super}, …
 * @param id what the scheme calls its subject: an address, {@code user:hash}, a name
 */
public record Identity(String scheme, String id) {}
