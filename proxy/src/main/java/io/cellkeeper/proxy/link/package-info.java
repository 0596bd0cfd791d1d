/** The link between a proxy and the leader: its messages, their codec, and the proxy's end of it. */
@NullMarked
package io.cellkeeper.proxy.link;

import org.jspecify.annotations.NullMarked;
