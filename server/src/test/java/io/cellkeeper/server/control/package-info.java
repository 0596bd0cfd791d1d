/** Tests over loopback. */
@NullMarked
package io.cellkeeper.server.control;

import org.jspecify.annotations.NullMarked;
