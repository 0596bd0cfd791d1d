package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.testkit.sim.ClientCall.Reply;
import io.cellkeeper.testkit.time.Dice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recipe of a lock: an ephemeral sequential node, named so that it can be found again if the answer to its creation is
 * lost; the smallest number holds; the others watch the one before them.
 */
final class LockRecipe {
    private static final long MS = 1_000_000;
    private static final int DELETED = 2;

    private final SimClient client;
    private final ClientProgram program;
    private final Cell cell;
    private final Dice dice;

    private Stage stage = Stage.IDLE;
    private String prefix = "";
    private String own = "";
    private String before = "";
    private long token;
    private int tries;

    private enum Stage {
        IDLE,
        /** The node's creation is under way, or its outcome unknown. */
        CREATING,
        /** The node is there; others may be before it. */
        WAITING,
        HOLDING,
        /** The node is to be deleted. */
        RELEASING
    }

    LockRecipe(SimClient client, ClientProgram program, Cell cell, Dice dice) {
        this.client = client;
        this.program = program;
        this.cell = cell;
        this.dice = dice;
    }

    boolean isHolding() {
        return stage == Stage.HOLDING;
    }

    /** The create index of the node it holds with. */
    long token() {
        return token;
    }

    /** Takes the lock, if it has nothing to do with it yet. */
    void want() {
        if (stage == Stage.IDLE && client.isConnected()) {
            stage = Stage.CREATING;
            prefix = "c" + client.id + "." + client.incarnation() + "." + ++tries + "-";
            program.create(Cell.LOCK + "/" + prefix, CreateMode.EPHEMERAL_SEQUENTIAL, this::created);
        }
    }

    void connected() {
        switch (stage) {
            case IDLE -> {}
            case CREATING, WAITING -> look();
            case HOLDING -> cell.locks().held(client);
            case RELEASING -> delete();
        }
    }

    void disconnected() {
        before = "";
    }

    void sessionEnds() {
        stage = Stage.IDLE;
        own = "";
        before = "";
    }

    void event(int type, String path) {
        if (stage == Stage.WAITING && type == DELETED && path.equals(before) && client.isConnected()) {
            before = "";
            look();
        }
    }

    private void created(@Nullable Reply reply) {
        if (stage != Stage.CREATING || reply == null) {
            return;
        }
        if (!reply.isOk()) {
            // Its parent is not there yet.
            stage = Stage.IDLE;
            return;
        }
        own = reply.reader().readString();
        stage = Stage.WAITING;
        if (client.isConnected()) {
            look();
        }
    }

    /** Looks who is there: itself, if the answer to its creation was lost, and who is before it. */
    private void look() {
        String sought = prefix;
        program.read(OpCode.GET_CHILDREN, Cell.LOCK, false, reply -> {
            if (reply != null && reply.isOk() && sought.equals(prefix) && client.isConnected()) {
                List<String> names = reply.reader().readStrings();
                if (names != null && (stage == Stage.CREATING || stage == Stage.WAITING)) {
                    seen(new ArrayList<>(names));
                }
            }
        });
    }

    private void seen(List<String> names) {
        names.sort(Comparator.comparing(LockRecipe::number));
        int at = -1;
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).startsWith(prefix)) {
                at = i;
            }
        }
        if (at < 0) {
            // Its creation never came to be, and never will: this connection is a newer one.
            stage = Stage.IDLE;
            return;
        }
        own = Cell.LOCK + "/" + names.get(at);
        stage = Stage.WAITING;
        if (at == 0) {
            program.read(OpCode.EXISTS, own, false, this::isFirst);
        } else {
            String previous = Cell.LOCK + "/" + names.get(at - 1);
            before = previous;
            program.read(OpCode.EXISTS, previous, true, reply -> {
                if (reply != null && !reply.isOk() && stage == Stage.WAITING && client.isConnected()) {
                    look();
                }
            });
        }
    }

    private void isFirst(@Nullable Reply reply) {
        if (reply == null || !reply.isOk() || stage != Stage.WAITING || !client.isConnected()) {
            return;
        }
        token = ClientWire.SeenStat.read(reply.reader()).czxid();
        stage = Stage.HOLDING;
        cell.locks().granted(client, token);
        String held = own;
        client.later(dice.between(5 * MS, 250 * MS), () -> {
            if (stage == Stage.HOLDING && own.equals(held)) {
                stage = Stage.RELEASING;
                if (client.isConnected()) {
                    delete();
                }
            }
        });
    }

    private void delete() {
        program.delete(own, -1, reply -> {
            if (reply != null && stage == Stage.RELEASING) {
                stage = Stage.IDLE;
            }
        });
    }

    private static String number(String name) {
        return name.substring(name.length() - 10);
    }
}
