/**
 * A server's settings: an unchanged ZooKeeper {@code zoo.cfg} and ZooKeeper's system properties, read and checked once
 * at start, and handed on as one record. Nothing else in the product reads a configuration file or a system property.
 */
@NullMarked
package io.cellkeeper.server.config;

import org.jspecify.annotations.NullMarked;
