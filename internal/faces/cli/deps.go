package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/homes"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/people"
	"lapkeep/internal/platform/progress"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Streams holds the command's streams and their properties.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY, OutTTY and ErrTTY report whether the stream is connected to a terminal.
	InTTY, OutTTY, ErrTTY bool
	// Width is the number of columns of the terminal at Out; 0 means no limit.
	Width int
}

// Build identifies this program.
type Build struct{ Version, Commit, Go, Platform string }

// Workbench holds what a command works on. Its functions open what they need on
// first use.
type Workbench struct {
	Settings settings.Settings
	Athlete  training.AthleteID
	DB       *store.DB
	Limited  *limited.DB  // limited rows, in their own file
	Table    *tools.Table // every row that the write mode allows; nil if it was opened to be built later
	// Bind returns a table that offers what another one without a store offers, and makes a row of
	// this home when its tool is called.
	Bind     func(offered *tools.Table) *tools.Table
	Everyone tools.Athletes // all athletes of the home
	Journal  *journal.Journal
	People   *people.Book // who signs in from elsewhere
	Texts    tools.Keeper
	Importer *importing.Importer
	// Connections manages the athlete's connections to services.
	Connections connect.Connections
	// KeepReading reads the services of a server's athletes when they are due,
	// until ctx ends.
	KeepReading func(ctx context.Context)
	// Look does what is due of that once, and returns when more is due; zero means that
	// nothing is connected.
	Look  func(ctx context.Context) (next time.Time, err error)
	NewID func() string
	// NewCall returns the context of a tool call for the command line.
	NewCall func(ctx context.Context) (*tools.Call, error)
	// Follow brings derived values up to date.
	Follow func(ctx context.Context, report func(done, total int)) (int, error)
	// ExportAll writes everything in open formats and returns the number of activities.
	ExportAll func(ctx context.Context, dest string) (int, error)
	Close     func() error
}

// Scope returns the athlete's own view of everything.
func (w *Workbench) Scope() training.Scope {
	return training.Everything(w.Athlete)
}

