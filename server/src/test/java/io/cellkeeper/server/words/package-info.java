@NullMarked
package io.cellkeeper.server.words;

import org.jspecify.annotations.NullMarked;
