/** Client connections: their queues, watches and promises. The only thing that speaks to clients. */
@NullMarked
package io.cellkeeper.proxy;

import org.jspecify.annotations.NullMarked;
