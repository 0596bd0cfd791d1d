package io.cellkeeper.compat.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.ExistsResponse;

/** A request, its reply and what came between, in one line of a test. */
public final class Exchange {
    /** The state in every event: connected. */
    private static final int CONNECTED = 3;

    private Exchange() {}

    /** Sends a request that must succeed and returns its reply. No event may come before it. */
    public static Frame done(RawClient client, int type, Record... record) throws IOException {
        Frame reply = client.call(type, record);
        Frame.ok(reply);
        return reply;
    }

    /** Sends a request that must fail with this error and nothing else; no event may come before the reply. */
    public static void refused(int err, RawClient client, int type, Record... record) throws IOException {
        Frame reply = client.call(type, record);
        assertEquals(err, reply.err(), reply::toString);
        assertEquals(0, reply.body().length, "an error has no body (rule 1.10)");
    }

    /** A node's stat. */
    public static Stat stat(RawClient client, String path) throws IOException {
        return done(client, OpCode.exists, RawClient.exists(path, false))
                .as(new ExistsResponse())
                .getStat();
    }

    /** Sends a request and returns the events that came before its reply, as "type path"; the reply's error must be this. */
    public static List<String> eventsBefore(RawClient client, int err, int type, Record... record) throws IOException {
        client.pipeline(client.request(type, record));
        List<String> events = new ArrayList<>();
        Frame frame = client.read();
        while (frame.isEvent()) {
            assertEquals(CONNECTED, frame.event().getState());
            events.add(frame.event().getType() + " " + frame.event().getPath());
            frame = client.read();
        }
        assertEquals(err, frame.err(), frame::toString);
        return events;
    }

    /** As {@link #eventsBefore(RawClient, int, int, Record...)}, of a request that succeeds. */
    public static List<String> eventsBefore(RawClient client, int type, Record... record) throws IOException {
        return eventsBefore(client, 0, type, record);
    }
}
