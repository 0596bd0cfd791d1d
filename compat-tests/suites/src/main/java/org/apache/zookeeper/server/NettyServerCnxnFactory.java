package org.apache.zookeeper.server;

/** The other factory's name, which some tests ask for: the server under test as well. */
public final class NettyServerCnxnFactory extends ExternalCnxnFactory {}
