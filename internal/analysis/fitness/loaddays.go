package fitness

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/serviced"
	"lapkeep/internal/metrics/load"
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
	return &work{NewLoads(&who, history), ofSports(inputs, sports)}, nil
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
