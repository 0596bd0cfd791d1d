/** Client libraries other than Curator, each in a process of its own. */
@NullMarked
package io.cellkeeper.compat.clients;

import org.jspecify.annotations.NullMarked;
