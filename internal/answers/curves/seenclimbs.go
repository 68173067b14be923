package curves

import (
	"context"
	"sync"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

// seenClimbs remembers the climbs of the activities that hold records, until
// anything changes in the store: every question shows the same few.
type seenClimbs struct {
	mu   sync.Mutex
	seq  int64
	held map[seenKey][]route.Climb
}

type seenKey struct {
	scope training.Scope
	id    training.ActivityID
}

// mostSeen bounds the memory: a question shows a dozen activities at most.
const mostSeen = 1000

// of is the climbs of an activity that are believed; none if there are none
// (any more) or they are damaged.
func (m *seenClimbs) of(ctx context.Context, r BestReader, s training.Scope, id training.ActivityID) ([]route.Climb, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	k := seenKey{s, id}
	if climbs, ok := m.get(seq, k); ok {
		return climbs, nil
	}
	p, err := r.Primitive(ctx, s, id, derive.Climbs)
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, err
	}
	climbs, err := climbsOf(p.Data)
	if err != nil {
		return nil, nil
	}
	m.put(seq, k, climbs)
	return climbs, nil
}

func (m *seenClimbs) get(seq int64, k seenKey) ([]route.Climb, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	climbs, ok := m.held[k]
	return climbs, ok && m.seq == seq
}

func (m *seenClimbs) put(seq int64, k seenKey, climbs []route.Climb) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil || m.seq != seq || len(m.held) >= mostSeen {
		m.seq, m.held = seq, map[seenKey][]route.Climb{}
	}
	m.held[k] = climbs
}