// Deps holds the dependencies that the commands are given.
type Deps struct {
	Streams Streams
	Build   Build
	Now     func() time.Time
	// Tick sends times at an interval, until stop is called.
	Tick func(every time.Duration) (at <-chan time.Time, stop func())
	// LimitMemory limits the process to an import's memory until undo is called.
	LimitMemory func() (undo func())
	// Places holds the sources of settings other than flags.
	Places settings.Input
	// Open opens the store and the table for a command.
	Open func(ctx context.Context, s settings.Settings, o OpenOptions) (*Workbench, error)
	// AskSecret asks a person for a secret without showing it.
	AskSecret func(ctx context.Context, prompt string) (string, error)
	// AskMenu is as in [connect.Env].
	AskMenu func(ctx context.Context, prompt string) (string, error)
	// Table returns every tool, for listing, without a store.
	Table func(s settings.Settings) *tools.Table
	// Services lists the services that can be connected.
	Services []connect.Offer
	// ServeStdio answers MCP on the streams until they end.
	ServeStdio func(ctx context.Context, w *Workbench, toolsets []string) error
	// ServeHTTP answers MCP over HTTP until ctx ends; ready receives what a client
	// needs once the server listens.
	ServeHTTP func(ctx context.Context, w *Workbench, o HTTPOptions, ready func(Endpoint)) error
	// ServeHomes is like ServeHTTP for all homes below the home folder in the settings.
	ServeHomes func(ctx context.Context, s settings.Settings, o HTTPOptions, ready func(Endpoint)) error
	// AddHome creates a home in a folder, and returns its key.
	AddHome func(ctx context.Context, dir string) (Key, error)
	// OpenBook opens the book of the people of many homes. Without create, there must be one.
	OpenBook func(ctx context.Context, root homes.Root, create bool) (*people.Book, error)
	// SplitHome makes a home below root of each athlete of the home in the settings, and
	// passes each to tell. If it is interrupted, it continues when it is called again.
	SplitHome func(ctx context.Context, s settings.Settings, root homes.Root, tell func(SplitHome)) (store.Split, error)
	// ServeDashboard shows the dashboard until ctx ends; ready receives its addresses.
	ServeDashboard func(ctx context.Context, w *Workbench, o DashboardOptions, ready func(DashboardAt)) error
	// ServeDashboardOfHomes is like ServeDashboard for all homes below the home folder in the settings.
	ServeDashboardOfHomes func(ctx context.Context, s settings.Settings, o DashboardOptions, ready func(DashboardAt)) error
	// AskHomes passes to use what calls a tool for the homes below the home folder in the settings: all of them
	// or, with the argument athlete, the one with that name. Each call is adapted to the reader.
	AskHomes func(ctx context.Context, s settings.Settings, adapt func(*tools.Call), use func(ask AskTool) error) error
	// Key reads the key of the HTTP server and creates it if there is none; fresh
	// replaces it.
	Key func(s settings.Settings, fresh bool) (Key, error)
	// EndSessions ends the sessions of all dashboards of the home, and returns
	// their number; a dry run only counts them.
	EndSessions func(s settings.Settings, dryRun bool) (int, error)
	// Feed reports whether others may read the athlete's calendar over HTTP, and
	// can change that.
	Feed func(s settings.Settings, change FeedChange) (Feed, error)
	// BuildDemo creates the demo athlete in the workbench's store.
	BuildDemo func(ctx context.Context, w *Workbench, report func(done, total int)) error
	// Restore restores a backup into the home of s and returns the home. isSealed
	// is false for a backup that was made before backups had checksums.
	Restore func(ctx context.Context, s settings.Settings, file string) (home string, isSealed bool, err error)
	// Verify reads everything stored in the home of s.
	Verify func(ctx context.Context, s settings.Settings) (store.Report, error)
	// Repair fixes what is damaged or missing. It first passes its plan to agree,
	// and changes nothing if agree returns false.
	Repair func(ctx context.Context, s settings.Settings, agree AgreeToRepair) (Repaired, error)
	// Executable returns the absolute path with which clients start this program.
	Executable func() (string, error)
	// Greet connects to a server as a client does and asks for its tools.
	Greet func(ctx context.Context, t Target) (Greeting, error)
}

// AskTool calls a tool and returns its answer.
type AskTool func(tool string, args json.RawMessage) (tools.Result, error)

// OpenOptions describes what a command needs the store for.
type OpenOptions struct {
	ReadOnly bool
	// Create creates a store (and an athlete in it) if there is none.
	Create bool
	// New allows an athlete who is not in the home folder yet.
	New bool
	// Unmet allows an athlete who is not in the store, without creating them; the command
	// creates them once it has checked that the name is right.
	Unmet bool
	// OrReadOnly opens the store read-only if the home is read-only.
	OrReadOnly bool
	// Later leaves the tool table to [Workbench.Bind].
	Later bool
	// Serves is set for a server. Work that can wait must not delay the server's
	// first answer.
	Serves bool
	// Committed, Kept and Fetch are as in [store.Options].
	Committed func(context.Context) error
	Kept      func(ctx context.Context, files []string) error
	Fetch     func(ctx context.Context, path string) error
}

// AgreeToRepair receives the findings and the plan of a repair, and reports whether it may
// continue.
type AgreeToRepair func(Repaired) (bool, error)

// Repaired lists in sentences what a repair found, will do, and did.
type Repaired struct {
	Found     []i18n.Sentence `json:"found"`
	Will      []i18n.Sentence `json:"will"`
	TakenBack []i18n.Sentence `json:"taken_back"`
	Lost      []i18n.Sentence `json:"lost"`
	// Aside is where the previous database was kept, if the repair changed it.
	Aside string `json:"aside,omitempty"`
}

// HTTPOptions describes where the HTTP server listens and whom it admits.
type HTTPOptions struct {
	Addr string
	// NextFree tries later ports if the port of Addr is taken.
	NextFree bool
	Path     string // path of streamable HTTP
	SSEFirst bool   // the legacy address is listed first
	// PublicURLs lists the addresses of tunnels and proxies in front of the server.
	PublicURLs []string
	// Proxies lists the networks, as CIDRs, from which plain HTTP is accepted.
	Proxies           []string
	CertFile, KeyFile string // PEM
	NoKey             bool
	SecretPath        bool
	PerSecond         float64 // sustained requests per key; 0 means the server's default
}

