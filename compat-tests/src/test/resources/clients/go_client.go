// Two clients on go-zookeeper, as OtherClientsTest describes. Arguments: connect string and root.
package main

import (
	"fmt"
	"log"
	"os"
	"sort"
	"time"

	"github.com/samuel/go-zookeeper/zk"
)

const limit = 30 * time.Second

var open = zk.WorldACL(zk.PermAll)

type client struct {
	*zk.Conn
	states chan zk.State
}

func connect(hosts string) client {
	c := client{states: make(chan zk.State, 100)}
	conn, _, err := zk.Connect([]string{hosts}, 10*time.Second, zk.WithEventCallback(func(event zk.Event) {
		if event.Type == zk.EventSession && (event.State == zk.StateHasSession || event.State == zk.StateDisconnected) {
			c.states <- event.State
		}
	}))
	check(err)
	c.Conn = conn
	c.await(zk.StateHasSession)
	return c
}

func (c client) await(state zk.State) {
	select {
	case found := <-c.states:
		expect(found == state, fmt.Sprint(state, " comes; found ", found))
	case <-time.After(limit):
		log.Fatal("no ", state)
	}
}

func (c client) create(path string, flags int32) string {
	made, err := c.Create(path, nil, flags, open)
	check(err)
	return made
}

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

func expect(holds bool, what string) {
	if !holds {
		log.Panic("not so: ", what)
	}
}

func expectEvent(events <-chan zk.Event, kind zk.EventType, path string) {
	select {
	case event := <-events:
		expect(event.Type == kind && event.Path == path, fmt.Sprint(kind, " ", path, " comes; found ", event))
	case <-time.After(limit):
		log.Panic("no ", kind, " ", path)
	}
}

func lock(first, second client, path string) {
	held, wanted := zk.NewLock(first.Conn, path, open), zk.NewLock(second.Conn, path, open)
	check(held.Lock())
	acquired := make(chan error, 1)
	go func() { acquired <- wanted.Lock() }()
	for {
		queue, _, err := first.Children(path)
		check(err)
		if len(queue) == 2 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	expect(len(acquired) == 0, "the second waits")
	check(held.Unlock())
	check(<-acquired)
	check(wanted.Unlock())
}

func multi(first, second client, path string) {
	_, err := first.Multi(
		&zk.CreateRequest{Path: path, Acl: open},
		&zk.CheckVersionRequest{Path: path, Version: 0},
		&zk.SetDataRequest{Path: path, Version: 0})
	check(err)
	_, stat, err := second.Exists(path)
	check(err)
	expect(stat.Version == 1, "all of it is done")
	results, err := first.Multi(
		&zk.SetDataRequest{Path: path, Version: 1},
		&zk.CheckVersionRequest{Path: path, Version: 7})
	expect(err == zk.ErrBadVersion || (err == nil && results[1].Error == zk.ErrBadVersion), fmt.Sprint("the check fails: ", err, results))
	_, stat, err = second.Exists(path)
	check(err)
	expect(stat.Version == 1, "nothing of it is done")
}

func queue(c client, path string) []string {
	names, _, err := c.Children(path)
	check(err)
	sort.Strings(names)
	return names
}

func main() {
	hosts, root := os.Args[1], os.Args[2]
	first, second := connect(hosts), connect(hosts)
	first.create(root, 0)
	lock(first, second, root+"/lock")
	multi(first, second, root+"/multi")

	election := root + "/election"
	first.create(election, 0)
	leader := first.create(election+"/n-", zk.FlagEphemeral|zk.FlagSequence)
	successor := second.create(election+"/n-", zk.FlagEphemeral|zk.FlagSequence)
	expect(election+"/"+queue(second, election)[0] == leader, "the first leads")
	_, stat, ended, err := second.ExistsW(leader)
	check(err)
	expect(stat.EphemeralOwner == first.SessionID(), "its session owns its node")

	first.create(root+"/watched", 0)
	_, _, changed, err := second.GetW(root + "/watched")
	check(err)
	fmt.Println("CUT")
	for _, c := range []client{first, second} {
		c.await(zk.StateDisconnected)
		c.await(zk.StateHasSession)
	}
	_, err = first.Set(root+"/watched", []byte("after"), 0)
	check(err)
	expectEvent(changed, zk.EventNodeDataChanged, root+"/watched")

	first.Close()
	expectEvent(ended, zk.EventNodeDeleted, leader)
	names := queue(second, election)
	expect(len(names) == 1 && election+"/"+names[0] == successor, "the second leads")
	second.Close()
	fmt.Println("PASSED")
}
