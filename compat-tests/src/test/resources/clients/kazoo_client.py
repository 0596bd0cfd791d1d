"""Two kazoo clients, as OtherClientsTest describes. Arguments: connect string and root."""
import queue
import sys
import threading

from kazoo.client import KazooClient, KazooState
from kazoo.exceptions import BadVersionError

LIMIT = 30


class Client:
    """A client and what it hears of its connection."""

    def __init__(self, hosts):
        self.states = queue.Queue()
        self.zk = KazooClient(hosts=hosts, timeout=10)
        self.zk.add_listener(self.states.put)
        self.zk.start(timeout=LIMIT)
        self.await_state(KazooState.CONNECTED)

    def await_state(self, state):
        found = self.states.get(timeout=LIMIT)
        assert found == state, (state, found)

    def end(self):
        self.zk.stop()
        self.zk.close()


def lock(first, second, path):
    held, waiting = first.Lock(path, "first"), second.Lock(path, "second")
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


def elect(first, second, path):
    leading, resign = [], threading.Event()
    leads = [threading.Event(), threading.Event()]

    def lead(number):
        leading.append(number)
        leads[number].set()
        assert resign.wait(LIMIT)

    candidates = []
    for number, client in enumerate((first, second)):
        election = client.Election(path, str(number))
        candidates.append(threading.Thread(target=election.run, args=(lead, number)))
        candidates[number].start()
        if number == 0:
            assert leads[0].wait(LIMIT)
    assert leading == [0], leading
    resign.set()
    assert leads[1].wait(LIMIT)
    for candidate in candidates:
        candidate.join()
    assert leading == [0, 1], leading


def multi(first, second, path):
    transaction = first.transaction()
    transaction.create(path, b"1")
    transaction.check(path, 0)
    transaction.set_data(path, b"2")
    assert transaction.commit()[1] is True
    assert second.get(path)[0] == b"2"
    transaction = first.transaction()
    transaction.set_data(path, b"3")
    transaction.check(path, 7)
    assert isinstance(transaction.commit()[1], BadVersionError)
    assert second.get(path)[0] == b"2"


def watch_over_a_reconnect(first, second, path):
    """By the recipe that sets watches again; kazoo's plain ones end with the connection."""
    values = queue.Queue()
    first.zk.create(path, b"before")
    second.zk.DataWatch(path, lambda data, stat: values.put(data))
    assert values.get(timeout=LIMIT) == b"before"
    print("CUT", flush=True)
    for client in (first, second):
        client.await_state(KazooState.SUSPENDED)
        client.await_state(KazooState.CONNECTED)
    first.zk.set(path, b"after")
    value = values.get(timeout=LIMIT)
    while value == b"before":
        value = values.get(timeout=LIMIT)
    assert value == b"after", value


def main(hosts, root):
    first, second = Client(hosts), Client(hosts)
    first.zk.create(root)
    lock(first.zk, second.zk, root + "/lock")
    elect(first.zk, second.zk, root + "/election")
    multi(first.zk, second.zk, root + "/multi")
    first.zk.create(root + "/held", b"mine", ephemeral=True)
    watch_over_a_reconnect(first, second, root + "/watched")

    events = queue.Queue()
    stat = second.zk.get(root + "/held", watch=events.put)[1]
    assert stat.ephemeralOwner == first.zk.client_id[0]
    first.end()
    event = events.get(timeout=LIMIT)
    assert (event.type, event.path) == ("DELETED", root + "/held"), event
    assert second.zk.exists(root + "/held") is None
    assert second.zk.server_version()[0] == 3
    second.end()
    print("PASSED", flush=True)


main(sys.argv[1], sys.argv[2])
