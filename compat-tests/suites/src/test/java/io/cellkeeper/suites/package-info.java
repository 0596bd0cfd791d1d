/** Runs the suites class by class, and judges what came of them. */
@NullMarked
package io.cellkeeper.suites;

import org.jspecify.annotations.NullMarked;
