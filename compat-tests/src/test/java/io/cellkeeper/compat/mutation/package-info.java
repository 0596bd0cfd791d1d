/** Rules of ZooKeeper's behaviour, broken one by one in a running server, and found by comparing it with Apache ZooKeeper. */
@NullMarked
package io.cellkeeper.compat.mutation;

import org.jspecify.annotations.NullMarked;
