package workouts

import (
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/training"
)

const toolset = "workouts"

const ofWorkout = store.ChangeKind(document.Workouts)

// Deps holds what the rows work on.
type Deps struct {
	Store   workouts.Store
	Journal tools.Journal
	// Calendar is what workouts are planned with.
	Calendar calendar.Deps
	// Services are an athlete's connections, Sent what they were told; nil is none.
	Services func(training.AthleteID) Services
	Sent     func() Sent
	// ExportDir is the folder below which exports are kept.
	ExportDir string
	// NewID gives ids that are not in use.
	NewID func() string
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{listRow(d), getRow(d), createRow(d), checkRow(d), exportRow(d), saveRow(d), deleteRow(d)}
}

// deleted are the words on a workout or folder that is not to be there any more.
func deleted(before *document.Document) document.Own {
	if len(before.Said) == 0 {
		return document.Own{}
	}
	return document.Own{Fields: before.Own, Deleted: true}
}
