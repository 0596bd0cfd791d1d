/** Tests over loopback. */
@NullMarked
package io.cellkeeper.server.link;

import org.jspecify.annotations.NullMarked;
