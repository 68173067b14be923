package activities

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "activities"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store    store.Reader
	Journal  *journal.Journal
	Importer *importing.Importer
	// Intervals is the only index of intervals in the process. It follows the change log.
	Intervals *structure.Index
	// Similar is the only index in the process of the routes and sessions with which
	// get_activity compares an activity.
	Similar activity.Likener
	// Timed recognises segments and climbs; nil means that none are recognised.
	Timed activity.Timekeeper
	// Calendar lists the planned workouts that activities completed; nil means none.
	Calendar *calendar.Lister
	// ImportRoots are the folders below which import_files may read, in the form in which
	// the user wrote them. If there are none, the tool returns an error.
	ImportRoots []string
	// ExportDir is the folder to which export_activity writes, with a subfolder
	// for each athlete. It is created when first needed.
	ExportDir string
	// Services returns an athlete's connections, and Sent finds what was sent to them.
	// nil means that there are no connections.
	Services func(training.AthleteID) servicevalues.Services
	Sent     func() activity.Sent
	// Apart gives access to services whose rows are stored in a separate file.
	// The zero value supports none.
	Apart limitedrows.Remote
	// Fresh synchronises the coach's text files with the store. If it is nil, the
	// code that reads the texts does this.
	Fresh func(ctx context.Context, c *tools.Call)
	// NewID returns an unused id for a note or an import run.
	NewID func() string
}

// remote gives access to services for data that is not stored here.
func (d Deps) remote() servicevalues.Remote { return servicevalues.Remote{Services: d.Services} }

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{
		listRow(d), getRow(d), streamsRow(d), compareRow(d), searchRow(d),
		updateRow(d), fixRow(d), deleteRow(d), createRow(d), importRow(d), exportRow(d),
		notesRow(d), addNoteRow(d),
	}
}

type notesIn struct {
	ID string `json:"id"`
}

func notesRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_activity_notes", Title: "Notes on an activity", Toolset: toolset, Idempotent: true, OpenWorld: true,
		Description: "Notes on one activity or planned session, and its messages (comments) from services, with authors.",
		Output:      tools.OpenRows,
	}, func(ctx context.Context, c *tools.Call, in notesIn) (*activity.Notes, error) {
		id, r, found, err := d.pick(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		n, err := activity.RemoteMessages{Remote: d.remote(), Reader: r, Sent: d.Sent}.Read(ctx, c.Scope, id)
		if e, ok := d.planned(ctx, c, id, err); ok {
			return d.notesOn(ctx, c, &e)
		}
		if err != nil || found.Reader == nil {
			return n, err
		}
		return n, d.kudos(ctx, c, id, n)
	})
}

// notesOn returns the notes on a planned session.
func (d Deps) notesOn(ctx context.Context, c *tools.Call, e *calendar.Event) (*activity.Notes, error) {
	out := &activity.Notes{ID: e.ID, LocalDate: e.Days.From.String(), TimeZone: c.Frame().TimeZone, Notes: []activity.FactsRow{}}
	all, hidden, err := calendar.NotesOn(ctx, d.Store, c.Scope, func(event string) bool { return event == e.ID })
	switch {
	case hidden:
		out.Missing = out.Missing.Add("notes", answers.HiddenNotes)
	case len(all) == 0:
		out.Missing = out.Missing.Add("notes", "there are no notes; add_activity_note writes one")
	}
	for _, n := range all {
		out.Notes = append(out.Notes, activity.FactsRow{
			"note_id": n.ID, "at_local": n.At.In(c.Location).Format(time.RFC3339), "author": n.Author, "text": n.Text,
		})
	}
	return out, err
}

// kudos adds the kudos for an activity that only a service has.
func (d Deps) kudos(ctx context.Context, c *tools.Call, id string, n *activity.Notes) error {
	there, _ := d.Apart.Names(id)
	liked, err := d.Apart.Facts(ctx, c.Scope, id, source.FactsQuery{Kind: source.FactsKudos, ID: there})
	switch {
	case err == nil:
		n.Kudos = liked.Facts
	case training.KindOf(err) != training.KindUnsupported:
		n.Missing = n.Missing.Add("kudos", servicevalues.Reason(err))
	}
	return ctx.Err()
}

type compareIn struct {
	IDs     []string `json:"ids"`
	Metrics []string `json:"metrics,omitempty" tools:"unlisted"`
}

func compareRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Compare),
		Name:    "compare_activities", Title: "Compare activities", Toolset: toolset, Idempotent: true,
		Description: "Compares 2 to 5 activities: every metric in the order of ids, and the differences from the first.",
		Output:      tools.OpenRows,
		Input:       func(s *jsonschema.Schema) { tools.Items(s, "ids", activity.MinCompared, activity.MaxCompared) },
	}, func(ctx context.Context, c *tools.Call, in compareIn) (*activity.Comparison, error) {
		for i := range in.IDs {
			id, err := tools.Activity(ctx, d.Store, c, in.IDs[i])
			if err != nil {
				return nil, err
			}
			in.IDs[i] = id
		}
		return activity.Compare(ctx, d.Store, c.Scope, in.IDs, in.Metrics)
	})
}

