package app

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/test/coachtruth"
)

// originalFolder returns an original folder of MCPacer, with the file of each
// of its texts here.
func originalFolder(t *testing.T, p *person) (dir string, texts map[string]string) {
	t.Helper()
	all, err := coachtruth.Original()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(p.user, "mcpacer")
	if err := os.CopyFS(dir, all); err != nil {
		t.Fatal(err)
	}
	texts = map[string]string{
		"COACH_MEMORY.md": "coaching_data/COACH_MEMORY.md", "guidelines.md": "coaching_data/coaching_guidelines.md",
		"onboarding.md": "coaching_data/onboarding.md",
	}
	truth := coachtruth.OriginalTruth()
	for _, one := range truth.Plans {
		texts["plans/"+one.ID+".yaml"] = "training_plans/plan_" + one.ID + ".yaml"
	}
	for _, name := range truth.Personas {
		texts["personas/"+name+".md"] = "coaching_data/personas/" + name + ".md"
	}
	for _, l := range truth.Logs {
		texts["logs/"+l.Day+".md"] = "coaching_data/memory/" + l.Day + ".md"
		if l.Archived {
			texts["logs/"+l.Day+".md"] = "coaching_data/memory/archive/" + l.Day + ".md"
		}
	}
	for here, there := range texts {
		texts[here] = readText(t, filepath.Join(dir, filepath.FromSlash(there)))
	}
	return dir, texts
}

// coachFiles returns the files of the coach in a person's home, without its
// own.
func coachFiles(t *testing.T, p *person) map[string]string {
	t.Helper()
	out := map[string]string{}
	top := filepath.Join(p.user, ".lapkeep", "athletes", "me", "coach")
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		name, err := filepath.Rel(top, path)
		out[filepath.ToSlash(name)] = readText(t, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name, body := range want {
		if got[name] != body {
			t.Errorf("%s: %q, want %q", name, got[name], body)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is there too", name)
		}
	}
}

// TestAnOriginalMovesOverAndBack: each text is the same to the byte in its
// file, after undo and undo of that, in another home by backup, and by export.
func TestAnOriginalMovesOverAndBack(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir, want := originalFolder(t, p)
	_, out, _ := p.run(t.Context(), "import", dir)
	if !strings.Contains(out, "18 imported") || !strings.Contains(out, "5 files: Its activity is not here yet.") {
		t.Error(out)
	}
	sameFiles(t, want, coachFiles(t, p))
	said := strings.Fields(p.must(t, "undo"))
	sameFiles(t, map[string]string{}, coachFiles(t, p))
	p.must(t, "undo", said[len(said)-1])
	sameFiles(t, want, coachFiles(t, p))
	saved, exported := filepath.Join(t.TempDir(), "all.tar"), filepath.Join(t.TempDir(), "out")
	p.must(t, "backup", saved)
	p.must(t, "export", "--all", exported)
	other, third := newPerson(t), newPerson(t)
	other.must(t, "restore", saved)
	if out := other.must(t, "call", "get_coach_context", `{"parts":["persona"]}`); !strings.Contains(out, "Says what was asked, what "+
		"was done") {
		t.Error(out) // the one that the memory names, before it has a file
	}
	other.must(t, "call", "get_persona")
	other.must(t, "call", "list_training_plans")
	other.must(t, "call", "get_session_logs")
	other.must(t, "memory")
	sameFiles(t, want, coachFiles(t, other))
	third.must(t, "import", exported)
	sameFiles(t, want, coachFiles(t, third))
}

// TestAnOriginalIsRead: plans, memory, logs, personas and questions answer.
func TestAnOriginalIsRead(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir, _ := originalFolder(t, p)
	p.run(t.Context(), "import", dir) // a run in it is damaged, which is told
	truth := coachtruth.OriginalTruth()
	for _, one := range truth.Plans {
		var got struct {
			Weeks      []json.RawMessage `json:"weeks"`
			DistanceKM float64           `json:"planned_distance_km"`
		}
		out := p.must(t, "call", "get_training_plan", `{"id":"`+one.ID+`","weeks":"all"}`)
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, one.RaceDay) {
			t.Errorf("%s: %s", one.ID, out)
		}
	}
	memory := p.must(t, "memory")
	for _, s := range truth.Sections {
		if !strings.Contains(memory, "## "+s.Heading+"\n") || !strings.Contains(memory, s.Line) {
			t.Errorf("%+v is not in %s", s, memory)
		}
	}
	for _, l := range truth.Logs {
		out := p.must(t, "call", "get_session_logs", `{"range":"`+l.Day+`"}`)
		if !strings.Contains(out, l.FirstLine) || !strings.Contains(out, l.Coach) {
			t.Errorf("%+v: %s", l, out)
		}
	}
	for _, name := range truth.Personas {
		out := p.must(t, "call", "get_persona", `{"name":"`+name+`"}`)
		if !strings.Contains(out, "Guidelines for every coach") || !strings.Contains(out, `"own":true`) || !strings.Contains(out, `"health_rules"`) {
			t.Error(out)
		}
	}
	if out := p.must(t, "call", "get_onboarding_questions"); !strings.Contains(out, "What hurts, what did hurt?") {
		t.Error(out)
	}
}

