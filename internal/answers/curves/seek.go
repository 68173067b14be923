package curves

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// seeker finds the best at steps, or after amounts of work, that are not
// kept: exactly, from the recordings whose kept rows say that they can hold it.
type seeker struct {
	c      *Index
	scope  training.Scope
	seq    int64 // of the change log when the question was asked
	name   string
	of     *kind
	rows   string // what the index calls the kind's rows
	days   training.DayRange
	sports []training.Sport
	work   work
	steps  []float64
	bounds []bound
	best   []held // at each step, so far
	read   map[training.ActivityID][]int32
	// gone counts the recordings that could hold a best and are not there.
	gone int
}

// held is a value in the index's unit and whose it is.
type held struct {
	value int32
	ref   Ref
}

// candidate is an activity that can hold the best at a step.
type candidate struct {
	ref  Ref
	step int
	most int32
}

// ask adds a step, with what is known to be held there.
func (k *seeker) ask(b bound, p Point, known bool) {
	h := held{value: Hole}
	if known {
		h = held{k.of.kept(p.Value, p.At), p.Ref}
	}
	k.steps, k.bounds, k.best = append(k.steps, b.at), append(k.bounds, b), append(k.best, h)
}

// seek looks for better than what is already held at each step. The activities
// that hold the kept steps around come first: they are likely to be near the
// best, which spares the look into most months.
func (k *seeker) seek(ctx context.Context, kept *Best) error {
	for i, b := range k.bounds {
		for _, around := range []int{b.lo, b.hi} {
			if around == len(b.places) {
				continue
			}
			at := k.from(k.work.leastJ) + b.places[around]
			if !isBest(kept.Values[at]) {
				continue
			}
			if err := k.try(ctx, whose(kept, at), i); err != nil {
				return err
			}
		}
	}
	list, err := k.candidates(ctx)
	if err != nil {
		return err
	}
	for _, cd := range list {
		if cd.most <= k.best[cd.step].value {
			continue
		}
		if err := k.try(ctx, cd.ref, cd.step); err != nil {
			return err
		}
	}
	return nil
}

// candidates are the activities whose kept rows allow more than what is held,
// at each step the likeliest first.
func (k *seeker) candidates(ctx context.Context) ([]candidate, error) {
	var list []candidate
	least := k.from(k.work.leastJ)
	err := k.c.built().index.Rows(ctx, k.scope, k.rows, k.days, k.sports,
		func(best []int32, holed bool) bool {
			for i, b := range k.bounds {
				if b.ofAll(best, least, holed) > k.best[i].value {
					return true
				}
			}
			return false
		},
		func(ref Ref, row []int32) {
			ref.Sport = sportOf(ref.Sport)
			from := k.from(k.work.of(ref))
			for i, b := range k.bounds {
				if most := b.of(row, from); most > k.best[i].value {
					list = append(list, candidate{ref, i, most})
				}
			}
		})
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(b.most, a.most))
	})
	return list, err
}

// from is where the part of a row begins that bounds windows after some work.
func (k *seeker) from(workJ int64) int {
	if k.name != fatigued {
		return 0
	}
	return max(0, levelAt(workJ)) * len(curve.Coarse())
}

// try holds what an activity has at a step, if it is the best so far.
func (k *seeker) try(ctx context.Context, ref Ref, step int) error {
	values, err := k.values(ctx, ref)
	if err == nil && values[step] > k.best[step].value {
		k.best[step] = held{values[step], ref}
	}
	return err
}

// values gives the values of an activity at every step.
func (k *seeker) values(ctx context.Context, ref Ref) ([]int32, error) {
	if values, ok := k.read[ref.ID]; ok {
		return values, nil
	}
	key := foundKey{k.scope, ref.ID, k.name, 0, k.work.of(ref)}
	values, missing := k.remembered(key)
	if missing {
		r, err := k.c.load(ctx, k.scope, ref, k.name)
		if err != nil {
			return nil, err
		}
		if r == nil {
			k.gone++
		} else {
			values = r.values(k.name, k.steps, key.workJ, k.of)
		}
		for i, at := range k.steps {
			key.step = at
			k.c.found.put(k.seq, key, values[i])
		}
	}
	k.read[ref.ID] = values
	return values, nil
}

// remembered gives the values found before; unless all steps are there, the activity has to be read.
func (k *seeker) remembered(key foundKey) (values []int32, missing bool) {
	values = slices.Repeat([]int32{None}, len(k.steps))
	for i, at := range k.steps {
		key.step = at
		if v, ok := k.c.found.get(k.seq, key); ok {
			values[i] = v
			continue
		}
		missing = true
	}
	return values, missing
}
