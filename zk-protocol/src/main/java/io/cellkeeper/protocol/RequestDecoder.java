package io.cellkeeper.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.jute.Record;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.GetSASLRequest;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.apache.zookeeper.proto.SyncRequest;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the body of a request: what follows its header (rule 7.1). The operations of the hot path are read in place,
 * the others through jute's own records. Memory taken is bounded by a small multiple of the body, whatever it claims.
 * Bytes after the record are ignored (rule 1.6). A null path is malformed, which rule 6.2 allows; any other path is for
 * the state to judge.
 */
public final class RequestDecoder {
    private static final Request PING = new Request.Ping();
    private static final Request WHO_AM_I = new Request.WhoAmI();
    private static final Request CLOSE_SESSION = new Request.CloseSession();

    private RequestDecoder() {}

    /**
     * Decodes a body.
     *
     * @return the request; its payload is a range of {@code body}'s array
     * @throws MalformedRecordException if these bytes are no request of this operation; nothing else is thrown
     */
    public static Request decode(OpCode op, ByteRange body) {
        return switch (op) {
            case CREATE, CREATE2, CREATE_CONTAINER, CREATE_TTL -> create(op, new WireReader(body));
            case DELETE -> delete(new WireReader(body));
            case SET_DATA -> setData(new WireReader(body));
            case CHECK -> check(new WireReader(body));
            case EXISTS -> exists(new WireReader(body));
            case GET_DATA -> getData(new WireReader(body));
            case GET_CHILDREN -> getChildren(new WireReader(body), false);
            case GET_CHILDREN2 -> getChildren(new WireReader(body), true);
            case MULTI -> multi(new WireReader(body));
            case MULTI_READ -> multiRead(new WireReader(body));
            case PING -> PING;
            case WHO_AM_I -> WHO_AM_I;
            case CLOSE_SESSION -> CLOSE_SESSION;
            case GET_ACL ->
                new Request.GetAcl(needed(read(new GetACLRequest(), body).getPath()));
            case SET_ACL -> setAcl(read(new SetACLRequest(), body));
            case SYNC -> new Request.Sync(needed(read(new SyncRequest(), body).getPath()));
            case RECONFIG -> reconfig(read(new ReconfigRequest(), body));
            case CHECK_WATCHES -> checkWatches(read(new CheckWatchesRequest(), body));
            case REMOVE_WATCHES -> removeWatches(read(new RemoveWatchesRequest(), body));
            case ADD_WATCH -> addWatch(read(new AddWatchRequest(), body));
            case SET_WATCHES -> setWatches(read(new SetWatches(), body));
            case SET_WATCHES2 -> setWatches2(read(new SetWatches2(), body));
            case GET_EPHEMERALS ->
                new Request.GetEphemerals(read(new GetEphemeralsRequest(), body).getPrefixPath());
            case GET_ALL_CHILDREN_NUMBER ->
                new Request.GetAllChildrenNumber(
                        needed(read(new GetAllChildrenNumberRequest(), body).getPath()));
            case AUTH -> auth(read(new AuthPacket(), body));
            case SASL -> new Request.Sasl(range(read(new GetSASLRequest(), body).getToken()));
        };
    }

    private static Request create(OpCode op, WireReader in) {
        String path = in.readString();
        ByteRange data = in.readBuffer();
        List<AclEntry> acl = Acls.read(in);
        int flags = in.readInt();
        return new Request.Create(op, path, data, acl, flags, op == OpCode.CREATE_TTL ? in.readLong() : 0);
    }

    private static Request delete(WireReader in) {
        return new Request.Delete(in.readString(), in.readInt());
    }

    private static Request setData(WireReader in) {
        return new Request.SetData(in.readString(), in.readBuffer(), in.readInt());
    }

    private static Request check(WireReader in) {
        return new Request.Check(in.readString(), in.readInt());
    }

    private static Request exists(WireReader in) {
        return new Request.Exists(in.readString(), in.readBoolean());
    }

    private static Request getData(WireReader in) {
        return new Request.GetData(in.readString(), in.readBoolean());
    }

    private static Request getChildren(WireReader in, boolean withStat) {
        return new Request.GetChildren(in.readString(), in.readBoolean(), withStat);
    }

