/** Many sessions at once, kept by clients that behave as real ones do, while servers die and pause. */
@NullMarked
package io.cellkeeper.compat.sessions;

import org.jspecify.annotations.NullMarked;
