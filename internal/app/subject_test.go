package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// subject is a small athlete with a real store below the whole table: six
// weeks of rides, runs and swims, with thresholds, who shares everything.
type subject struct {
	*person
	*cli.Workbench
	table *tools.Table // every row, those of --writes full too
	ids   []string     // the activities, oldest first
	made  string       // by the last write
}

func newSubject(t testing.TB) *subject {
	t.Helper()
	a := &subject{person: newPerson(t)}
	a.settle(t)
	return a
}

// settle gives the person their home.
func (a *subject) settle(t testing.TB) {
	t.Helper()
	files, err := subjectFiles()
	if err != nil {
		t.Fatal(err)
	}
	err = os.CopyFS(a.user, files)
	if err == nil {
		err = os.Chmod(filepath.Join(a.user, ".lapkeep"), 0o700) // copied folders are open to others
	}
	if err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("writes: full\ntoolsets: all\nimport_dirs: [%q]\n", filepath.Join(a.user, "rides"))
	if err := os.WriteFile(filepath.Join(a.user, ".lapkeep", settings.ConfigName), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	a.link(t)
	a.openHome(t)
	a.plans(t)
	a.things(t)
}

// plans puts a training plan into the library, and the service's profile of the
// athlete beside it.
func (a *subject) plans(t testing.TB) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		put := func(c document.Collection, id, fields string) error {
			_, err := tx.PutOwn(a.Athlete, c, id, document.Own{Fields: json.RawMessage(fields)})
			return err
		}
		_, err := tx.PutStatement(a.Athlete, document.Statement{
			Collection: document.Profiles, ID: "intervals:i1", Source: "intervals", AsOf: may, Body: training.Profile{ID: "i1"},
		})
		return errors.Join(err,
			put(document.Folders, "base-plan", `{"name": "Base", "plan": true}`),
			put(document.Workouts, "base-1", `{"folder_id": "base-plan", "name": "Easy", "sport": "running", "description": "- 45m Z2 HR", "moving_time_s": 2700, "plan_day": 0}`),
			put(document.Workouts, "base-2", `{"folder_id": "base-plan", "name": "Hills", "sport": "running", "load": 60, "plan_day": 2}`),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// link has the athlete connected to a service that cannot be reached: in
// tests every host is refused that is not on this machine.
func (a *subject) link(t testing.TB) {
	t.Helper()
	v := token.Vault{Dir: filepath.Join(a.user, ".lapkeep", settings.KeysFolder, "me")}
	if err := v.Save("intervals", source.Token{Scheme: source.Basic, Access: source.NewSecret(keyCanary), Account: "i1"}); err != nil {
		t.Fatal(err)
	}
}

// keyCanary is the key of a service.
const keyCanary = "canary-key-of-a-service"

// subjectFiles is the subject's folder, imported once for all tests.
var subjectFiles = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "lapkeep-subject-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	p := &person{user: dir, work: dir, environ: []string{"TZ=Europe/Berlin"}}
	from := filepath.Join(dir, "rides")
	var sports []training.Sport
	for range 8 {
		sports = append(sports, training.Cycling, training.Running, training.Swimming)
	}
	if err := writeRides(from, may, 1500, sports...); err != nil {
		return nil, err
	}
	for _, args := range [][]string{
		{"import", from},
		{"call", "update_athlete_settings", `{"ftp_w": 240, "sport": "cycling", "effective_from": "2026-05-01"}`},
		{
			"call", "update_athlete_settings",
			`{"lthr_bpm": 165, "max_hr_bpm": 185, "resting_hr_bpm": 50, "weight_kg": 62, "effective_from": "2026-05-01"}`,
		},
		{"call", "update_athlete_settings", `{"sex": "female", "share": ["position", "weight", "notes"]}`},
		{"call", "create_events", `{"events": [
			{"date": "2026-08-29", "name": "Hill race", "category": "race_b", "sport": "ride", "load": 120, "external_id": "hill-race"},
			{"date": "2026-08-23", "time": "09:00", "name": "Club ride", "sport": "ride", "duration_s": 7200, "external_id": "club-ride"}]}`},
		{"call", "save_training_plan", `{"id": "autumn-10k", "text": "plan_name: Autumn 10k\nsport: running\nweeks:\n` +
			`- week_number: 1\n  week_start_date: 2026-08-17\n  sessions:\n  - {day_of_week: Tuesday, type: easy, distance_km: 8}\n` +
			`# Longer\n- week_number: 2\n  week_start_date: 2026-08-24\n  sessions:\n  - day_of_week: Tuesday\n    type: easy\n    distance_km: 8\n` +
			`  - day_of_week: Sunday\n    type: long_run\n    distance_km: 13\n"}`},
	} {
		if code, out, said := p.run(context.Background(), args...); code != 0 {
			return nil, fmt.Errorf("lapkeep %q: exit %d\n%s%s", args, code, out, said)
		}
	}
	// Not imported: a test does that.
	if err := writeRides(from, may.AddDate(0, 2, 0), 600, training.Cycling); err != nil {
		return nil, err
	}
	return inMemory(dir)
})

