/** The replicated part of sessions: who they are, what they have done last, and the results still to be fetched (I7). */
@NullMarked
package io.cellkeeper.state.session;

import org.jspecify.annotations.NullMarked;
