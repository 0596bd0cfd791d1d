/* Two clients on the C library, as OtherClientsTest describes. Arguments: connect string and root. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zookeeper/zookeeper.h>

#define LIMIT_S 30
#define PATH 256

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* What came and was not waited for yet, as lines; guarded by the mutex. */
struct mailbox {
    char text[4096];
};

static struct mailbox events, states[2];

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not so: %s\n", what);
        exit(1);
    }
}

static void put(struct mailbox *box, const char *what, const char *path) {
    pthread_mutex_lock(&mutex);
    size_t used = strlen(box->text);
    snprintf(box->text + used, sizeof box->text - used, "%s%s\n", what, path);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

/* Waits for the oldest line and takes it away. */
static void await(struct mailbox *box, const char *what, const char *path) {
    char wanted[2 * PATH];
    struct timespec deadline;
    snprintf(wanted, sizeof wanted, "%s%s\n", what, path);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += LIMIT_S;
    pthread_mutex_lock(&mutex);
    while (box->text[0] == 0 && pthread_cond_timedwait(&changed, &mutex, &deadline) == 0) {
    }
    expect(strncmp(box->text, wanted, strlen(wanted)) == 0, wanted);
    memmove(box->text, box->text + strlen(wanted), strlen(box->text + strlen(wanted)) + 1);
    pthread_mutex_unlock(&mutex);
}

static void on_state(zhandle_t *client, int type, int state, const char *path, void *context) {
    if (type == ZOO_SESSION_EVENT && state == ZOO_CONNECTED_STATE) {
        put(context, "connected", "");
    } else if (type == ZOO_SESSION_EVENT && state == ZOO_CONNECTING_STATE) {
        put(context, "disconnected", "");
    }
}

static void on_event(zhandle_t *client, int type, int state, const char *path, void *context) {
    if (type == ZOO_DELETED_EVENT) {
        put(&events, "deleted ", path);
    } else if (type == ZOO_CHANGED_EVENT) {
        put(&events, "changed ", path);
    }
}

static zhandle_t *connect_to(const char *hosts, struct mailbox *box) {
    zhandle_t *client = zookeeper_init(hosts, on_state, 10000, NULL, box, 0);
    expect(client != NULL, "a client");
    await(box, "connected", "");
    return client;
}

static void create(zhandle_t *client, const char *path, int mode, char *made) {
    expect(zoo_create(client, path, "", 0, &ZOO_OPEN_ACL_UNSAFE, mode, made, made ? PATH : 0) == ZOK, path);
}

/* The lowest name in a queue, and how many there are. */
static int queue(zhandle_t *client, const char *path, char *lowest) {
    struct String_vector names;
    expect(zoo_get_children(client, path, 0, &names) == ZOK, path);
    int count = names.count;
    lowest[0] = 0;
    for (int i = 0; i < count; i++) {
        if (lowest[0] == 0 || strcmp(names.data[i], lowest + strlen(path) + 1) < 0) {
            snprintf(lowest, PATH, "%s/%s", path, names.data[i]);
        }
    }
    deallocate_String_vector(&names);
    return count;
}

static int version(zhandle_t *client, const char *path) {
    struct Stat stat;
    expect(zoo_exists(client, path, 0, &stat) == ZOK, path);
    return stat.version;
}

static void lock(zhandle_t *first, zhandle_t *second, const char *path) {
    char prefix[PATH], held[PATH], waiting[PATH], lowest[PATH];
    struct Stat stat;
    create(first, path, ZOO_PERSISTENT, NULL);
    snprintf(prefix, sizeof prefix, "%s/n-", path);
    create(first, prefix, ZOO_EPHEMERAL_SEQUENTIAL, held);
    create(second, prefix, ZOO_EPHEMERAL_SEQUENTIAL, waiting);
    expect(queue(second, path, lowest) == 2 && strcmp(lowest, held) == 0, "the first has the lock");
    expect(zoo_wexists(second, held, on_event, NULL, &stat) == ZOK, "the holder is seen");
    expect(zoo_delete(first, held, -1) == ZOK, "the lock is released");
    await(&events, "deleted ", held);
    expect(queue(second, path, lowest) == 1 && strcmp(lowest, waiting) == 0, "the second has the lock");
    expect(zoo_delete(second, waiting, -1) == ZOK, "the lock is released");
}

static void multi(zhandle_t *first, zhandle_t *second, const char *path) {
    zoo_op_t operations[3];
    zoo_op_result_t results[3];
    zoo_create_op_init(&operations[0], path, "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, NULL, 0);
    zoo_check_op_init(&operations[1], path, 0);
    zoo_set_op_init(&operations[2], path, "x", 1, 0, NULL);
    expect(zoo_multi(first, 3, operations, results) == ZOK, "a multi");
    expect(version(second, path) == 1, "all of it is done");
    zoo_set_op_init(&operations[0], path, "y", 1, 1, NULL);
    zoo_check_op_init(&operations[1], path, 7);
    expect(zoo_multi(first, 2, operations, results) == ZBADVERSION, "the check fails");
    expect(version(second, path) == 1, "nothing of it is done");
}

int main(int count, char **arguments) {
    const char *hosts = arguments[1], *root = arguments[2];
    char path[PATH], watched[PATH], election[PATH - 8], leader[PATH], successor[PATH], lowest[PATH];
    struct Stat stat;
    zoo_set_debug_level(ZOO_LOG_LEVEL_ERROR);
    zhandle_t *first = connect_to(hosts, &states[0]), *second = connect_to(hosts, &states[1]);
    create(first, root, ZOO_PERSISTENT, NULL);
    snprintf(path, sizeof path, "%s/lock", root);
    lock(first, second, path);
    snprintf(path, sizeof path, "%s/multi", root);
    multi(first, second, path);

    snprintf(election, sizeof election, "%s/election", root);
    snprintf(path, sizeof path, "%s/n-", election);
    create(first, election, ZOO_PERSISTENT, NULL);
    create(first, path, ZOO_EPHEMERAL_SEQUENTIAL, leader);
    create(second, path, ZOO_EPHEMERAL_SEQUENTIAL, successor);
    expect(queue(second, election, lowest) == 2 && strcmp(lowest, leader) == 0, "the first leads");
    expect(zoo_wexists(second, leader, on_event, NULL, &stat) == ZOK, "the leader is seen");
    expect(stat.ephemeralOwner == zoo_client_id(first)->client_id, "its session owns its node");

    char data[16];
    int length = sizeof data;
    snprintf(watched, sizeof watched, "%s/watched", root);
    create(first, watched, ZOO_PERSISTENT, NULL);
    expect(zoo_wget(second, watched, on_event, NULL, data, &length, &stat) == ZOK, watched);
    printf("CUT\n");
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        await(&states[i], "disconnected", "");
        await(&states[i], "connected", "");
    }
    expect(zoo_set(first, watched, "x", 1, 0) == ZOK, watched);
    await(&events, "changed ", watched);

    zookeeper_close(first);
    await(&events, "deleted ", leader);
    expect(queue(second, election, lowest) == 1 && strcmp(lowest, successor) == 0, "the second leads");
    zookeeper_close(second);
    printf("PASSED\n");
    return 0;
}
