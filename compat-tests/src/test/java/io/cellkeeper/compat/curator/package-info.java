/** Curator's locks, elections and other recipes. */
@NullMarked
package io.cellkeeper.compat.curator;

import org.jspecify.annotations.NullMarked;
