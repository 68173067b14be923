package app

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/archivetest/stravatest"
)

// lookout is lapkeep watch on a folder, which looks when the test says so.
type lookout struct {
	t        *testing.T
	out, err *watched
	at       chan time.Time
	ended    chan int
	stop     context.CancelFunc
}

// watches starts lapkeep watch.
func (p *person) watches(t *testing.T, args ...string) *lookout {
	t.Helper()
	return p.watchesAt(t, p.now, args...)
}

// watchesAt starts it with a clock of its own.
func (p *person) watchesAt(t *testing.T, now func() time.Time, args ...string) *lookout {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	l := &lookout{t: t, out: newWatched(), err: newWatched(), at: make(chan time.Time), ended: make(chan int, 1), stop: stop}
	program := p.program(l.out, l.err)
	program.Now = now
	program.Tick = func(time.Duration) (<-chan time.Time, func()) { return l.at, func() {} }
	go func() { l.ended <- program.Run(ctx, append([]string{"watch"}, args...)) }()
	return l
}

// look has it look n times to the end; one more look has begun then.
func (l *lookout) look(n int) {
	l.t.Helper()
	for range n + 1 {
		select {
		case l.at <- noon:
		case code := <-l.ended:
			l.t.Fatalf("it ended with %d:\n%s%s", code, l.out, l.err)
		case <-l.t.Context().Done():
			l.t.Fatal("it never looked")
		}
	}
}

// end stops it as Ctrl-C does.
func (l *lookout) end() string {
	l.t.Helper()
	l.stop()
	if code := <-l.ended; code != 0 {
		l.t.Errorf("exit %d\n%s", code, l.err)
	}
	return l.out.String()
}

func (p *person) total(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`"total":(\d+)`).FindStringSubmatch(p.must(t, "call", "list_activities", `{"limit":1}`))
	if m == nil {
		t.Fatal("no total")
	}
	return m[1]
}

// only returns the id of the only activity.
func (p *person) only(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`"id":"([a-z0-9]+)"`).FindStringSubmatch(p.must(t, "call", "list_activities", `{}`))
	if m == nil {
		t.Fatal("no activity")
	}
	return m[1]
}

func TestWatchImportsWhatAppears(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	drive := filepath.Join(p.user, "drive")
	folder := filepath.Join(drive, "GARMIN", "Activity")
	l := p.watches(t, "--poll", drive)
	l.look(2)
	if got := l.out.String(); !strings.Contains(got, "0 files already imported") || !strings.Contains(got, "is missing; waiting for it.") {
		t.Errorf("of a device that is not there: %s", got)
	}
	rides(t, folder, may, 900, training.Cycling)
	name := filepath.Join(folder, "2026-05-01-cycling.fit")
	l.look(2)
	if got := l.out.String(); p.total(t) != "1" || strings.Contains(got, "updated  ") ||
		strings.Count(got, "imported  ") != 1 || !strings.Contains(got, "imported  "+name+" as ") ||
		!strings.Contains(got, "is available again.") {
		t.Fatalf("%s activities\n%s", p.total(t), got)
	}
	said := l.out.String()
	l.look(3)
	if got := l.end(); got != said+strings.Replace("2026-08-20 TIME  Stopped.\n", "TIME", noon.Local().Format(time.TimeOnly), 1) {
		t.Errorf("it was not quiet:\n%s", strings.TrimPrefix(got, said))
	}
	p.must(t, "undo")

	// Another process knows what was imported, also that it was taken back.
	l = p.watches(t, "--poll", drive)
	rides(t, folder, may.AddDate(0, 0, 3), 600, training.Running)
	l.look(3)
	if got := l.end(); p.total(t) != "1" || !strings.Contains(got, "1 file already imported") || !strings.Contains(got,
		"1 new file in "+folder) {
		t.Errorf("%s activities\n%s", p.total(t), got)
	}
}