// inMemory reads a folder.
func inMemory(dir string) (fs.FS, error) {
	out := fstest.MapFS{}
	return out, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
}

// ask calls a tool that must answer.
func (a *subject) ask(t testing.TB, tool, args string) string {
	t.Helper()
	return tooltest.Call(t, a.table, a.call(t), tool, a.own(args)).Text
}

// lastChange returns the newest entry of the change log.
func (a *subject) lastChange(t testing.TB) int64 {
	t.Helper()
	seq, err := a.DB.LastChange(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// journaled counts the entries of the journal.
func (a *subject) journaled(t testing.TB) int {
	t.Helper()
	entries, err := a.DB.Journal(t.Context(), a.Scope(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// everything collects the answers of this athlete's reads, tool by tool.
func (a *subject) everything(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{
		"profile": a.ask(t, "get_athlete_profile", `{}`),
		"list":    a.ask(t, "list_activities", `{"limit":100}`),
		"load":    a.ask(t, "analyze_training_load", `{"range":"2026-05"}`),
		"notes":   a.ask(t, "get_activity_notes", `{"id":"xu5dfeps4c"}`),
		"gear":    a.ask(t, "list_gear", `{"include_retired":true}`),
		"events":  a.ask(t, "list_events", `{"range":"2026-08-01..2026-10-31"}`),
		"days":    a.ask(t, "get_wellness", `{}`),
		"items":   a.ask(t, "list_custom_items", `{}`),
		"goals":   a.ask(t, "list_goals", `{}`),
		"context": a.ask(t, "get_coach_context", `{"parts":["memory","alerts","plan"],"max_tokens":8000}`),
		"body":    a.ask(t, "get_body_map", `{"range":"last year"}`),
		"plans":   a.ask(t, "list_training_plans", `{}`),
		"logs":    a.ask(t, "get_session_logs", `{"limit":14}`),
		"library": a.ask(t, "list_workouts", `{}`),
		"timed":   a.ask(t, "list_segments", `{"kind":"own"}`),
	}
	for _, id := range []string{exampleID, exampleID2} {
		out[id] = a.ask(t, "get_activity", `{"id":"`+id+`","sections":["digest","summary","device","laps","zones","notes"]}`)
	}
	return out
}

// openHome opens the workbench, to be closed with the test.
func (a *subject) openHome(t testing.TB) {
	t.Helper()
	a.openFor(t, "me")
}

// opened returns a program's home, to be closed with the test, and its
// settings.
func opened(t testing.TB, p *Program, o cli.OpenOptions) (*cli.Workbench, settings.Settings) {
	t.Helper()
	s, err := settings.Load(p.places())
	if err != nil {
		t.Fatal(err)
	}
	w, err := p.open(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w, s
}

// openFor opens the workbench of an athlete of the home.
func (a *subject) openFor(t testing.TB, who string) {
	t.Helper()
	p := a.program(os.Stderr, os.Stderr)
	p.Places.Flags = map[settings.Key]string{settings.Athlete: who}
	a.Workbench, _ = opened(t, p, cli.OpenOptions{Create: true, New: true})
	a.table = a.Table
	var list struct {
		Activities []struct{ ID string } `json:"activities"`
	}
	res, err := a.table.Call(t.Context(), "list_activities", a.call(t), json.RawMessage(`{"limit":100,"order":"asc"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(res.Structured, &list); err != nil {
		t.Fatal(err)
	}
	for _, x := range list.Activities {
		a.ids = append(a.ids, x.ID)
	}
}

// call returns the context of one call from a model.
func (a *subject) call(t testing.TB) *tools.Call {
	t.Helper()
	c, err := a.program(nil, nil).newCall(context.WithoutCancel(t.Context()), a.DB, a.Limited, a.Settings,
		training.Scope{Athlete: a.Athlete, Audience: training.AudienceModel}, "mcp")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// own puts this athlete's ids in the place of an example's.
func (a *subject) own(example string) string {
	return strings.NewReplacer(exampleID, a.ids[0], exampleID2, a.ids[3]).Replace(example)
}

// TestNothingKeptOutlivesWhatIsHidden: what a former process kept stays while
// activities come and change, and goes when one is hidden or taken back.
func TestNothingKeptOutlivesWhatIsHidden(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	kept := keptIn(filepath.Join(a.user, ".lapkeep"))
	id := a.ids[0]
	for _, c := range []struct {
		tool, args string
		stays      bool
	}{
		{"update_activity", fmt.Sprintf(`{"id":%q,"name":"Another"}`, id), true},
		{"update_activity", fmt.Sprintf(`{"id":%q,"hidden_from_models":true}`, id), false},
		{"update_activity", fmt.Sprintf(`{"id":%q,"name":"A third"}`, a.ids[1]), true},
	} {
		a.follow(t)
		if err := kept.Save("months", []byte(id)); err != nil {
			t.Fatal(err)
		}
		a.ask(t, c.tool, c.args)
		a.follow(t)
		if _, stays := kept.Load("months"); stays != c.stays {
			t.Errorf("%s: kept is %v, want %v", c.args, stays, c.stays)
		}
		a.follow(t)
	}
	run := a.imports(t)
	if err := kept.Save("months", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Journal.Undo(t.Context(), a.Scope(), run, noon); err != nil {
		t.Fatal(err)
	}
	if a.follow(t); !kept.Empty() {
		t.Error("what was kept is still there after an import was undone")
	}
}

// imports imports what was not imported yet and returns the journal's entry.
func (a *subject) imports(t *testing.T) string {
	t.Helper()
	a.ask(t, "import_files", exampleOf("import_files"))
	a.follow(t)
	entries, err := a.DB.Journal(t.Context(), a.Scope(), 1)
	if err != nil || len(entries) == 0 {
		t.Fatal(err)
	}
	return entries[0].ID
}

// TestAnswersOfThePagesTestsAreThoseOfTools: what the dashboard's tests take for
// answers of tools is allowed by the tools' own schemas; a page that is tested
// with another shape would fail on the true one.
func TestAnswersOfThePagesTestsAreThoseOfTools(t *testing.T) {
	t.Parallel()
	table := newSubject(t).table
	files, err := filepath.Glob("../faces/web/testdata/answers/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tool := strings.TrimSuffix(filepath.Base(file), ".json")
		row, ok := table.Lookup(tool)
		if !ok {
			t.Errorf("there is no tool %s", tool)
			continue
		}
		if err := row.CheckOutput(b); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
	}
}
