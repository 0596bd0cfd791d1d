"""A kazoo client: lock, ephemeral node and watch event. Argument: the connect string. Prints PASSED at the end."""
import sys
import threading

from kazoo.client import KazooClient

LIMIT = 30


def started(hosts):
    client = KazooClient(hosts=hosts, timeout=10)
    client.start(timeout=LIMIT)
    return client


def main(hosts):
    first, second = started(hosts), started(hosts)

    held, waiting = first.Lock("/kazoo/lock", "first"), second.Lock("/kazoo/lock", "second")
    assert held.acquire(timeout=LIMIT)
    assert not waiting.acquire(blocking=False)
    assert waiting.contenders() == ["first"], waiting.contenders()
    acquired = threading.Event()

    def wait():
        if waiting.acquire(timeout=LIMIT):
            acquired.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    held.release()
    assert acquired.wait(LIMIT)
    waiter.join()
    waiting.release()

    events = []
    fired = threading.Event()

    def watch(event):
        events.append((event.type, event.path))
        fired.set()

    first.create("/kazoo/held", b"mine", ephemeral=True)
    data, stat = second.get("/kazoo/held", watch=watch)
    assert data == b"mine" and stat.ephemeralOwner == first.client_id[0]
    first.stop()
    first.close()
    assert fired.wait(LIMIT)
    assert events == [("DELETED", "/kazoo/held")], events
    assert second.exists("/kazoo/held") is None

    transaction = second.transaction()
    transaction.create("/kazoo/made", b"1")
    transaction.check("/kazoo/made", 0)
    transaction.set_data("/kazoo/made", b"2")
    assert transaction.commit()[1] is True
    assert second.get("/kazoo/made")[0] == b"2"
    assert second.server_version()[0] == 3
    second.stop()
    second.close()
    print("PASSED", flush=True)


main(sys.argv[1])
