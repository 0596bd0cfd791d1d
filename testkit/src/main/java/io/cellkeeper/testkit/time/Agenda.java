package io.cellkeeper.testkit.time;

import java.util.PriorityQueue;

/** What is to happen, by real time in nanoseconds from the run's start; events of one moment in the order they were added. */
public final class Agenda {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long added;
    private long handled;

    private record Event(long at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    /** Real time: no process sees it. */
    public long now() {
        return now;
    }

    /** Events handled so far. */
    public long handled() {
        return handled;
    }

    /** Adds an event; one in the past happens now. */
    public void at(long time, Runnable action) {
        events.add(new Event(Math.max(time, now), added++, action));
    }

    /** Adds an event that happens after this many nanoseconds. */
    public void after(long nanos, Runnable action) {
        at(now + nanos, action);
    }

    /** Lets happen everything up to this time. */
    public void runUntil(long end) {
        for (Event next = events.peek(); next != null && next.at <= end; next = events.peek()) {
            events.remove();
            now = next.at;
            handled++;
            next.action.run();
        }
        now = Math.max(now, end);
    }
}
