package io.cellkeeper.proxy;

import io.cellkeeper.proxy.link.LeaderOut;
import io.cellkeeper.proxy.link.LinkMessage.DropInterest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * This proxy's interests at the leader of one link: one for each path, whoever watches it here (design: watches). They are
 * registered by the reads that carry them, which are numbered (decision 15), and dropped when nobody needs them: not while
 * an answer is under way that may register a watch.
 */
final class InterestTable {
    private final Map<String, Interest> interests = new HashMap<>();
    private final LeaderOut leader;
    private final Predicate<String> isWatched;

    private static final class Interest {
        /** Registrations sent and not answered. */
        int pending;
        /** The registration whose answer was handled last, whatever its number; 0 for none. */
        long handled;
    }

    InterestTable(LeaderOut leader, Predicate<String> isWatched) {
        this.leader = leader;
        this.isWatched = isWatched;
    }

    /** A read that registers interest in this path was sent. */
    void sent(String path) {
        interests.computeIfAbsent(path, key -> new Interest()).pending++;
    }

    /** The answer to such a read was handled: its watch, if there is one, is in the table. */
    void handled(String path, long registration) {
        Interest interest = interests.get(path);
        if (interest == null) {
            return;
        }
        interest.pending--;
        interest.handled = registration;
        dropIfUnneeded(path, interest);
    }

    /** The leader will not answer such a read any more: it has registered nothing. */
    void abandoned(String path) {
        Interest interest = interests.get(path);
        if (interest != null) {
            interest.pending--;
            dropIfUnneeded(path, interest);
        }
    }

    /** Nobody watches this path any more. */
    void unwatched(String path) {
        Interest interest = interests.get(path);
        if (interest != null) {
            dropIfUnneeded(path, interest);
        }
    }

    int size() {
        return interests.size();
    }

    private void dropIfUnneeded(String path, Interest interest) {
        if (isAnswered(interest) && !isWatched.test(path)) {
            interests.remove(path);
            if (interest.handled != 0) {
                leader.send(drop(path, interest));
            }
        }
    }

    /** † Nothing is dropped while an answer is under way that may register a watch. */
    private static boolean isAnswered(Interest interest) {
        return interest.pending == 0;
    }

    /** † A drop names the registration whose answer was handled last, so that it can't end one answered after. */
    private static DropInterest drop(String path, Interest interest) {
        return new DropInterest(path, interest.handled);
    }
}