    private static Request multi(WireReader in) {
        List<Request> operations = new ArrayList<>();
        for (OpCode op = nextOperation(in); op != null; op = nextOperation(in)) {
            operations.add(
                    switch (op) {
                        case CREATE, CREATE2, CREATE_CONTAINER, CREATE_TTL -> create(op, in);
                        case DELETE -> delete(in);
                        case SET_DATA -> setData(in);
                        case CHECK -> check(in);
                        default -> throw new MalformedRecordException(op + " in a multi");
                    });
        }
        return new Request.Multi(Collections.unmodifiableList(operations));
    }

    private static Request multiRead(WireReader in) {
        List<Request> reads = new ArrayList<>();
        for (OpCode op = nextOperation(in); op != null; op = nextOperation(in)) {
            reads.add(
                    switch (op) {
                        case GET_DATA -> getData(in);
                        case GET_CHILDREN -> getChildren(in, false);
                        default -> throw new MalformedRecordException(op + " in a multiRead");
                    });
        }
        return new Request.MultiRead(Collections.unmodifiableList(reads));
    }

    /** Reads the header of the next operation of a multi (rule 8.12.1): null for the terminator. */
    private static @Nullable OpCode nextOperation(WireReader in) {
        int type = in.readInt();
        boolean done = in.readBoolean();
        in.readInt();
        if (done) {
            return null;
        }
        OpCode op = OpCode.of(type);
        if (op == null) {
            throw new MalformedRecordException("operation " + type + " in a multi");
        }
        return op;
    }

    private static Request setAcl(SetACLRequest record) {
        return new Request.SetAcl(needed(record.getPath()), acl(record.getAcl()), record.getVersion());
    }

    private static Request reconfig(ReconfigRequest record) {
        return new Request.Reconfig(
                record.getJoiningServers(),
                record.getLeavingServers(),
                record.getNewMembers(),
                record.getCurConfigId());
    }

    private static Request checkWatches(CheckWatchesRequest record) {
        return new Request.CheckWatches(needed(record.getPath()), record.getType());
    }

    private static Request removeWatches(RemoveWatchesRequest record) {
        return new Request.RemoveWatches(needed(record.getPath()), record.getType());
    }

    private static Request addWatch(AddWatchRequest record) {
        return new Request.AddWatch(needed(record.getPath()), record.getMode());
    }

    private static Request setWatches(SetWatches record) {
        return new Request.SetWatches(
                record.getRelativeZxid(),
                paths(record.getDataWatches()),
                paths(record.getExistWatches()),
                paths(record.getChildWatches()),
                List.of(),
                List.of());
    }

    private static Request setWatches2(SetWatches2 record) {
        return new Request.SetWatches(
                record.getRelativeZxid(),
                paths(record.getDataWatches()),
                paths(record.getExistWatches()),
                paths(record.getChildWatches()),
                paths(record.getPersistentWatches()),
                paths(record.getPersistentRecursiveWatches()));
    }

    private static Request auth(AuthPacket record) {
        ByteRange auth = range(record.getAuth());
        return new Request.Auth(Acls.orEmpty(record.getScheme()), auth == null ? ByteRange.EMPTY : auth);
    }

    private static <T extends Record> T read(T record, ByteRange body) {
        return RangeInputArchive.read(record, body);
    }

    private static String needed(@Nullable String string) {
        if (string == null) {
            throw new MalformedRecordException("null where a string is needed");
        }
        return string;
    }

    private static @Nullable ByteRange range(byte @Nullable [] bytes) {
        return bytes == null ? null : ByteRange.of(bytes);
    }

    /** Paths of watches: a null list is an empty one, a null path is malformed. */
    private static List<String> paths(@Nullable List<@Nullable String> paths) {
        if (paths == null) {
            return List.of();
        }
        List<String> needed = new ArrayList<>(paths.size());
        for (String path : paths) {
            needed.add(needed(path));
        }
        return Collections.unmodifiableList(needed);
    }

    private static @Nullable List<AclEntry> acl(@Nullable List<ACL> records) {
        if (records == null) {
            return null;
        }
        List<AclEntry> acl = new ArrayList<>(records.size());
        for (ACL record : records) {
            acl.add(new AclEntry(
                    record.getPerms(),
                    new Identity(
                            Acls.orEmpty(record.getId().getScheme()),
                            Acls.orEmpty(record.getId().getId()))));
        }
        return acl.equals(Acls.OPEN_ALL) ? Acls.OPEN_ALL : Collections.unmodifiableList(acl);
    }
}
