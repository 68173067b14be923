package fitness

import (
	"cmp"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// tally adds up what was done in a period and in the one before.
type tally struct {
	now, then        sums
	coverage         coverage
	sports           map[training.Sport]*sums
	longest          longest
	rhythm           rhythm
	measured, before Measured

	// of is the sport of the last activity, of which most are: no map is asked.
	of      training.Sport
	sums    *sums
	sensors *Sensors
}

func (t *tally) add(r *rated) {
	t.now.add(r.LoadInput, r.load.TSS)
	t.coverage.add(r.LoadInput, r.load, r.why)
	if t.sums == nil || t.of != r.Sport {
		if t.sports[r.Sport] == nil {
			t.sports[r.Sport] = &sums{}
		}
		t.of, t.sums, t.sensors = r.Sport, t.sports[r.Sport], t.measured.of(r.Sport)
	}
	t.sums.add(r.LoadInput, r.load.TSS)
	t.sensors.Add(r.LoadInput)
	t.longest.see(r)
	t.rhythm.add(r.LoadInput, r.load.TSS)
}

// count fills in totals, per sport, the longest activities, and the period before.
func (v *SummaryView) count(d summarised) {
	t := tally{sports: map[training.Sport]*sums{}, measured: Measured{}, before: Measured{}}
	for i := range d.w.rated {
		r := &d.w.rated[i]
		switch {
		case d.done.Contains(r.Day):
			t.add(r)
		case v.Previous != nil && r.Day >= v.Previous.From && r.Day <= v.Previous.To:
			t.then.add(r.LoadInput, r.load.TSS)
			t.before.Add(r.LoadInput)
		}
	}
	v.Totals = t.now.totals()
	q := d.c.q
	if q.wants(SummaryBySport) {
		v.BySport = bySport(t.sports)
	}
	if q.wants(SummaryLongest) {
		v.Longest = t.longest.view()
	}
	v.tellRhythm(&t.rhythm, q, d.done, d.f.Week)
	for by, to := range map[string]**Series{SummaryByDay: &v.ByDay, SummaryByWeek: &v.ByWeek, SummaryByMonth: &v.ByMonth} {
		if q.wants(by) {
			*to = seriesOf(by, within(d.w.rated, d.done), d.done, d.f)
		}
	}
	v.tellCalories(&t.now)
	t.coverage.withheldUnder(d.c.all(), d.hidden)
	v.Coverage = t.coverage.result()
	if v.Previous != nil {
		v.Previous.Totals = t.then.totals()
		v.Change = less(v.Totals, v.Previous.Totals)
		v.Notes = t.measured.Against(t.before)
	}
}

// bySport is totals, the sport with the most time first.
func bySport(sports map[training.Sport]*sums) (out []SportTotals) {
	for sp, s := range sports {
		out = append(out, SportTotals{Sport: sp, Totals: s.totals()})
	}
	slices.SortFunc(out, func(a, b SportTotals) int {
		return cmp.Or(cmp.Compare(orZero(b.DurationS), orZero(a.DurationS)), strings.Compare(string(a.Sport), string(b.Sport)))
	})
	return out
}

// longest keeps the longest activities, the earlier one where two are alike.
type longest struct{ byDuration, byDistance, byLoad *rated }

func (l *longest) see(r *rated) {
	if r.TimerS > 0 && (l.byDuration == nil || r.TimerS > l.byDuration.TimerS) {
		l.byDuration = r
	}
	if r.DistanceM > 0 && (l.byDistance == nil || r.DistanceM > l.byDistance.DistanceM) {
		l.byDistance = r
	}
	if r.load.TSS > 0 && (l.byLoad == nil || r.load.TSS > l.byLoad.load.TSS) {
		l.byLoad = r
	}
}

func (l *longest) view() *Longest {
	if l.byDuration == nil && l.byDistance == nil && l.byLoad == nil {
		return nil
	}
	return &Longest{ByDuration: l.byDuration.standout(), ByDistance: l.byDistance.standout(), ByLoad: l.byLoad.standout()}
}

func (r *rated) standout() *Standout {
	if r == nil {
		return nil
	}
	return &Standout{
		ID: r.ID, LocalDate: r.Day, Sport: r.Sport, DurationS: r.TimerS,
		DistanceKM: shown(r.DistanceM, metresPerKM, 2), TSS: shown(r.load.TSS, 1, 1),
	}
}
