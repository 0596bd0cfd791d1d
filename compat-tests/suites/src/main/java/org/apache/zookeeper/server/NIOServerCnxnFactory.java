package org.apache.zookeeper.server;

/** The default factory's name: what tests start by {@link ServerCnxnFactory#createFactory()} is the server under test. */
public final class NIOServerCnxnFactory extends ExternalCnxnFactory {}
