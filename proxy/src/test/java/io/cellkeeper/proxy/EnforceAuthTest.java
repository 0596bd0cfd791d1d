package io.cellkeeper.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cellkeeper.protocol.DigestAuth;
import io.cellkeeper.proxy.link.LinkMessage.Command;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule 11.13. */
class EnforceAuthTest {
    private static final int REFUSED = -124;

    private static ProxyFixture requiring(String... schemes) {
        ProxyFixture proxy = new ProxyFixture(
                new ProxySettings(0, 0, 0, Optional.empty(), DigestAuth.DEFAULT_ALGORITHM, Set.of(schemes)));
        proxy.linkUp();
        return proxy;
    }

    @Test
    void shouldRefuseAnyRequestOfAConnectionThatHasProvenNothingAndClose() {
        ProxyFixture proxy = requiring("digest");
        for (int request = 0; request < 3; request++) {
            FakeClient client = proxy.open();
            switch (request) {
                case 0 -> client.send(Requests.create(7, "/a"));
                case 1 -> client.send(Requests.ping());
                default -> client.send(Requests.closeSession(7));
            }
            proxy.sentNothing();
            assertEquals(REFUSED, client.takeReply().error(), "request " + request);
            assertTrue(client.closed);
        }
    }

    @Test
    void shouldLetInWhoProvesARequiredSchemeAlsoBeforeThatIsAnswered() {
        ProxyFixture proxy = requiring("digest");
        FakeClient client =
                proxy.open().send(Requests.auth(-4, "digest", "alice:secret")).send(Requests.create(1, "/a"));
        proxy.take(Command.class);
        proxy.take(Command.class);
        assertFalse(client.closed);
    }

    @Test
    void shouldNotTakeAnotherSchemeForTheRequiredOne() {
        ProxyFixture proxy = requiring("digest");
        FakeClient client = proxy.open().send(Requests.auth(-4, "ip", "x"));
        assertEquals(0, client.takeReply().error());
        client.send(Requests.create(1, "/a"));
        assertEquals(REFUSED, client.takeReply().error());
        assertTrue(client.closed);
    }

    @Test
    void shouldBeContentWithTheAddressIfThatIsRequired() {
        ProxyFixture proxy = requiring("ip", "digest");
        proxy.open().send(Requests.create(1, "/a"));
        proxy.take(Command.class);
    }
}
