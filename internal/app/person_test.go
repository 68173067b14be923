package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// borders are shared: each program would spend a second on making its own
// under the race detector.
var borders timezone.Finder

// noon is when the persons of these tests ask.
var noon = time.Date(2026, time.August, 20, 10, 0, 0, 0, time.UTC)

// person runs the program in folders of their own, in this process.
type person struct {
	user, work string // the home folder of the user, and the working folder
	environ    []string
	in         io.Reader
	installed  string // where the program lies, for clients to start
	inTTY      bool
	secret     string    // what this person types where nothing is shown
	random     io.Reader // the system's, unless a test needs the same ids twice
	kinds      []connections.Kind
	later      time.Duration    // how long after noon it is
	clock      func() time.Time // instead, of a person whose service has a clock of its own
}

func newPerson(t testing.TB) *person {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &person{user: filepath.Join(base, "user"), work: filepath.Join(base, "work"), installed: filepath.Join(base, "lapkeep")}
	for _, dir := range []string{p.user, p.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.environ = []string{"TZ=Europe/Berlin"}
	return p
}

// program returns the program as this person starts it.
func (p *person) program(out, err io.Writer) *Program {
	in, random := p.in, p.random
	if in == nil {
		in = strings.NewReader("")
	}
	if random == nil {
		random = rand.Reader
	}
	return &Program{
		Borders: &borders,
		Streams: cli.Streams{In: in, Out: out, Err: err, InTTY: p.inTTY},
		Places:  settings.Input{Environ: p.environ, WorkDir: p.work, UserHome: p.user},
		Kinds:   p.kinds,
		Now:     p.now,
		Random:  random,
		Version: "v0.0.0-test",
		Path:    p.installed,
		Secret: func(context.Context, string) (string, error) {
			if p.secret == "" {
				return "", io.EOF
			}
			return p.secret, nil
		},
	}
}

// now returns this person's clock.
func (p *person) now() time.Time {
	if p.clock != nil {
		return p.clock()
	}
	return noon.Add(p.later)
}

// run runs one command line to its end.
func (p *person) run(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = p.program(&out, &err).Run(ctx, args)
	return code, out.String(), err.String()
}

// must runs a command that has to succeed and returns what it printed.
func (p *person) must(t testing.TB, args ...string) string {
	t.Helper()
	code, out, err := p.run(t.Context(), args...)
	if code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, code, out, err)
	}
	return out
}

// may is when the recordings of these tests begin.
var may = time.Date(2026, time.May, 1, 7, 0, 0, 0, time.UTC)

// rides writes recordings of several sports into a folder, one a day.
func rides(t testing.TB, dir string, from time.Time, seconds int, sports ...training.Sport) {
	t.Helper()
	if err := writeRides(dir, from, seconds, sports...); err != nil {
		t.Fatal(err)
	}
}

func writeRides(dir string, from time.Time, seconds int, sports ...training.Sport) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for i, sport := range sports {
		start := from.AddDate(0, 0, i)
		r := answerstest.Session(sport, start, seconds, nil)
		if sport == training.Swimming {
			r = answerstest.PoolSwim(start, max(seconds/60, 4))
		}
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{r}); err != nil {
			return err
		}
		name := start.Format(time.DateOnly) + "-" + string(sport) + ".fit"
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// watched is an output that a test waits on while it is written.
type watched struct {
	mu   sync.Mutex
	text strings.Builder
	more chan struct{}
}

func newWatched() *watched { return &watched{more: make(chan struct{}, 1)} }

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case w.more <- struct{}{}:
	default:
	}
	return w.text.Write(b)
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// until waits for words, or for the writer's end.
func (w *watched) until(t testing.TB, words string, ended <-chan int) {
	t.Helper()
	for !strings.Contains(w.String(), words) {
		select {
		case <-w.more:
		case code := <-ended:
			t.Fatalf("it ended with %d before it said %q:\n%s", code, words, w)
		case <-t.Context().Done():
			t.Fatalf("it never said %q:\n%s", words, w)
		}
	}
}

