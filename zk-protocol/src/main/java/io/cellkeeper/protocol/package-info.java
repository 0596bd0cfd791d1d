/** ZooKeeper's wire: operation and error codes, records, and their codecs over byte ranges. */
@NullMarked
package io.cellkeeper.protocol;

import org.jspecify.annotations.NullMarked;
