/** The znodes in memory: compact nodes, child tables, interned ACLs, and the digest of them all. */
@NullMarked
package io.cellkeeper.state.tree;

import org.jspecify.annotations.NullMarked;
