//go:build e2e

package outwardtest_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/test/intervalstest"
)

// noon is when these athletes write: midday in Berlin.
var noon = time.Date(2026, time.August, 20, 10, 0, 0, 0, time.UTC)

// faster is how much faster their clocks go than the machine's, so that
// nobody waits for the pace that the service wants.
const faster = 25

// athlete is a person whose home source is the emulated service.
type athlete struct {
	prepared   string // the id of what the call before a trial made
	user, work string
	server     *intervalstest.Server
	environ    []string
	now, begun time.Time
	live       bool // their clock is the machine's, as that of their programs is

	mu    sync.Mutex
	ahead time.Duration // how far the clock was turned
	said  bytes.Buffer  // all that every command said
}

// sample returns the data that the service has for the athletes of these tests.
func sample() intervalstest.Options {
	return intervalstest.Options{Now: func() time.Time { return noon }, Activities: 7, Seconds: 60, Wellness: 10}
}

// synced is the folder of an athlete who has connected and read everything.
// Every emulator with the same sample has the same ids.
var synced = sync.OnceValues(func() (folder, error) { return syncedFrom(sample(), noon) })

// folder holds an athlete's files, and how long making them took by the athlete's clock.
type folder struct {
	files fs.FS
	took  time.Duration
}

func syncedFrom(o intervalstest.Options, now time.Time) (folder, error) {
	dir, err := os.MkdirTemp("", "lapkeep-outward-")
	if err != nil {
		return folder{}, err
	}
	defer os.RemoveAll(dir)
	server, err := intervalstest.Start(o, "127.0.0.1:0")
	if err != nil {
		return folder{}, err
	}
	defer server.Close()
	a := &athlete{user: dir, work: dir, server: server, now: now, begun: time.Now()}
	if err := a.settle(context.Background()); err != nil {
		return folder{}, err
	}
	out := fstest.MapFS{}
	return folder{out, a.clock().Sub(now)}, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, rerr := filepath.Rel(dir, path)
		if rerr != nil {
			return rerr
		}
		out[filepath.ToSlash(name)] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
}

// settle connects, reads everything, and makes the service the home of what
// is written.
func (a *athlete) settle(ctx context.Context) error {
	if err := a.configure("writes: full\n"); err != nil {
		return err
	}
	for _, c := range []struct {
		in   string
		args []string
	}{
		{intervalstest.DefaultKey + "\n", []string{"connect", "intervals"}},
		{"", []string{"sync", "--full"}},
		{"", []string{
			"call", "update_athlete_settings",
			`{"sex": "female", "home_source": "intervals", "share": ["position", "weight", "notes"]}`,
		}},
	} {
		if code, out, said := a.do(ctx, c.in, c.args...); code != 0 {
			return fmt.Errorf("lapkeep %q: exit %d\n%s%s", c.args, code, out, said)
		}
	}
	return nil
}

// configure writes the config file.
func (a *athlete) configure(text string) error {
	dir := filepath.Join(a.user, ".lapkeep")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, settings.ConfigName), []byte(text+"toolsets: all\n"), 0o600)
}

// newAthlete returns one who has synced the sample and writes at home at the
// service.
func newAthlete(t *testing.T) *athlete {
	t.Helper()
	return copyOf(t, synced, sample(), noon)
}

