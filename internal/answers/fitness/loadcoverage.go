package fitness

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// latestNamed is how many activities a gap names.
const latestNamed = 3

// coverage counts which activities have a load and why the others have none.
// They are to be added in order of day.
type coverage struct {
	view    LoadCoverage
	methods []methodCount // few: they are looked through
	gaps    map[i18n.Sentence]*LoadGap
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

func (c *coverage) add(in *store.LoadInput, l load.Load, why i18n.Sentence) {
	c.view.Activities++
	if why == "" {
		c.view.WithLoad++
		c.count(l.Method)
		return
	}
	c.without(why, in.ID)
}

func (c *coverage) without(why i18n.Sentence, id training.ActivityID) {
	g := c.gaps[why]
	if g == nil {
		if c.gaps == nil {
			c.gaps = map[i18n.Sentence]*LoadGap{}
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
		c.without(i18n.Sentence(w.Reason), training.ActivityID(w.Ref))
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
func (c *LoadCoverage) tellUnknownSport() []i18n.Sentence {
	if c.OfUnknownSport == 0 {
		return nil
	}
	return []i18n.Sentence{i18n.Sentencef("%s by the service, without a sport: some may belong here, and none is counted.",
		i18n.Numbered(c.OfUnknownSport, "activity of these days is withheld", "activities of these days are withheld"))}
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
		return strings.Compare(a.Reason.String(), b.Reason.String())
	})
	return c.view
}
