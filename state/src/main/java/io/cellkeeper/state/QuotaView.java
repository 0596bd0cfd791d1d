package io.cellkeeper.state;

/**
 * A quota and what it is about, for metrics (rule 13.9).
 *
 * @param path the root of the subtree
 * @param countLimit nodes, by the hard limit if there is one, else by the soft one; −1 for none
 * @param bytesLimit bytes of data, likewise
 * @param count nodes there are
 * @param bytes bytes of data there are
 */
public record QuotaView(String path, long countLimit, long bytesLimit, long count, long bytes) {}