// copyOf returns an athlete with a folder that was synced before.
func copyOf(t *testing.T, synced func() (folder, error), o intervalstest.Options, now time.Time) *athlete {
	t.Helper()
	had, err := synced()
	if err != nil {
		t.Fatal(err)
	}
	a := bareAthlete(t, o, now)
	if !a.live {
		a.wait(had.took) // a clock that went back would have a server read at once
	}
	err = os.CopyFS(a.user, had.files)
	if err == nil {
		err = os.Chmod(filepath.Join(a.user, ".lapkeep"), 0o700) // copied folders are open to others
	}
	if err == nil {
		err = a.move()
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// move binds the key, which was given for another emulator, to this one.
func (a *athlete) move() error {
	path := filepath.Join(a.user, ".lapkeep", "keys", "me", "intervals.json")
	key, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	bound := regexp.MustCompile(`"address":"[^"]*"`).ReplaceAll(key, []byte(`"address":"`+a.server.URL+`/api/v1"`))
	return os.WriteFile(path, bound, 0o600)
}

// athleteAt returns one who lives elsewhere, at another time.
func athleteAt(t *testing.T, zone string, now time.Time) *athlete {
	t.Helper()
	o := sample()
	o.TimeZone, o.Now, o.Activities = zone, func() time.Time { return now }, 1
	a := bareAthlete(t, o, now)
	if err := a.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.ok(t, "call", "update_athlete_settings", `{"time_zone":"`+zone+`"}`)
	return a
}

func bareAthlete(t *testing.T, o intervalstest.Options, now time.Time) *athlete {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &athlete{user: filepath.Join(base, "user"), work: filepath.Join(base, "work"), now: now, begun: time.Now(), live: o.Live}
	if !o.Live {
		o.Now = a.clock // the service's goes as the athlete's does
	}
	a.server = intervalstest.New(t, o)
	for _, dir := range []string{a.user, a.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// clock returns the time of the athlete.
func (a *athlete) clock() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.live {
		return time.Now().Add(a.ahead)
	}
	return a.now.Add(a.ahead + faster*time.Since(a.begun))
}

// hasten has the clock of the athlete go faster from now on.
func (a *athlete) hasten() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.live, a.now, a.begun = false, time.Now(), time.Now()
}

// wait turns the clock.
func (a *athlete) wait(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ahead += d
}

// program returns the program as the athlete starts it.
func (a *athlete) program(in io.Reader, out, errs io.Writer, person bool) *app.Program {
	environ := append([]string{"TZ=Europe/Berlin", "INTERVALS_API_BASE_URL=" + a.server.URL, "LAPKEEP_LOG_LEVEL=debug"}, a.environ...)
	return &app.Program{
		Streams: cli.Streams{In: in, Out: out, Err: errs, InTTY: person},
		Places:  settings.Input{Environ: environ, WorkDir: a.work, UserHome: a.user},
		Now:     a.clock, Random: rand.Reader, Version: "test",
	}
}

// locked is an output that is written by several at once.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// do runs a command with something on standard input.
func (a *athlete) do(ctx context.Context, in string, args ...string) (code int, out, errs string) {
	return a.run(ctx, in, false, args...)
}

func (a *athlete) run(ctx context.Context, in string, person bool, args ...string) (code int, out, errs string) {
	var o, e locked
	code = a.program(strings.NewReader(in), &o, &e, person).Run(ctx, args)
	a.keep(o.String() + e.String())
	return code, o.String(), e.String()
}

// keep keeps a text, to be searched for secrets.
func (a *athlete) keep(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.said.WriteString(text)
}

// ok runs a command that must succeed.
func (a *athlete) ok(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := a.do(t.Context(), "", args...)
	if code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, code, out, tail(errs))
	}
	return out
}

// tail returns the end of what a command logged.
func tail(text string) string { return text[max(0, len(text)-1500):] }

// atService is the state of one thing at the service.
type atService struct {
	Service, State, ID, Note string
	Differences              []json.RawMessage
	RetryAt                  string `json:"retry_at"`
}

// answer is the answer to a write.
type answer struct {
	JournalID string `json:"journal_id"`
	Undo      string
	AtService []atService `json:"at_service"`
	Events    []struct{ ID, Name string }
	ID        string

	text   string
	asked  string // what a person was asked, if one was
	logged string
}

