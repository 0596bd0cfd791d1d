/** The harness: replicas as processes that can be killed, stopped, frozen and restarted. */
@NullMarked
package io.cellkeeper.compat.cell;

import org.jspecify.annotations.NullMarked;