type createIn struct {
	Activities []manualIn `json:"activities"`
}

// maxCreated is the maximum number of activities per call.
const maxCreated = 50

// created is the result for one activity. The results are in the order of the arguments.
type created struct {
	ID         string `json:"id,omitempty"` // absent in a dry run
	ExternalID string `json:"external_id,omitempty"`
	Status     string `json:"status"` // created or updated
	LocalDate  string `json:"local_date"`
	TimeZone   string `json:"time_zone"`
}

type createOut struct {
	Activities []created `json:"activities"`
	journal.Outcome
}

func createRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "create_activities", Title: "Enter activities by hand", Toolset: toolset, Safety: tools.Write, Sends: true, Asks: true,
		Description: "Enters up to 50 activities that no device recorded, all or none, also on the home source. A known external_id " +
			"updates that activity instead.",
		Input: func(s *jsonschema.Schema) {
			tools.Items(s, "activities", 1, maxCreated)
			tools.MaxLength(s, "activities.name", textclean.NameRunes)
			tools.MaxLength(s, "activities.description", textclean.TextRunes)
			tools.MaxLength(s, "activities.external_id", 100)
			tools.Bounds(s, "activities.duration_s", 1, 14*86400)
			tools.Bounds(s, "activities.distance_km", 0, 5000)
			tools.Bounds(s, "activities.avg_hr_bpm", 25, 250)
			tools.Bounds(s, "activities.max_hr_bpm", 25, 250)
			tools.Bounds(s, "activities.avg_power_w", 0, 2500)
			tools.Bounds(s, "activities.normalized_power_w", 0, 2500)
			tools.Bounds(s, "activities.elevation_gain_m", 0, 30000)
			tools.Bounds(s, "activities.calories_kcal", 0, 50000)
			tools.Bounds(s, "activities.perceived_exertion", 1, 10)
			tools.Bounds(s, "activities.carbs_g", 0, mostCarbsG)
			tools.Bounds(s, "activities.fluid_ml", 0, mostFluidML)
			tools.Bounds(s, "activities.manual_load", 0, 2000)
		},
	}, func(ctx context.Context, c *tools.Call, in createIn) (*createOut, error) {
		manuals := make([]importing.Manual, len(in.Activities))
		out := &createOut{Activities: make([]created, len(manuals))}
		seen := map[string]bool{}
		for i, a := range in.Activities {
			m, err := a.manual(c)
			if err == nil && m.ExternalID != "" && seen[m.ExternalID] {
				err = training.Errorf(training.KindInvalid, "the external_id %q appears twice.", a.ExternalID).WithFix("Give each its own.")
			}
			if err != nil {
				return nil, tools.InRow("activity", i, err)
			}
			seen[m.ExternalID] = true
			manuals[i] = m
			out.Activities[i] = created{
				ExternalID: m.ExternalID, LocalDate: training.DayOf(m.Start).String(), TimeZone: m.Zone,
			}
		}
		var err error
		out.Outcome, err = d.Journal.Do(ctx, c.Write(i18n.Sentencef("Enter %d activities by hand.", len(manuals)), nil),
			func(tx *store.Tx) (journal.Effect, error) {
				return enter(ctx, d, c, tx, manuals, out.Activities)
			})
		if err != nil {
			return nil, err
		}
		if c.DryRun {
			for i := range out.Activities {
				out.Activities[i].ID = ""
			}
		}
		return out, nil
	})
}

// enter stores the activities, and sets the result of each in rows.
func enter(ctx context.Context, d Deps, c *tools.Call, tx *store.Tx, ms []importing.Manual, rows []created) (journal.Effect, error) {
	var effect journal.Effect
	for i, m := range ms {
		shown, err := known(ctx, d.Store, c, m.ExternalID)
		if err != nil {
			return effect, tools.InRow("activity", i, err)
		}
		id, former, err := d.Importer.Create(ctx, tx, c.Scope.Athlete, m)
		if err != nil {
			return effect, tools.InRow("activity", i, err)
		}
		rows[i].ID, rows[i].Status = string(id), "created"
		change := journal.Change{
			Of: store.ChangeActivity, Target: string(id), Field: "activity",
			After: told(m.Name, m.Sport, rows[i].LocalDate, m.Values.Put(training.MetricDurationS, m.TimerS)),
		}
		if former != nil {
			rows[i].Status = "updated"
		}
		if shown != nil {
			change.Before = told("", shown.Sport, string(shown.LocalDay), shown.Summary.Values)
		}
		effect.Changed = append(effect.Changed, entered(id, &m, former))
		effect.Changes = append(effect.Changes, change)
	}
	return effect, nil
}

