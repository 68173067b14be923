package activities

import (
	"context"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type createIn struct {
	Activities []manualIn `json:"activities"`
}

// maxCreated is how many activities one call takes.
const maxCreated = 50

// created is one row of the answer, in the order of the arguments.
type created struct {
	ID         string `json:"id,omitempty"` // absent on a dry run
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
		Description: "Enters up to 50 activities that no device recorded. One with an external_id that is known updates that activity " +
			"instead. All are stored or none, and made at the home source too. Files are imported with import_files.",
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
				err = training.Errorf(training.KindInvalid, "the external_id %q is there twice.", a.ExternalID).WithFix("Give each its own.")
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

// enter stores the activities and notes in rows what became of each.
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

// entered is an entry in place of what there was, nil for nothing.
func entered(id training.ActivityID, m *importing.Manual, former *importing.Former) journal.ActivityEntered {
	act := m.Activity(training.Athlete{TimeZone: m.Zone})
	act.ID = id
	e := journal.ActivityEntered{Key: m.ExternalID, After: journal.Manual{Activity: act, Summary: m.Summary()}}
	if former != nil {
		e.Before, e.Deleted = &journal.Manual{Activity: former.Activity, Summary: former.Summary}, former.Deleted
	}
	return e
}

// known is the stored activity of that external id, nil if there is none or it was
// deleted. Nobody writes over one that they may not see.
func known(ctx context.Context, st Store, c *tools.Call, externalID string) (*store.ActivityRow, error) {
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
