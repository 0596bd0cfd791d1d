package io.cellkeeper.proxy.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Hands the lanes of one end of a link to its socket, {@link LaneSource#MAX_DRAINED} bytes at a time (decision 15); with
 * epoll the kernel takes no more than that ahead of what it has sent, else as much as its buffer holds. So what is ordered
 * next overtakes what is left of a large body. On the channel's event loop.
 */
public final class LanePump {
    /** A link whose socket takes nothing for this long is over (decision 15). */
    public static final int NO_PROGRESS_SECONDS = 5;

    private static final long NO_PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(NO_PROGRESS_SECONDS);
    /** Bytes after which other tasks of the loop have their turn. */
    private static final int MAX_PER_TURN = 256 << 10;

    private final Channel channel;
    private final LaneSource lanes;
    private final Runnable stalled;
    private boolean writing;
    private long writingSinceNanos;
    private boolean watched;
    private boolean yielding;
    private boolean stopped;

    /** @param stalled hears if the socket takes nothing for too long */
    public LanePump(Channel channel, LaneSource lanes, Runnable stalled) {
        this.channel = channel;
        this.lanes = lanes;
        this.stalled = stalled;
        if (channel instanceof EpollSocketChannel) {
            channel.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) LaneSource.MAX_DRAINED);
        }
    }

    /** Hands over what there is, as far as the socket takes it; goes on by itself when it takes more. */
    public void pump() {
        int handed = 0;
        while (!stopped && !writing && !yielding && lanes.nextLength() > 0) {
            if (handed >= MAX_PER_TURN) {
                yielding = true;
                channel.eventLoop().execute(this::goOn);
                return;
            }
            ByteBuf bytes = channel.alloc().buffer(lanes.nextLength());
            lanes.drain(bytes::writeBytes);
            handed += bytes.readableBytes();
            write(bytes);
        }
    }

    /** Hands nothing more over. What the socket has been handed still goes, or stalls. */
    public void stop() {
        stopped = true;
    }

    private void write(ByteBuf bytes) {
        ChannelFuture written = channel.writeAndFlush(bytes);
        if (!written.isDone()) {
            writing = true;
            writingSinceNanos = System.nanoTime();
            watch(NO_PROGRESS_NANOS);
            written.addListener(done -> {
                writing = false;
                stopped |= !done.isSuccess();
                pump();
            });
        } else if (!written.isSuccess()) {
            stopped = true;
        }
    }

    private void goOn() {
        yielding = false;
        pump();
    }

    private void watch(long forNanos) {
        if (!watched) {
            watched = true;
            var unused = channel.eventLoop().schedule(this::look, forNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        watched = false;
        if (writing) {
            long left = NO_PROGRESS_NANOS - (System.nanoTime() - writingSinceNanos);
            if (left > 0) {
                watch(left);
            } else {
                stalled.run();
            }
        }
    }
}
