package io.cellkeeper.compat.differential;

import java.util.List;

/** One step of a sequence. Each can be left out without making the others meaningless. */
sealed interface Step {
    /** Which of the sequence's clients takes it. */
    int client();

    /**
     * A request. A client that is not connected connects first.
     *
     * @param part the operation and its body
     * @param pipelined whether the client's next request, if it follows at once, is sent without waiting
     * @param zxidPick which of the sequence's zxids so far replaces the body's first eight bytes; negative for none
     */
    record Ask(int client, Part part, boolean pipelined, int zxidPick) implements Step {
        @Override
        public String toString() {
            String zxid = zxidPick < 0 ? "" : " relative to zxid number " + zxidPick;
            return "client " + client + ": " + part.text() + zxid + (pipelined ? " ..." : "");
        }
    }

    /** Bytes that are no request; the server is to close the connection (rules 1.7, 1.9). */
    @SuppressWarnings("ArrayRecordComponent") // compared nowhere
    record Noise(int client, byte[] bytes) implements Step {
        @Override
        public String toString() {
            return "client " + client + ": bytes that are no request: "
                    + java.util.HexFormat.of().formatHex(bytes);
        }
    }

    /** The client's connection ends without a word. */
    record Drop(int client) implements Step {
        @Override
        public String toString() {
            return "client " + client + ": its connection is cut";
        }
    }

    /** The client connects anew. */
    record Connect(int client, How how, int timeoutMs) implements Step {
        @Override
        public String toString() {
            return "client " + client + ": connects " + how + ", asking for " + timeoutMs + " ms";
        }
    }

    /** Ways to connect. */
    enum How {
        /** With its session, after the old connection is cut. */
        AGAIN,
        /** As old clients do (rule 2.2). */
        WITHOUT_READ_ONLY_BYTE,
        /** With its session, while its old connection is still open (rule 2.10). */
        BESIDE_THE_OLD_CONNECTION,
        /** Refused (rule 2.7). */
        WITH_ANOTHER_PASSWORD,
        /** Refused (rule 2.7). */
        WITH_A_SHORT_PASSWORD,
        /** Refused (rule 2.7). */
        WITH_NO_PASSWORD,
        /** With the session it closed last; refused (rule 2.7). */
        WITH_A_CLOSED_SESSION,
        /** Having seen a zxid that the server has not: closed (rule 2.4). */
        FROM_THE_FUTURE
    }

    /** Somebody opens a session of its own, with or without the read-only byte, and closes it at once (rules 2.2, 2.5). */
    record Visit(int client, int timeoutMs, boolean readOnlyByte) implements Step {
        @Override
        public String toString() {
            return "a visitor asks for " + timeoutMs + " ms" + (readOnlyByte ? "" : ", without the read-only byte");
        }
    }

    /**
     * Somebody opens a session of the shortest timeout, creates ephemerals and says nothing more: the session expires (rules
     * 3.3, 3.7).
     */
    record Lapse(int client, List<Part> creates, boolean cut) implements Step {
        @Override
        public String toString() {
            return "a visitor " + (cut ? "is cut off" : "falls silent") + " after "
                    + creates.stream().map(Part::text).toList();
        }
    }

    /**
     * An operation with its body.
     *
     * @param op its code on the wire
     * @param body what follows the request's header
     * @param text what a person reads
     * @param inner the codes of a multi's operations
     */
    @SuppressWarnings("ArrayRecordComponent") // compared nowhere
    record Part(int op, byte[] body, String text, List<Integer> inner) {
        Part(int op, byte[] body, String text) {
            this(op, body, text, List.of());
        }

        /** The same, cut short. */
        Part cut(int length) {
            return new Part(op, java.util.Arrays.copyOf(body, length), text + " cut to " + length + " bytes", inner);
        }
    }
}
