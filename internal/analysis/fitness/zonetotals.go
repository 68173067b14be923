package fitness

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// timeInZones adds up the histograms of the days, each in the zones of its
// own day.
func timeInZones(ctx context.Context, h *Histograms, s training.Scope, days training.DayRange, sports []training.Sport, t *Timeline) ([]ZoneTotals, error) {
	var out []ZoneTotals
	for _, k := range []struct {
		kind      training.ZoneKind
		primitive string
	}{{training.ZonesPower, primitive.PowerHistogram}, {training.ZonesHR, primitive.HRHistogram}} {
		c := zoneCounter{kind: k.kind, sports: sports, timeline: t, schemes: map[of]schemeStretch{}}
		if err := h.count(ctx, s, k.primitive, days, &c); err != nil {
			return nil, err
		}
		out = append(out, c.totals()...)
	}
	return out, nil
}

// zoneCounter adds histograms up, one total for each scheme that was met.
type zoneCounter struct {
	kind     training.ZoneKind
	sports   []training.Sport // none: all
	timeline *Timeline
	schemes  map[of]schemeStretch
	sums     []ZoneTotals
}

// of is what the zones of a day are of.
type of struct {
	sport  training.Sport
	indoor bool
}

// schemeStretch is the zones of one sport and the days that they hold for.
type schemeStretch struct {
	from, to training.Day
	scheme   zones.Scheme
	why      string // there are none
}

func (c *zoneCounter) scheme(o of, day training.Day) (zones.Scheme, bool) {
	if s, ok := c.schemes[o]; ok && s.from <= day && day < s.to {
		return s.scheme, s.why == ""
	}
	st := c.timeline.around(o.sport, day)
	s := schemeStretch{from: st.from, to: st.to}
	s.scheme, s.why = zones.For(c.kind, o.sport, st.value.In(o.indoor))
	c.schemes[o] = s
	return s.scheme, s.why == ""
}

func (c *zoneCounter) wants(sport training.Sport) bool {
	return len(c.sports) == 0 || slices.Contains(c.sports, sport)
}

// add counts the histogram of n activities in the zones of a day.
func (c *zoneCounter) add(o of, day training.Day, h zones.Histogram, n int) {
	scheme, ok := c.scheme(o, day)
	if !ok {
		return
	}
	var to *ZoneTotals
	for i := range c.sums {
		if z := &c.sums[i]; z.Scheme == scheme.Method && len(z.Seconds) == len(scheme.Lower)+1 {
			to = z
		}
	}
	if to == nil {
		c.sums = append(c.sums, ZoneTotals{
			Kind: c.kind, Scheme: scheme.Method, Names: scheme.Names, Seconds: make([]float64, len(scheme.Lower)+1),
		})
		to = &c.sums[len(c.sums)-1]
	}
	for i, sec := range scheme.TimeIn(h) {
		to.Seconds[i] += sec
	}
	to.Activities += n
	if !slices.Contains(to.Sports, o.sport) {
		to.Sports = append(to.Sports, o.sport)
	}
}

func (c *zoneCounter) totals() []ZoneTotals {
	for i := range c.sums {
		z := &c.sums[i]
		slices.Sort(z.Sports)
		total := 0.0
		for j, sec := range z.Seconds {
			z.Seconds[j] = math.Round(sec)
			total += sec
		}
		z.SharePct = make([]float64, len(z.Seconds))
		for j, sec := range z.Seconds {
			if total > 0 {
				z.SharePct[j] = analysis.Round(sec/total*100, 1)
			}
		}
	}
	slices.SortFunc(c.sums, func(a, b ZoneTotals) int { return b.Activities - a.Activities })
	return c.sums
}
