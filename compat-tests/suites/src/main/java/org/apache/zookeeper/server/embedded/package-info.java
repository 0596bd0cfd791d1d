/** Stands before ZooKeeper's package of this name: Curator's test servers start here. */
@NullMarked
package org.apache.zookeeper.server.embedded;

import org.jspecify.annotations.NullMarked;
