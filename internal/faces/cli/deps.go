package cli

import (
	"context"
	"io"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Streams are the command's ends, with what is known of them.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY say that a person is at that end.
	InTTY, OutTTY, ErrTTY bool
	// Width is how many columns the terminal at Out has; 0 is no bound.
	Width int
}

// Build says which program this is.
type Build struct{ Version, Commit, Go, Platform string }

// Workbench holds what a command works on. Its functions open what they need on
// first use.
type Workbench struct {
	Settings settings.Settings
	Athlete  training.AthleteID
	DB       *store.DB
	Limited  *limited.DB  // rows that lie apart
	Table    *tools.Table // every row that the write mode allows
	Journal  *journal.Journal
	Texts    tools.Keeper
	Importer connect.Importer
	// Connections are the athlete's services.
	Connections connect.Connections
	// KeepReading reads the services of the athletes whom a server answers
	// about whenever it is time, until ctx ends.
	KeepReading func(ctx context.Context)
	NewID       func() string
	// NewCall makes the context of one tool call for the command line.
	NewCall func(ctx context.Context) (*tools.Call, error)
	// Follow brings derived values up to date.
	Follow func(ctx context.Context, report func(done, total int)) (int, error)
	// ExportAll writes everything in open formats and counts the activities.
	ExportAll func(ctx context.Context, dest string) (int, error)
	Close     func() error
}

// Scope is the athlete's own view of everything.
func (w *Workbench) Scope() training.Scope {
	return training.Scope{Athlete: w.Athlete, Audience: training.AudienceExport}
}

// Deps holds what the composition gives to the commands.
type Deps struct {
	Streams Streams
	Build   Build
	Now     func() time.Time
	// Tick gives moments, every so often, until stop is called.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// LimitMemory keeps the process within the memory of an import until undo.
	LimitMemory func() (undo func())
	// Places are where settings are looked for, without flags.
	Places settings.Input
	// Open opens the store and the table for a command.
	Open func(ctx context.Context, s settings.Settings, o OpenOptions) (*Workbench, error)
	// AskSecret asks a person for a secret without showing it.
	AskSecret func(ctx context.Context, prompt string) (string, error)
	// Table is every tool, to be listed: it has no store.
	Table func(s settings.Settings) *tools.Table
	// Services are those that can be connected.
	Services []connect.Offer
	// ServeStdio answers MCP on the streams until they end.
	ServeStdio func(ctx context.Context, w *Workbench, toolsets []string) error
	// ServeHTTP answers MCP over HTTP until ctx ends; ready gets what a
	// client needs once it listens.
	ServeHTTP func(ctx context.Context, w *Workbench, o HTTPOptions, ready func(Endpoint)) error
	// ServeDashboard shows the dashboard until ctx ends; ready gets where it is.
	ServeDashboard func(ctx context.Context, w *Workbench, o DashboardOptions, ready func(DashboardAt)) error
	// Key reads the key of the HTTP server and makes it if there is none, or
	// makes a fresh one.
	Key func(s settings.Settings, fresh bool) (Key, error)
	// EndSessions ends the sessions of all dashboards of the home, and counts them; a
	// dry run only counts.
	EndSessions func(s settings.Settings, dryRun bool) (int, error)
	// Feed says whether others may read the athlete's calendar at the HTTP server,
	// and changes that.
	Feed func(s settings.Settings, change FeedChange) (Feed, error)
	// BuildDemo makes the demo athlete in the workbench's store.
	BuildDemo func(ctx context.Context, w *Workbench, report func(done, total int)) error
	// Restore brings a backup back into the home of s and names it. One that
	// is not sealed is from before backups had checksums.
	Restore func(ctx context.Context, s settings.Settings, file string) (home string, isSealed bool, err error)
	// Verify reads everything that is kept in the home of s.
	Verify func(ctx context.Context, s settings.Settings) (store.Report, error)
	// Repair takes back what is damaged or missing. It tells agree first, and
	// changes nothing if that says no.
	Repair func(ctx context.Context, s settings.Settings, agree AgreeToRepair) (Repaired, error)
	// Executable is the absolute path by which clients start this program.
	Executable func() (string, error)
	// Greet connects to a server as a client does and asks for its tools.
	Greet func(ctx context.Context, t Target) (Greeting, error)
}

// OpenOptions say what a command needs the store for.
type OpenOptions struct {
	ReadOnly bool
	// Create makes a store (and an athlete in it) if there is none.
	Create bool
	// New says that the athlete may be one whom the home does not know yet.
	New bool
	// Unmet leaves an athlete who is not in the store unmade: the command
	// makes them once it knows that they are meant.
	Unmet bool
	// OrReadOnly settles for reading where the home cannot be written.
	OrReadOnly bool
	// Serves is a server's, whose client waits for nothing that can be done after
	// its first answer.
	Serves bool
}

// AgreeToRepair is told what a repair found and will do, and reports whether
// it may.
type AgreeToRepair func(Repaired) (bool, error)

// Repaired says in sentences what a repair met, will do, and did.
type Repaired struct {
	Found     []i18n.Sentence `json:"found"`
	Will      []i18n.Sentence `json:"will"`
	TakenBack []i18n.Sentence `json:"taken_back"`
	Lost      []i18n.Sentence `json:"lost"`
	// Aside is where the database from before was kept, if it was changed.
	Aside string `json:"aside,omitempty"`
}
