package io.cellkeeper.compat.mutation;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/**
 * Runs the server as its own launcher does, and breaks and mends it on request: an int over a connection to the port in the
 * property {@code compat.mutant.port} breaks the mutation of that number, its complement mends it. A byte of 1 says it is done.
 */
public final class MutantMain {
    private MutantMain() {}

    /** The arguments are the server's. */
    public static void main(String[] arguments) throws Exception {
        ServerSocket control =
                new ServerSocket(Integer.getInteger("compat.mutant.port"), 1, InetAddress.getLoopbackAddress());
        Thread obey = new Thread(() -> obey(control), "mutations");
        obey.setDaemon(true);
        obey.start();
        Class.forName("io.cellkeeper.server.Main")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }

    private static void obey(ServerSocket control) {
        List<Mutation> mutations = Mutations.all();
        try (Socket socket = control.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            while (true) {
                int number = in.readInt();
                if (number >= 0) {
                    mutations.get(number).apply();
                } else {
                    mutations.get(~number).undo();
                }
                out.writeByte(1);
                out.flush();
            }
        } catch (IOException | ClassNotFoundException e) {
            // Goes to this process's output, to which the test points when it loses its connection.
            throw new IllegalStateException("the mutations are over", e);
        }
    }
}
