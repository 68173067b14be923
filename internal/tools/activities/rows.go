package activities

import (
	"context"
	"iter"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "activities"

// Store reads for the toolset.
type Store interface {
	activity.Reader
	Labels
	LastChange(ctx context.Context) (int64, error)
	Original(ctx context.Context, s training.Scope, hash string) ([]byte, error)
}

// Journal is where its writes go.
type Journal interface {
	tools.Journal
	RecordImport(ctx context.Context, run store.ImportRun, summary i18n.Sentence, now time.Time) (journal.Outcome, error)
}

// Importer turns files and typed-in activities into stored ones.
type Importer interface {
	Import(ctx context.Context, athlete training.AthleteID, items iter.Seq[archive.Item], o importing.RunOptions,
		report func(importing.FileResult)) (store.ImportRun, error)
	Create(ctx context.Context, tx *store.Tx, athlete training.AthleteID, m importing.Manual) (id training.ActivityID,
		former *importing.Former, err error)
}

// Deps holds what the rows work on.
type Deps struct {
	Store    Store
	Journal  Journal
	Importer Importer
	// Intervals is the one index of the process; it follows the change log.
	Intervals *structure.Index
	// Similar is the like for what get_activity compares with the history.
	Similar activity.Likener
	// Timed knows segments and climbs again; nil knows none.
	Timed activity.Timekeeper
	// Calendar holds the workouts that activities were done by; nil knows none.
	Calendar calendar.Reader
	// ImportRoots are the folders that import_files may read below, as the
	// user named them; none means that the tool refuses.
	ImportRoots []string
	// ExportDir is where export_activity writes, a folder for each athlete
	// below it. It is made on first use.
	ExportDir string
	// Services are an athlete's connections, Sent what was sent to them; nil
	// is none.
	Services func(training.AthleteID) serviced.Services
	Sent     func() activity.Sent
	// Apart has the rows of services that lie apart; zero has none.
	Apart limitedrows.Desk
	// Fresh has the files of the coach's texts and what is stored of them say the
	// same; nil leaves that to who reads them.
	Fresh func(ctx context.Context, c *tools.Call)
	// NewID gives ids that are not in use: of notes and import runs.
	NewID func() string
}

// desk is where services are asked for what is not kept here.
func (d Deps) desk() serviced.LiveDesk { return serviced.LiveDesk{Services: d.Services} }

// Rows are the tools of the set.
func Rows(d Deps) []tools.Row {
	return []tools.Row{
		listRow(d), getRow(d), streamsRow(d), compareRow(d), searchRow(d),
		updateRow(d), fixRow(d), deleteRow(d), createRow(d), importRow(d), exportRow(d),
		notesRow(d), addNoteRow(d),
	}
}
