package io.cellkeeper.server.founding;

/** What a server has to do next on its way to being founded. */
public sealed interface FoundingStep {
    /** Nothing: others have to report first. {@link FoundingCore#waitingFor} says who. */
    record Await() implements FoundingStep {}

    /** Write this marker, then say so ({@link FoundingCore#stored}). */
    record Store(Marker marker) implements FoundingStep {}

    /** Make Ratis' storage empty, removing leftovers of an earlier try, then say so ({@link FoundingCore#formatted}). */
    record Format() implements FoundingStep {}

    /** The cell is founded: start Ratis. */
    record Start(Marker marker) implements FoundingStep {}

    /** This server must not take part. */
    record Refuse(String reason) implements FoundingStep {}
}
