package wellness

import (
	"math/bits"
	"slices"

	"lapkeep/internal/training"
)

// table holds the values of some days. Its blocks are shared and never change.
type table struct {
	days   training.DayRange
	blocks []*block // in order; those at the ends reach beyond the days
}

// first gives the first day with any value.
func (t *table) first() (d training.Day, ok bool) {
	for _, b := range t.blocks {
		if known := b.known & b.within(t.days); known != 0 {
			return b.first + training.Day(bits.TrailingZeros64(known)), true //nolint:gosec // below blockDays
		}
	}
	return 0, false
}

// each calls f for the values of a field from a day on, in order of day.
func (t *table) each(field training.WellnessField, from training.Day, f func(d training.Day, value float64, source uint8)) {
	days := training.DayRange{From: max(from, t.days.From), To: t.days.To}
	for _, b := range t.blocks {
		within := b.within(days)
		if within == 0 {
			continue
		}
		for i := range b.columns {
			if c := &b.columns[i]; c.field == field && c.has&within != 0 {
				c.each(b.first, within, f)
			}
		}
	}
}

// fields are those that have a value from a day on, by name.
func (t *table) fields(from training.Day) []training.WellnessField {
	days := training.DayRange{From: max(from, t.days.From), To: t.days.To}
	have := map[training.WellnessField]bool{}
	for _, b := range t.blocks {
		within := b.within(days)
		for i := range b.columns {
			if c := &b.columns[i]; c.has&within != 0 {
				have[c.field] = true
			}
		}
	}
	out := make([]training.WellnessField, 0, len(have))
	for f := range have {
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// remarks are the texts from a day on, the newest first, of one day by field.
func (t *table) remarks(from training.Day) (out []remark) {
	for _, b := range t.blocks {
		for _, r := range b.words {
			if r.day >= from && t.days.Contains(r.day) {
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, func(a, b remark) int {
		if a.day != b.day {
			return int(b.day - a.day)
		}
		if a.field < b.field {
			return -1
		}
		return 1
	})
	return out
}

// locked are the days from one on that take no more changes, the newest first.
func (t *table) locked(from training.Day) (out []training.Day) {
	days := training.DayRange{From: max(from, t.days.From), To: t.days.To}
	for _, b := range slices.Backward(t.blocks) {
		for left := b.locked & b.within(days); left != 0; {
			bit := bits.Len64(left) - 1
			out = append(out, b.first+training.Day(bit)) //nolint:gosec // below blockDays
			left &^= 1 << bit
		}
	}
	return out
}
