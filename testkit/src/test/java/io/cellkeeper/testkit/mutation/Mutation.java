package io.cellkeeper.testkit.mutation;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;

/**
 * A rule taken away: one small method of a core, or a few, with another body. The code around it is the real one, and is as
 * before once this is closed.
 */
final class Mutation {
    private static final String CORES = "io.cellkeeper.";

    private final String name;
    private final List<Replacement> replacements = new ArrayList<>();

    private record Replacement(String type, String method, Body body) {}

    /** How a method's body is replaced. */
    private interface Body {
        DynamicType.Builder<?> of(DynamicType.Builder<?> type, String method);
    }

    /** The rule is away until this is closed. */
    interface Applied extends AutoCloseable {
        /** Which rule. */
        String what();

        @Override
        void close();
    }

    Mutation(String name) {
        this.name = name;
    }

    /** Lets a method always return this. */
    Mutation returning(String type, String method, Object value) {
        return with(type, method, (builder, of) -> builder.method(named(of)).intercept(FixedValue.value(value)));
    }

    /** Lets a method always return null. */
    Mutation returningNull(String type, String method) {
        return with(type, method, (builder, of) -> builder.method(named(of)).intercept(FixedValue.nullValue()));
    }

    /** Lets a method return one of its own arguments. */
    Mutation returningArgument(String type, String method, int argument) {
        return with(type, method, (builder, of) -> builder.method(named(of)).intercept(FixedValue.argument(argument)));
    }

    /** Lets a method do nothing and return nothing. */
    Mutation doingNothing(String type, String method) {
        return with(type, method, (builder, of) -> builder.method(named(of)).intercept(StubMethod.INSTANCE));
    }

    /** Lets a method be what its advice makes of it. */
    Mutation advised(String type, String method, Class<?> advice) {
        return with(
                type, method, (builder, of) -> builder.visit(Advice.to(advice).on(named(of))));
    }

    /** Takes the rule away. */
    Applied apply() throws ClassNotFoundException {
        ByteBuddyAgent.install();
        List<Class<?>> changed = new ArrayList<>();
        for (String typeName :
                replacements.stream().map(Replacement::type).distinct().toList()) {
            Class<?> type = Class.forName(CORES + typeName);
            DynamicType.Builder<?> builder = new ByteBuddy().redefine(type);
            for (Replacement replacement : replacements) {
                if (replacement.type.equals(typeName)) {
                    mustHave(type, replacement.method);
                    builder = replacement.body.of(builder, replacement.method);
                }
            }
            changed.add(type);
            load(builder.make(), type);
        }
        return new Applied() {
            @Override
            public String what() {
                return name;
            }

            @Override
            public void close() {
                changed.forEach(Mutation::restore);
            }
        };
    }

    @Override
    public String toString() {
        return name;
    }

    private Mutation with(String type, String method, Body body) {
        replacements.add(new Replacement(type, method, body));
        return this;
    }

    private static void mustHave(Class<?> type, String method) {
        for (var each : type.getDeclaredMethods()) {
            if (each.getName().equals(method)) {
                return;
            }
        }
        throw new IllegalArgumentException(type + " has no method " + method);
    }

    private static void restore(Class<?> type) {
        try {
            ClassReloadingStrategy.fromInstalledAgent()
                    .reset(ClassFileLocator.ForClassLoader.of(type.getClassLoader()), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void load(DynamicType.Unloaded<?> made, Class<?> type) {
        made.load(type.getClassLoader(), ClassReloadingStrategy.fromInstalledAgent());
    }
}
