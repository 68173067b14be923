package calendar

import (
	"context"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const maxDeleted = 60

type deleteIn struct {
	IDs []string `json:"ids" jsonschema:"event ids"`
}

func deleteRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "delete_events", Title: "Delete calendar events", Toolset: toolset, Default: true, Safety: tools.Write,
		Sends: true, Deletes: true, Asks: true,
		Description: "Deletes planned workouts and other calendar events of days to come, all or none; over 20 events or 14 days asks the " +
			"athlete. Those of today and earlier are deleted only where the config says writes: full, after a person has agreed. Can be " +
			"undone.",
		Aliases: map[string]string{"id": "ids", "event_id": "ids", "event_ids": "ids"},
		Input:   func(s *jsonschema.Schema) { tools.Items(s, "ids", 1, maxDeleted) },
	}, func(ctx context.Context, c *tools.Call, in deleteIn) (*Written, error) {
		events, err := find(ctx, d, c, in.IDs)
		if err != nil {
			return nil, err
		}
		o := order{summary: deleting(events)}
		var past []string
		for _, e := range events {
			o.changes = append(o.changes, remove(e))
			if e.Days.From <= c.Today {
				past = append(past, e.ID)
			}
		}
		if len(past) > 0 && d.Writes != tools.WritesFull {
			return nil, training.Errorf(training.KindForbidden, "These events are of today or earlier: %s.", strings.Join(past, ", ")).
				WithFix("Leave them out; the athlete can allow it with writes: full in the config file.")
		}
		o.asks = len(past) > 0
		return write(ctx, d, c, o)
	})
}

// find reads the events of several ids, each once.
func find(ctx context.Context, d Deps, c *tools.Call, ids []string) ([]calendar.Event, error) {
	var out []calendar.Event
	for _, id := range ids {
		e, err := calendar.Find(ctx, d.Store, c.Whole(), id)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(out, func(o calendar.Event) bool { return o.ID == e.ID }) {
			out = append(out, e)
		}
	}
	return out, nil
}

// deleting says what is deleted: one event by its name and day.
func deleting(all []calendar.Event) i18n.Sentence {
	if len(all) == 1 {
		return i18n.Sentencef("Delete %s of %s.", titled(&all[0]), all[0].Days.From)
	}
	return i18n.Sentencef("Delete %s.", i18n.Numbered(len(all), "event", "events"))
}