// TestWatchHearsOfChanges: where the system reports changes, new files are
// imported without a look at every tick.
func TestWatchHearsOfChanges(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	inbox := filepath.Join(p.user, "inbox")
	rides(t, inbox, may, 600, training.Cycling)
	l := p.watches(t, "--every", "1ms", inbox) // so that silence is trusted for 60,000 ticks
	until := func(words string) {
		t.Helper()
		for !strings.Contains(l.out.String(), words) {
			l.look(1)
		}
	}
	until("2026-05-01-cycling.fit as ")
	l.look(3)
	rides(t, filepath.Join(inbox, "new", "deep"), may.AddDate(0, 0, 3), 600, training.Running)
	until("2026-05-04-running.fit as ")
	rides(t, filepath.Join(inbox, "new", "deep"), may.AddDate(0, 0, 5), 600, training.Cycling)
	until("2026-05-06-cycling.fit as ")
	if l.end(); p.total(t) != "3" {
		t.Errorf("%s activities", p.total(t))
	}
}

func TestWatchGoesOnAfterABadFile(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	inbox := filepath.Join(p.user, "inbox")
	rides(t, inbox, may, 600, training.Cycling)
	bad := filepath.Join(inbox, "bad.fit")
	if err := os.WriteFile(bad, []byte("no recording"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := p.watches(t, "--poll", inbox, "--json")
	l.look(4)
	got := l.end()
	if strings.Count(got, `"status":"failed"`) != 1 || strings.Count(got, `"status":"imported"`) != 1 || strings.Count(got, `"summary"`) != 1 {
		t.Errorf("%s", got)
	}
	if strings.Contains(got, "Watching") || p.total(t) != "1" {
		t.Errorf("%s activities\n%s", p.total(t), got)
	}
	l = p.watches(t, "--poll", inbox)
	l.look(2)
	if got := l.end(); !strings.Contains(got, "1 new file") || !strings.Contains(got, "failed    "+bad) {
		t.Errorf("another process does not try it again:\n%s", got)
	}
}

// TestWatchReadsExports: an archive that is put there as it was downloaded,
// and then as a folder whose table arrives last.
func TestWatchReadsExports(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	inbox := filepath.Join(p.user, "inbox")
	a := stravatest.Build(stravatest.Options{Language: stravatest.German, Seconds: 60, Activities: 4})
	l := p.watches(t, "--poll", inbox)
	put := func(name string, data []byte) {
		path := filepath.Join(inbox, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var table []byte
	for _, f := range a.Files {
		if f.Name == "activities.csv" {
			table = f.Data
			continue
		}
		put(f.Name, f.Data)
	}
	l.look(2)
	put("activities.csv", table)
	l.look(2)
	words := p.must(t, "call", "list_activities", `{"limit":100}`)
	for _, want := range a.Truth.Activities {
		name, err := json.Marshal(want.Name)
		if err != nil || !strings.Contains(words, string(name)) {
			t.Errorf("%s is not shown: %v", want.Name, err)
		}
	}
	before := p.total(t)
	put("export.zip", a.Zip())
	l.look(2)
	if got := l.end(); p.total(t) != before || !strings.Contains(got, " duplicate") {
		t.Errorf("%s activities, then %s\n%s", before, p.total(t), got)
	}
}

func TestWatchRefuses(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	file := filepath.Join(p.user, "a.fit")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"watch", file}, 1, "is not a folder. Run: lapkeep import "},
		{[]string{"watch", p.user, "--every", "0s"}, 2, "--every needs a duration such as 3s"},
		{[]string{"watch", p.user, "--every", "often"}, 2, "often"},
	} {
		var out, err bytes.Buffer
		if code := p.program(&out, &err).Run(t.Context(), tt.args); code != tt.code || !strings.Contains(err.String(), tt.says) {
			t.Errorf("%q: exit %d\n%s", tt.args, code, err.String())
		}
	}
}
