package records

import (
	"context"
	"sync"

	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/terrain"
	"lapkeep/internal/training"
)

// seenClimbs remembers the climbs of the activities that hold records, until
// anything changes in the store: every question shows the same few.
type seenClimbs struct {
	mu   sync.Mutex
	seq  int64
	held map[seenKey][]terrain.Climb
}

type seenKey struct {
	scope training.Scope
	id    training.ActivityID
}

// mostSeen bounds the memory: a question shows a dozen activities at most.
const mostSeen = 1000

// of is the climbs of an activity that are believed; none if there are none
// (any more) or they are damaged.
func (m *seenClimbs) of(ctx context.Context, r bests.Reader, s training.Scope, id training.ActivityID) ([]terrain.Climb, error) {
	seq, err := r.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	k := seenKey{s, id}
	if climbs, ok := m.get(seq, k); ok {
		return climbs, nil
	}
	p, err := r.Primitive(ctx, s, id, primitive.Climbs)
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

func (m *seenClimbs) get(seq int64, k seenKey) ([]terrain.Climb, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	climbs, ok := m.held[k]
	return climbs, ok && m.seq == seq
}

func (m *seenClimbs) put(seq int64, k seenKey, climbs []terrain.Climb) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held == nil || m.seq != seq || len(m.held) >= mostSeen {
		m.seq, m.held = seq, map[seenKey][]terrain.Climb{}
	}
	m.held[k] = climbs
}
