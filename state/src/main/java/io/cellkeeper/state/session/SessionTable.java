package io.cellkeeper.state.session;

import io.cellkeeper.state.digest.Hash64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sessions by id: open addressing with linear probing, so that looking one up makes no object. */
final class SessionTable {
    private static final int SMALLEST = 16;

    private @Nullable Session[] slots = new @Nullable Session[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Session get(long id) {
        int mask = slots.length - 1;
        for (int i = home(id, mask); ; i = (i + 1) & mask) {
            Session session = slots[i];
            if (session == null || session.id() == id) {
                return session;
            }
        }
    }

    /** Adds one whose id is not there yet. */
    void add(Session session) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(session);
        size++;
    }

    /** Takes out one that is there, and moves back those that its slot had pushed on. */
    void remove(Session session) {
        int mask = slots.length - 1;
        int hole = home(session.id(), mask);
        while (slots[hole] != session) {
            hole = (hole + 1) & mask;
        }
        int i = hole;
        while (true) {
            i = (i + 1) & mask;
            Session next = slots[i];
            if (next == null) {
                break;
            }
            if (((i - home(next.id(), mask)) & mask) >= ((i - hole) & mask)) {
                slots[hole] = next;
                hole = i;
            }
        }
        slots[hole] = null;
        size--;
    }

    void forEach(Consumer<? super Session> action) {
        for (Session session : slots) {
            if (session != null) {
                action.accept(session);
            }
        }
    }

    private void put(Session session) {
        int mask = slots.length - 1;
        int i = home(session.id(), mask);
        while (slots[i] != null) {
            i = (i + 1) & mask;
        }
        slots[i] = session;
    }

    private void grow() {
        @Nullable Session[] old = slots;
        slots = new @Nullable Session[old.length * 2];
        for (Session session : old) {
            if (session != null) {
                put(session);
            }
        }
    }

    private static int home(long id, int mask) {
        return (int) Hash64.finish(id) & mask;
    }
}
