package io.cellkeeper.proxy;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection that are not answered yet, in order (rules 3.15, 4.1). The link answers in this order too,
 * so an answer is always for the head; what this proxy answers itself it answers only at the head.
 */
final class RequestQueue implements Iterable<Slot> {
    private final ArrayDeque<Slot> slots = new ArrayDeque<>();
    private final Backlog backlog;
    private long bytes;

    /** @param backlog counts the bytes of this queue among those of others */
    RequestQueue(Backlog backlog) {
        this.backlog = backlog;
    }

    void add(Slot slot) {
        slots.add(slot);
        bytes += slot.bytes();
        backlog.add(slot.bytes());
    }

    int size() {
        return slots.size();
    }

    /** Bytes of the requests' frames. */
    long bytes() {
        return bytes;
    }

    @Nullable
    Slot head() {
        return slots.peek();
    }

    /** † Takes the head if this proxy answers it: nothing earlier of the connection is unanswered then. */
    @Nullable
    Slot pollLocalAtHead() {
        Slot head = slots.peek();
        return head == null || head.isLinked() ? null : poll();
    }

    /** Takes the head if it is the command of this number, or null: the answer is then not in order. */
    @Nullable
    Slot pollCommand(long number) {
        Slot head = slots.peek();
        boolean matches = head != null && head.kind() != Slot.Kind.READ && head.isLinked() && head.number() == number;
        return matches ? poll() : null;
    }

    /** Takes the head if it is the read of this number, or null: the answer is then not in order. */
    @Nullable
    Slot pollRead(long number) {
        Slot head = slots.peek();
        return head != null && head.kind() == Slot.Kind.READ && head.number() == number ? poll() : null;
    }

    /** Whether answers are expected that end an interest's registration. */
    boolean awaitsRegistration() {
        for (Slot slot : slots) {
            if (slot.registration() != 0) {
                return true;
            }
        }
        return false;
    }

    /** From the head on. */
    @Override
    public Iterator<Slot> iterator() {
        return slots.iterator();
    }

    /** Forgets what this proxy would have answered: the connection has ended, and only the link's answers still come. */
    void dropLocal() {
        slots.removeIf(slot -> {
            boolean isLocal = !slot.isLinked();
            if (isLocal) {
                taken(slot);
            }
            return isLocal;
        });
    }

    /** Forgets everything: no answers are expected any more. */
    void clear() {
        slots.clear();
        backlog.remove(bytes);
        bytes = 0;
    }

    /** Takes the head, or null. */
    @Nullable
    Slot poll() {
        Slot slot = slots.poll();
        if (slot != null) {
            taken(slot);
        }
        return slot;
    }

    private void taken(Slot slot) {
        bytes -= slot.bytes();
        backlog.remove(slot.bytes());
    }
}
