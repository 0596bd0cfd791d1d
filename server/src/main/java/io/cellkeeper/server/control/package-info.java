/**
 * The control connections that join every two replica processes, leader or not: terms for barriers, founding, hints
 * about the leader; and the port that they share with the links.
 */
@NullMarked
package io.cellkeeper.server.control;

import org.jspecify.annotations.NullMarked;
