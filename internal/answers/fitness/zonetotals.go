package fitness

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// timeInZones adds up the histograms of the days, each in the zones of its
// own day; no sports and no activities named are all.
func timeInZones(
	ctx context.Context, h *Histograms, s training.Scope, days training.DayRange,
	sports []training.Sport, only map[training.ActivityID]bool, t *Timeline,
) ([]ZoneTotals, error) {
	var out []ZoneTotals
	for _, k := range []struct {
		kind      training.ZoneKind
		primitive string
	}{{training.ZonesPower, derive.PowerHistogram}, {training.ZonesHR, derive.HRHistogram}} {
		c := newZoneCounter(k.kind, sports, t)
		c.only = only
		if err := h.count(ctx, s, k.primitive, days, c); err != nil {
			return nil, err
		}
		out = append(out, c.totals()...)
	}
	return out, nil
}

// zoneCounter adds histograms up, one total for each scheme that was met.
type zoneCounter struct {
	kind     training.ZoneKind
	sports   []training.Sport             // none: all
	only     map[training.ActivityID]bool // nil: all
	timeline *Timeline
	schemes  map[Place]Stretch
	sums     []ZoneTotals
}

func newZoneCounter(kind training.ZoneKind, sports []training.Sport, t *Timeline) *zoneCounter {
	return &zoneCounter{kind: kind, sports: sports, timeline: t, schemes: map[Place]Stretch{}}
}

// Around is the zones of a day with the days that they hold for.
func (c *zoneCounter) Around(p Place, day training.Day) Stretch {
	if s, ok := c.schemes[p]; ok && s.From <= day && day < s.To {
		return s
	}
	st := c.timeline.around(p.Sport, day)
	scheme, why := zones.For(c.kind, p.Sport, st.value.In(p.Indoor))
	s := Stretch{From: st.from, To: st.to, Scheme: scheme, None: why != ""}
	c.schemes[p] = s
	return s
}

func (c *zoneCounter) wants(sport training.Sport) bool {
	return len(c.sports) == 0 || slices.Contains(c.sports, sport)
}

// add counts the histogram of n activities in the zones of a day.
func (c *zoneCounter) add(p Place, day training.Day, h zones.Histogram, n int) {
	s := c.Around(p, day)
	if s.None {
		return
	}
	to := c.total(&s.Scheme)
	for i, sec := range s.Scheme.TimeIn(h) {
		to.Seconds[i] += sec
	}
	to.count(p.Sport, n)
}

// count counts an activity whose time in zones is known.
func (c *zoneCounter) count(a *Activity) {
	to := c.total(a.Scheme)
	for i, sec := range a.Seconds {
		to.Seconds[i] += float64(sec)
	}
	to.count(a.Sport, 1)
}

// total finds or adds the sums of a scheme's zones.
func (c *zoneCounter) total(scheme *zones.Scheme) *ZoneTotals {
	for i := range c.sums {
		if z := &c.sums[i]; z.Scheme == scheme.Method && len(z.Seconds) == len(scheme.Lower)+1 {
			return z
		}
	}
	c.sums = append(c.sums, ZoneTotals{
		Kind: c.kind, Scheme: scheme.Method, Names: scheme.Names, Seconds: make([]float64, len(scheme.Lower)+1),
	})
	return &c.sums[len(c.sums)-1]
}

func (z *ZoneTotals) count(sport training.Sport, n int) {
	z.Activities += n
	if !slices.Contains(z.Sports, sport) {
		z.Sports = append(z.Sports, sport)
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
				z.SharePct[j] = answers.Round(sec/total*100, 1)
			}
		}
	}
	slices.SortFunc(c.sums, func(a, b ZoneTotals) int { return b.Activities - a.Activities })
	return c.sums
}
