package activity

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/summary"
)

// Splits are stretches of equal distance as columns: a row of each would name
// every metric again.
type Splits struct {
	Split        []int                 `json:"split"`
	StartOffsetS []float64             `json:"start_offset_s"`
	Values       map[string][]*float64 `json:"values"` // metrics, by split
}

func splitColumns(all []summary.Lap, from int) *Splits {
	rest := all[min(from-1, len(all)):]
	out := &Splits{Split: []int{}, StartOffsetS: []float64{}, Values: map[string][]*float64{}}
	for i := range rest {
		out.Split = append(out.Split, from+i)
		out.StartOffsetS = append(out.StartOffsetS, answers.Round(rest[i].StartS, 1))
		for m, v := range pick(rest[i].Values) {
			column := out.Values[string(m)]
			if column == nil {
				column = make([]*float64, len(rest))
				out.Values[string(m)] = column
			}
			column[i] = &v
		}
	}
	return out
}

func (o *Splits) rows() int {
	if o == nil {
		return 0
	}
	return len(o.Split)
}

func (o *Splits) cut(n int) {
	o.Split, o.StartOffsetS = o.Split[:n], o.StartOffsetS[:n]
	for name, column := range o.Values {
		o.Values[name] = column[:n]
	}
}
