package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
	"lapkeep/test/builttest"
	"lapkeep/test/ingesttest"
)

// borders are shared: each program would spend a second on making its own
// under the race detector.
var borders timezone.Finder

// clock is when tests of the program happen.
func clock() time.Time { return time.Date(2026, 6, 17, 8, 0, 0, 0, time.UTC) }

// said is the output of a run of the program.
type said struct {
	out, err string
	code     int
}

// within runs the program in this process, in a home, at a time.
func within(t *testing.T, home string, now time.Time, args ...string) said {
	t.Helper()
	var out, errs bytes.Buffer
	p := &app.Program{
		Borders: &borders,
		Streams: cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs},
		Places:  settings.Input{WorkDir: t.TempDir(), UserHome: t.TempDir()},
		Now:     func() time.Time { return now },
		Random:  rand.Reader,
		Version: "test",
	}
	code := p.Run(t.Context(), append(args, "--home", home))
	return said{out.String(), errs.String(), code}
}

// must fails the test if the program failed.
func (s said) must(t *testing.T) said {
	t.Helper()
	if s.code != 0 {
		t.Fatalf("exit code %d: %s%s", s.code, s.out, s.err)
	}
	return s
}

// refused checks that the program failed with one clear line that holds the
// words, and with nothing that only a programmer understands.
func (s said) refused(t *testing.T, words ...string) {
	t.Helper()
	if s.code == 0 {
		t.Fatalf("it claims to have done it: %s", s.out)
	}
	lines := strings.Split(strings.TrimSpace(s.err), "\n")
	if len(lines) > 2 {
		t.Errorf("more than what happened and what to do:\n%s", s.err)
	}
	for _, w := range words {
		if !strings.Contains(s.err, w) {
			t.Errorf("%q is not in: %s", w, s.err)
		}
	}
	for _, w := range []string{"panic", "goroutine", "SQLITE_", "sql:"} {
		if strings.Contains(s.err, w) {
			t.Errorf("%q in: %s", w, s.err)
		}
	}
}

// program is the built binary.
type program string

func buildProgram(t *testing.T) program {
	t.Helper()
	return program(builttest.Program(t))
}

// command is the program on a home, with no settings but that.
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

// acknowledged are the files that import --json called stored, with their activities.
func acknowledged(t *testing.T, out string) map[string][]string {
	t.Helper()
	acks := map[string][]string{}
	for line := range strings.Lines(out) {
		if !strings.HasSuffix(line, "\n") {
			break // cut off by the kill
		}
		var r struct {
			Path, Status string
			Activities   []string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("not a report: %q", line)
		}
		switch r.Status {
		case "imported", "updated", "duplicate":
			acks[r.Path] = r.Activities
		case "":
		default:
			t.Errorf("%s: %s", r.Path, line)
		}
	}
	return acks
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestABackupHasTheSettings, and no secret: one that somebody put there is left
// out and named. Settings that are there already stay.
func TestABackupHasTheSettings(t *testing.T) {
	t.Parallel()
	home, dir := filepath.Join(t.TempDir(), "home"), t.TempDir()
	within(t, home, clock(), "import", t.TempDir())
	config := filepath.Join(home, "config.yaml")
	for name, c := range map[string]struct{ has, want, told string }{
		"plain": {"# as at home\nwrites: none\n# api_key: hush\n", "# as at home\nwrites: none\n", ""},
		"secrets": {
			"writes: none\napi_key: hush # hush\nintervals_api_key: hush\nlanguage: en\n",
			"writes: none\nlanguage: en\n", "api_key, intervals_api_key",
		},
	} {
		writeFile(t, config, []byte(c.has))
		file := filepath.Join(dir, name+".tar")
		said := within(t, home, clock(), "backup", file).must(t)
		if !strings.Contains(said.out, c.told) || strings.Contains(said.out, "hush") {
			t.Errorf("%s: %s", name, said.out)
		}
		if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), "hush") {
			t.Errorf("%s: the secret is in the backup, %v", name, err)
		}
		to := filepath.Join(t.TempDir(), "home")
		if said := within(t, to, clock(), "restore", file).must(t); strings.Contains(said.out, "allows") {
			t.Errorf("%s: nothing is allowed that was not: %s", name, said.out)
		}
		if got, err := os.ReadFile(filepath.Join(to, "config.yaml")); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		stands := filepath.Join(t.TempDir(), "home")
		writeFile(t, filepath.Join(stands, "config.yaml"), []byte("writes: safe\n"))
		within(t, stands, clock(), "restore", file).must(t)
		if got, err := os.ReadFile(filepath.Join(stands, "config.yaml")); err != nil || string(got) != "writes: safe\n" {
			t.Errorf("%s: what stood there is %q, %v", name, got, err)
		}
	}
}

// TestARestoreTellsWhatItAllows: a backup that somebody else wrote brings modes
// along, and does so in no silence.
func TestARestoreTellsWhatItAllows(t *testing.T) {
	t.Parallel()
	home, file := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "theirs.tar")
	within(t, home, clock(), "import", t.TempDir())
	writeFile(t, filepath.Join(home, "config.yaml"), []byte("writes: full\nconsent: model\nimport_dirs: /\n"))
	within(t, home, clock(), "backup", file).must(t)
	said := within(t, filepath.Join(t.TempDir(), "home"), clock(), "restore", file).must(t)
	for _, want := range []string{"writes full instead of safe", "consent model instead of person", "importing from /"} {
		if !strings.Contains(said.out, want) {
			t.Errorf("it lacks %q: %s", want, said.out)
		}
	}
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

// grouped is a home whose activities have their ids in every way: of one
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

// activitiesOf are the ids that an import of files that are there gives.
func activitiesOf(t *testing.T, p program, home, folder string) map[string]string {
	t.Helper()
	of := map[string]string{}
	for path, ids := range acknowledged(t, p.run(t, home, "import", "--json", folder).must(t).out) {
		of[filepath.Base(path)] = ids[0]
	}
	return of
}

// heldBy are the recordings of each activity by rank, and where the id leads
// that each recording would have alone.
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

// tablesIn are the tables with rows, but that of the schema itself.
func tablesIn(t *testing.T, home string) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(leavesIn(t, home)))
}

// leavesIn are the leaf pages of each table that has rows.
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
