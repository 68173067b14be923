//go:build e2e

package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
	"lapkeep/test/builttest"
	"lapkeep/test/ingesttest"
)

func TestTwoProcessesAtOnce(t *testing.T) {
	t.Parallel()
	p := buildProgram(t)
	home, alone, folder := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "files")
	collection(t, folder, 20, 400, sensors())
	p.run(t, alone, "import", "--json", folder).must(t)
	var all [3]said
	var running sync.WaitGroup
	for i := range all {
		running.Go(func() { all[i] = p.run(t, home, "import", "--json", folder) })
	}
	running.Wait()
	for _, s := range all {
		if missing := lost(t, home, acknowledged(t, s.must(t).out)); len(missing) > 0 {
			t.Errorf("lost: %q", missing)
		}
	}
	if diff := cmp.Diff(stateOf(t, alone), stateOf(t, home)); diff != "" {
		t.Errorf("three at once ended otherwise than one (-one +three):\n%s", diff)
	}
}

// program is the built binary.
type program string

func buildProgram(t *testing.T) program {
	t.Helper()
	return program(builttest.Program(t))
}

// command returns the program on a home, with no settings but that.
func (p program) command(ctx context.Context, home string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, string(p), append(args, "--home", home)...)
	cmd.Env = []string{"HOME=" + filepath.Dir(home), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	cmd.Dir = filepath.Dir(home)
	return cmd
}

// run runs it to its end.
func (p program) run(t *testing.T, home string, args ...string) said {
	t.Helper()
	cmd := p.command(t.Context(), home, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	}
	return said{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// TestIDsOutliveTheDatabase: whichever tables lie on damaged pages, the change
// log among them, and if there is no database at all, each recording is of the
// activity that it was of, under the id that this had.
func TestIDsOutliveTheDatabase(t *testing.T) {
	t.Parallel()
	p := buildProgram(t)
	home := filepath.Join(t.TempDir(), "home")
	grouped(t, p, home)
	want := heldBy(t, home)
	damages := map[string]func(t *testing.T, home string){
		"no database": func(t *testing.T, home string) { t.Helper(); remove(t, filepath.Join(home, "lapkeep.db")) },
		"first page":  func(t *testing.T, home string) { t.Helper(); overwrite(t, filepath.Join(home, "lapkeep.db"), 0, 60) },
		"all tables":  func(t *testing.T, home string) { t.Helper(); hurtTables(t, home, tablesIn(t, home)...) },
	}
	for _, table := range tablesIn(t, home) {
		damages[table] = func(t *testing.T, home string) { t.Helper(); hurtTables(t, home, table) }
		damages[table+" and others"] = func(t *testing.T, home string) { t.Helper(); hurtTables(t, home, table, "changes", "documents") }
	}
	for name, hurt := range damages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hurtHome := filepath.Join(t.TempDir(), "home")
			if err := errors.Join(os.CopyFS(hurtHome, os.DirFS(home)), os.Chmod(hurtHome, 0o700)); err != nil {
				t.Fatal(err)
			}
			hurt(t, hurtHome)
			done := p.run(t, hurtHome, "verify", "--repair").must(t)
			if diff := cmp.Diff(want, heldBy(t, hurtHome)); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, done.out)
			}
			p.run(t, hurtHome, "verify").must(t)
		})
	}
}

