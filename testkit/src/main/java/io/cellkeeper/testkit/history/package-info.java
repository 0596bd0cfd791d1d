/** Histories of concurrent operations on nodes and a checker of their linearizability; of use beyond simulation too. */
@org.jspecify.annotations.NullMarked
package io.cellkeeper.testkit.history;
