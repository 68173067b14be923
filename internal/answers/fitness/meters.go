package fitness

import (
	"context"
	"maps"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// fewMeasured is the least difference between two stretches of days in the
// share of activities with a sensor: more than half, so that a strap forgotten
// now and then is no other way of measuring.
const fewMeasured = 0.5

// Measured counts, of some days and by sport, what was measured.
type Measured map[training.Sport]*Sensors

// Sensors counts what was measured of activities of one sport.
type Sensors struct{ n, power, hr int }

// Add counts an activity.
func (m Measured) Add(in *store.LoadInput) { m.of(in.Sport).Add(in) }

// of is what is counted of a sport.
func (m Measured) of(sport training.Sport) *Sensors {
	c := m[sport]
	if c == nil {
		c = &Sensors{}
		m[sport] = c
	}
	return c
}

// Add counts an activity.
func (c *Sensors) Add(in *store.LoadInput) {
	c.n++
	if in.NP > 0 {
		c.power++
	}
	if in.AvgHR > 0 {
		c.hr++
	}
}

// Join adds what was counted elsewhere.
func (c *Sensors) Join(o Sensors) {
	c.n, c.power, c.hr = c.n+o.n, c.power+o.power, c.hr+o.hr
}

// Against says what of the days was measured and was not, or hardly, of those
// that they are compared with, or the other way round. What rests on it, load
// included, is then another measure.
func (m Measured) Against(then Measured) (notes []i18n.Sentence) {
	for _, sport := range slices.Sorted(maps.Keys(m)) {
		if b := then[sport]; b != nil {
			notes = append(notes, m[sport].Against(b, sport)...)
		}
	}
	return notes
}

// Against says the same of one sport.
func (c *Sensors) Against(then *Sensors, sport training.Sport) (notes []i18n.Sentence) {
	if c.n == 0 || then.n == 0 {
		return nil
	}
	for _, k := range []struct {
		name i18n.Word
		a, b int
	}{{"power", c.power, then.power}, {"heart rate", c.hr, then.hr}} {
		if math.Abs(float64(k.a)/float64(c.n)-float64(k.b)/float64(then.n)) <= fewMeasured {
			continue
		}
		notes = append(notes, i18n.Sentencef(
			"The sensors changed: of %s %s is in %d of %d activities of these days and in %d of %d of those compared with, "+
				"so what rests on it (load too) does not compare.",
			i18n.Word(sport), k.name, k.a, c.n, k.b, then.n))
	}
	return notes
}

// MeasuredIn counts what was measured in some days of some sports; none is all.
func MeasuredIn(ctx context.Context, r LoadReader, s training.Scope, days training.DayRange, sports []training.Sport) (Measured, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	m := Measured{}
	for _, in := range ofSports(inputs, sports) {
		m.Add(&in)
	}
	return m, err
}