// states lists the states of all that was sent, each once.
func (w answer) states() string {
	var out []string
	for _, s := range w.AtService {
		out = append(out, s.State)
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

var (
	toApprove = regexp.MustCompile(`lapkeep approve (\w+)`)
	toRedo    = regexp.MustCompile(`To redo it: lapkeep undo (\w+)`)
)

// try calls a tool; a person agrees if one is asked.
func (a *athlete) try(t *testing.T, tool, args string) (code int, w answer) {
	t.Helper()
	code, out, errs := a.do(t.Context(), "", "call", tool, args)
	if code != 0 && a.agree(t, errs) {
		w.asked = errs
		code, out, errs = a.do(t.Context(), "", "call", tool, args)
	}
	w.text, w.logged = out, errs
	if code == 0 {
		if err := json.Unmarshal([]byte(out), &w); err != nil {
			t.Fatalf("%s %s: %v\n%s", tool, args, err, out)
		}
	}
	return code, w
}

// agree has a person agree to what was asked, if something was.
func (a *athlete) agree(t *testing.T, asked string) bool {
	t.Helper()
	m := toApprove.FindStringSubmatch(asked)
	if m == nil {
		return false
	}
	if code, _, said := a.run(t.Context(), m[1]+"\n", true, "approve", m[1]); code != 0 {
		t.Fatalf("nobody could agree: %s", said)
	}
	return true
}

// call calls a tool that must do it.
func (a *athlete) call(t *testing.T, tool, args string) answer {
	t.Helper()
	code, w := a.try(t, tool, args)
	if code != 0 {
		t.Fatalf("%s %s: exit %d\n%s%s", tool, args, code, w.text, tail(w.logged))
	}
	return w
}

// undo takes an entry back, after a person has agreed if one is asked, and is
// the entry that brings it back.
func (a *athlete) undo(t *testing.T, entry string) string {
	t.Helper()
	args := []string{"undo"}
	if entry != "" { // else the latest
		args = append(args, entry)
	}
	code, out, errs := a.do(t.Context(), "", args...)
	if code != 0 && a.agree(t, errs) {
		code, out, errs = a.do(t.Context(), "", args...)
	}
	m := toRedo.FindStringSubmatch(out)
	if code != 0 || m == nil {
		t.Fatalf("lapkeep undo %s: exit %d\n%s%s", entry, code, out, tail(errs))
	}
	return m[1]
}

// latest returns the entry that was written last.
func (a *athlete) latest(t *testing.T) string {
	t.Helper()
	entry, _, _ := strings.Cut(strings.TrimSpace(a.ok(t, "undo", "--list")), " ")
	return entry
}

// settled has everything sent that waits, as time passes.
func (a *athlete) settled(t *testing.T) {
	t.Helper()
	for range 4 {
		if !a.pending(t) {
			return
		}
		a.wait(time.Hour)
		a.do(t.Context(), "", "sync")
	}
	t.Errorf("it never got done: %s", a.ok(t, "call", "get_status"))
}

// status is the part of get_status that counts what was not sent yet.
type status struct {
	Sources []struct {
		Name, Source string
		Outbox       struct {
			Waiting, Failed int
			NextTry         string `json:"next_try"`
		}
	}
}

func (a *athlete) status(t *testing.T) status {
	t.Helper()
	var v status
	if err := json.Unmarshal([]byte(a.ok(t, "call", "get_status")), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (a *athlete) pending(t *testing.T) bool {
	t.Helper()
	n := 0
	for _, s := range a.status(t).Sources {
		n += s.Outbox.Waiting
	}
	return n > 0
}

// id returns the service's id of a thing with that name, as tools take it.
func (a *athlete) id(t *testing.T, name string) string {
	t.Helper()
	if name == "What was prepared" {
		return a.prepared
	}
	id := ""
	a.server.Do(func(w *intervalstest.World) {
		who := w.Athletes[0]
		for _, list := range []intervalstest.List{who.Events, who.Gear, who.Items, who.Folders, who.Workouts} {
			for _, d := range list.Rows {
				if intervalstest.Text(d, "name") == name {
					id = intervalstest.IDOf(d)
				}
			}
		}
		for _, v := range who.NewestFirst() {
			if intervalstest.Text(v.Doc, "name") == name && !v.Stub {
				id = intervalstest.IDOf(v.Doc)
			}
		}
	})
	if id == "" {
		t.Fatalf("the service has no %q", name)
	}
	return "intervals:" + id
}

// fill puts ids in the place of {names}.
func (a *athlete) fill(t *testing.T, args string) string {
	t.Helper()
	return braces.ReplaceAllStringFunc(args, func(m string) string { return a.id(t, m[1:len(m)-1]) })
}

var braces = regexp.MustCompile(`\{[A-Z][\w :,]*\}`)
