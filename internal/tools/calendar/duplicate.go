package calendar

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const (
	maxCopies   = 52
	maxSources  = 30
	maxBetween  = 52
	daysOfAWeek = 7
)

type duplicateIn struct {
	IDs     []string `json:"ids" jsonschema:"event ids"`
	Copies  int      `json:"copies,omitempty" jsonschema:"of each"`
	Between int      `json:"weeks_between,omitempty" jsonschema:"weeks from one to the next"`
	// Date is the day of the first; the others stay as far from it as they are.
	Date tools.PlanDate `json:"date,omitzero" jsonschema:"one copy, the first on this day"`
}

func duplicateRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "duplicate_events", Title: "Copy calendar events", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Copies events to later weeks, on the same weekday and time of day. What was done, and keys of the " +
			"original, are not copied. " +
			"Over 20 events or 14 days asks the athlete first. Can be undone.",
		Aliases: map[string]string{"id": "ids", "event_id": "ids", "event_ids": "ids", "num_copies": "copies", "weeks": "weeks_between"},
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "ids", 1, maxSources)
			tools.Bounds(s, "copies", 1, maxCopies)
			tools.Default(s, "copies", 1)
			tools.Bounds(s, "weeks_between", 1, maxBetween)
			tools.Default(s, "weeks_between", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in duplicateIn) (*Written, error) {
		events, err := find(ctx, d, c, in.IDs)
		if err != nil {
			return nil, err
		}
		if n := len(events) * in.Copies; n > maxCreated {
			return nil, training.Errorf(training.KindTooLarge, "That would be %d events.", n).WithFix("Make at most %d at a time.", maxCreated)
		}
		drafts, err := in.drafts(events)
		if err != nil {
			return nil, err
		}
		changes, err := draw(ctx, d, c, drafts)
		if err != nil {
			return nil, err
		}
		return write(ctx, d, c, order{summary: in.summary(len(events)), changes: changes})
	})
}

// drafts are the copies: on a day, or in weeks to come.
func (in *duplicateIn) drafts(events []calendar.Event) ([]draft, error) {
	var out []draft
	for i := range events {
		for n := 1; n <= in.Copies; n++ {
			later := training.Day(n * in.Between * daysOfAWeek)
			if in.Date.Set {
				later = in.Date.Day - events[0].Start.Day()
			}
			dr, err := copied(&events[i].CalendarEvent, later)
			if err != nil {
				return nil, err
			}
			if out = append(out, dr); in.Date.Set {
				break // one of each
			}
		}
	}
	return out, nil
}

func (in *duplicateIn) summary(n int) i18n.Sentence {
	events := i18n.Numbered(n, "event", "events")
	if in.Date.Set {
		return i18n.Sentencef("Copy %s to %s.", events, in.Date.Day)
	}
	return i18n.Sentencef("Copy %s to later weeks.", events)
}

// copied is an event so many days later or, below 0, earlier, without what belongs to it alone.
func copied(e *training.CalendarEvent, later training.Day) (draft, error) {
	dup := *e
	dup.ID, dup.ExternalID, dup.DoneBy, dup.PushErrors, dup.CreatedBy = "", "", "", nil, ""
	dup.Updated, dup.Plan, dup.Rest = time.Time{}, training.PlanRef{}, nil
	if strings.TrimSpace(dup.Name) == "" { // a service's may be without
		dup.Name = strings.ReplaceAll(string(dup.Category), "_", " ")
	}
	dup.Start = shifted(e.Start, later)
	if e.End != "" {
		dup.End = shifted(e.End, later)
	}
	p, err := patchOf(&dup)
	if err != nil {
		return draft{}, err
	}
	return draft{seed: "copy:" + e.ID + ":" + string(dup.Start), patch: p}, nil
}

// patchOf is a whole event as a patch.
func patchOf(e *training.CalendarEvent) (patch, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return nil, err
	}
	p := patch{}
	for key, v := range fields {
		p[key] = v
	}
	return p, nil
}
