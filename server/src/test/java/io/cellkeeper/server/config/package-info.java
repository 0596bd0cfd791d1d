@NullMarked
package io.cellkeeper.server.config;

import org.jspecify.annotations.NullMarked;
