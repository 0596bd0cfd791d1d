/** Tests of the decision alone, with the time and the network made up. */
@NullMarked
package io.cellkeeper.server.election;

import org.jspecify.annotations.NullMarked;
