@NullMarked
package io.cellkeeper.server.cli;

import org.jspecify.annotations.NullMarked;
