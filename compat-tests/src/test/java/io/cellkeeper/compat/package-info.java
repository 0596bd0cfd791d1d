/**
 * Black-box tests: stock clients against server processes, over published entry points only. The same tests run against
 * Apache ZooKeeper (profile {@code stock}), so that they check the server and not their author's idea of it.
 */
@NullMarked
package io.cellkeeper.compat;

import org.jspecify.annotations.NullMarked;
