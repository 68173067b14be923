package calendar

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// maxCreated is the maximum number of events per call.
const maxCreated = 60

// eventIn is one event to create.
type eventIn struct {
	Date tools.PlanDate `json:"date"`
	Name string         `json:"name"`
	fieldsIn
	ExternalID string `json:"external_id,omitempty" jsonschema:"your own id for it"`
}

type createIn struct {
	Events []eventIn `json:"events"`
}

func createRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "create_events", Title: "Add planned events", Toolset: toolset, Safety: tools.Write, Sends: true, Default: true, Asks: true,
		Description: "Puts or schedules workouts, races, rest days, notes, targets or time off in the calendar on a date; a known " +
			"external_id updates that event. Asks the athlete first for more than 20 events or 14 days. list_events with help explains " +
			"categories " +
			"and workout syntax.",
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "events", 1, maxCreated)
			tools.Brief(s.Properties["events"].Items.Properties["steps"])
		},
	}, func(ctx context.Context, c *tools.Call, in createIn) (*Written, error) {
		known, err := knownTo(ctx, d.Store, c, slices.ContainsFunc(in.Events, func(e eventIn) bool { return e.external() != "" }))
		if err != nil {
			return nil, err
		}
		drafts := make([]draft, len(in.Events))
		var notes []i18n.Sentence
		for i := range in.Events {
			var more []i18n.Sentence
			if drafts[i], more, err = in.Events[i].draft(c, fmt.Sprintf("events[%d].", i), known); err != nil {
				return nil, tools.InRow("event", i, err)
			}
			notes = append(notes, more...)
		}
		return planned(ctx, d, c, known, drafts, notes)
	})
}

// planned creates events from drafts, or updates the events that already exist.
func planned(
	ctx context.Context, d Deps, c *tools.Call, known map[string]calendar.Event, drafts []draft, notes []i18n.Sentence,
) (*Written, error) {
	changes, err := drawOn(ctx, d, c, known, drafts)
	if err != nil {
		return nil, err
	}
	more, err := again(ctx, d, c, drafts, changes)
	if err != nil {
		return nil, err
	}
	return write(ctx, d, c, order{
		summary: planning(changes), changes: changes, notes: append(notes, more...),
	})
}

// planning describes the events to be planned. If there is only one, it gives the event's
// name and day.
func planning(all []*change) i18n.Sentence {
	if len(all) == 1 && all[0].after != nil {
		return i18n.Sentencef("Plan %s on %s.", titled(all[0].after), when(all[0].after))
	}
	return i18n.Sentencef("Plan %s.", i18n.Numbered(len(all), "event", "events"))
}

// titled returns the name of an event, or its kind if it has no name.
func titled(e *calendar.Event) i18n.Sentence {
	if e.Name == "" {
		return i18n.Sentencef("%s", kindOf(e))
	}
	return i18n.Name(textclean.Line(e.Name, shownRunes))
}

// draft is an event that is to be created, with its content and the caller's
// key. If there is no key, the id is derived from seed.
type draft struct {
	external, seed string
	patch          patch
}

const maxExternalID = 100

func (in *eventIn) external() string { return textclean.Line(in.ExternalID, maxExternalID) }

// draft returns the event to create. If there is an event with the external id
// in the arguments, it returns changes to that event. These contain only the given
// fields, so that category, time of day and duration are otherwise kept.
func (in *eventIn) draft(c *tools.Call, at string, known map[string]calendar.Event) (draft, []i18n.Sentence, error) {
	p, err := in.patch()
	if err != nil {
		return draft{}, nil, err
	}
	p["name"] = textclean.Line(in.Name, textclean.NameRunes)
	external := in.external()
	was, update := known[external]
	if _, ok := p["category"]; !ok && !update {
		p["category"] = training.EventWorkout
	}
	if err := in.dates(p, in.Date, &was.CalendarEvent); err != nil {
		return draft{}, nil, err
	}
	notes, err := in.steps(c, at, p, &was.CalendarEvent)
	if err != nil {
		return draft{}, nil, err
	}
	if external != "" {
		p["external_id"] = external
	}
	seed, err := json.Marshal(p)
	return draft{external: external, seed: string(seed), patch: p}, notes, err
}

// knownTo returns all events by external id. It returns nil if asked is not set.
func knownTo(ctx context.Context, r store.Reader, c *tools.Call, asked bool) (map[string]calendar.Event, error) {
	if !asked {
		return nil, nil
	}
	return calendar.ByExternalID(ctx, r, c.Whole())
}

