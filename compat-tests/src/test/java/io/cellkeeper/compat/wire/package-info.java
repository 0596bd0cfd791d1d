/** A raw client that sends frames as the test wrote them, for what no library would send. */
@NullMarked
package io.cellkeeper.compat.wire;

import org.jspecify.annotations.NullMarked;
