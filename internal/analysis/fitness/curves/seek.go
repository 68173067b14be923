package curves

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/analysis/fitness/bests"
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
	rows   string // what the index calls the kind's rows
	days   training.DayRange
	sports []training.Sport
	work   work
	loaded map[training.ActivityID]*recorded
	reads  int
	// short says that there were too many to read them all.
	short bool
}

// mostReads is how many recordings one question reads.
const mostReads = 400

// candidate is an activity that can hold a best.
type candidate struct {
	ref  bests.Ref
	most int32
}

// best is the best at a step that is more than least, in the index's unit.
func (k *seeker) best(ctx context.Context, step float64, least int32) (Point, bool, error) {
	of := k.c.built().kinds[k.name]
	list, err := k.candidates(ctx, newBound(k.name, of, step), least)
	if err != nil {
		return Point{}, false, err
	}
	var p Point
	for _, cd := range list {
		if cd.most <= least {
			break
		}
		v, err := k.one(ctx, cd.ref, step)
		if err != nil {
			return p, false, err
		}
		if v > least {
			least, p = v, Point{step, float64(v) / of.unit, cd.ref}
		}
	}
	return p, p.At > 0, nil
}

// candidates are the activities whose kept rows allow more than least, the
// likeliest first.
func (k *seeker) candidates(ctx context.Context, b bound, least int32) ([]candidate, error) {
	var list []candidate
	err := k.c.built().index.Rows(ctx, k.scope, k.rows, k.days, k.sports,
		func(best []int32) bool { return b.ofAll(best, k.from(k.work.leastJ)) > least },
		func(ref bests.Ref, row []int32) {
			ref.Sport = sportOf(ref.Sport)
			if most := b.of(row, k.from(k.work.of(ref))); most > least {
				list = append(list, candidate{ref, most})
			}
		})
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.most, a.most) })
	return list, err
}

// from is where the part of a row begins that bounds windows after some work.
func (k *seeker) from(workJ int64) int {
	if k.name != fatigued {
		return 0
	}
	return max(0, levelAt(workJ)) * len(curve.Coarse())
}

// one is the best of one activity.
func (k *seeker) one(ctx context.Context, ref bests.Ref, step float64) (int32, error) {
	key := foundKey{k.scope, ref.ID, k.name, step, k.work.of(ref)}
	if v, ok := k.c.found.get(k.seq, key); ok {
		return v, nil
	}
	r, known := k.loaded[ref.ID]
	if !known {
		if k.reads >= mostReads {
			k.short = true
			return bests.None, nil
		}
		var err error
		if r, err = k.c.load(ctx, k.scope, ref, k.name); err != nil {
			return 0, err
		}
		k.reads++
		k.loaded[ref.ID] = r
	}
	v := int32(bests.None)
	if r != nil {
		v = r.at(k.name, step, key.workJ, k.c.built().kinds[k.name].unit)
	}
	k.c.found.put(k.seq, key, v)
	return v, nil
}