// entered returns the change for a manual entry. former is the entry that it replaces, or nil.
func entered(id training.ActivityID, m *importing.Manual, former *importing.Former) journal.ActivityEntered {
	act := m.Activity(training.Athlete{TimeZone: m.Zone})
	act.ID = id
	e := journal.ActivityEntered{Key: m.ExternalID, After: journal.Manual{Activity: act, Summary: m.Summary()}}
	if former != nil {
		e.Before, e.Deleted = &journal.Manual{Activity: former.Activity, Summary: former.Summary}, former.Deleted
	}
	return e
}

// known returns the stored activity with an external id, or nil if there is
// none or if it was deleted. It returns an error if the caller may not see the
// activity, because a hidden activity must not be overwritten.
func known(ctx context.Context, st store.Reader, c *tools.Call, externalID string) (*store.ActivityRow, error) {
	if externalID == "" {
		return nil, nil
	}
	row, err := activity.Find(ctx, st, c.Whole(), externalID)
	if err == nil {
		if _, unseen := activity.Find(ctx, st, c.Scope, string(row.ID)); training.KindOf(unseen) == training.KindNotFound && unseen != nil {
			return nil, training.Errorf(training.KindConflict, "The external_id %q is taken.",
				tools.Clip(externalID)).WithFix("Give another one, or none.")
		}
		return &row, nil
	}
	if training.KindOf(err) == training.KindNotFound {
		return nil, nil
	}
	return nil, err
}

// told describes an activity in a few words for people.
func told(name string, sport training.Sport, day string, v training.Values) i18n.Sentence {
	what := i18n.Sentencef("%s of %s", i18n.Joined("%s %s", i18n.Name(name), i18n.Sentence(sport)), day)
	for _, m := range slices.Sorted(maps.Keys(v)) {
		what = i18n.Sentencef("%s, %s %g", what, m, answers.Round(v[m], answers.Decimals(m)))
	}
	return what
}

type getIn struct {
	ID       string             `json:"id" jsonschema:"or latest, yesterday, strava:123"`
	Sections []activity.Section `json:"sections,omitempty" jsonschema:"default: digest, summary, device, laps"`
	Split    string             `json:"split,omitempty"`
	FromRow  int                `json:"from_row,omitempty" jsonschema:"first row of laps, splits or lengths"`
}

func getRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Activity),
		Name:    "get_activity", Title: "Details of one activity", Toolset: toolset, Default: true, Idempotent: true, OpenWorld: true,
		Description: "One activity: summary (average and max heart rate, power, pace, grade-adjusted pace; running " +
			"dynamics, work, intensity and efficiency factor, variability, decoupling, moving and elapsed time, RPE, feel), " +
			"device, laps, splits (pace per km), zones (time), best_efforts, climbs, segments, intervals (power of each repeat), " +
			"similar (compared), load, hrv, lengths (pool swim), sets, carbs, weather, notes.",
		Output: tools.OpenRows,
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sections", activity.Sections()...)
			tools.Enum(s, "split", "km", "mile")
			tools.Default(s, "split", "km")
			tools.AtLeast(s, "from_row", 1)
		},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*limitedrows.Detail, error) {
		id, r, found, err := d.pick(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		q := activity.DetailQuery{
			ID: id, Sections: in.Sections, FromRow: in.FromRow, Similar: d.Similar, Timed: d.Timed,
			SplitM: route.KilometreM, Services: d.remote(),
		}
		if in.Split == "mile" {
			q.SplitM = route.MileM
		}
		if d.Calendar != nil {
			q.Plans = calendar.Planner{Lister: d.Calendar, Store: d.Store, Frame: c.Frame()}
		}
		own, err := activity.Describe(ctx, r, c.Scope, q)
		if err != nil {
			return nil, err
		}
		if found.Reader == nil {
			return &limitedrows.Detail{Detail: own}, nil
		}
		return d.Apart.Beside(ctx, c.Scope, found, own, in.Sections)
	})
}

// pick returns the activity that a caller refers to, and a reader for it: the store, or a
// reader for the service if only the service has the activity.
func (d Deps) pick(ctx context.Context, c *tools.Call, text string) (id string, r store.Reader, found limitedrows.Found, err error) {
	if found, err = d.Apart.Find(ctx, c.Scope, text); err != nil || found.Reader != nil {
		return found.ID, found.Reader, found, err
	}
	id, err = tools.Activity(ctx, d.Store, c, cmp.Or(found.ID, text))
	return id, d.Store, found, err
}
