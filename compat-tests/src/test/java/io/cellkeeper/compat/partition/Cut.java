package io.cellkeeper.compat.partition;

import io.cellkeeper.compat.partition.Network.Flow;
import java.util.List;
import java.util.stream.Stream;

/** How a host is cut off from the other hosts. */
public enum Cut {
    /** It hears nothing and is heard by nobody. */
    BOTH_WAYS,
    /** It hears the others, but is not heard: what it sends is lost, acknowledgements of TCP as well. */
    OUTGOING,
    /** It is heard, but hears nothing. */
    INCOMING;

    /** What is dropped to cut one host off. */
    List<Flow> flows(int host, List<Integer> others) {
        return others.stream()
                .flatMap(other -> Stream.of(new Flow(host, other), new Flow(other, host)))
                .filter(flow -> this == BOTH_WAYS || (this == OUTGOING) == (flow.from() == host))
                .toList();
    }
}
