package fitness

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/plausible"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LoadReader reads the inputs of loads and the thresholds of their days.
type LoadReader interface {
	SettingsReader
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
	ActiveDays(ctx context.Context, s training.Scope) (map[training.Sport][]training.Day, error)
	serviced.Reader
}

// Loads computes loads under the thresholds of each day and the athlete's
// own rules. Like its timeline it is not safe for concurrent use.
type Loads struct {
	Timeline *Timeline
	Rules    load.Rules
}

// NewLoads prepares an athlete's settings.
func NewLoads(a *training.Athlete, h training.History) Loads {
	return Loads{Timeline: NewTimeline(h), Rules: load.RulesOf(a)}
}

// SettingsReader reads what loads are computed by.
type SettingsReader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
}

// ReadLoads reads an athlete's settings and prepares them.
func ReadLoads(ctx context.Context, r SettingsReader, s training.Scope) (Loads, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return Loads{}, err
	}
	history, err := r.History(ctx, s)
	return NewLoads(&who, history), err
}

// At is the thresholds that hold for an activity: those of its day and place.
func (l Loads) At(in *store.LoadInput) training.Thresholds {
	return l.Timeline.At(in.Sport, in.Day).In(in.Indoor)
}

// Of is the load of one activity, or the reason why it has none.
func (l Loads) Of(in *store.LoadInput) (load.Load, string) {
	return l.Rules.Of(analysis.LoadInput(in), l.At(in))
}

// work holds what was done on some days, with all that its loads are computed from.
type work struct {
	Loads

	rated []rated
}

// rated is an activity with its load as its day has it, or the reason why it
// has none.
type rated struct {
	*store.LoadInput

	load load.Load
	why  string
}

// perHour is the load by the hour.
func (r *rated) perHour() float64 { return r.load.TSS / max(r.TimerS, 1) }

// rate computes the loads of all that was done on some days, in order of day.
func (l Loads) rate(inputs []store.LoadInput) []rated {
	out := make([]rated, len(inputs))
	for i := range inputs {
		r := &out[i]
		r.LoadInput = &inputs[i]
		r.load, r.why = l.Of(r.LoadInput)
	}
	for from := 0; from < len(out); {
		to := from + 1
		for to < len(out) && out[to].Day == out[from].Day {
			to++
		}
		if to > from+1 { // of one activity the session itself is judged
			judgeDay(out[from:to])
		}
		from = to
	}
	return out
}

// judgeDay leaves out the hardest of a day by the hour, until a person can have
// done the rest: the hardest is the likeliest to be wrong.
func judgeDay(day []rated) {
	var tss, seconds float64
	for i := range day {
		if day[i].why == "" {
			tss, seconds = tss+day[i].load.TSS, seconds+day[i].TimerS
		}
	}
	for why := plausible.Day(tss, seconds); plausible.Day(tss, seconds) != ""; {
		var worst *rated
		for i := range day {
			r := &day[i]
			if r.why == "" && (worst == nil || cmp.Or(cmp.Compare(r.perHour(), worst.perHour()), cmp.Compare(worst.ID, r.ID)) > 0) {
				worst = r
			}
		}
		if worst == nil {
			return
		}
		tss, seconds = tss-worst.load.TSS, seconds-worst.TimerS
		worst.load, worst.why = load.Load{}, why
	}
}

// readWork reads the activities of some days and sports; no sport is all.
func readWork(ctx context.Context, r LoadReader, s training.Scope, days training.DayRange, sports []training.Sport) (*work, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	if err != nil {
		return nil, err
	}
	loads, err := ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	w := &work{Loads: loads, rated: loads.rate(inputs)}
	if len(sports) > 0 {
		w.rated = slices.DeleteFunc(w.rated, func(r rated) bool { return !slices.Contains(sports, r.Sport) })
	}
	return w, nil
}

// ofSports is the inputs of the sports; none means all.
func ofSports(inputs []store.LoadInput, sports []training.Sport) []store.LoadInput {
	if len(sports) == 0 {
		return inputs
	}
	var out []store.LoadInput
	for i := range inputs {
		if slices.Contains(sports, inputs[i].Sport) {
			out = append(out, inputs[i])
		}
	}
	return out
}

// latestNamed is how many activities a gap names.
const latestNamed = 3

// coverage counts which activities have a load and why the others have none.
// They are to be added in order of day.
type coverage struct {
	view    LoadCoverage
	methods []methodCount // few: they are looked through
	gaps    map[string]*LoadGap
}

// methodCount is how many loads were computed by a method.
type methodCount struct {
	load.Method
	n int
}

func (c *coverage) count(m load.Method) {
	for i := range c.methods {
		if c.methods[i].Method == m {
			c.methods[i].n++
			return
		}
	}
	c.methods = append(c.methods, methodCount{m, 1})
}

func (c *coverage) add(in *store.LoadInput, l load.Load, why string) {
	c.view.Activities++
	if why == "" {
		c.view.WithLoad++
		c.count(l.Method)
		return
	}
	c.without(why, in.ID)
}

func (c *coverage) without(why string, id training.ActivityID) {
	g := c.gaps[why]
	if g == nil {
		if c.gaps == nil {
			c.gaps = map[string]*LoadGap{}
		}
		g = &LoadGap{Reason: why}
		c.gaps[why] = g
	}
	g.Count++
	if g.Latest = append(g.Latest, id); len(g.Latest) > latestNamed {
		g.Latest = g.Latest[1:]
	}
}

// withheld counts activities that a service shows nothing of: they are there,
// and have no load here.
func (c *coverage) withheld(all []training.Withheld) {
	c.view.Activities += len(all)
	c.view.Withheld += len(all)
	for _, w := range all {
		c.without(w.Reason, training.ActivityID(w.Ref))
	}
}

// withheldUnder counts those that services withhold of some days. Nobody knows
// their sports: a question that is not about every sport does not count them
// as activities, and gives their number apart.
func (c *coverage) withheldUnder(every bool, all []training.Withheld) {
	if every {
		c.withheld(all)
		return
	}
	c.view.OfUnknownSport = len(all)
}

// tellUnknownSport says what a question about sports cannot count.
func (c *LoadCoverage) tellUnknownSport() []string {
	if c.OfUnknownSport == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s by the service, without a sport: some may belong here, and none is counted.",
		phrase.Counted(c.OfUnknownSport, "activity of these days is withheld", "activities of these days are withheld"))}
}

func (c *coverage) result() LoadCoverage {
	for _, m := range c.methods {
		if c.view.ByMethod == nil {
			c.view.ByMethod = map[string]int{}
		}
		c.view.ByMethod[string(m.Method)] = m.n
	}
	for _, g := range c.gaps {
		slices.Reverse(g.Latest) // the latest first
		c.view.Without = append(c.view.Without, *g)
	}
	slices.SortFunc(c.view.Without, func(a, b LoadGap) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return c.view
}

// within is the part of some activities, in order of day, that days contain.
func within(all []rated, days training.DayRange) []rated {
	before := func(r rated, day training.Day) int { return cmp.Compare(r.Day, day) }
	from, _ := slices.BinarySearchFunc(all, days.From, before)
	to, _ := slices.BinarySearchFunc(all, days.To+1, before)
	return all[from:max(from, to)]
}
