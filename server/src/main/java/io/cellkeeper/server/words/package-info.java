/**
 * ZooKeeper's four-letter words (rules 15.x): the answers as text, made of figures that the replica publishes. Nothing
 * here reads a socket, and only {@code envi} looks at the process around it.
 */
@NullMarked
package io.cellkeeper.server.words;

import org.jspecify.annotations.NullMarked;
