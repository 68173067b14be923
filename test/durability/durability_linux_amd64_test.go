//go:build e2e

package durability_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/builttest"
	"lapkeep/test/ingesttest"

	_ "modernc.org/sqlite"
)

// sizes returns how large the homes are, in bytes: LAPKEEP_SIZES names them in MB.
func sizes(t *testing.T) (all []int64) {
	t.Helper()
	text := os.Getenv("LAPKEEP_SIZES")
	if text == "" {
		text = "0.05"
	}
	for _, s := range strings.Split(text, ",") {
		mb, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, int64(mb*1e6))
	}
	return all
}

// chosen returns the steps of a run that are tried: every one of a small home
// if LAPKEEP_STEPS says all, else a sample of so many.
func chosen(steps int, size int64) (all []int) {
	sample := 4
	if n, err := strconv.Atoi(os.Getenv("LAPKEEP_STEPS")); err == nil {
		sample = n
	}
	if os.Getenv("LAPKEEP_STEPS") == "all" {
		if sample = 20; size <= 3e6 {
			sample = steps
		}
	}
	rng := rand.New(rand.NewPCG(uint64(steps), uint64(size))) //nolint:gosec // not a secret
	for _, i := range rng.Perm(steps)[:min(sample, steps)] {
		all = append(all, i+1)
	}
	slices.Sort(all)
	return all
}

// older returns programs of before by their commits, as LAPKEEP_OLDER names
// them: COMMIT=PATH, separated by commas.
func older() map[string]string {
	all := map[string]string{}
	for _, pair := range strings.Split(os.Getenv("LAPKEEP_OLDER"), ",") {
		if commit, path, ok := strings.Cut(pair, "="); ok {
			all[commit] = path
		}
	}
	return all
}

// command returns a program on a home of its own.
func command(program, home string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), program, append(args, "--home", home)...)
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(home), "LAPKEEP_HOME=", "LAPKEEP_LANG=en")
	return cmd
}

func must(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args[1:], err, out)
	}
	return string(out)
}

