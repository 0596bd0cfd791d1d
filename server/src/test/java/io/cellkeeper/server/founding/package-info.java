@NullMarked
package io.cellkeeper.server.founding;

import org.jspecify.annotations.NullMarked;
