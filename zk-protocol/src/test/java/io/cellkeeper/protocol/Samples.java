package io.cellkeeper.protocol;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Values of the wire's types. */
final class Samples extends DomainContextBase {
    /** Any text without surrogates, which jute's own writer encodes in a way that no reader reads back. */
    @Provide
    Arbitrary<String> strings() {
        return Arbitraries.strings()
                .withCharRange('\0', '\ud7ff')
                .withCharRange('\ue000', '\uffff')
                .ofMaxLength(20);
    }

    @Provide
    Arbitrary<byte[]> buffers() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
    }

    @Provide
    Arbitrary<AclEntry> aclEntries() {
        Arbitrary<AclEntry> any = Combinators.combine(Arbitraries.integers(), strings(), strings())
                .as((perms, scheme, id) -> new AclEntry(perms, new Identity(scheme, id)));
        return Arbitraries.oneOf(Arbitraries.of(Acls.OPEN_ALL), any);
    }

    @Provide
    Arbitrary<Stat> stats() {
        Arbitrary<Long> longs = Arbitraries.longs();
        Arbitrary<Integer> ints = Arbitraries.integers();
        return Combinators.combine(longs.list().ofSize(6), ints.list().ofSize(5))
                .as((l, i) -> new Stat(
                        l.get(0), l.get(1), l.get(2), l.get(3), i.get(0), i.get(1), i.get(2), l.get(4), i.get(3),
                        i.get(4), l.get(5)));
    }

    static List<ACL> juteAcl(List<AclEntry> acl) {
        return acl.stream()
                .map(entry -> new ACL(
                        entry.perms(),
                        new Id(entry.identity().scheme(), entry.identity().id())))
                .toList();
    }

    static org.apache.zookeeper.data.Stat juteStat(Stat stat) {
        return new org.apache.zookeeper.data.Stat(
                stat.czxid(),
                stat.mzxid(),
                stat.ctime(),
                stat.mtime(),
                stat.version(),
                stat.cversion(),
                stat.aversion(),
                stat.ephemeralOwner(),
                stat.dataLength(),
                stat.numChildren(),
                stat.pzxid());
    }
}
