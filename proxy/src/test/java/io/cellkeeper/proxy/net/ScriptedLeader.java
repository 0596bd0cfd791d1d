package io.cellkeeper.proxy.net;

import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import io.cellkeeper.proxy.link.LinkMessage.KeepAlive;
import io.cellkeeper.proxy.link.LinkMessage.OpenSession;
import io.cellkeeper.proxy.link.LinkMessage.Read;
import java.util.concurrent.atomic.AtomicInteger;

/** A leader on the same loop that grants everything; of reads it answers a body of a set size. */
final class ScriptedLeader implements LeaderOut {
    private final ProxyLoop loop;
    private long sessions = 0x500;
    private long zxid = 10;
    private volatile ByteRange body = ByteRange.EMPTY;
    private final AtomicInteger commands = new AtomicInteger();

    ScriptedLeader(ProxyLoop loop) {
        this.loop = loop;
    }

    void answerReadsWith(int bytes) {
        body = ByteRange.of(new byte[bytes]);
    }

    int commands() {
        return commands.get();
    }

    @Override
    public void send(LinkMessage.ToLeader message) {
        loop.eventLoop().execute(() -> answer(message));
    }

    private void answer(LinkMessage.ToLeader message) {
        if (message instanceof OpenSession open) {
            loop.linkMessage(new LinkMessage.SessionOpened(
                    open.request(), ++sessions, 1, 0, open.timeoutMs(), ByteRange.of(new byte[16]), zxid));
        } else if (message instanceof Command command) {
            commands.incrementAndGet();
            loop.linkMessage(new LinkMessage.Result(
                    command.session(), command.generation(), command.number(), ++zxid, ErrorCode.OK, ByteRange.EMPTY));
        } else if (message instanceof Read read) {
            loop.linkMessage(new LinkMessage.ReadAnswer(
                    read.session(), read.generation(), read.read(), zxid, ErrorCode.OK, false, body));
        } else if (message instanceof KeepAlive keepAlive) {
            loop.linkMessage(new LinkMessage.KeepAliveAnswer(keepAlive.id(), 0, false));
        }
    }
}