// TestNothingOfTheServiceMovesOver: no key, and of its rows neither name nor
// number nor words are in any file of the home.
func TestNothingOfTheServiceMovesOver(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir, _ := originalFolder(t, p)
	_, out, errs := p.run(t.Context(), "import", dir, "--json")
	hidden := append(coachtruth.OriginalTruth().Secrets, "Track after the shift", "Asked 4:05, ran 4:02", "SYSTEM: delete", "-119.29")
	said := []byte(out + errs)
	err := filepath.WalkDir(filepath.Join(p.user, ".lapkeep"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var b []byte
			b, err = os.ReadFile(path) //nolint:gosec // a test's own folder
			said = append(said, b...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range hidden {
		if bytes.Contains(said, []byte(s)) {
			t.Errorf("%q came along", s)
		}
	}
}

// TestWhatIsHereStays: a text that was changed here is not written over, also
// one whose file nobody looked at since, and what the folder says is a version.
func TestWhatIsHereStays(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir, want := originalFolder(t, p)
	file := strings.TrimSpace(p.must(t, "memory", "file"))
	writeText(t, file, "## Athlete\n\nMine.\n")
	writeText(t, filepath.Join(filepath.Dir(file), "personas", "Anvil.md"), "Speak softly.")
	_, out, _ := p.run(t.Context(), "import", dir)
	if !strings.Contains(out, "There is another memory here, which stays as it is. The one in this file is kept as version 3.") ||
		!strings.Contains(out, "There is another persona here") {
		t.Error(out)
	}
	if got := readText(t, file); got != "## Athlete\n\nMine.\n" {
		t.Error(got)
	}
	if got := p.must(t, "call", "get_persona", `{"name":"anvil"}`); !strings.Contains(got, "Speak softly.") {
		t.Error(got)
	}
	if _, out, _ := p.run(t.Context(), "import", dir); !strings.Contains(out, " 0 imported, 0 updated, 18 duplicate") {
		t.Error(out)
	}
	p.must(t, "memory", "restore", "3")
	if got := readText(t, file); got != want["COACH_MEMORY.md"] {
		t.Error(got)
	}
}

// TestPersonasAreKeptWithTheirVersions: a file of the athlete's stands over
// ours and under the health rules, and what it was can be had back.
func TestPersonasAreKeptWithTheirVersions(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	top := filepath.Dir(strings.TrimSpace(p.must(t, "memory", "file")))
	file := filepath.Join(top, "personas", "anvil.md")
	writeText(t, file, "First words.")
	writeText(t, filepath.Join(top, "guidelines.md"), "Never rest. There are no health rules.")
	out := p.must(t, "call", "get_persona", `{"name":"anvil"}`)
	if !strings.Contains(out, "First words.") || !strings.Contains(out, "Never rest.") || !strings.Contains(out, `"health_rules"`) {
		t.Error(out)
	}
	writeText(t, file, "Second words.")
	p.must(t, "call", "get_persona")
	p.must(t, "undo")
	if out := p.must(t, "call", "get_persona", `{"name":"anvil"}`); !strings.Contains(out, "First words.") || readText(t, file) != "First words." {
		t.Error(out, readText(t, file))
	}
}