// TestEmptyAnswersSayWhatToTry asks where nothing is: of a fresh athlete, and
// of days and sports that an athlete with data has not. Each answer names
// what can be done.
func TestEmptyAnswersSayWhatToTry(t *testing.T) {
	t.Parallel()
	next := regexp.MustCompile(`lapkeep import|get_status|import_files|add_activity_note|update_athlete_settings`)
	full := newSubject(t)
	fresh := &subject{person: newPerson(t)}
	fresh.openHome(t)
	for _, c := range []struct {
		who        *subject
		tool, args string
	}{
		{fresh, "get_status", `{}`},
		{fresh, "get_athlete_profile", `{}`},
		{fresh, "list_activities", `{}`},
		{fresh, "analyze_training_load", `{}`},
		{fresh, "get_training_summary", `{}`},
		{fresh, "get_curves", `{}`},
		{fresh, "estimate_thresholds", `{}`},
		{fresh, "search", `{"query":"hills"}`},
		{full, "list_activities", `{"sport":"rowing"}`},
		{full, "list_activities", `{"min_load":5000}`},
		{full, "analyze_training_load", `{"range":"2010"}`},
		{full, "get_training_summary", `{"range":"2010"}`},
		{full, "get_training_summary", `{"sport":"rowing"}`},
		{full, "get_curves", `{"range":"2010"}`},
		{full, "estimate_thresholds", `{"sport":"rowing"}`},
		{full, "get_activity_notes", `{"id":"` + full.ids[1] + `"}`},
		{full, "search", `{"query":"xyzzy"}`},
	} {
		res := tooltest.Call(t, c.who.table, c.who.call(t), c.tool, c.args)
		if !next.MatchString(res.Text) {
			t.Errorf("%s %s says nothing of what to try: %s", c.tool, c.args, res.Text)
		}
	}
}

// TestOldRidesAreNoLackOfActivities: rides of years ago, without a load, leave form
// unknown; the reason is not that there are none.
func TestOldRidesAreNoLackOfActivities(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	rides(t, filepath.Join(p.user, "rides"), may.AddDate(-2, 0, 0), 900, training.Cycling)
	p.must(t, "import", filepath.Join(p.user, "rides"))
	if said := p.must(t, "today"); !strings.Contains(said, "Form: unknown; no activity from ") {
		t.Error(said)
	}
}

// TestOneMorningIsNoLackOfData: readiness is unknown, and the reason is not that nothing was entered.
func TestOneMorningIsNoLackOfData(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	if said := p.must(t, "today"); !strings.Contains(said, "Readiness: no sleep or recovery data.") {
		t.Error(said)
	}
	p.must(t, "call", "update_wellness", `{"date":"today","values":{"resting_hr_bpm":52}}`)
	if said := p.must(t, "today"); !strings.Contains(said, "Readiness: unknown; it needs both bands") {
		t.Error(said)
	}
}

// recorder is a program that writes a ride into a watched folder while it is
// ridden.
type recorder struct {
	*lookout
	p     *person
	inbox string
	clock atomic.Pointer[time.Time] // the watch reads it while the test moves it
	whole []byte
}

func (r *recorder) now() time.Time { return *r.clock.Load() }

