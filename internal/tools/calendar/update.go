package calendar

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type updateIn struct {
	ID   string         `json:"id" jsonschema:"event id"`
	Date tools.PlanDate `json:"date,omitzero" jsonschema:"moves it"`
	Name *string        `json:"name,omitempty"`
	fieldsIn
	DoneBy string   `json:"done_by,omitempty" jsonschema:"activity id to pair with, or none"`
	Clear  []string `json:"clear,omitempty" jsonschema:"takes back own words, e.g. load"`
}

// clearKeys are the arguments that can be taken back, with the field that
// each is kept under.
func clearKeys() map[string][]string {
	out := map[string][]string{
		"date": {keyStart, keyEnd}, "end_date": {keyEnd}, "duration_s": {"moving_time_s"}, "flags": flagKeys(),
	}
	for _, same := range []string{
		"name", "category", "sport", "description", "distance_km", "load", "intensity_factor", "tags", "done_by",
	} {
		out[same] = []string{same}
	}
	for _, name := range moreKeys() {
		out[name] = []string{name}
	}
	return out
}

func updateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "update_event", Title: "Change or move an event", Toolset: toolset, Safety: tools.Write, Sends: true,
		Default: true, Asks: true, Idempotent: true,
		Description: "Changes, moves (reschedules) or pairs one planned workout or other event; what is not named stays. Can be undone.",
		Input:       func(s *jsonschema.Schema) { tools.Brief(s.Properties["steps"]) },
	}, func(ctx context.Context, c *tools.Call, in updateIn) (*Written, error) {
		e, err := calendar.Find(ctx, d.Store, c.Whole(), in.ID)
		if err != nil {
			return nil, err
		}
		hidden, err := d.Journal.Withheld(ctx, c.Scope)
		if err != nil {
			return nil, err
		}
		p, err := in.patch()
		if err != nil {
			return nil, err
		}
		notes, err := in.steps(c, "", p, &e.CalendarEvent)
		if err != nil {
			return nil, err
		}
		if in.Description == nil && hidden.Hides(kind, "description") {
			notes = nil // they can quote the words that stay
		}
		drop, err := in.plan(ctx, d, c, hidden, &e, p)
		if err != nil {
			return nil, err
		}
		ch, err := amend(e.Document, e.ID, p, hidden, drop...)
		if err != nil {
			return nil, err
		}
		summary, moves := ch.moving(p, drop, c.Today)
		if !moves {
			summary = i18n.Sentencef("Change the event %s.", called(&e))
		}
		return write(ctx, d, c, order{summary: summary, moves: moves, changes: []*change{ch}, notes: notes})
	})
}

// plan completes the fields that change, and gives those that are taken back.
func (in *updateIn) plan(
	ctx context.Context, d Deps, c *tools.Call, hidden store.Withheld, e *calendar.Event, p patch,
) (drop []string, err error) {
	if in.Name != nil {
		p["name"] = textclean.Line(*in.Name, textclean.NameRunes)
	}
	if p["sport"] != nil && p["sub_sport"] == nil && in.Sport.Sport() != e.Sport && e.SubSport != "" {
		p["sub_sport"] = "" // it was of the other sport
	}
	was := e.CalendarEvent
	if slices.Contains(in.Clear, "end_date") {
		was.End = ""
	}
	if err := in.dates(p, in.Date, &was); err != nil {
		return nil, err
	}
	if err := in.pair(ctx, d, c, p); err != nil {
		return nil, err
	}
	known := clearKeys()
	for _, name := range in.Clear {
		fields, ok := known[name]
		if !ok {
			return nil, training.Errorf(training.KindInvalid, "%q cannot be cleared.", name).
				WithFix("Clear some of %s.", strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
		if hidden.Hides(kind, name) {
			return nil, tools.NotShared(name)
		}
		for _, f := range fields {
			if _, set := p[f]; set {
				return nil, tools.SetAndCleared(name)
			}
			drop = append(drop, f)
		}
	}
	if len(p) == 0 && len(drop) == 0 {
		return nil, training.Errorf(training.KindInvalid, "Nothing would change.").WithFix("Give at least one field, or clear.")
	}
	return drop, nil
}

// pair reads done_by: an activity, in whatever form its id comes, or none.
func (in *updateIn) pair(ctx context.Context, d Deps, c *tools.Call, p patch) error {
	switch in.DoneBy {
	case "":
		return nil
	case calendar.Unpaired:
		p["done_by"] = calendar.Unpaired
		return nil
	}
	id, err := d.Store.Resolve(ctx, c.Scope, in.DoneBy)
	if err != nil {
		return err
	}
	p["done_by"] = id
	return nil
}
