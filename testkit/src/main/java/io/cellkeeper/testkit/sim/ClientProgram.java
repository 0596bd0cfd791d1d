package io.cellkeeper.testkit.sim;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.CreateMode;
import io.cellkeeper.protocol.OpCode;
import io.cellkeeper.testkit.sim.ClientCall.Then;
import io.cellkeeper.testkit.time.Dice;
import java.util.HashMap;
import java.util.Map;

/** What a client's application does: bursts of pipelined requests on nodes that all share, and the lock now and then. */
final class ClientProgram {
    private static final long MS = 1_000_000;
    private static final int MAX_PENDING = 12;

    private final SimClient client;
    private final Cell cell;
    private final Dice dice;
    private final LockRecipe lock;
    private final Map<String, Integer> versions = new HashMap<>();
    private final long longestPause;
    private boolean prepared;

    ClientProgram(SimClient client, Cell cell, Dice dice) {
        this.client = client;
        this.cell = cell;
        this.dice = dice;
        lock = new LockRecipe(client, this, cell, dice.split());
        longestPause = dice.between(60, 400) * MS;
    }

    void start() {
        act();
    }

    LockRecipe lock() {
        return lock;
    }

    void connected() {
        if (!prepared) {
            prepared = true;
            for (String path : Cell.BASE) {
                create(path, CreateMode.PERSISTENT, reply -> {});
            }
        }
        lock.connected();
    }

    void disconnected() {
        lock.disconnected();
    }

    void sessionEnds() {
        lock.sessionEnds();
    }

    void event(int type, String path) {
        lock.event(type, path);
    }

    private void act() {
        if (cell.isQuiet()) {
            return;
        }
        if (client.isConnected() && client.pendingCalls() < MAX_PENDING) {
            int burst = dice.perMille(300) ? dice.between(2, 6) : 1;
            for (int i = 0; i < burst && client.isConnected(); i++) {
                one();
            }
        }
        client.later(dice.between(5 * MS, longestPause), this::act);
    }

    private void one() {
        String path = dice.oneOf(Cell.SHARED);
        String any = dice.perMille(250) ? dice.oneOf(Cell.PAIR) : path;
        int what = dice.between(0, 99);
        if (what < 24) {
            read(OpCode.GET_DATA, any, dice.perMille(400), reply -> {
                if (reply != null && reply.isOk()) {
                    var in = reply.reader();
                    ClientWire.value(in);
                    versions.put(any, ClientWire.SeenStat.read(in).version());
                }
            });
        } else if (what < 32) {
            read(OpCode.EXISTS, any, dice.perMille(500), reply -> {});
        } else if (what < 39) {
            read(OpCode.GET_CHILDREN, Cell.PARENT, dice.perMille(500), reply -> {});
        } else if (what < 40) {
            addWatch(dice.perMille(300) ? Cell.PARENT : any);
        } else if (what < 62) {
            set(path);
        } else if (what < 70) {
            create(path, CreateMode.PERSISTENT, reply -> {});
        } else if (what < 75) {
            delete(path, dice.perMille(500) ? -1 : versions.getOrDefault(path, 0), reply -> {});
        } else if (what < 84) {
            create(
                    Cell.PARENT + "/e-",
                    dice.perMille(700) ? CreateMode.EPHEMERAL_SEQUENTIAL : CreateMode.PERSISTENT_SEQUENTIAL,
                    reply -> {
                        if (reply != null && reply.isOk() && client.isConnected() && dice.perMille(700)) {
                            delete(reply.reader().readString(), -1, deleted -> {});
                        }
                    });
        } else if (what < 88) {
            setBoth();
        } else if (what < 92) {
            sync(path);
        } else {
            lock.want();
        }
    }

    private void set(String path) {
        int version = dice.perMille(600) ? -1 : versions.getOrDefault(path, 0);
        int value = cell.newValue();
        int xid = client.nextXid();
        ByteRange frame = ClientWire.setData(xid, path, value, version);
        client.call(new ClientCall(OpCode.SET_DATA, path, xid, frame, value, version, false, reply -> {
            if (reply != null && reply.isOk()) {
                versions.put(path, ClientWire.SeenStat.read(reply.reader()).version());
            }
        }));
    }

    private void setBoth() {
        int value = cell.newValue();
        int xid = client.nextXid();
        ByteRange frame = ClientWire.setBoth(xid, Cell.PAIR.get(0), Cell.PAIR.get(1), value);
        client.call(new ClientCall(OpCode.MULTI, Cell.PAIR.get(0), xid, frame, value, -1, false, reply -> {}));
    }

    private void addWatch(String path) {
        int xid = client.nextXid();
        client.call(
                new ClientCall(OpCode.ADD_WATCH, path, xid, ClientWire.addWatch(xid, path), -1, -1, true, reply -> {}));
    }

    private void sync(String path) {
        int xid = client.nextXid();
        client.call(new ClientCall(OpCode.SYNC, path, xid, ClientWire.sync(xid, path), -1, -1, false, reply -> {}));
    }

    void create(String path, CreateMode mode, Then then) {
        int value = cell.newValue();
        int xid = client.nextXid();
        ByteRange frame = ClientWire.create(xid, path, value, mode);
        client.call(new ClientCall(OpCode.CREATE, path, xid, frame, value, -1, false, then));
    }

    void delete(String path, int version, Then then) {
        int xid = client.nextXid();
        ByteRange frame = ClientWire.delete(xid, path, version);
        client.call(new ClientCall(OpCode.DELETE, path, xid, frame, -1, version, false, then));
    }

    void read(OpCode op, String path, boolean watch, Then then) {
        int xid = client.nextXid();
        client.call(new ClientCall(op, path, xid, ClientWire.read(xid, op, path, watch), -1, -1, watch, then));
    }
}