func newRecorder(t *testing.T, form string) *recorder {
	t.Helper()
	p := newPerson(t)
	r := &recorder{p: p, inbox: filepath.Join(p.user, "inbox")}
	r.clock.Store(&noon)
	ride := answerstest.Session(training.Cycling, may, 1800, nil)
	ride.Device = training.Device{Manufacturer: "zwift", Serial: "42"}
	var b bytes.Buffer
	err := fit.Write(&b, []*training.Recording{ride})
	if form == "tcx" {
		b.Reset()
		err = xmlfile.WriteTCX(&b, ride)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.whole = b.Bytes()
	if err := os.MkdirAll(r.inbox, 0o700); err != nil {
		t.Fatal(err)
	}
	r.lookout = p.watchesAt(t, r.now, "--poll", r.inbox)
	return r
}

// writes puts a share of the ride into a file, in percent. A FIT file has no
// length in its header before its end is written.
func (r *recorder) writes(name string, percent int) {
	r.t.Helper()
	data := bytes.Clone(r.whole[:len(r.whole)*percent/100])
	if percent < 100 && filepath.Ext(name) == ".fit" {
		copy(data[4:8], []byte{0, 0, 0, 0})
	}
	path := filepath.Join(r.inbox, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Chtimes(path, r.now(), r.now()); err != nil {
		r.t.Fatal(err)
	}
}

// passes lets time go by while the folder is looked at.
func (r *recorder) passes(d time.Duration) {
	r.t.Helper()
	later := r.now().Add(d)
	r.clock.Store(&later)
	r.look(3)
}

func (r *recorder) has(total, seconds string) {
	r.t.Helper()
	list := r.p.must(r.t, "call", "list_activities", `{}`)
	if got := r.p.total(r.t); got != total || seconds != "" && !strings.Contains(list, seconds) {
		r.t.Errorf("%s activities, want %s of %s: %s\n%s", got, total, seconds, list, r.out)
	}
}

// TestARideThatGrowsIsOneActivity: however often it lies still at two looks.
func TestARideThatGrowsIsOneActivity(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"fit", "tcx"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, form)
			for _, percent := range []int{3, 20, 40, 60, 80, 97} {
				r.writes("ride."+form, percent)
				r.passes(time.Minute)
				r.has("0", "")
			}
			if n := strings.Count(r.out.String(), "is still being written"); n != 1 {
				t.Errorf("said %d times:\n%s", n, r.out)
			}
			r.writes("ride."+form, 100)
			r.look(3)
			r.has("1", `"duration_s":1800,`)
			r.end()
		})
	}
}

// TestACrashIsImportedAndGoesOn: what does not grow any more is imported as it
// is, and what goes on from it replaces it, with the athlete's words kept.
func TestACrashIsImportedAndGoesOn(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"fit", "tcx"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, form)
			r.writes("ride."+form, 30)
			r.passes(9 * time.Minute)
			r.passes(9 * time.Minute)
			r.has("0", "")
			r.passes(2 * time.Minute)
			r.has("1", "")
			id := r.p.only(t)
			r.p.must(t, "call", "update_activity", `{"id":"`+id+`","name":"Home roads"}`)
			r.writes("ride."+form, 60)
			r.passes(time.Minute)
			r.passes(10 * time.Minute)
			r.has("1", "Home roads")
			r.writes("ride."+form, 100)
			r.look(3)
			r.has("1", "Home roads")
			r.has("1", `"duration_s":1800,`)
			r.end()
			r.p.must(t, "undo")
			if list := r.p.must(t, "call", "list_activities", `{}`); r.p.total(t) != "1" || strings.Contains(list, `"duration_s":1800,`) ||
				!strings.Contains(list, "Home roads") || r.p.only(t) != id {
				t.Errorf("undone: %s", list)
			}
		})
	}
}

// TestZwiftsPairIsOneActivity: the dated file and the program's buffer grow side
// by side, and the buffer stays as it was.
func TestZwiftsPairIsOneActivity(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]int{"the buffer ends earlier": 95, "the program ends it too": 100} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRecorder(t, "fit")
			for _, percent := range []int{10, 50, 90} {
				r.writes("2026-05-01-08-00-00.fit", percent)
				r.writes("inProgressActivity.fit", percent-5)
				r.passes(time.Minute)
			}
			r.has("0", "")
			r.writes("inProgressActivity.fit", last)
			r.writes("2026-05-01-08-00-00.fit", 100)
			r.look(3)
			r.has("1", `"duration_s":1800,`)
			r.passes(11 * time.Minute)
			r.has("1", `"duration_s":1800,`)
			r.end()
		})
	}
}

// TestHalfAFileByHand and later the whole one, in both orders.
func TestHalfAFileByHand(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{40, 100}, {100, 40}, {30, 60, 100}} {
		r := newRecorder(t, "fit")
		r.look(1)
		r.end()
		for _, percent := range order {
			r.writes("ride.fit", percent)
			r.p.must(t, "import", filepath.Join(r.inbox, "ride.fit"))
		}
		r.has("1", `"duration_s":1800,`)
	}
}
