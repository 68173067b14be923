package calendar

import (
	"cmp"
	"slices"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

const weekDays = 7

// weekRunes is how much of a text a week or a phase shows.
const weekRunes = 200

// tellWeeks adds up planned and done by whole weeks.
func (v *View) tellWeeks(b *Book, days training.DayRange, q Query) {
	for start := days.From; start <= days.To; start += weekDays {
		whole := training.DayRange{From: start, To: start + weekDays - 1}
		if w := b.week(whole, q.Sport); !w.empty() {
			if q.BySport {
				w.BySport = b.sportWeeks(whole, q.Sport)
			}
			v.Weeks = append(v.Weeks, w)
		}
	}
	if v.View != ViewAnnual {
		return
	}
	for i := range b.events {
		e := &b.events[i]
		if !stretch(e.Category) || e.Days.To < days.From || e.Days.From > days.To {
			continue
		}
		if len(v.Phases) == maxPhases {
			v.cut("Only the first phases are shown. Ask for fewer days.")
			break
		}
		v.Phases = append(v.Phases, Phase{
			ID: e.ID, Category: e.Category, Name: textclean.Line(e.Name, nameRunes), From: e.Days.From, To: e.Days.To,
			Tags: lines(e.Tags, maxTags), Text: textclean.Text(e.Description, weekRunes), Current: e.Days.Contains(b.today),
		})
	}
}

// empty says that nothing was planned, asked for or done.
func (w *Week) empty() bool {
	return w.Phase == "" && w.Note == "" && w.Targets == nil && w.Planned == nil && w.Done == nil
}

// week is one week of the book.
func (b *Book) week(days training.DayRange, sport training.Sport) Week {
	w := Week{Start: days.From}
	if days.From <= b.today && days.To > b.today {
		w.Days = int(b.today-days.From) + 1
	}
	var plan, done Tally
	var targets Targets
	for i := range b.events {
		e := &b.events[i]
		w.tell(e, days)
		if !days.Contains(e.Days.From) || sport != "" && e.Sport != "" && e.Sport != sport {
			continue
		}
		t := targetsOf(e)
		targets.Load += t.Load
		targets.TimeS += t.TimeS
		targets.DistanceKm += t.DistanceKm
		if !e.Session() {
			continue
		}
		plan.plan(e)
		if _, ok := b.pairs[e.ID]; ok {
			w.Completed++
		} else if e.Days.To < b.today {
			w.Missed++
		}
	}
	for i := range b.done {
		if a := &b.done[i]; days.Contains(a.Day) && (sport == "" || a.Sport == sport) {
			done.Add(recorded(a))
		}
	}
	if !targets.empty() {
		w.Targets = &targets
	}
	w.Planned, w.Done = plan.Shown(), done.Shown()
	if days.To < b.today && w.Planned != nil {
		w.Percent = Share(plan, done)
	}
	return w
}

// sportWeeks parts a week by sport, in the order of the sports. A session that is
// planned for no sport is of none of them.
func (b *Book) sportWeeks(days training.DayRange, only training.Sport) (out []SportWeek) {
	planning, doing := map[training.Sport]*Tally{}, map[training.Sport]*Tally{}
	of := func(all map[training.Sport]*Tally, s training.Sport) *Tally {
		if all[s] == nil {
			all[s] = &Tally{}
		}
		return all[s]
	}
	for i := range b.events {
		if e := &b.events[i]; e.Session() && days.Contains(e.Days.From) {
			of(planning, e.Sport).plan(e)
		}
	}
	for i := range b.done {
		if a := &b.done[i]; days.Contains(a.Day) {
			t := of(doing, a.Sport)
			t.Add(recorded(a))
			t.GainM += a.GainM
		}
	}
	for _, s := range training.Sports() {
		w := SportWeek{Sport: s, Planned: of(planning, s).Shown(), Done: of(doing, s).Shown()}
		if (only == "" || only == s) && (w.Planned != nil || w.Done != nil) {
			out = append(out, w)
		}
	}
	return out
}

// tell names the phase that began last and the first note of a plan.
func (w *Week) tell(e *Event, days training.DayRange) {
	switch {
	case e.Category == training.EventPlan && e.Days.Contains(days.From):
		w.Phase = textclean.Line(e.Name, nameRunes)
	case e.Category == training.EventNote && !e.Plan.Applied.IsZero() && e.Days.From <= days.To && e.Days.To >= days.From && w.Note == "":
		w.Note = textclean.Text(cmp.Or(e.Description, e.Name), weekRunes)
	}
}

// Tally is a sum with how many of its sessions have a duration and a distance.
type Tally struct {
	Sum
	timed, measured int
}

// plan counts one that is planned.
func (t *Tally) plan(e *Event) {
	f := e.Figures()
	t.Add(Amounts{DurationS: f.DurationS, DistanceKm: f.DistanceKm, Load: f.Load})
	if f.DistanceKm <= 0 && !e.Indoor && !slices.Contains(still, e.Sport) {
		t.WithoutDistance++
	}
}

// still are the sports that go nowhere.
var still = []training.Sport{training.Strength, training.Yoga, training.Fitness, training.Diving}

// Add counts one session.
func (t *Tally) Add(a Amounts) {
	a.DurationS, a.DistanceKm, a.Load = sane(a.DurationS), sane(a.DistanceKm), sane(a.Load)
	t.add(a)
	if a.DurationS > 0 {
		t.timed++
	}
	if a.DistanceKm > 0 {
		t.measured++
	}
}

// Merge adds what another tally counted.
func (t *Tally) Merge(o *Tally) {
	t.Sessions, t.WithoutLoad = t.Sessions+o.Sessions, t.WithoutLoad+o.WithoutLoad
	t.DurationS, t.DistanceKm, t.Load, t.GainM = t.DurationS+o.DurationS, t.DistanceKm+o.DistanceKm, t.Load+o.Load, t.GainM+o.GainM
	t.timed, t.measured = t.timed+o.timed, t.measured+o.measured
	t.WithoutDistance += o.WithoutDistance
}

// Share gives the done share of what was planned, but of no value whose
// two sums would not cover the same sessions: load where a session has none,
// and what more sessions were done with than were planned with, since some were
// planned without.
func Share(planned, done Tally) map[string]float64 {
	out := map[string]float64{}
	for name, v := range map[string][2]float64{
		byDuration: {planned.DurationS, done.DurationS}, byDistance: {planned.DistanceKm, done.DistanceKm}, byLoad: {planned.Load, done.Load},
	} {
		if uneven := map[string]bool{
			byLoad:     planned.WithoutLoad+done.WithoutLoad > 0,
			byDuration: planned.timed < planned.Sessions && done.timed > planned.timed,
			byDistance: planned.measured < planned.Sessions && done.measured > planned.measured,
		}; uneven[name] {
			continue
		}
		if p, ok := efforts.Percent(v[0], v[1]); ok {
			out[name] = p
		}
	}
	return out
}
