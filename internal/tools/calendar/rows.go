package calendar

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "calendar"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
	// Lister keeps what it read of the calendar, also for other tools.
	Lister *calendar.Lister
	// Texts keeps the training plans and their files in sync.
	Texts tools.Keeper
	// Plans keeps the parsed training plans.
	Plans *plan.Cache
	// Writes is the write mode in the configuration. Only the full mode allows
	// past events to be deleted.
	Writes tools.Writes
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), updateRow(d), deleteRow(d), duplicateRow(d), planRow(d)}
}

type getIn struct {
	ID string `json:"id" jsonschema:"id or external_id"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_event", Title: "One calendar event", Toolset: toolset, Idempotent: true,
		Description: "One event: text, workout steps, expected time and load, the activity that completed it with compliance, its plan, " +
			"and errors from devices that rejected it.",
	}, func(ctx context.Context, c *tools.Call, in getIn) (*calendar.Detail, error) {
		return calendar.Get(ctx, d.Store, c.Scope, c.Frame(), in.ID)
	})
}

type updateIn struct {
	ID   string         `json:"id"`
	Date tools.PlanDate `json:"date,omitzero"`
	Name *string        `json:"name,omitempty"`
	fieldsIn
	DoneBy string   `json:"done_by,omitempty" jsonschema:"activity id, or none"`
	Clear  []string `json:"clear,omitempty" jsonschema:"values to clear, e.g. load"`
}

// clearKeys returns the arguments that can be cleared, with the stored fields of each.
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
		Description: "Changes, moves (reschedules) or pairs one planned workout or other event; omitted fields stay unchanged.",
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
			notes = nil // notes may quote the text that is kept
		}
		drop, err := in.plan(ctx, d, c, hidden, &e, p)
		if err != nil {
			return nil, err
		}
		ch, err := amend(e.Document, e.ID, p, hidden, append(drop, outdated(&e, p)...)...)
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

// outdated returns the amounts of an event that were computed from its old
// steps, if a patch replaces the steps without giving new amounts.
func outdated(e *calendar.Event, p patch) (drop []string) {
	s, ok := p[keyStructure].(training.Structure)
	if was := e.Steps(); !ok || len(was) == 0 || reflect.DeepEqual(s.Steps, was) {
		return nil
	}
	for _, key := range []string{"moving_time_s", "distance_km", "load", "intensity_factor", "work_kj"} {
		if _, given := p[key]; !given {
			drop = append(drop, key)
		}
	}
	return drop
}

// plan completes the changed fields, and returns the fields to remove.
func (in *updateIn) plan(
	ctx context.Context, d Deps, c *tools.Call, hidden store.Withheld, e *calendar.Event, p patch,
) (drop []string, err error) {
	if in.Name != nil {
		p["name"] = textclean.Line(*in.Name, textclean.NameRunes)
	}
	if p["sport"] != nil && p["sub_sport"] == nil && in.Sport.Sport != e.Sport && e.SubSport != "" {
		p["sub_sport"] = "" // the sub-sport belonged to the previous sport
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
		return nil, training.Errorf(training.KindInvalid, "There is nothing to change.").WithFix("Give at least one field, or clear.")
	}
	return drop, nil
}

// pair reads done_by, which is the id of an activity in any form, or none.
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

type listIn struct {
	View       string              `json:"view,omitempty" jsonschema:"annual: by week and phase"`
	Range      tools.DateRange     `json:"range,omitzero" jsonschema:"e.g. next 14 days"`
	Categories []string            `json:"categories,omitempty" jsonschema:"e.g. race"`
	Status     []calendar.State    `json:"status,omitempty" jsonschema:"only sessions with these states, no weeks"`
	Sport      training.Discipline `json:"sport,omitzero"`
	BySport    bool                `json:"by_sport,omitempty" jsonschema:"splits weeks"`
	ProjectTo  tools.PlanDate      `json:"project_to,omitzero" jsonschema:"last day"`
	Limit      int                 `json:"limit,omitempty"`
	Help       string              `json:"help,omitempty" jsonschema:"explains these"`
}

func listRow(d Deps) tools.Row {
	plans := plan.NewAdherenceCache()
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Events),
		Name:    "list_events", Ahead: true, Title: "Calendar of planned events", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Planned workouts, races, notes and holidays in the calendar by date. View agenda (default; this week and next): " +
			"planned versus completed, load and compliance; upcoming: 30 days; annual: a year by weeks. Counts down to races, and projects CTL, " +
			"ATL, TSB from planned load.",
		Aliases: map[string]string{"category": "categories"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "view", calendar.Views()...)
			tools.Enum(s, "status", calendar.States()...)
			tools.Bounds(s, "limit", 1, calendar.MaxRows)
			tools.Enum(s, "help", helpTopics()...)
		},
	}, func(ctx context.Context, c *tools.Call, in listIn) (*calendar.View, error) {
		if in.Help != "" {
			return explained(c, in.Help), nil
		}
		cats, err := categories(in.Categories)
		if err != nil {
			return nil, err
		}
		q := calendar.Query{
			View: in.View, Categories: cats, States: in.Status, Sport: in.Sport, BySport: in.BySport,
			ProjectTo: in.ProjectTo.Or(0), Limit: in.Limit,
		}
		if in.Range.Set {
			r := in.Range.Range()
			q.Days = &r
		}
		if q.Apart, err = plans.Apart(ctx, d.Store, c.Scope, c.Frame()); err != nil {
			return nil, err
		}
		return d.Lister.List(ctx, d.Store, c.Scope, c.Frame(), q)
	})
}

// explained returns an answer that only explains the given topic.
func explained(c *tools.Call, topic string) *calendar.View {
	f := c.Frame()
	return &calendar.View{
		Heading: f.Heading(), Range: answers.SpanOf(training.DayRange{From: c.Today, To: c.Today}), View: topic,
		Events: []calendar.EventRow{}, Help: help(topic),
	}
}

// These are the topics that list_events explains.
const (
	helpCategories = "categories"
	helpSyntax     = "syntax"
)

func helpTopics() []string { return []string{helpCategories, helpSyntax} }

// help returns the explanation of a topic.
func help(topic string) i18n.Sentence {
	if topic == helpSyntax {
		return syntaxHelp
	}
	return categoryHelp
}

const categoryHelp = `Event categories, and the fields that each accepts besides date, name and description:
workout: sport; duration_s, distance_km, load or intensity_factor; in more: target (power, hr or pace), carbs_g_per_h and fluid_ml_per_h (planned food and drink). It is paired with the activity that completes it.
race_a, race_b, race_c: a race, by importance; requires sport; optional: duration_s, distance_km, load; in more: carbs_g_per_h, fluid_ml_per_h.
note: text for one day, or for all days up to end_date.
target: a goal for a day or, with the flag for_week, for a week; in more: load_target, time_target_s, distance_target_km.
plan: a phase of the year (base, build, taper) up to end_date.
season_start: the first day of a season.
holiday (also for rest days and as travel), sick, injured, no_time (stored as a note): time off up to end_date; in more: training_availability (normal, limited or unavailable), max_training_time_s (a day). Sessions during it are excused.
set_eftp: the FTP on a service from this day on; in more: ftp_w. To set Lapkeep's own FTP, use update_athlete_settings.
set_fitness: fitness and fatigue on a service on this day; in more: ctl, atl.
fitness_days: the time constants of fitness and fatigue on a service; in more: ctl_days, atl_days.
more also accepts color, sub_sport and work_kj. Flags: for_week, indoor, show_as_note, show_on_ctl_line, not_on_fitness_chart, hide_from_athlete, athlete_cannot_edit; a new list replaces the old one.
update_event: done_by pairs the event with an activity, or with none; clear removes your own values, so that a service's values show again.
A workout without a stated load has a load of hours x intensity_factor^2 x 100.`

const syntaxHelp = `The description of a workout has one step per line, in the syntax of Intervals.icu:
Warmup
- 15m 55-65% 85-95rpm
Main set 4x
- 8m 95-100%
- 4m 55%

Cooldown
- 10m ramp 60-45%

A step is a "-", an optional cue, a duration (1h 10m 90s, 1h2m30s) or a distance (500mtr, 2km, 1mi; m means minutes), a target and a cadence.
Power: 75%, 95-105% (of FTP), 220w, 200-240w, Z2, Z3-Z4. Heart rate: 75-80% HR (of maximum), 90-95% LTHR, Z2 HR.
Pace: 78-82% Pace (of threshold), Z2 Pace, 5:00/km Pace, 1:45/100m Pace; the word Pace is required.
ramp before a range goes from its first value to its second; freeride and maxeffort have no target.
Repeats: "4x", on its own line or at the end of a heading, directly above the steps, with an empty line before and after; they do not nest.

Steps can also be given as a list: [{"kind": "warmup", "duration_s": 600, "power": "50-65%", "ramp": true},
{"repeat": 4, "steps": [{"duration_s": 480, "power": "95-100%", "cadence": "90-95rpm"}, {"duration_s": 240, "power": "55%"}]},
{"until_lap": true, "kind": "cooldown"}]. Each step has exactly one length: duration_s, distance_m, calories_kcal or until_lap.
Targets are power, hr, pace, speed, rpe and cadence, as texts in the units above ("5:00-5:10/km", "90-95% LTHR", "6-7" of 10); the first is the main target.
Other fields: kind (warmup, work, rest, cooldown), text, section, free, max_effort, rest_s, cues [{"at_s": 60, "text": "…"}]; for strength sets, reps, weight_kg, percent_1rm.
With a list of steps, description holds additional notes. Duration and load are computed from the steps and the day's thresholds, unless they are stated.`
