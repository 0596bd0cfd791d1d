/** Stands before ZooKeeper's package of this name: the servers of ZooKeeper's own tests start here. */
@NullMarked
package org.apache.zookeeper.server;

import org.jspecify.annotations.NullMarked;
