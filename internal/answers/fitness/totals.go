package fitness

import (
	"context"
	"iter"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// sums accumulates activities in order of day. A field without any value stays 0.
type sums struct {
	n     int
	days  int
	last  training.Day
	sport training.Sport
	mixed bool // the activities are of several sports

	timer, moving, elapsed, distanceM, gainM, tss, workJ, kcal float64
	movedS, movedM                                             float64 // totals of activities with a distance
	fed, told                                                  int     // activities with calories; of these, those only from a service

	// beats are the heartbeats in beatS. output is the sum of efficiency factors, each
	// multiplied by the duration of its activity; outputS is the sum of these durations.
	beatS, beats, outputS, output float64
}

// add counts an activity; tss is its load, or 0 if it has none.
func (s *sums) add(in *store.LoadInput, tss float64) {
	if s.n == 0 || in.Day != s.last {
		s.days, s.last = s.days+1, in.Day
	}
	if s.n == 0 {
		s.sport = in.Sport
	}
	s.mixed = s.mixed || s.sport != in.Sport
	s.n++
	s.timer += in.TimerS
	s.moving += in.MovingS
	s.elapsed += in.ElapsedS
	s.distanceM += in.DistanceM
	s.gainM += in.GainM
	s.tss += tss
	if in.DistanceM > 0 && in.TimerS > 0 {
		s.movedS, s.movedM = s.movedS+in.TimerS, s.movedM+in.DistanceM
	}
	s.workJ += in.WorkJ
	s.beatS, s.beats = s.beatS+in.HRSeconds, s.beats+in.AvgHR*in.HRSeconds
	if x := efficiency(in); x > 0 {
		s.outputS, s.output = s.outputS+in.TimerS, s.output+x*in.TimerS
	}
	if in.Kcal > 0 {
		s.kcal += in.Kcal
		s.fed++
		if in.KcalSaid {
			s.told++
		}
	}
}

// TotalsOf returns the totals of activities in order of day, each with its load, or 0 if
// it has none.
func TotalsOf(all iter.Seq2[*store.LoadInput, float64]) Totals {
	var s sums
	for in, tss := range all {
		s.add(in, tss)
	}
	return s.totals()
}

func (s *sums) totals() Totals {
	return Totals{
		Activities: s.n, ActiveDays: s.days,
		DurationS: shown(s.timer, 1, 0), MovingTimeS: shown(s.moving, 1, 0), ElapsedTimeS: shown(s.elapsed, 1, 0),
		DistanceKM: shown(s.distanceM, 1000, 2), ElevationGainM: shown(s.gainM, 1, 0),
		TSS: shown(s.tss, 1, 1), WorkKJ: shown(s.workJ, 1000, 1), CaloriesKcal: shown(s.kcal, 1, 0),
		AvgSpeedKMH: s.avgSpeed(),
	}
}

// avgSpeed returns the average speed in km/h over the timer time of activities
// with a distance, or nil if there are none or several sports.
func (s *sums) avgSpeed() *float64 {
	if s.movedS == 0 || s.mixed {
		return nil
	}
	const kmhPerMS = 3.6
	return shown(s.movedM/s.movedS*kmhPerMS, 1, 2)
}

// shown converts a value to the shown unit and rounds it. It returns nil for an unknown value.
func shown(v, unit float64, decimals int) *float64 {
	if v <= 0 || !answers.Finite(v) {
		return nil
	}
	r := answers.Round(v/unit, decimals)
	return &r
}

// less returns the change from b to a. A field that only one of them has counts
// as 0 in the other. A field that neither has is left out.
func less(a, b Totals) *Change {
	c := &Change{Percent: map[string]float64{}}
	c.Activities = a.Activities - b.Activities
	c.ActiveDays = a.ActiveDays - b.ActiveDays
	c.percent("activities", float64(a.Activities), float64(b.Activities))
	for _, f := range []struct {
		name     string
		to       **float64
		a, b     *float64
		decimals int
	}{
		{"duration_s", &c.DurationS, a.DurationS, b.DurationS, 0},
		{"moving_time_s", &c.MovingTimeS, a.MovingTimeS, b.MovingTimeS, 0},
		{"elapsed_time_s", &c.ElapsedTimeS, a.ElapsedTimeS, b.ElapsedTimeS, 0},
		{"distance_km", &c.DistanceKM, a.DistanceKM, b.DistanceKM, 2},
		{"elevation_gain_m", &c.ElevationGainM, a.ElevationGainM, b.ElevationGainM, 0},
		{"tss", &c.TSS, a.TSS, b.TSS, 1},
		{"work_kj", &c.WorkKJ, a.WorkKJ, b.WorkKJ, 1},
		{"calories_kcal", &c.CaloriesKcal, a.CaloriesKcal, b.CaloriesKcal, 0},
	} {
		if f.a == nil && f.b == nil {
			continue
		}
		now, then := orZero(f.a), orZero(f.b)
		d := answers.Round(now-then, f.decimals)
		*f.to = &d
		c.percent(f.name, now, then)
	}
	if a.AvgSpeedKMH != nil && b.AvgSpeedKMH != nil {
		d := answers.Round(*a.AvgSpeedKMH-*b.AvgSpeedKMH, 2)
		c.AvgSpeedKMH = &d
		c.percent("avg_speed_kmh", *a.AvgSpeedKMH, *b.AvgSpeedKMH)
	}
	return c
}

func (c *Change) percent(name string, now, then float64) {
	if then > 0 {
		c.Percent[name] = answers.Round((now-then)/then*100, 1)
	}
}

func orZero(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}

// timeInZones adds up the histograms of the days, each in the zones of its own
// day. If sports is empty and only is nil, there is no restriction.
func timeInZones(
	ctx context.Context, h *Histograms, s training.Scope, days training.DayRange,
	sports []training.Discipline, only map[training.ActivityID]bool, t *Timeline,
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

// zoneCounter adds up histograms, with one total for each scheme and, by power, for each
// sport: the watts of a run are no measure of those of a ride.
type zoneCounter struct {
	kind     training.ZoneKind
	sports   []training.Discipline        // empty means all
	only     map[training.ActivityID]bool // nil: all
	timeline *Timeline
	schemes  map[training.Discipline]Stretch
	sums     []ZoneTotals
}

func newZoneCounter(kind training.ZoneKind, sports []training.Discipline, t *Timeline) *zoneCounter {
	return &zoneCounter{kind: kind, sports: sports, timeline: t, schemes: map[training.Discipline]Stretch{}}
}

// Around returns the zones on a day, with the days to which they apply.
func (c *zoneCounter) Around(p training.Discipline, day training.Day) Stretch {
	if s, ok := c.schemes[p]; ok && s.From <= day && day < s.To {
		return s
	}
	st := c.timeline.around(p, day)
	scheme, why := zones.For(c.kind, p.Sport, st.value.In(p.Indoor))
	s := Stretch{From: st.from, To: st.to, Scheme: scheme, None: why != ""}
	c.schemes[p] = s
	return s
}

func (c *zoneCounter) wants(done training.Discipline) bool { return training.AnyHas(c.sports, done) }

// add counts the histogram of n activities in the zones of a day.
func (c *zoneCounter) add(p training.Discipline, day training.Day, h zones.Histogram, n int) {
	s := c.Around(p, day)
	if s.None {
		return
	}
	to := c.total(&s.Scheme, p.Sport)
	for i, sec := range s.Scheme.TimeIn(h) {
		to.Seconds[i] += sec
	}
	to.count(p.Sport, n)
}

// count counts an activity whose time in zones is known.
func (c *zoneCounter) count(a *Activity) {
	to := c.total(a.Scheme, a.Sport.Sport)
	for i, sec := range a.Seconds {
		to.Seconds[i] += float64(sec)
	}
	to.count(a.Sport.Sport, 1)
}

// total returns the totals of a scheme that count a sport. It adds them if there are none.
func (c *zoneCounter) total(scheme *zones.Scheme, sport training.Sport) *ZoneTotals {
	for i := range c.sums {
		z := &c.sums[i]
		if z.Scheme == scheme.Method && len(z.Seconds) == len(scheme.Lower)+1 && (c.kind != training.ZonesPower || z.Sports[0] == sport) {
			return z
		}
	}
	c.sums = append(c.sums, ZoneTotals{
		Kind: c.kind, Scheme: scheme.Method, Sports: []training.Sport{sport}, Names: scheme.Names,
		Seconds: make([]float64, len(scheme.Lower)+1),
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
