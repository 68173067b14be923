// Command bench measures a build against its goals on the machine it runs on:
// kernels and questions within this process, starting and serving by running
// the built program on a generated store, which is removed afterwards. It needs
// no data and no network. Goals that only tests can show are listed with those
// tests.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		stop()
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// command measures the goals that the arguments select, and prints the table.
func command(ctx context.Context, args []string, out, progress io.Writer) error {
	o := Options{Now: time.Now, Report: func(what string) { fmt.Fprintf(progress, "measuring: %s\n", what) }}
	var asJSON bool
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	f.StringVar(&o.Program, "program", "bin/lapkeep", "the built program that is measured")
	f.IntVar(&o.Activities, "activities", 15000, "activities in the store that is asked")
	f.StringVar(&o.Only, "only", "",
		"measure the read tools alone whose name has this in it, or one of several parts, e.g. list_activities|get_curves")
	f.BoolVar(&o.Quick, "quick", false, "measure little of everything, to try the measuring itself")
	f.BoolVar(&o.Real, "real", false, "measure each question on a home like a real one: first after a start, warm, and first after writes")
	f.IntVar(&o.Homes, "homes", 0, "measure only one server of this many small homes and ten with -activities each")
	f.IntVar(&o.Withheld, "withheld", 0, "with -real, so many activities that a service withholds, instead of a sixth of -activities")
	f.StringVar(&o.Home, "home", "", "with -real, the folder of the home, which is made if it is missing, and stays")
	f.StringVar(&o.Answers, "answers", "", "with -real, measure nothing, and write the answer to each question into this folder")
	f.BoolVar(&asJSON, "json", false, "print as JSON")
	if err := f.Parse(args); err != nil {
		return err
	}
	program, err := exec.LookPath(o.Program)
	if err != nil {
		return fmt.Errorf("there is no program to measure; make build builds bin/lapkeep, and -program names another: %w", err)
	}
	if o.Program, err = filepath.Abs(program); err != nil {
		return err
	}
	if o.Home != "" { // the program runs in another folder
		if o.Home, err = filepath.Abs(o.Home); err != nil {
			return err
		}
	}
	rows, err := Run(ctx, o)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(rows)
	}
	printTable(out, rows)
	return nil
}

// measurement is one row of the table of goals.
type measurement struct {
	What   string `json:"what"`
	Goal   string `json:"goal"`
	Result string `json:"result"`
	Met    bool   `json:"met"`
	// Unmeasured marks goals that only tests or other systems can show.
	Unmeasured bool   `json:"unmeasured,omitempty"`
	Note       string `json:"note,omitempty"`
}