// recordings returns a folder of rides, the files of a recorder; with a watch
// there are those of a second recorder, which are merged with them.
func recordings(t *testing.T, n int, watch bool) string {
	t.Helper()
	dir := t.TempDir()
	devices := []ingesttest.Device{{Maker: "garmin", Serial: "1", Channels: ingesttest.Everything()}}
	if watch {
		wrist := []training.Channel{training.HeartRate, training.Speed}
		devices = append(devices, ingesttest.Device{Maker: "suunto", Serial: "2", Channels: wrist, LateS: 7})
	}
	for i := range n * len(devices) {
		device := devices[i/n]
		i := i % n
		o := ingesttest.Outing{
			Sport: training.Cycling, Start: time.Date(2026, 5, 1+i, 8, 0, 0, 0, time.UTC), Seconds: 300 + i, Seed: float64(i), LatDeg: 47, LonDeg: 8,
		}
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{o.Record(device)}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%s.fit", i, device.Maker)), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// homeOf makes a home with a program: some rides and the athlete's own words.
// The journal fills it up to its size, as years of use do.
func homeOf(t *testing.T, program string, size int64) (home string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "home")
	must(t, command(program, home, "import", recordings(t, 2, false)))
	must(t, command(program, home, "call", "update_athlete_settings", `{"sport":"cycling","ftp_w":251,"weight_kg":71.5}`))
	must(t, command(program, home, "call", "create_events",
		`{"events":[{"date":"2031-05-05","category":"note","name":"kept words","description":"of the athlete"}]}`))
	path := filepath.Join(home, "lapkeep.db")
	db := open(t, path)
	defer db.Close()
	body := `{"at":"2026-05-01T00:00:00Z","tool":"filled","note":"` + strings.Repeat("x", 9000) + `"}`
	for info, err := os.Stat(path); ; info, err = os.Stat(path) {
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() >= size {
			return home
		}
		rows := max(1, (size-info.Size())/14_000)
		_, err := db.ExecContext(t.Context(), `WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s WHERE i<?)
			INSERT INTO journal (athlete, id, body) SELECT 'filled', hex(randomblob(8)), ? FROM s`, rows, body)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// kept are the tables whose rows nothing may take away, with what names a row.
var kept = map[string]string{
	"athletes": "athlete||body", "thresholds": "key||sport||from_day||body", "recordings": "id||original", "originals": "hash",
	"activity_base": "id", "links": "recording||activity", "overrides": "activity||field||value", "documents": "collection||id||own",
	"journal": "n||id||length(body)", "changes": "seq||kind||id", "import_runs": "id",
}

// rows returns what a home holds that nothing may take away.
func rows(t *testing.T, home string) map[string]bool {
	t.Helper()
	db := open(t, filepath.Join(home, "lapkeep.db"))
	defer db.Close()
	all := map[string]bool{}
	for table, row := range kept {
		found, err := db.QueryContext(t.Context(), "SELECT "+row+" FROM "+table)
		if err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		for found.Next() {
			var text string
			if err := found.Scan(&text); err != nil {
				t.Fatal(err)
			}
			all[table+" "+text] = true
		}
		if err := found.Err(); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		_ = found.Close()
	}
	return all
}

// whole checks that a home opens, is sound, and lost none of some rows.
func whole(t *testing.T, program, home string, want map[string]bool) {
	t.Helper()
	must(t, command(program, home, "call", "get_athlete_profile"))
	must(t, command(program, home, "verify"))
	got := rows(t, home)
	for row := range want {
		if !got[row] {
			t.Errorf("gone: %s", row)
		}
	}
}

// copied returns a copy of a home.
func copied(t *testing.T, home string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "home")
	if err := errors.Join(os.CopyFS(to, os.DirFS(home)), os.Chmod(to, 0o700)); err != nil {
		t.Fatal(err)
	}
	return to
}

// work is what a program does to a home while it is disturbed; after is what
// must hold then, with the home as it was.
type work struct {
	name  string
	older string // the commit of the program that made the home
	args  func(home string) []string
	hurt  func(t *testing.T, home string)
	after func(t *testing.T, program, home string, want map[string]bool)
}

func works(t *testing.T) []work {
	t.Helper()
	more := recordings(t, 4, true)
	all := []work{
		{name: "backups", args: func(home string) []string { return []string{"backup", home + ".tar.zst"} }, after: backedUp},
		{name: "imports", args: func(string) []string { return []string{"import", more} }},
		{
			name: "repairs", args: func(string) []string { return []string{"verify", "--repair"} }, hurt: loseLinks,
			after: func(t *testing.T, program, home string, want map[string]bool) {
				t.Helper()
				must(t, command(program, home, "verify", "--repair"))
				whole(t, program, home, want)
			},
		},
	}
	for commit := range older() {
		ask := func(string) []string { return []string{"call", "get_athlete_profile"} }
		all = append(all, work{name: "upgrades from " + commit, older: commit, args: ask})
	}
	return all
}

// backedUp: what has a backup's name is restored with all that the home has.
func backedUp(t *testing.T, program, home string, want map[string]bool) {
	t.Helper()
	whole(t, program, home, want)
	if _, err := os.Stat(home + ".tar.zst"); err == nil {
		again := filepath.Join(t.TempDir(), "again")
		must(t, command(program, again, "restore", home+".tar.zst"))
		whole(t, program, again, want)
	}
}

// loseLinks takes away what a repair brings back from the originals.
func loseLinks(t *testing.T, home string) {
	t.Helper()
	db := open(t, filepath.Join(home, "lapkeep.db"))
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "DELETE FROM links; DELETE FROM channel_data; DELETE FROM recordings"); err != nil {
		t.Fatal(err)
	}
}

// TestEveryStep disturbs each work at its steps, on homes of each size.
// The tracer waits for any child, so that nothing here runs beside it.
func TestEveryStep(t *testing.T) { //nolint:paralleltest // see above
	program := builttest.Program(t)
	for _, size := range sizes(t) {
		for _, w := range works(t) {
			t.Run(fmt.Sprintf("%s %d kB", w.name, size/1000), func(t *testing.T) {
				maker := program
				if w.older != "" {
					maker = older()[w.older]
				}
				w.disturb(t, program, homeOf(t, maker, size), size)
			})
		}
	}
}

func (w work) disturb(t *testing.T, program, home string, size int64) {
	t.Helper()
	want := rows(t, home)
	after := w.after
	if after == nil {
		after = whole
	}
	once := func(t *testing.T, what fault, n int) int {
		t.Helper()
		here := copied(t, home)
		if w.hurt != nil {
			w.hurt(t, here)
		}
		steps := run(t, command(program, here, w.args(here)...), what, n)
		after(t, program, here, want)
		if t.Failed() {
			t.Fatalf("%v at step %d of the %s", what, n, w.name)
		}
		if err := os.RemoveAll(filepath.Dir(here)); err != nil {
			t.Fatal(err)
		}
		return steps
	}
	steps := once(t, none, 0)
	tried := chosen(steps, size)
	for _, n := range tried {
		once(t, kill, n)
		once(t, fullDisk, n)
	}
	what := strings.Replace(w.name+" of", "imports of", "imports into", 1)
	t.Logf("reliability: %s a home folder of %.2f MB, killed and with a full disk | %d | at %d of %d steps each; nothing was lost",
		what, float64(size)/1e6, 2*len(tried), len(tried), steps)
}

// TestOlderHomes: a home of an older program opens and loses nothing, also one
// that a program with page checksums called damaged, and a backup of that
// program that it refused itself. The older program refuses the newer home and
// says why.
func TestOlderHomes(t *testing.T) { //nolint:paralleltest // see TestEveryStep
	if len(older()) == 0 {
		t.Skip("LAPKEEP_OLDER names no older program; make upgrade builds them")
	}
	program := builttest.Program(t)
	n := 0
	for commit, old := range older() {
		for _, size := range sizes(t) {
			home := homeOf(t, old, size)
			want := rows(t, home)
			backup := filepath.Join(t.TempDir(), "b.tar")
			if out, err := command(old, home, "backup", backup).CombinedOutput(); err == nil {
				again := filepath.Join(t.TempDir(), "again")
				must(t, command(program, again, "restore", backup))
				whole(t, program, again, want)
			} else {
				t.Logf("%s makes no backup of its home of %d kB: %s", commit, size/1000, out)
			}
			for other, between := range older() { // each may have opened it before
				here := copied(t, home)
				_ = command(between, here, "call", "get_athlete_profile").Run() // some call it damaged
				_ = command(between, here, "verify").Run()
				whole(t, program, here, want)
				out, err := command(between, here, "call", "get_athlete_profile").CombinedOutput()
				if err == nil || !strings.Contains(string(out), "newer") {
					t.Errorf("%s opens a newer home: %s", other, out)
				}
				n++
			}
		}
	}
	t.Logf("reliability: home folders and backups of older programs | %d | the new program opened each one with every row; "+
		"the older programs then refused it", n)
}

// TestFlips: a flipped bit of a backup is told by restore. One of the database
// is told by verify, or every row that the athlete made is still there, and at
// most one of them differs.
func TestFlips(t *testing.T) { //nolint:paralleltest // see TestEveryStep
	program := builttest.Program(t)
	for _, size := range sizes(t) {
		times := 3
		if n, err := strconv.Atoi(os.Getenv("LAPKEEP_FLIPS")); err == nil {
			if times = min(n, 20); size <= 3e6 {
				times = n
			}
		}
		home := homeOf(t, program, size)
		want := rows(t, home)
		backup := filepath.Join(t.TempDir(), "b.tar")
		must(t, command(program, home, "backup", backup))
		rng := rand.New(rand.NewPCG(uint64(size), 3)) //nolint:gosec // not a secret
		noticed := 0
		for range times {
			back := flip(t, backup, rng)
			again := filepath.Join(t.TempDir(), "again")
			if out, err := command(program, again, "restore", backup).CombinedOutput(); err == nil {
				t.Errorf("a flipped bit of a backup went unnoticed: %s", out)
			}
			back()
			here := copied(t, home)
			flip(t, filepath.Join(here, "lapkeep.db"), rng)
			if command(program, here, "verify").Run() != nil {
				noticed++
				continue
			}
			gone, got := 0, rows(t, here)
			for row := range want {
				if !got[row] {
					gone++
				}
			}
			if gone > 1 {
				t.Errorf("a flipped bit went unnoticed, and %d rows differ", gone)
			}
		}
		t.Logf("reliability: bits flipped in a backup and in the database, home folder of %.2f MB | %d | restore reported each one, "+
			"verify reported %d; the others were in free space or changed one value", float64(size)/1e6, 2*times, noticed)
	}
}

// flip changes one bit of a file and returns what takes that back.
func flip(t *testing.T, path string, rng *rand.Rand) (back func()) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	at, bit, b := rng.Int64N(info.Size()), rng.IntN(8), make([]byte, 1)
	_, err = f.ReadAt(b, at)
	b[0] ^= 1 << bit
	if _, writeErr := f.WriteAt(b, at); err != nil || writeErr != nil {
		t.Fatal(err, writeErr)
	}
	return func() {
		b[0] ^= 1 << bit
		g, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if _, err := g.WriteAt(b, at); err != nil {
			t.Fatal(err)
		}
	}
}