// Key is the bearer key of the HTTP server.
type Key struct {
	Text string
	From string // the file or setting that holds it
	Made bool   // created just now
	// SecretPath is the address that replaces the key, if there is one.
	SecretPath string
}

// Endpoint is where a client finds the HTTP server.
type Endpoint struct {
	URLs   []string // full, the preferred one first
	Secret []string // full addresses that replace the key, if they are new
	Key    Key
	NoKey  bool
}

// MCP returns the preferred address of the MCP endpoint.
func (e Endpoint) MCP() string { return e.URLs[0] }

func (a *app) newAthletes() *cobra.Command {
	c := &cobra.Command{
		Use:   "athletes",
		Short: "List the athletes in this home folder, or add one",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				all, err := w.DB.Athletes(cmd.Context())
				for _, x := range all {
					a.say(a.Streams.Out, "%s  %s\n", string(x.ID), x.Name)
				}
				return err
			})
		},
	}
	c.AddCommand(&cobra.Command{
		Use:   "add ID",
		Short: "Add an athlete to this home folder; then use --athlete ID with other commands",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in := a.places()
			in.Flags[settings.Athlete] = args[0]
			s, err := settings.Load(in)
			if err != nil {
				return err
			}
			w, err := a.Open(cmd.Context(), s, OpenOptions{Create: true, New: true})
			if err != nil {
				return err
			}
			fmt.Fprint(a.Streams.Out, a.homed(a.text("Athlete %s is added. To import: lapkeep import --athlete %s PATH\n",
				args[0], args[0])))
			return w.Close()
		},
	})
	return c
}

// The demo is served on the next free port of an address that no other machine can reach.
const (
	loopbackAddress = "127.0.0.1:8642"
	mcpPath         = "/mcp"
)

// demoFolder is the demo's own home, next to the athlete's.
const demoFolder = ".lapkeep-demo"

type demoOptions struct {
	stdio, onlyBuild, fresh bool
}

func (a *app) newDemo() *cobra.Command {
	var o demoOptions
	c := &cobra.Command{
		Use:   "demo",
		Short: "Create a demo athlete in a separate home folder, show an answer, and serve it",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.runDemo(cmd.Context(), o) },
	}
	c.Flags().BoolVar(&o.stdio, "stdio", false, "serve MCP on standard input and output instead of HTTP")
	c.Flags().BoolVar(&o.onlyBuild, "only-build", false, "create the athlete and stop")
	c.Flags().BoolVar(&o.fresh, "fresh", false, "create the athlete again, with data up to today")
	return c
}