func printTable(out io.Writer, rows []measurement) {
	fmt.Fprint(out, "| what | goal | measured | met |\n|---|---|---|---|\n")
	for _, r := range rows {
		met := "yes"
		switch {
		case r.Unmeasured:
			met = "not measured here"
		case !r.Met:
			met = "**no**"
		}
		if r.Note != "" {
			met += " (" + r.Note + ")"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", r.What, r.Goal, r.Result, met)
	}
}

// Options set up a measurement.
type Options struct {
	// Activities is the number of activities in the store.
	Activities int
	// Only measures just the questions whose name contains this.
	Only string
	// Quick measures only a little of everything, to test the measuring itself.
	Quick bool
	// Real measures each question on a home like a real one, which is in the folder
	// Home, if given. Answers is a folder for the answers, which are then all that is made.
	Real          bool
	Home, Answers string
	// Withheld is the number of activities that a service withholds, if it is not 0.
	Withheld int
	// Homes, if it is not 0, measures one server of so many small homes instead.
	Homes int
	// Program is the executable to measure.
	Program string
	Now     func() time.Time
	// Report is called with what is being measured.
	Report func(what string)
}

// Run measures every goal and returns a row for each, in the order of the
// table. It works in a temporary folder, which it removes.
func Run(ctx context.Context, o Options) (rows []measurement, err error) {
	dir, err := os.MkdirTemp("", "lapkeep-bench-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := &run{Options: o, dir: dir, cores: runtime.GOMAXPROCS(0)}
	steps := []func(context.Context) error{
		b.machine, b.compute, b.importing, b.kernels, b.makeHome, b.questions, b.starting, b.reading, b.overHTTP, b.changing,
	}
	switch {
	case o.Homes > 0:
		steps = []func(context.Context) error{b.machine, b.manyHomes}
	case o.Answers != "":
		steps = []func(context.Context) error{b.makeHome, b.writeAnswers}
	case o.Real:
		steps = []func(context.Context) error{b.machine, b.makeHome, b.tableOf}
	case o.Only != "":
		steps = []func(context.Context) error{b.machine, b.makeHome, b.reading}
	default:
		b.add(accuracy()...)
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	if o.Only == "" && !o.Real && o.Homes == 0 {
		b.add(promises()...)
	}
	return b.rows, nil
}

// run is one complete measurement.
type run struct {
	Options
	dir   string
	cores int
	rows  []measurement
	home  home // after makeHome
}

// times returns n, or less for a quick run.
func (b *run) times(n int) int {
	if b.Quick {
		return min(n, 3)
	}
	return n
}

func (b *run) add(rows ...measurement) { b.rows = append(b.rows, rows...) }

func (b *run) path(name string) string { return filepath.Join(b.dir, name) }

// byTests returns a goal that tests show and bench does not measure.
func byTests(what, goal, tests string) measurement {
	return measurement{What: what, Goal: goal, Result: "by tests", Unmeasured: true, Note: tests}
}

// accuracy returns the goals for agreement with devices.
func accuracy() []measurement {
	const oracle = "test/oracle "
	return []measurement{
		byTests("normalized power against the device", "within 0.56 W", oracle+"TestNormalizedPowerIsTheDevices"),
		byTests("TSS against the device", "within 0.15 or 0.2 %", oracle+"TestTSSIsTheDevices"),
		byTests("laps against the device", "as good as the reference rule", oracle+"TestLapPowerIsTheDevices"),
	}
}

// promises returns the goals without a number, which are either met or not.
func promises() []measurement {
	return []measurement{
		byTests("MCP conformance, both revisions", "every required scenario", "internal/faces/mcp TestDialogues; make clients"),
		byTests("bad files, fuzzed inputs", "no crash, no hang, a clear line", "internal/formats/recording, make fuzz"),
		byTests("kill at any moment", "nothing acknowledged is lost", "internal/app TestKilledImports (make kill)"),
	}
}

// spinning is how long the machine is tested.
const spinning = 400 * time.Millisecond

// machine measures how much of the machine is free. If other programs run,
// elapsed times say little about this one.
func (b *run) machine(context.Context) error {
	const what, goal, least = "processor that is free for this measurement", "≥ 90 %, or elapsed times count for little", 90.0
	b.Report(what)
	before, known := cpuTime()
	begin := b.Now()
	var spinners sync.WaitGroup
	for range b.cores {
		spinners.Go(func() {
			for b.Now().Sub(begin) < spinning { //nolint:revive // it does nothing on purpose
			}
		})
	}
	spinners.Wait()
	after, _ := cpuTime()
	if !known {
		b.add(measurement{What: what, Goal: goal, Result: "not measured", Unmeasured: true, Note: "this system does not say"})
		return nil
	}
	share := 100 * (after - before).Seconds() / (b.Now().Sub(begin).Seconds() * float64(b.cores))
	b.add(measurement{
		What: what, Goal: goal, Result: fmt.Sprintf("%.0f %%", min(share, 100)), Met: share >= least, Note: fmt.Sprintf("%d cores", b.cores),
	})
	return nil
}

// filesToImport is a year of files.
const filesToImport = 365

func (b *run) files() int {
	if b.Quick {
		return 5
	}
	return filesToImport
}

// importRuns is how often the files are imported, each time into a new home.
const importRuns = 3

// importing measures the program's own import of files: the number of durable
// files per second, and the peak memory.
func (b *run) importing(ctx context.Context) error {
	b.Report("durable import of one-hour FITs")
	folder := b.path("files")
	if err := b.makeFiles(ctx, folder, b.files()); err != nil {
		return err
	}
	var wall, cpu series
	peak, known := 0.0, false
	for i := range b.times(importRuns) {
		one, err := b.importOnce(ctx, folder, b.path(fmt.Sprint("import-", i)))
		if err != nil {
			return err
		}
		wall, cpu = append(wall, one.wall), append(cpu, one.cpu)
		peak, known = max(peak, one.peakMB), one.peakKnown
	}
	const goalRate, goalMB = 150.0, 250.0
	files := b.files()
	perCore := float64(files) / wall.median().Seconds() / float64(b.cores)
	b.add(measurement{
		What: "durable import of one-hour FITs", Goal: "≥ 150 files a second per core",
		Result: digits(perCore) + " a second per core", Met: perCore >= goalRate,
		Note: fmt.Sprintf("%d files in %s on %d cores, start and end included; CPU %s a file", files, text(wall.median()),
			b.cores, text(cpu.median()/time.Duration(files))),
	}, memoryRow("resident memory importing", "< 250 MB", peak, known, goalMB, "the highest of all runs"))
	return os.RemoveAll(folder)
}

func memoryRow(what, goal string, mb float64, known bool, most float64, note string) measurement {
	if !known {
		return measurement{What: what, Goal: goal, Result: "not measured", Unmeasured: true, Note: "this system does not say"}
	}
	return measurement{What: what, Goal: goal, Result: digits(mb) + " MB", Met: mb < most, Note: note}
}

// makeFiles writes one-hour files, one per day.
func (b *run) makeFiles(ctx context.Context, folder string, files int) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	start := b.Now().UTC().Truncate(24 * time.Hour).Add(6 * time.Hour)
	for i := range files {
		data, err := hourFile(start.AddDate(0, 0, -i-1), uint64(i)) //nolint:gosec // not negative
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.fit", i)), data, 0o600); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// imported holds the time and memory of one import.
type imported struct {
	wall, cpu time.Duration
	peakMB    float64
	peakKnown bool
}

// importOnce runs the program's import and checks that nothing was refused.
func (b *run) importOnce(ctx context.Context, folder, home string) (one imported, err error) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, b.Program, "import", "--json", "--home", home, folder) //nolint:gosec // our own program
	cmd.Stdout, cmd.Stderr, cmd.Env = &out, &errs, bareEnvironment()
	begin := b.Now()
	if err := cmd.Start(); err != nil {
		return one, err
	}
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		one.peakMB, one.peakKnown = watchPeak(cmd.Process.Pid, ended)
	}()
	err = cmd.Wait()
	one.wall = b.Now().Sub(begin)
	close(ended)
	<-watched
	if err != nil {
		return one, fmt.Errorf("import: %w: %s", err, errs.String())
	}
	one.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	last := out.Bytes()[bytes.LastIndexByte(bytes.TrimSpace(out.Bytes()), '\n')+1:]
	var end struct {
		Summary struct{ Imported int }
	}
	if err := json.Unmarshal(last, &end); err != nil || end.Summary.Imported != b.files() {
		return one, fmt.Errorf("import: not every file was imported: %s %w", last, err)
	}
	return one, os.RemoveAll(home)
}

// watchPeak tracks a process's peak memory until ended is closed.
func watchPeak(pid int, ended <-chan struct{}) (mb float64, known bool) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if now, ok := resident(pid, residentPeak); ok {
			mb, known = max(mb, now), true
		}
		select {
		case <-ended:
			return mb, known
		case <-tick.C:
		}
	}
}
