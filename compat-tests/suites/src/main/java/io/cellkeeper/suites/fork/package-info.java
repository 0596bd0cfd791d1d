/** What runs in the JVM that one class of a suite gets. */
@NullMarked
package io.cellkeeper.suites.fork;

import org.jspecify.annotations.NullMarked;
