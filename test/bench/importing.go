package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// filesToImport is a year of them.
const filesToImport = 365

func (b *run) files() int {
	if b.Quick {
		return 5
	}
	return filesToImport
}

// importRuns is how often they are imported, each time into a new home.
const importRuns = 3

// importing measures the program's own import of files on disk: how many a
// second are durable, and the most memory that it takes.
func (b *run) importing(ctx context.Context) error {
	b.Report("durable import of one-hour FITs")
	folder := b.path("files")
	if err := b.makeFiles(ctx, folder); err != nil {
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

// makeFiles writes one-hour files, one a day.
func (b *run) makeFiles(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	start := b.Now().UTC().Truncate(24 * time.Hour).Add(6 * time.Hour)
	for i := range b.files() {
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

// importOnce runs the program's import and asks that nothing was refused.
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

// watchPeak follows a process's highest memory until ended is closed.
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
