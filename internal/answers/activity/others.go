package activity

import (
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// othersName is the channel of all streams that have no name of ours: what an
// app or sensor wrote into the file, and what the athlete defined at a service.
const othersName = "others"

// otherDecimals is to how many decimals values of an unknown unit are shown.
const otherDecimals = 3

// other is a stream by the name that somebody else gave it, in rows of
// seconds.
type other struct {
	name   string
	code   string // its name without the unit, or as it is asked for
	timeS  []int32
	values []float64
}

// readOthers reads those of the recording and those of services.
func (f *streamsSource) readOthers(ctx context.Context, r StreamReader, s training.Scope, row *store.ActivityRow) error {
	for _, d := range f.columns.Developer {
		o := other{name: StreamName(d.Name, d.Units), code: d.Name}
		for i, v := range d.Values {
			if x := float64(v); i < f.columns.Len() && !math.IsNaN(x) && !math.IsInf(x, 0) {
				o.timeS, o.values = append(o.timeS, f.columns.TimeS[i]), append(o.values, x)
			}
		}
		f.others = append(f.others, o)
	}
	all, err := serviced.OwnStreams(ctx, r, s, row.ExternalIDs)
	if err != nil {
		return err
	}
	for _, own := range all {
		for _, code := range slices.Sorted(maps.Keys(own.Streams)) {
			x := own.Streams[code]
			if len(x.TimeS) == len(x.Values) {
				f.others = append(f.others, other{OwnStreamName(code, x), code, x.TimeS, x.Values})
			}
		}
	}
	return nil
}

// put puts the means of others beside the channels, each by its own name, and
// reports whether any is there. A name that is taken stays as it is. Rows of a
// service that no bucket covers are left out.
func (o *Streams) put(bs []bucket, others ...other) (found bool) {
	at := make(map[int32]int, len(bs))
	for i, b := range bs {
		at[b.atS] = i
	}
	for _, x := range others {
		sums, counts := make([]float64, len(bs)), make([]int, len(bs))
		for i, t := range x.timeS {
			if b, ok := at[t-t%int32(o.ResolutionS)]; ok {
				sums[b], counts[b] = sums[b]+x.values[i], counts[b]+1
			}
		}
		cells, any := make([]*float64, len(bs)), false
		for i, n := range counts {
			if mean := sums[i] / float64(n); n > 0 && answers.Finite(mean) {
				mean = answers.Round(mean, otherDecimals)
				cells[i], any = &mean, true
			}
		}
		if !any || x.name == "" {
			continue
		}
		if _, taken := o.Channels[x.name]; !taken {
			o.Channels[x.name], found = cells, true
		}
	}
	return found
}
