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

// LoadReader is what questions about load read from the store.
type LoadReader interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	LoadInputs(ctx context.Context, s training.Scope, days training.DayRange) ([]store.LoadInput, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	DaySpan(ctx context.Context, s training.Scope) (r training.DayRange, ok bool, err error)
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

// At is the thresholds that hold for an activity: those of its day and place.
func (l Loads) At(in *store.LoadInput) training.Thresholds {
	return l.Timeline.At(in.Sport, in.Day).In(in.Indoor)
}

// Of is the load of one activity, or the reason why it has none.
func (l Loads) Of(in *store.LoadInput) (load.Load, string) {
	return l.Rules.Of(analysis.LoadInput(in), l.At(in))
}

// work is what was done on some days, with what its loads follow from.
type work struct {
	Loads
	inputs []store.LoadInput
	// beyond says of activities why they count for nothing: their day has more
	// than a person can do.
	beyond map[training.ActivityID]string
}

// Of is the load of one activity as its day has it, or the reason why it has
// none.
func (w *work) Of(in *store.LoadInput) (load.Load, string) {
	if why := w.beyond[in.ID]; why != "" {
		return load.Load{}, why
	}
	return w.Loads.Of(in)
}

// judgeDays finds what is beyond a day. Inputs are in order of day.
func (w *work) judgeDays(inputs []store.LoadInput) {
	for from := 0; from < len(inputs); {
		to := from + 1
		for to < len(inputs) && inputs[to].Day == inputs[from].Day {
			to++
		}
		if to > from+1 { // of one activity the session itself is judged
			w.judgeDay(inputs[from:to])
		}
		from = to
	}
}

// judgeDay leaves out the hardest of a day by the hour, until a person can have
// done the rest: of what is wrong it is the likeliest.
func (w *work) judgeDay(day []store.LoadInput) {
	type share struct {
		in           *store.LoadInput
		tss, perHour float64
	}
	var all []share
	var tss, seconds float64
	for i := range day {
		l, why := w.Loads.Of(&day[i])
		if why != "" {
			continue
		}
		all = append(all, share{&day[i], l.TSS, l.TSS / max(day[i].TimerS, 1)})
		tss, seconds = tss+l.TSS, seconds+day[i].TimerS
	}
	why := plausible.Day(tss, seconds)
	if why == "" {
		return
	}
	slices.SortFunc(all, func(a, b share) int {
		return cmp.Or(-cmp.Compare(a.perHour, b.perHour), cmp.Compare(a.in.ID, b.in.ID))
	})
	if w.beyond == nil {
		w.beyond = map[training.ActivityID]string{}
	}
	for _, s := range all {
		if plausible.Day(tss, seconds) == "" {
			return
		}
		w.beyond[s.in.ID] = why
		tss, seconds = tss-s.tss, seconds-s.in.TimerS
	}
}

// readWork reads the activities of some days and sports; no sport is all.
func readWork(ctx context.Context, r LoadReader, s training.Scope, days training.DayRange, sports []training.Sport) (*work, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	if err != nil {
		return nil, err
	}
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return nil, err
	}
	history, err := r.History(ctx, s)
	if err != nil {
		return nil, err
	}
	w := &work{Loads: NewLoads(&who, history), inputs: ofSports(inputs, sports)}
	w.judgeDays(inputs)
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
	view LoadCoverage
	gaps map[string]*LoadGap
}

func (c *coverage) add(in *store.LoadInput, l load.Load, why string) {
	v := &c.view
	v.Activities++
	if why == "" {
		v.WithLoad++
		if v.ByMethod == nil {
			v.ByMethod = map[string]int{}
		}
		v.ByMethod[string(l.Method)]++
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

// withheldUnder counts those that services withhold of some days in a question
// about sports. Of what sport they are nobody says: for such a question they
// are no activities, and how many there are is told.
func (c *coverage) withheldUnder(sports []training.Sport, all []training.Withheld) {
	if len(sports) == 0 {
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
