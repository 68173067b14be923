package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// heldThere are the settings that a service has of a sport: those that the
// call names, else those that hold for the fewest sports.
func heldThere(ctx context.Context, d Deps, c *tools.Call, sport training.Sport, named *entry) (*athlete.Service, error) {
	v, err := athlete.ReadSettings(ctx, d.Store, c.Whole(), c.Frame(), athlete.Query{Sport: sport, Day: c.Today})
	if err != nil {
		return nil, err
	}
	v.Services = slices.DeleteFunc(v.Services, func(s athlete.Service) bool {
		return named == nil && slices.Contains(s.KindsOnly, sport) || named != nil && s.ID != named.doc.ID
	})
	if len(v.Services) == 0 {
		return nil, training.Errorf(training.KindNotFound, "No service has settings of %s.", sport).
			WithFix("Leave at_service out: here values follow the settings of their day.")
	}
	best := slices.MinFunc(v.Services, func(a, b athlete.Service) int { return len(a.Sports) - len(b.Sports) })
	if d.Title != nil {
		best.Source = d.Title(c.Scope.Athlete, best.Source)
	}
	return &best, nil
}

// tellThere adds to the changes what a service is asked for.
func (o *order) tellThere() {
	if o.there == nil {
		return
	}
	names := make([]string, len(o.there.Sports))
	for i, s := range o.there.Sports {
		names[i] = string(s)
	}
	of, id := string(o.sport), o.there.ID
	if o.entry != nil {
		of, id, names = o.entry.types(), o.entry.name(), []string{o.entry.types()}
	}
	what := fmt.Sprintf("all past activities of %s at %s", strings.Join(names, ", "), o.there.Source)
	o.plan.Changes = append(o.plan.Changes, journal.Change{
		Of: ofSport, Gravity: journal.Recorded, Target: id, Field: what, Before: "by the settings of then",
		After: "by the settings that it has now (get_sport_settings shows them)",
	})
	if o.summary == "" {
		o.summary = i18n.Sentencef("Let %s apply its settings of %s to all past activities there.", o.there.Source, of)
	} else {
		o.summary = i18n.InARow(o.summary, i18n.Sentencef("Have %s apply its own to all past activities there.", o.there.Source))
	}
}

// thereToo binds an agreement to the settings that the service was seen to have.
func (o *order) thereToo(targets map[string]string) map[string]string {
	out := maps.Clone(targets)
	if out == nil {
		out = map[string]string{}
	}
	seen, err := json.Marshal(o.there)
	if err != nil { // a value that is not finite: nothing must match it
		seen = []byte("unreadable")
	}
	out["applied:"+o.there.ID] = string(seen)
	return out
}
