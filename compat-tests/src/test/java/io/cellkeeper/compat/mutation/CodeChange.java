package io.cellkeeper.compat.mutation;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Replaces single instructions of a method; the stack is as before after each. */
abstract class CodeChange extends MethodVisitor {
    private CodeChange(MethodVisitor code) {
        super(OpenedClassReader.ASM_API, code);
    }

    /** Makes the change around the code of a method. */
    interface Factory {
        MethodVisitor around(MethodVisitor code);
    }

    /** Puts a value, null for none, where a method of this name is called. */
    static MethodVisitor call(MethodVisitor code, String called, @Nullable Object value) {
        return new CodeChange(code) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (!name.equals(called)) {
                    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                    return;
                }
                Type[] arguments = Type.getArgumentTypes(descriptor);
                for (int i = arguments.length - 1; i >= 0; i--) {
                    pop(arguments[i].getSize());
                }
                if (opcode != Opcodes.INVOKESTATIC) {
                    pop(1);
                }
                if (value != null) {
                    super.visitLdcInsn(value);
                }
            }
        };
    }

    /** Reads another constant of the same class. */
    static MethodVisitor constant(MethodVisitor code, String constant, String other) {
        return new CodeChange(code) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                boolean replaced = opcode == Opcodes.GETSTATIC && name.equals(constant);
                super.visitFieldInsn(opcode, owner, replaced ? other : name, descriptor);
            }
        };
    }

    /** Doesn't assign to a field. */
    static MethodVisitor assignment(MethodVisitor code, String field) {
        return new CodeChange(code) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                if (opcode == Opcodes.PUTFIELD && name.equals(field)) {
                    pop(Type.getType(descriptor).getSize());
                    pop(1);
                } else {
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                }
            }
        };
    }

    final void pop(int size) {
        super.visitInsn(size == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
}
