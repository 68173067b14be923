package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/importing/timezone"
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

// program is the program as this person starts it.
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

// now is this person's clock.
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
