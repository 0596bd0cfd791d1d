/**
 * The proxy's Netty shell: the client port with its four-letter words, and the loop that drives the core. Everything runs
 * on one event loop.
 */
@NullMarked
package io.cellkeeper.proxy.net;

import org.jspecify.annotations.NullMarked;
