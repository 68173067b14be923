package briefing

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/digest"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Cache keeps the results of the slowest reads until something changes on which they depend: the digests of
// activities, the plan, and the adherence to the plan. It is safe for concurrent use.
type Cache struct {
	lines    cache.Cache[linesKey, lines]
	plans    cache.Cache[planKey, plans]
	agendas  cache.Cache[planKey, *calendar.Agenda] // for the coming days
	followed *plan.AdherenceCache
}

// mostKept is the maximum number of entries in each cache. Nearly all queries use the
// same few entries.
const mostKept = 4

// NewCache returns an empty cache.
func NewCache() *Cache {
	b := &Cache{followed: plan.NewAdherenceCache()}
	b.lines.Most, b.plans.Most, b.agendas.Most = mostKept, mostKept, mostKept
	b.lines.On = calendar.OnAgendas(document.Digests.Changes())
	b.plans.On, b.agendas.On = calendar.OnAgendas(plan.OnPlans()...), calendar.OnAgendas()
	return b
}

type linesKey struct {
	training.Scope
	first, full, today training.Day
}

type planKey struct {
	training.Scope
	answers.Frame
}

// lines holds activities with their digests. Queries share the value, so it must not be modified.
type lines struct {
	rows  []store.ActivityRow
	views []digest.View
}

// kept returns a value from the cache, or reads and caches it. If texts were edited
// in files, nothing is cached, because those edits are not in the change log.
func kept[K comparable, V any](ctx context.Context, m *maker, in *cache.Cache[K, V], k K, read func() (V, error)) (v V, err error) {
	if in == nil || len(m.q.Edited) > 0 {
		return read()
	}
	return in.Get(ctx, m.r, k, read)
}

// These are the numbers of weeks at each level of detail: weeks with every activity, including
// the current week; older weeks with one line each; and weeks of which only a total is shown.
const (
	fullWeeks    = 3
	lineWeeks    = 10
	earlierWeeks = 39
	weekDays     = 7
	mostDone     = 100 // maximum number of activities in the weeks with every activity; the newest are kept
	formDays     = 42
)

// week returns the first day of the week that contains a day. If there is a training plan,
// weeks begin on Monday, as in the plan; otherwise, on the athlete's first day of the week.
func (m *maker) week(d training.Day) training.Day {
	if p := m.plan.kept; p != nil {
		for i := range p.Weeks {
			if start := p.Weeks[i].Start; start != 0 {
				return d - ((d-start)%weekDays+weekDays)%weekDays
			}
		}
	}
	return d.WeekStart(m.f.Week)
}

func (m *maker) number(d training.Day) int {
	if m.plan.kept == nil {
		return 0
	}
	if w := m.plan.kept.WeekOf(d); w != nil {
		return w.Number
	}
	return 0
}

func (m *maker) readTraining(ctx context.Context) error {
	if !m.q.wants(Training) && !m.q.wants(Alerts) {
		return nil
	}
	rested, err := plan.RestingOn(ctx, m.r, m.s, m.f.Today)
	if err != nil {
		return err
	}
	load, err := fitness.TrainingLoad(ctx, m.r, m.s, m.f, fitness.LoadQuery{
		Days: training.DayRange{From: m.f.Today - formDays + 1, To: m.f.Today}, Sections: []string{fitness.SectionAlerts}, Rested: rested,
	})
	if err != nil {
		return err
	}
	m.tellLoad(load)
	if !m.q.wants(Training) {
		return nil
	}
	who, err := m.r.Athlete(ctx, m.s)
	if err != nil {
		return err
	}
	if m.s.Audience == training.AudienceModel && !who.Sharing.Notes {
		m.view.Missing = m.view.Missing.Add("said", answers.HiddenNotes)
	}
	out := &Trained{Today: load.Today}
	if b := load.Form; b != nil {
		out.Form = &Form{b.Name, b.Range, b.Meaning}
	}
	if err := m.weeks(ctx, out); err != nil {
		return err
	}
	if load.Today == nil && len(out.Weeks) == 0 {
		m.view.miss(Training, load.Missing["today"])
		return nil
	}
	if load.Today == nil {
		m.view.Missing = m.view.Missing.Add("form", load.Missing["today"])
	}
	m.view.Training = out
	return nil
}

