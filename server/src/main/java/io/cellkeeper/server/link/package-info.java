/** The leader's end of the links: over TCP, and to the proxy in the same process. */
@NullMarked
package io.cellkeeper.server.link;

import org.jspecify.annotations.NullMarked;
