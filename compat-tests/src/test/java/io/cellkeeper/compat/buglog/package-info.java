/** What went wrong elsewhere, replayed: each test is named after its entry's number in the table of docs/compatibility.md. */
@NullMarked
package io.cellkeeper.compat.buglog;

import org.jspecify.annotations.NullMarked;
