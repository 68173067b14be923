package app_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
)

// borders are shared: each program would spend a second on making its own
// under the race detector.
var borders timezone.Finder

// clock returns the time of tests of the program.
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

// acknowledged returns the files that import --json called stored, with their
// activities.
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
	for _, want := range []string{"writes full instead of safe", "consent model instead of person", "imports from /"} {
		if !strings.Contains(said.out, want) {
			t.Errorf("it lacks %q: %s", want, said.out)
		}
	}
}
