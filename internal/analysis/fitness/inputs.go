package fitness

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// InputReader is what [Inputs] reads from the store.
type InputReader interface {
	LoadReader
	LastChange(ctx context.Context) (int64, error)
}

// Inputs is a [LoadReader] that keeps the load inputs of the last question
// about many years, until anything changes in the store. It is safe for
// concurrent use, and what it returns must not be changed.
type Inputs struct {
	InputReader

	mu   sync.Mutex
	seq  int64
	held map[training.Scope]heldInputs
}

type heldInputs struct {
	days   training.DayRange
	inputs []store.LoadInput
}

// NewInputs makes the reader; it keeps nothing yet.
func NewInputs(r InputReader) *Inputs {
	return &Inputs{InputReader: r, held: map[training.Scope]heldInputs{}}
}

// keptDays is how long a range has to be to be worth its memory.
const keptDays = 3 * 365

// LoadInputs lists the activities of some days in order of day.
func (x *Inputs) LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	if days.Days() < keptDays {
		return x.InputReader.LoadInputs(ctx, s, days)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	seq, err := x.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if seq != x.seq {
		clear(x.held)
		x.seq = seq
	}
	h, ok := x.held[s]
	if !ok || days.From < h.days.From || days.To > h.days.To {
		all, err := x.InputReader.LoadInputs(ctx, s, days)
		if err != nil {
			return nil, err
		}
		h = heldInputs{days, all}
		x.held[s] = h
	}
	return slices.Clip(Within(h.inputs, days)), nil
}

// Within is the part of some activities, in order of day, that lies in days.
func Within(all []store.LoadInput, days training.DayRange) []store.LoadInput {
	before := func(in store.LoadInput, day training.Day) int { return cmp.Compare(in.Day, day) }
	from, _ := slices.BinarySearchFunc(all, days.From, before)
	to, _ := slices.BinarySearchFunc(all, days.To+1, before)
	return all[from:max(from, to)]
}
