package io.cellkeeper.compat.mutation;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;

/**
 * A rule broken in the server: another body of a method, or one of its calls, constants or assignments replaced. The code
 * around it is the real one. Applied and undone in the server's own process.
 */
final class Mutation {
    private static final String PRODUCT = "io.cellkeeper.";

    private final String rule;
    private final String broken;
    private final List<Replacement> replacements = new ArrayList<>();

    private record Replacement(String type, String method, Body body) {}

    /** What becomes of a method. */
    private interface Body {
        DynamicType.Builder<?> of(DynamicType.Builder<?> type, String method);
    }

    /**
     * Nothing broken yet.
     *
     * @param rule the number of the rule in the specification
     * @param broken what the server does instead
     */
    Mutation(String rule, String broken) {
        this.rule = rule;
        this.broken = broken;
    }

    String rule() {
        return rule;
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

    /** Lets a method do nothing. */
    Mutation doingNothing(String type, String method) {
        return with(type, method, (builder, of) -> builder.method(named(of)).intercept(StubMethod.INSTANCE));
    }

    /** Puts a value where a method calls another; an int also stands for booleans and characters. */
    Mutation insteadOfCall(String type, String method, String called, Object value) {
        return inside(type, method, code -> CodeChange.call(code, called, value));
    }

    /** Leaves out a method's calls of another that returns nothing. */
    Mutation withoutCall(String type, String method, String called) {
        return inside(type, method, code -> CodeChange.call(code, called, null));
    }

    /** Lets a method use one constant of a class instead of another. */
    Mutation insteadOfConstant(String type, String method, String constant, String other) {
        return inside(type, method, code -> CodeChange.constant(code, constant, other));
    }

    /** Leaves out a method's assignments to a field. */
    Mutation withoutAssignment(String type, String method, String field) {
        return inside(type, method, code -> CodeChange.assignment(code, field));
    }

    /** Breaks the rule. */
    void apply() throws ClassNotFoundException {
        for (String name : types()) {
            Class<?> type = Class.forName(PRODUCT + name);
            DynamicType.Builder<?> builder = new ByteBuddy().redefine(type);
            for (Replacement replacement : replacements) {
                if (replacement.type.equals(name)) {
                    mustHave(type, replacement.method);
                    builder = replacement.body.of(builder, replacement.method);
                }
            }
            builder.make().load(type.getClassLoader(), ClassReloadingStrategy.of(ByteBuddyAgent.getInstrumentation()));
        }
    }

    /** Undoes {@link #apply}. */
    void undo() throws ClassNotFoundException, IOException {
        for (String name : types()) {
            Class<?> type = Class.forName(PRODUCT + name);
            ClassReloadingStrategy.of(ByteBuddyAgent.getInstrumentation())
                    .reset(ClassFileLocator.ForClassLoader.of(type.getClassLoader()), type);
        }
    }

    @Override
    public String toString() {
        return rule + ": " + broken;
    }

    private Set<String> types() {
        Set<String> types = new LinkedHashSet<>();
        replacements.forEach(replacement -> types.add(replacement.type));
        return types;
    }

    private Mutation inside(String type, String method, CodeChange.Factory change) {
        return with(
                type,
                method,
                (builder, of) -> builder.visit(new AsmVisitorWrapper.ForDeclaredMethods()
                        .method(
                                named(of),
                                (instrumented, name, code, context, pool, writer, reader) -> change.around(code))));
    }

    private Mutation with(String type, String method, Body body) {
        replacements.add(new Replacement(type, method, body));
        return this;
    }

    private static void mustHave(Class<?> type, String method) {
        if (Arrays.stream(type.getDeclaredMethods())
                .noneMatch(each -> each.getName().equals(method))) {
            throw new IllegalArgumentException(type + " has no method " + method);
        }
    }
}
