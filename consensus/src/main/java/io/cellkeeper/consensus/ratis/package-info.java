/**
 * The ordering port on Apache Ratis. The only package that imports Ratis: what it says of Ratis' threads and locks was
 * read in, or measured on, version 3.3.0. <em>The lock</em> here is the monitor of the Ratis division, under which it
 * votes, appends and changes roles: whatever Ratis calls with it held must not wait.
 */
@NullMarked
package io.cellkeeper.consensus.ratis;

import org.jspecify.annotations.NullMarked;
