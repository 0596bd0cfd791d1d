package io.cellkeeper.testkit.mutation;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What mutated code needs of private methods. */
public final class Reflection {
    private Reflection() {}

    /** Calls a method by name. */
    public static @Nullable Object call(Object on, String method, @Nullable Object... arguments) {
        for (Method each : on.getClass().getDeclaredMethods()) {
            if (each.getName().equals(method) && each.getParameterCount() == arguments.length && !each.isBridge()) {
                try {
                    each.setAccessible(true);
                    return each.invoke(on, arguments);
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    throw new AssertionError(e.getCause());
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        throw new AssertionError("no method " + method + " in " + on.getClass());
    }

    /** Takes the first of which a method says so, or null. */
    public static @Nullable Object removeFirst(ArrayDeque<?> all, String method, boolean says) {
        for (Iterator<?> each = all.iterator(); each.hasNext(); ) {
            Object candidate = each.next();
            if (Boolean.valueOf(says).equals(call(candidate, method))) {
                each.remove();
                return candidate;
            }
        }
        return null;
    }

    /** Lets a proxy's core take every open connection for one that has just sent a packet. */
    public static void touchAll(Object core, long nowNanos) {
        Object link = field(core, "link");
        Object connections = field(core, "connections");
        if (link != null && connections != null && call(connections, "snapshot") instanceof List<?> all) {
            for (Object connection : all) {
                if (Boolean.TRUE.equals(call(connection, "isOpen"))) {
                    call(core, "packetReceived", connection, link, nowNanos);
                }
            }
        }
    }

    /** Lets the lease of a session end at once. */
    public static void endLease(Object leases, Object session, long nowNanos) {
        Object slot = call(leases, "get", call(session, "id"));
        Object clock = field(leases, "clock");
        if (slot != null && clock != null) {
            call(leases, "unlink", slot);
            set(slot, "leaseEnd", call(clock, "reading", nowNanos));
            call(leases, "link", slot);
        }
    }

    private static void set(Object of, String name, @Nullable Object value) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            field.set(of, value);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static @Nullable Object field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
