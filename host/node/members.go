package node

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"strings"
	"sync"
	"time"

	"lapkeep/host/engine"
)

const (
	// slots bounds the nodes of one cluster.
	slots = 32
	// lookAgain is the least time between two readings of who is there, and lookAtLeast the most.
	lookAgain   = 200 * time.Millisecond
	lookAtLeast = 3 * time.Second
)

// member is a node as the others see it.
type member struct {
	id       string // of one start; another start is another member
	address  string
	draining bool
}

// record returns the member as the holder of a lease, which is one word.
func (m member) record() string {
	state := "up"
	if m.draining {
		state = "draining"
	}
	return base64.RawURLEncoding.EncodeToString([]byte(m.id + " " + state + " " + m.address))
}

func readMember(record string) (member, bool) {
	text, err := base64.RawURLEncoding.DecodeString(record)
	parts := strings.SplitN(string(text), " ", 3)
	if err != nil || len(parts) != 3 {
		return member{}, false
	}
	return member{id: parts[0], draining: parts[1] == "draining", address: parts[2]}, true
}

// members keeps this node's lease and knows the other nodes.
type members struct {
	e   engine.Engine
	ttl time.Duration
	now func() time.Time // monotonic
	log *slog.Logger
	new func() string // a new id

	renewing sync.Mutex // one change of the lease at a time

	mu     sync.Mutex
	self   member
	slot   int
	epoch  uint64
	until  time.Time // when this node must stop to answer
	looked time.Time
	all    map[string]member
}

// join takes a free slot. A member that is draining from the start takes no homes.
func (m *members) join(ctx context.Context, address string, draining bool) error {
	self := member{id: m.new(), address: address, draining: draining}
	if len(self.record()) > 128 {
		return fmt.Errorf("the address %q of this node is too long; use a shorter name", address)
	}
	for slot := range slots {
		began := m.now()
		epoch, err := m.e.Own(ctx, slotName(slot), self.record(), 0, m.ttl)
		if errors.Is(err, engine.ErrStale) {
			continue
		}
		if err != nil {
			return err
		}
		m.mu.Lock()
		m.self, m.slot, m.epoch, m.until, m.looked = self, slot, epoch, began.Add(m.ttl), time.Time{}
		m.mu.Unlock()
		return nil
	}
	return fmt.Errorf("the cluster has %d nodes already, which is the most; stop one", slots)
}

func slotName(slot int) string { return fmt.Sprintf("N-%d", slot) }

// renew renews the lease. ErrStale means that it ended and this start of the node is over.
func (m *members) renew(ctx context.Context) error {
	m.renewing.Lock()
	defer m.renewing.Unlock()
	m.mu.Lock()
	self, slot, epoch := m.self, m.slot, m.epoch
	m.mu.Unlock()
	began := m.now()
	epoch, err := m.e.Own(ctx, slotName(slot), self.record(), epoch, m.ttl)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.epoch, m.until = epoch, began.Add(m.ttl)
	return nil
}

// keep renews the lease until ctx ends. If it has ended, the node joins again under another id, and ended is told first.
func (m *members) keep(ctx context.Context, ended func()) {
	every := time.NewTicker(m.ttl / 3)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		short, cancel := context.WithTimeout(ctx, m.ttl/3)
		err := m.renew(short)
		if errors.Is(err, engine.ErrUnknown) { // it may have been written
			err = m.reread(short)
		}
		cancel()
		if errors.Is(err, engine.ErrStale) && ctx.Err() == nil {
			m.log.Warn("the lease of this node ended, so it begins anew")
			was := m.me()
			m.mu.Lock()
			m.until = time.Time{}
			m.mu.Unlock()
			ended()
			short, cancel = context.WithTimeout(ctx, m.ttl/3)
			err = m.join(short, was.address, was.draining)
			cancel()
		}
		if err != nil && ctx.Err() == nil {
			m.log.Warn("the lease of this node was not renewed", "err", err)
		}
	}
}

// reread looks whether a renewal without an answer was written. It does not lengthen the lease.
func (m *members) reread(ctx context.Context) error {
	m.renewing.Lock()
	defer m.renewing.Unlock()
	m.mu.Lock()
	self, slot := m.self, m.slot
	m.mu.Unlock()
	holder, epoch, err := m.e.Owner(ctx, slotName(slot))
	switch is, _ := readMember(holder); {
	case errors.Is(err, engine.ErrMissing), err == nil && is.id != self.id:
		return engine.ErrStale
	case err != nil:
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.epoch = epoch
	return nil
}

// drain tells the others that this node takes no more homes.
func (m *members) drain(ctx context.Context) error {
	m.mu.Lock()
	m.self.draining = true
	m.mu.Unlock()
	return m.renew(ctx)
}

// leave ends the lease, once nothing renews it any more.
func (m *members) leave(ctx context.Context) error {
	m.renewing.Lock()
	defer m.renewing.Unlock()
	m.mu.Lock()
	slot, epoch := m.slot, m.epoch
	m.until = time.Time{}
	m.mu.Unlock()
	_, err := m.e.Own(ctx, slotName(slot), "gone", epoch, time.Second)
	return err
}

// me returns this node.
func (m *members) me() member {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.self
}

// valid reports whether this node may answer: its lease cannot have ended for the others yet.
func (m *members) valid() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now().Before(m.until)
}

// there returns the nodes with a lease, by id. It reads them again if they are older than most.
func (m *members) there(ctx context.Context, most time.Duration) (map[string]member, error) {
	m.mu.Lock()
	all, fresh := m.all, m.all != nil && m.now().Sub(m.looked) < most
	m.mu.Unlock()
	if fresh {
		return all, nil
	}
	began := m.now()
	all = map[string]member{}
	for slot := range slots {
		holder, _, err := m.e.Owner(ctx, slotName(slot))
		if errors.Is(err, engine.ErrMissing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if is, ok := readMember(holder); ok {
			all[is.id] = is
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all, m.looked = all, began
	return all, nil
}

// place returns the node that should have a home that nobody has: the same for all who ask, and another one for
// only those homes whose node has gone.
func place(home string, all map[string]member) (best member, ok bool) {
	most := uint64(0)
	for id, is := range all {
		h := fnv.New64a()
		h.Write([]byte(id + " " + home)) //nolint:errcheck // a hash takes every byte
		if n := mixed(h.Sum64()); !is.draining && (!ok || n > most) {
			best, most, ok = is, n, true
		}
	}
	return best, ok
}

// mixed spreads the bits of a hash, whose last letters would otherwise decide little.
func mixed(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
