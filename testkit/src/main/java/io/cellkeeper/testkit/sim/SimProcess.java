package io.cellkeeper.testkit.sim;

import io.cellkeeper.testkit.time.Agenda;
import io.cellkeeper.testkit.time.DriftingClock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A process with one thread and a clock of its own. While it is paused what comes in waits, and so do its timers; when it
 * has crashed everything meant for its former life is dropped.
 */
class SimProcess {
    final int id;
    final String name;
    final Agenda agenda;
    final DriftingClock clock;
    private final Deque<Runnable> backlog = new ArrayDeque<>();
    private int incarnation = 1;
    private boolean up = true;
    private long pausedUntil;
    private long pausedNanos;
    private int pauses;

    SimProcess(int id, String name, Agenda agenda, DriftingClock clock) {
        this.id = id;
        this.name = name;
        this.agenda = agenda;
        this.clock = clock;
    }

    /** Its own clock, nanoseconds. */
    long now() {
        return clock.read(agenda.now());
    }

    boolean isUp() {
        return up;
    }

    /** Which life of it this is, from 1. */
    int incarnation() {
        return incarnation;
    }

    boolean isPaused() {
        return agenda.now() < pausedUntil;
    }

    /** How long it has been paused altogether. */
    long pausedNanos() {
        return pausedNanos;
    }

    /** How often it has been paused. */
    int pauses() {
        return pauses;
    }

    /** Does something in this process: now, or when its pause is over. */
    void run(Runnable input) {
        if (!up) {
            return;
        }
        if (isPaused() || !backlog.isEmpty()) {
            backlog.add(input);
        } else {
            input.run();
        }
    }

    /** Does something in this process after so long on its own clock, unless it has crashed by then. */
    void later(long nanos, Runnable input) {
        int life = incarnation;
        agenda.after(clock.realOf(nanos), () -> {
            if (life == incarnation) {
                run(input);
            }
        });
    }

    /** Stops for a while. */
    void pause(long nanos) {
        if (up && !isPaused()) {
            pausedUntil = agenda.now() + nanos;
            pausedNanos += nanos;
            pauses++;
            agenda.at(pausedUntil, this::resume);
        }
    }

    /** Everything it has in memory is lost. */
    void crash() {
        up = false;
        incarnation++;
        backlog.clear();
        pausedUntil = 0;
    }

    void restart() {
        up = true;
    }

    private void resume() {
        if (!up || isPaused()) {
            return;
        }
        for (Runnable input = backlog.poll(); input != null; input = backlog.poll()) {
            input.run();
        }
    }
}