// grouped makes a home whose activities have their ids in every way: of one
// recording, of two that came in the order of their ranks and against it, of
// two that were joined by hand, of one that was split off, and renamed ones.
func grouped(t *testing.T, p program, home string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "files")
	collection(t, folder, 18, 120, ingesttest.Everything())
	watches := filepath.Join(t.TempDir(), "watches")
	for _, name := range []string{"0007-watch.fit", "0017-watch.fit"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(watches, name), data)
	}
	p.run(t, home, "import", watches).must(t)
	doubtful(t, filepath.Join(folder, "0004-other.fit"), 18-4)
	doubtful(t, filepath.Join(folder, "0009-other.fit"), 18-9)
	p.run(t, home, "import", folder).must(t)
	of := activitiesOf(t, p, home, folder)
	p.run(t, home, "duplicates", "join", of["0004-other.fit"], of["0004-head.fit"]).must(t)
	p.run(t, home, "duplicates", "join", of["0009-head.fit"], of["0009-other.fit"]).must(t)
	for _, name := range []string{"0012", "0017"} {
		p.run(t, home, "duplicates", "split", of[name+"-head.fit"], name+"-watch.fit").must(t)
	}
	for _, name := range []string{"0001-head.fit", "0002-head.fit"} {
		p.run(t, home, "call", "update_activity", fmt.Sprintf(`{"id":%q,"name":"Renamed"}`, of[name])).must(t)
	}
}

// doubtful writes what somebody else recorded so many days ago at the same time.
func doubtful(t *testing.T, path string, days int) {
	t.Helper()
	o := ingesttest.Outing{
		Sport: training.Cycling, Start: clock().AddDate(0, 0, -days).Add(-3 * time.Hour), Seconds: 120, Seed: 90, LatDeg: 40, LonDeg: 8,
	}
	other := ingesttest.Device{Maker: "wahoo", Serial: "3", Channels: []training.Channel{training.Cadence}}
	writeFile(t, path, fitFile(t, o.Record(other)))
}

// activitiesOf returns the ids that an import of files that are there gives.
func activitiesOf(t *testing.T, p program, home, folder string) map[string]string {
	t.Helper()
	of := map[string]string{}
	for path, ids := range acknowledged(t, p.run(t, home, "import", "--json", folder).must(t).out) {
		of[filepath.Base(path)] = ids[0]
	}
	return of
}

// heldBy returns the recordings of each activity by rank, and where the id
// leads that each recording would have alone.
func heldBy(t *testing.T, home string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	db := openStore(t, home)
	defer closeStore(t, db)
	for row, err := range db.AllRecordings(t.Context(), everything()) {
		if err != nil {
			t.Fatal(err)
		}
		own := string(row.ID)[1:11]
		leads, err := db.Resolve(t.Context(), everything(), own)
		if err != nil && training.KindOf(err) != training.KindNotFound {
			t.Fatal(err)
		}
		held := fmt.Sprintf("%d %s, %s leads to %s", row.Rank, row.ID, own, leads)
		out[string(row.Activity)] = append(out[string(row.Activity)], held)
	}
	for _, held := range out {
		slices.Sort(held)
	}
	return out
}

// tablesIn returns the tables with rows, but that of the schema itself.
func tablesIn(t *testing.T, home string) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(leavesIn(t, home)))
}

// leavesIn returns the leaf pages of each table that has rows.
func leavesIn(t *testing.T, home string) map[string][]int {
	t.Helper()
	db, err := sqlitedb.Open(t.Context(), filepath.Join(home, "lapkeep.db"), sqlitedb.Options{ReadOnly: true, Steps: sqlitedb.Steps()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	out := map[string][]int{}
	_, err = sqlitedb.All(t.Context(), db, `SELECT d.name, d.pageno FROM dbstat d JOIN sqlite_schema s ON s.name=d.name
		WHERE s.type='table' AND d.pagetype='leaf' AND d.ncell>0 AND d.pageno>1`, nil, func(r sqlitedb.Row) (struct{}, error) {
		var name string
		var page int
		err := r.Scan(&name, &page)
		out[name] = append(out[name], page)
		return struct{}{}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func hurtTables(t *testing.T, home string, tables ...string) {
	t.Helper()
	pages := leavesIn(t, home)
	for _, table := range tables {
		for _, page := range pages[table] {
			overwrite(t, filepath.Join(home, "lapkeep.db"), (page-1)*4096+100, 40)
		}
	}
}
