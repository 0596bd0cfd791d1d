/** The hashes that digests are sums of (I6). */
@NullMarked
package io.cellkeeper.state.digest;

import org.jspecify.annotations.NullMarked;