// weeks adds up the weeks and lists the activities of the most recent ones.
func (m *maker) weeks(ctx context.Context, out *Trained) error {
	this := m.week(m.f.Today)
	first := this - (fullWeeks+lineWeeks-1)*weekDays
	loads, err := fitness.ReadLoads(ctx, m.r, m.s)
	if err != nil {
		return err
	}
	inputs, err := m.r.LoadInputs(ctx, m.s, training.DayRange{From: first - earlierWeeks*weekDays, To: m.f.Today})
	if err != nil || len(inputs) == 0 {
		return err
	}
	sums := map[training.Day]*Sum{}
	load, hardest := map[training.ActivityID]float64{}, map[training.Day]training.ActivityID{}
	earlier := Earlier{Span: answers.SpanOf(training.DayRange{From: inputs[0].Day, To: first - 1})}
	for i := range inputs {
		in := &inputs[i]
		tss, why := loads.Of(in)
		to, start := &earlier.Sum, m.week(in.Day)
		if in.Day >= first {
			if sums[start] == nil {
				sums[start] = &Sum{}
			}
			to = sums[start]
		}
		to.add(in, tss.TSS, why == "")
		if load[in.ID] = tss.TSS; in.Day >= first && tss.TSS > load[hardest[start]] {
			hardest[start] = in.ID
		}
	}
	if earlier.Activities > 0 {
		earlier.round()
		out.Earlier = &earlier
	}
	for start := this; start >= first; start -= weekDays {
		w := Week{Number: m.number(start), Start: start, Current: start == this}
		if sum := sums[start]; sum != nil {
			sum.round()
			w.Sum = *sum
		}
		out.Weeks = append(out.Weeks, w)
	}
	return m.digests(ctx, out, this, first, load, hardest)
}

// digests adds the activities of the detailed weeks, and the hardest activity of each earlier week.
func (m *maker) digests(
	ctx context.Context, out *Trained, this, first training.Day, load map[training.ActivityID]float64,
	hardest map[training.Day]training.ActivityID,
) error {
	full := this - (fullWeeks-1)*weekDays
	told, err := kept(ctx, m, &m.q.Cache.lines, linesKey{m.s, first, full, m.f.Today}, func() (lines, error) {
		return m.read(ctx, first, full, hardest)
	})
	if err != nil {
		return err
	}
	for i := range told.rows {
		r, line := &told.rows[i], &told.views[i]
		w := &out.Weeks[int(this-m.week(r.LocalDay))/weekDays]
		if r.LocalDay < full {
			w.Hardest = cmp.Or(line.Computed, line.Line).Cleaned(saidRunes)
			continue
		}
		w.Done = append(w.Done, Done{
			ID: r.ID, Day: r.LocalDay, Sport: r.Sport, Digest: line.Line.Cleaned(training.MaxDigestRunes), By: line.By,
			Load: answers.Round(load[r.ID], 1), Name: clip(r.Name, nameRunes), Said: clip(r.Description, saidRunes),
		})
	}
	return nil
}

// read reads the activities to list and makes their digests.
func (m *maker) read(ctx context.Context, first, full training.Day, hardest map[training.Day]training.ActivityID) (out lines, err error) {
	page, err := m.r.Activities(ctx, m.s, store.ActivityFilter{
		Days: &training.DayRange{From: first, To: m.f.Today}, Metrics: digest.Metrics(),
	})
	if err != nil {
		return out, err
	}
	told := 0
	out.rows = slices.DeleteFunc(page.Rows, func(r store.ActivityRow) bool {
		if r.LocalDay < full {
			return hardest[m.week(r.LocalDay)] != r.ID
		}
		told++
		return told > mostDone
	})
	out.views, err = digest.Of(ctx, m.r, m.s, out.rows)
	return out, err
}

func (s *Sum) add(in *store.LoadInput, tss float64, known bool) {
	s.Activities++
	s.DurationS += in.TimerS
	if in.DistanceM > 0 {
		if s.DistanceKm == nil {
			s.DistanceKm = map[training.Sport]float64{}
		}
		s.DistanceKm[in.Sport] += in.DistanceM / 1000
	}
	if s.Load += tss; !known {
		s.WithoutLoad++
	}
}

func (s *Sum) round() {
	s.DurationS, s.Load = answers.Round(s.DurationS, 0), answers.Round(s.Load, 0)
	for sport, km := range s.DistanceKm {
		s.DistanceKm[sport] = answers.Round(km, 1)
	}
}

func (m *maker) tellLoad(v *fitness.LoadView) {
	for i := range v.Alerts {
		a := &v.Alerts[i]
		m.alert(Alert{Name: ofLoad + a.Name, Value: &a.Value, Why: i18n.Capital(a.Rule)})
	}
}