// runDemo runs the demo. It never touches the athlete's own home: unless a home is
// named, the demo uses its own folder.
func (a *app) runDemo(ctx context.Context, o demoOptions) (err error) {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if s.Value(settings.Home).From == "default" {
		a.Places.Environ = append(a.Places.Environ, "LAPKEEP_HOME="+filepath.Join(a.Places.UserHome, demoFolder))
		if s, err = a.settings(); err != nil {
			return err
		}
	}
	home := s.Get(settings.Home)
	if err := a.checkDemoHome(home, o.fresh); err != nil {
		return err
	}
	w, err := a.Open(ctx, s, OpenOptions{Create: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	started := a.Now()
	if err := a.buildDemo(ctx, w); err != nil {
		return err
	}
	if mark, err := demo.ReadMark(home); err == nil && mark.Earlier() {
		a.say(a.Streams.Err, "An earlier version created this demo; it is kept as it is. `lapkeep demo --fresh` creates it again, with "+
			"data up to today.\n")
	}
	if o.onlyBuild {
		a.say(a.Streams.Err, "The demo athlete is in %s (%.1f s).\n", home, a.Now().Sub(started).Seconds())
		return a.printNext(a.Streams.Err, demoName)
	}
	if o.stdio {
		return a.ServeStdio(ctx, w, s.List(settings.Toolsets))
	}
	if err := a.showDemo(ctx, w, a.Now().Sub(started)); err != nil {
		return err
	}
	return a.ServeHTTP(ctx, w, HTTPOptions{Addr: loopbackAddress, NextFree: true, Path: mcpPath}, a.announce)
}

// checkDemoHome rejects a home that holds a real athlete, and empties the
// demo's own home if fresh.
func (a *app) checkDemoHome(home string, fresh bool) error {
	entries, err := os.ReadDir(home)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		if err := settings.MakeHome(home); err != nil {
			return err
		}
		return demo.Mark{}.Write(home)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The folder %s cannot be read: %w.", home, err)
	}
	if is, err := demo.IsHome(home); err != nil || !is {
		return training.Errorf(training.KindConflict, "%s contains data that is not from the demo.", home).
			WithFix("Choose an empty folder with --home.")
	}
	if !fresh {
		return nil
	}
	for _, e := range entries {
		if e.Name() != demo.MarkName {
			if err := os.RemoveAll(filepath.Join(home, e.Name())); err != nil {
				return err
			}
		}
	}
	return demo.Mark{}.Write(home)
}

func (a *app) buildDemo(ctx context.Context, w *Workbench) error {
	mode := progress.Plain
	if a.Streams.ErrTTY {
		mode = progress.Line
	}
	bar := progress.New(a.Streams.Err, mode, a.Now)
	defer bar.Done()
	if err := a.BuildDemo(ctx, w, func(done, total int) { bar.Step(done, total, a.text("activities")) }); err != nil {
		return err
	}
	return w.CatchUp(ctx)
}

// demoQuestions are examples for a new user, answerable with the default
// toolset.
var demoQuestions = []string{
	"How is my form today, and how did it get there?",
	"Compare my last two threshold sessions.",
	"What were my best 20 minutes this season, and what does that say about my FTP?",
	"Show me the laps of my last triathlon.",
	"Did HRV and resting heart rate show my last illness?",
	"What is my best time on Chapel Saddle, and when is my chain due?",
	"How much did I train last month compared with the month before?",
	"Did I do what was planned last week, and what is planned until my next race?",
}

func (a *app) showDemo(ctx context.Context, w *Workbench, took time.Duration) error {
	out := a.Streams.Out
	a.say(out, "Demo athlete ready in %.1f s: two years of rides, runs and swims, all made up.\n\n", took.Seconds())
	a.say(out, "Ask your assistant, for example:\n")
	for _, q := range demoQuestions {
		fmt.Fprintf(out, "  %s\n", a.language().Text(q))
	}
	answer, err := demoAnswer(ctx, w)
	if err != nil {
		return err
	}
	a.say(out, "\nThe answer to the first question:\n")
	for _, line := range answer {
		fmt.Fprintf(out, "  %s\n", line)
	}
	s, err := a.settings()
	if err != nil {
		return err
	}
	program, installed := "lapkeep", true
	if _, err := a.Executable(); err != nil {
		program, installed = "go run ./cmd/lapkeep", false
	}
	a.say(out, "\nOpen the dashboard in a second terminal: %s\n", program+" dashboard"+s.AtHome())
	if !installed {
		a.say(out, "Install Lapkeep before you connect an assistant: go install ./cmd/lapkeep\n")
	}
	return a.printNext(out, demoName)
}

const demoName = "lapkeep-demo"

// demoAnswer answers the first question in sentences.
func demoAnswer(ctx context.Context, w *Workbench) ([]string, error) {
	call, err := w.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	res, err := w.Table.Call(ctx, "analyze_training_load", call, json.RawMessage(`{"range":"last 14 days"}`))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Words []string `json:"words"`
	}
	err = json.Unmarshal(res.Structured, &answer)
	return answer.Words, err
}

func (a *app) announce(e Endpoint) {
	out := a.Streams.Out
	a.say(out, "\nMCP server: %s\n", e.MCP())
	a.say(out, "Key:        %s\n", e.Key.Text)
	a.say(out, "Try it:     claude mcp add --transport http %s %s --header \"Authorization: Bearer %s\"\n",
		demoName, e.MCP(), e.Key.Text)
	a.say(out, "Press Ctrl-C to stop. The demo is in its own folder; delete that folder to remove it.\n")
}
