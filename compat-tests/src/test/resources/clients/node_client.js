// Two clients on node-zookeeper-client, as OtherClientsTest describes. Arguments: connect string and root.
'use strict';

const assert = require('assert');
const zookeeper = require('node-zookeeper-client');

const LIMIT_MS = 30000;
const [, , hosts, root] = process.argv;
const { PERSISTENT, EPHEMERAL_SEQUENTIAL } = zookeeper.CreateMode;
const NOTHING = Buffer.alloc(0);

// What comes, in order, to be waited for.
class Mailbox {
    constructor() {
        this.items = [];
        this.waiting = [];
    }

    put(item) {
        if (this.waiting.length > 0) {
            this.waiting.shift()(item);
        } else {
            this.items.push(item);
        }
    }

    async expect(wanted) {
        const item = this.items.length > 0
            ? this.items.shift()
            : await Promise.race([
                new Promise((resolve) => this.waiting.push(resolve)),
                new Promise((_, reject) => setTimeout(() => reject(new Error('no ' + wanted)), LIMIT_MS).unref()),
            ]);
        assert.strictEqual(item, wanted);
    }
}

class Client {
    constructor() {
        this.states = new Mailbox();
        this.zk = zookeeper.createClient(hosts, { sessionTimeout: 10000, retries: 3 });
        this.zk.on('connected', () => this.states.put('connected'));
        this.zk.on('disconnected', () => this.states.put('disconnected'));
        this.zk.connect();
    }

    // The operation's result, as a promise.
    call(operation, ...args) {
        return new Promise((resolve, reject) => {
            this.zk[operation](...args, (error, ...results) => (error ? reject(error) : resolve(results)));
        });
    }

    async create(path, mode) {
        return (await this.call('create', path, NOTHING, zookeeper.ACL.OPEN_ACL_UNSAFE, mode))[0];
    }

    async queue(path) {
        return (await this.call('getChildren', path, null))[0].sort();
    }

    async exists(path, watcher) {
        return (await this.call('exists', path, watcher))[0];
    }
}

function nameOf(path) {
    return path.substring(path.lastIndexOf('/') + 1);
}

function commit(transaction) {
    return new Promise((resolve, reject) => {
        transaction.commit((error, results) => (error ? reject(error) : resolve(results)));
    });
}

async function main() {
    const [first, second] = [new Client(), new Client()];
    await first.states.expect('connected');
    await second.states.expect('connected');
    const events = new Mailbox();
    const watcher = (event) => events.put(event.getName() + ' ' + event.getPath());
    await first.create(root, PERSISTENT);

    const lock = root + '/lock';
    await first.create(lock, PERSISTENT);
    const held = await first.create(lock + '/n-', EPHEMERAL_SEQUENTIAL);
    const waiting = await second.create(lock + '/n-', EPHEMERAL_SEQUENTIAL);
    assert.deepStrictEqual(await second.queue(lock), [nameOf(held), nameOf(waiting)]);
    assert(await second.exists(held, watcher));
    await first.call('remove', held, -1);
    await events.expect('NODE_DELETED ' + held);
    assert.deepStrictEqual(await second.queue(lock), [nameOf(waiting)]);
    await second.call('remove', waiting, -1);

    const multi = root + '/multi';
    await commit(first.zk.transaction().create(multi, NOTHING, PERSISTENT).check(multi, 0).setData(multi, NOTHING, 0));
    assert.strictEqual((await second.exists(multi, null)).version, 1);
    await assert.rejects(
        commit(first.zk.transaction().setData(multi, NOTHING, 1).check(multi, 7)),
        (error) => error.getCode() === zookeeper.Exception.BAD_VERSION);
    assert.strictEqual((await second.exists(multi, null)).version, 1);

    const election = root + '/election';
    await first.create(election, PERSISTENT);
    const leader = await first.create(election + '/n-', EPHEMERAL_SEQUENTIAL);
    const successor = await second.create(election + '/n-', EPHEMERAL_SEQUENTIAL);
    assert.strictEqual((await second.queue(election))[0], nameOf(leader));
    assert((await second.exists(leader, watcher)).ephemeralOwner.equals(first.zk.getSessionId()));

    const watched = root + '/watched';
    await first.create(watched, PERSISTENT);
    await second.call('getData', watched, watcher);
    console.log('CUT');
    for (const client of [first, second]) {
        await client.states.expect('disconnected');
        await client.states.expect('connected');
    }
    await first.call('setData', watched, Buffer.from('after'), 0);
    await events.expect('NODE_DATA_CHANGED ' + watched);

    first.zk.close();
    await events.expect('NODE_DELETED ' + leader);
    assert.deepStrictEqual(await second.queue(election), [nameOf(successor)]);
    second.zk.close();
    console.log('PASSED');
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
