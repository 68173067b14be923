package account

import (
	"context"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "account"

// Journal is where writes go.
type Journal interface {
	tools.Journal
	UndoOwn(ctx context.Context, w journal.Write, id string) (journal.Outcome, error)
}

// Store reads for the toolset. Its Athletes lists those that the process may
// answer about.
type Store interface {
	athlete.StatusReader
	athlete.GoalReader
	LastChange(ctx context.Context) (int64, error)
}

// Deps holds what the rows work on.
type Deps struct {
	Store        Store
	Journal      Journal
	Installation athlete.Installation
	// Connections are an athlete's services; nil if there are none.
	Connections func(training.AthleteID) Connections
	// Apart has the rows of services that lie apart; zero has none.
	Apart limitedrows.Desk
	// SyncTime is how long one call of sync_now reads; 0 is 20 s.
	SyncTime time.Duration
}

// Connections reads and changes the connected services. None of its methods
// takes or gives a secret.
type Connections interface {
	Views(ctx context.Context, now time.Time) ([]serviced.ConnectedView, error)
	View(ctx context.Context, name string, now time.Time) (serviced.ConnectedView, error)
	// Ask gives the address at which the athlete lets an app of theirs in, or what
	// lacks before; Answer connects by where the browser ended. Dry is that
	// nothing is begun or used.
	Ask(ctx context.Context, name string, now time.Time, dry bool) (serviced.Asked, error)
	Answer(ctx context.Context, name, text string, now time.Time, dry bool) (source.Account, error)
	Disconnect(ctx context.Context, name string, keep bool, w journal.Write) (journal.Outcome, error)
	Sync(ctx context.Context, name source.Name, full bool, progress func(syncer.Result, training.Day)) (syncer.Result, error)
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	return []tools.Row{statusRow(d), profileRow(d), settingsRow(d), connectRow(d), disconnectRow(d), syncRow(d), undoRow(d), toolsetRow()}
}
