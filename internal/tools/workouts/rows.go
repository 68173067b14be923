package workouts

import (
	"bytes"
	"context"

	"lapkeep/internal/analysis/library"
	"lapkeep/internal/journal"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "workouts"

// ofWorkout is what changes of a workout are of.
const ofWorkout = store.ChangeKind(document.Workouts)

// Journal is where writes go.
type Journal interface {
	Do(ctx context.Context, w journal.Write, apply func(tx *store.Tx) (journal.Effect, error)) (journal.Outcome, error)
}

// Deps is what the rows are built on.
type Deps struct {
	Store   library.Reader
	Journal Journal
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{listRow(d), getRow(d), saveRow(d), deleteRow(d)} }

// written is what a write answers.
type written struct {
	ID        string       `json:"id,omitempty"` // absent for what a dry run would make
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	journal.Outcome
	Notes []string `json:"notes,omitempty"`
}

// write is a write of c's tool to one workout.
func write(c *tools.Call, summary string, dryRun bool, id, version string) journal.Write {
	return journal.Write{
		Athlete: c.Scope.Athlete, Audience: c.Scope.Audience, Face: c.Face, Tool: c.Tool, Summary: summary, Args: c.Args,
		Targets: map[string]string{"workout:" + id: version}, Approval: c.Approval, DryRun: dryRun, Now: c.Now,
	}
}

// put writes the athlete's words, unless the workout is not any more what the
// change was worked out from.
func put(tx *store.Tx, c *tools.Call, id string, before *library.Workout, own document.Own, changes []journal.Change) (journal.Effect, error) {
	former, err := tx.PutOwn(c.Scope.Athlete, document.Workouts, id, own)
	if err != nil {
		return journal.Effect{}, err
	}
	if former.Deleted || !bytes.Equal(former.Fields, before.Document.Own) {
		return journal.Effect{}, training.Errorf(training.KindConflict, "The workout %s was changed meanwhile.", id).WithFix("Read it again, then call again.")
	}
	return journal.Effect{Changes: changes, Changed: []journal.Changed{journal.DocumentChanged{Collection: document.Workouts, ID: id, Before: former}}}, nil
}
