package activity

import (
	"context"
	"sync"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/training"
)

// Log is the change log.
type Log interface {
	LastChange(ctx context.Context) (int64, error)
}

// Memory keeps the loads of all years that were asked for last, until anything
// changes. It is safe for concurrent use.
type Memory struct {
	log Log

	mu    sync.Mutex
	seq   int64
	scope training.Scope
	all   *ranking
}

// NewMemory makes a memory; it keeps nothing yet.
func NewMemory(log Log) *Memory { return &Memory{log: log} }

// Known is a memory as one question meets it.
type Known struct {
	memory *Memory // nil keeps nothing
	seq    int64
	by     fitness.Loads
}

// At begins a question; what loads are computed by is read after that, so that
// what is newer is computed again. A nil memory keeps nothing.
func (m *Memory) At(ctx context.Context, read func() (fitness.Loads, error)) (k Known, err error) {
	k.memory = m
	if m != nil {
		if k.seq, err = m.log.LastChange(ctx); err != nil {
			return k, err
		}
	}
	k.by, err = read()
	return k, err
}

// Loads gives the settings and thresholds that loads are computed by.
func (k Known) Loads() fitness.Loads { return k.by }

// everyDay is the range that holds whatever is stored.
var everyDay = training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}

// fewDays are computed anew in less time than all days are.
const fewDays = 400

// ranked are the activities of at least some days, all days if that is nil,
// with their loads.
func (k Known) ranked(ctx context.Context, r ByLoadReader, s training.Scope, days *training.DayRange, sorted bool) (*ranking, error) {
	m := k.memory
	if m == nil || days != nil && days.Days() <= fewDays {
		if days == nil {
			days = &everyDay
		}
		inputs, err := r.LoadInputs(ctx, s, *days)
		x := rank(inputs, k.by)
		if sorted {
			x.sort()
		}
		return x, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil || m.seq != k.seq || m.scope != s {
		inputs, err := r.LoadInputs(ctx, s, everyDay)
		if err != nil {
			return nil, err
		}
		m.seq, m.scope, m.all = k.seq, s, rank(inputs, k.by)
	}
	if sorted && m.all.rising == nil {
		m.all.sort()
	}
	seen := *m.all // its order may be made while another question looks at it
	return &seen, nil
}
