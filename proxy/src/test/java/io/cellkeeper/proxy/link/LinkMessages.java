package io.cellkeeper.proxy.link;

import io.cellkeeper.protocol.AclEntry;
import io.cellkeeper.protocol.ByteRange;
import io.cellkeeper.protocol.ErrorCode;
import io.cellkeeper.protocol.Identity;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary messages of every type. */
final class LinkMessages {
    private static final Arbitrary<Long> LONGS = Arbitraries.longs();
    private static final Arbitrary<Integer> INTS = Arbitraries.integers();
    private static final Arbitrary<ByteRange> BYTES =
            Arbitraries.bytes().array(byte[].class).ofMaxSize(40).map(ByteRange::of);
    private static final Arbitrary<String> STRINGS =
            Arbitraries.strings().withCharRange('!', '\ud7ff').ofMaxLength(20);
    private static final Arbitrary<Identity> IDENTITIES =
            Combinators.combine(STRINGS, STRINGS).as(Identity::new);
    private static final Arbitrary<List<AclEntry>> ACLS =
            Combinators.combine(INTS, IDENTITIES).as(AclEntry::new).list().ofMaxSize(4);
    private static final Arbitrary<Boolean> BOOLEANS = Arbitraries.of(true, false);
    private static final Arbitrary<ErrorCode> ERRORS = Arbitraries.of(ErrorCode.class);

    private LinkMessages() {}

    static Arbitrary<LinkMessage.ToLeader> toLeader() {
        return Arbitraries.oneOf(List.of(
                Combinators.combine(LONGS, LONGS, INTS, STRINGS, LONGS)
                        .as((high, low, version, proxy, incarnation) ->
                                new LinkMessage.Hello(new UUID(high, low), version, proxy, incarnation)),
                Combinators.combine(
                                LONGS,
                                LONGS,
                                BYTES,
                                INTS,
                                LONGS,
                                IDENTITIES.list().ofMaxSize(3))
                        .as(LinkMessage.OpenSession::new),
                Combinators.combine(
                                LONGS,
                                INTS,
                                LONGS,
                                LONGS,
                                INTS,
                                Arbitraries.integers().between(1, 127),
                                INTS,
                                BYTES)
                        .as(LinkMessage.Command::new),
                Combinators.combine(LONGS, INTS, LONGS, LONGS, LONGS, INTS, INTS, BYTES)
                        .as(LinkMessage.Read::new),
                Combinators.combine(
                                LONGS,
                                LONGS,
                                Combinators.combine(LONGS, INTS, LONGS)
                                        .as(LinkMessage.HeldSession::new)
                                        .list()
                                        .ofMaxSize(3),
                                Combinators.combine(
                                                STRINGS, Arbitraries.integers().between(0, 15))
                                        .as(LinkMessage.Reregistration::new)
                                        .list()
                                        .ofMaxSize(3),
                                BOOLEANS)
                        .as(LinkMessage.Resume::new),
                Combinators.combine(
                                LONGS,
                                Combinators.combine(LONGS, INTS, INTS, LONGS)
                                        .as(LinkMessage.Touch::new)
                                        .list()
                                        .ofMaxSize(5))
                        .as(LinkMessage.KeepAlive::new),
                Combinators.combine(STRINGS, LONGS).as(LinkMessage.DropInterest::new),
                LONGS.map(LinkMessage.TermReport::new)));
    }

    static Arbitrary<LinkMessage.ToProxy> toProxy() {
        return Arbitraries.oneOf(List.of(
                Combinators.combine(LONGS, INTS, INTS, INTS, LONGS).as(LinkMessage.Welcome::new),
                Combinators.combine(STRINGS, BOOLEANS).as(LinkMessage.Refused::new),
                Combinators.combine(LONGS, LONGS, INTS, LONGS, INTS, BYTES, LONGS)
                        .as(LinkMessage.SessionOpened::new),
                Combinators.combine(LONGS, BOOLEANS, STRINGS).as(LinkMessage.SessionRefused::new),
                Combinators.combine(LONGS, INTS, LONGS, LONGS, ERRORS, BYTES).as(LinkMessage.Result::new),
                Combinators.combine(LONGS, INTS, LONGS, LONGS, ERRORS, BOOLEANS, BYTES)
                        .as(LinkMessage.ReadAnswer::new),
                Combinators.combine(
                                LONGS,
                                Arbitraries.integers().between(1, 3),
                                STRINGS,
                                ACLS.injectNull(0.3),
                                ACLS.injectNull(0.3))
                        .as(LinkMessage.Changed::new),
                Combinators.combine(LONGS, INTS, Arbitraries.of(LinkMessage.SessionGone.Reason.class))
                        .as(LinkMessage.SessionGone::new),
                Combinators.combine(LONGS, LONGS, BOOLEANS).as(LinkMessage.KeepAliveAnswer::new),
                LONGS.map(LinkMessage.ReplayEnd::new),
                Combinators.combine(Arbitraries.integers().between(1, 4), STRINGS, ACLS.injectNull(0.3))
                        .as(LinkMessage.Missed::new)
                        .list()
                        .ofMaxSize(3)
                        .map(LinkMessage.CatchUp::new)));
    }
}