// draw computes the changes for drafts. A draft with a known external id
// updates the event with this id. Any other draft creates an event.
func draw(ctx context.Context, d Deps, c *tools.Call, drafts []draft) ([]*change, error) {
	known, err := knownTo(ctx, d.Store, c, slices.ContainsFunc(drafts, func(dr draft) bool { return dr.external != "" }))
	if err != nil {
		return nil, err
	}
	return drawOn(ctx, d, c, known, drafts)
}

func drawOn(ctx context.Context, d Deps, c *tools.Call, known map[string]calendar.Event, drafts []draft) ([]*change, error) {
	hidden, err := d.Journal.Withheld(ctx, c.Scope)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	var out []*change
	for i, dr := range drafts {
		id, err := place(ctx, d.Store, c, dr, known, taken)
		if err != nil {
			return nil, tools.InRow("event", i, err)
		}
		taken[id] = true
		ch, err := amend(known[dr.external].Document, id, dr.patch, hidden)
		if err != nil {
			return nil, tools.InRow("event", i, err)
		}
		out = append(out, ch)
	}
	return out, nil
}

// place returns the id for the event of a draft: the id of the event with the
// draft's external id, or an unused id.
func place(
	ctx context.Context, r store.Reader, c *tools.Call, dr draft, known map[string]calendar.Event, taken map[string]bool,
) (string, error) {
	if dr.external != "" {
		id := idOf("external:"+dr.external, 0)
		if e, ok := known[dr.external]; ok {
			id = e.ID
		}
		if taken[id] {
			return "", training.Errorf(training.KindInvalid, "The external_id %q appears twice.", dr.external).WithFix("Give each event its own.")
		}
		return id, nil
	}
	for n := 0; ; n++ {
		id := idOf(dr.seed, n)
		if taken[id] {
			continue
		}
		if _, err := r.Document(ctx, c.Whole(), document.Events, id); err != nil {
			if training.KindOf(err) == training.KindNotFound {
				return id, nil
			}
			return "", err
		}
	}
}

// MaxSessions is the maximum number of workouts that one call adds to the calendar.
const MaxSessions = maxCreated

// Session is a workout planned for a day.
type Session struct {
	Day  training.Day
	Time *string // in any form in which people write times; nil means that only the day is given
	// ExternalID is the caller's key, or empty. If there is an event with this key, it is updated.
	ExternalID string
	Workout    training.LibraryWorkout
}

// PlanSessions adds workouts to the calendar as create_events does. It adds all of them or none.
func PlanSessions(ctx context.Context, d Deps, c *tools.Call, sessions []Session) (*Written, error) {
	known, err := knownTo(ctx, d.Store, c, slices.ContainsFunc(sessions, func(s Session) bool { return s.ExternalID != "" }))
	if err != nil {
		return nil, err
	}
	drafts := make([]draft, len(sessions))
	for i := range sessions {
		if drafts[i], err = sessions[i].draft(); err != nil {
			return nil, tools.InRow("workout", i, err)
		}
	}
	return planned(ctx, d, c, known, drafts, nil)
}

func (s *Session) draft() (draft, error) {
	e := eventOf(&s.Workout, s.Day)
	if s.Time != nil {
		clock, err := parseClock(*s.Time)
		if err != nil {
			return draft{}, err
		}
		e.Start = training.LocalTime(s.Day.String() + "T" + clock)
	}
	e.ExternalID = textclean.Line(s.ExternalID, maxExternalID)
	p, err := patchOf(&e)
	if err != nil {
		return draft{}, err
	}
	seed, err := json.Marshal(p)
	return draft{external: e.ExternalID, seed: string(seed), patch: p}, err
}

// eventOf returns a workout of the library as an event on a day.
func eventOf(w *training.LibraryWorkout, day training.Day) training.CalendarEvent {
	return training.CalendarEvent{
		Category: training.EventWorkout, Name: textclean.Line(w.Name, textclean.NameRunes), Description: w.Description,
		Start: training.LocalTime(fmt.Sprintf("%sT00:00:00", day)), Sport: w.Sport, SubSport: w.SubSport, Indoor: w.Indoor,
		MovingTimeS: w.MovingTimeS, DistanceKm: w.DistanceKm, Load: w.Load, WorkKJ: w.WorkKJ, Intensity: w.Intensity, Target: w.Target,
		Color: w.Color, Tags: w.Tags, Structure: w.Structure,
	}
}
