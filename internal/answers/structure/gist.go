package structure

import (
	"slices"

	"lapkeep/internal/metrics/efforts"
)

// gist holds the values of a set that sets are searched for and compared by, in
// the size of one cache line.
type gist struct {
	workS, workM, level, restS float64
	partS                      [2]float64
	count, repeats             int32
	pattern                    int8 // its place in patterns
	ramp                       bool
}

// patterns are those that can be searched for.
var patterns = [...]efforts.Pattern{efforts.Repeats, efforts.OverUnders, efforts.Ladder, efforts.Fartlek, efforts.Single}

const overUnders = 1

func patternOf(p efforts.Pattern) int8 { return int8(slices.Index(patterns[:], p)) } //nolint:gosec // one of five, or -1

func gistOf(t *efforts.Set) gist {
	return gist{
		workS: t.WorkS, workM: t.WorkM, level: t.Level, restS: t.RestS, partS: [2]float64{t.Parts[0].WorkS, t.Parts[1].WorkS},
		count: int32(t.Count), repeats: int32(t.Repeats), //nolint:gosec // of one session
		pattern: patternOf(t.Pattern), ramp: t.Ramp,
	}
}

func gistsOf(sets []efforts.Set) []gist {
	out := make([]gist, len(sets))
	for i := range sets {
		out[i] = gistOf(&sets[i])
	}
	return out
}

// together puts the sets of a month next to each other, as they are read.
func (all sessions) together() {
	n := 0
	for i := range all {
		n += len(all[i].sets)
	}
	room := make([]gist, 0, n)
	for i := range all {
		from := len(room)
		room = append(room, all[i].sets...)
		all[i].sets = room[from:len(room):len(room)]
	}
}
