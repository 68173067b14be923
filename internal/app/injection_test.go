package app

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/app/injectiontest"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// canary is in what no model may see: the name of an activity that the
// athlete hides.
const canary = "LapkeepCanary"

// injected is an athlete whose data is full of orders.
type injected struct {
	*subject
	corpus []injectiontest.Text
	hidden string
}

func newInjected(t *testing.T) *injected {
	t.Helper()
	a := &injected{subject: newSubject(t)}
	a.hidden = a.ids[7]
	var rows []string
	for i := range 40 {
		rows = append(rows, fmt.Sprintf(`{"sport":"yoga","start":"2026-06-%02dT%02d:00","duration_s":1800}`, 1+i%28, 6+i/28))
	}
	a.ask(t, "create_activities", `{"activities":[`+strings.Join(rows, ",")+`]}`)
	var all struct {
		Activities []struct{ ID string }
	}
	for _, span := range []string{"2026-05", "2026-06"} {
		all.Activities = nil
		tooltest.Decode(t, a.table, a.call(t), "list_activities", `{"limit":100,"order":"asc","range":"`+span+`"}`, &all)
		for _, x := range all.Activities {
			if !slices.Contains(a.ids, x.ID) {
				a.ids = append(a.ids, x.ID)
			}
		}
	}
	outside := filepath.Join(a.user, "outside", "2026-08-01-cycling.fit")
	rides(t, filepath.Dir(outside), may.AddDate(0, 3, 0), 60, training.Cycling)
	a.corpus = injectiontest.Corpus(injectiontest.Targets{
		Activities: slices.DeleteFunc(slices.Clone(a.ids), func(id string) bool { return id == a.hidden }), Hidden: a.hidden, Outside: outside,
	})
	a.plant(t)
	a.follow(t)
	return a
}

// plant puts every text where people and files put words: past everything
// that cleans on the way in.
func (a *injected) plant(t *testing.T) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		put := func(id, field string, value any) error {
			b, err := json.Marshal(value)
			if err != nil {
				return err
			}
			_, err = tx.SetOverride(a.Athlete, training.ActivityID(id), field, b)
			return err
		}
		if err := put(a.hidden, "hidden_from_models", true); err != nil {
			return err
		}
		for i, text := range a.corpus {
			id := a.ids[i%len(a.ids)]
			if id == a.hidden {
				text.Body = canary
			}
			var err error
			switch i / len(a.ids) {
			case 0:
				err = put(id, "name", text.Body)
			case 1:
				err = put(id, "description", text.Body)
			case 2:
				err = put(id, "tags", []string{text.Body})
			default:
				err = tx.PutNote(a.Athlete, store.Note{
					ID: fmt.Sprint("note", i), Activity: training.ActivityID(id), Target: "local", Author: text.Body, Text: text.Body, At: may,
				})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	a.hostileEvents(t)
	a.hostileGear(t)
	for i := range 15 { // words that only files bring: devices and file names
		a.hostileFile(t, i)
	}
	a.must(t, "import", filepath.Join(a.user, "hostile"))
}

// hostileEvents stores a service's events, custom items and wellness.
func (a *injected) hostileEvents(t *testing.T) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		for i := range 20 {
			body, day := a.corpus[i*len(a.corpus)/20].Body, training.DayOf(noon)+training.Day(i)
			e := training.CalendarEvent{
				Category: training.EventCategories()[i%3*3], Name: body, Description: body, Start: training.LocalTime(day.String() + "T00:00:00"),
				ExternalID: body, Target: body, Color: body, Tags: []string{body}, PushErrors: []string{body},
				Plan: training.PlanRef{ID: "p", Name: body},
			}
			_, err := tx.PutStatement(a.Athlete, document.Statement{
				Collection: document.Events, ID: fmt.Sprint("intervals:", i), Days: training.DayRange{From: day, To: day},
				Source: "intervals", AsOf: noon, Body: e,
			})
			if err != nil {
				return err
			}
			content, err := json.Marshal(map[string]string{"code": body, body: body})
			if err != nil {
				return err
			}
			_, err = tx.PutStatement(a.Athlete, document.Statement{
				Collection: document.CustomItems, ID: fmt.Sprint("intervals:", i), Source: "intervals", AsOf: noon,
				Body: training.CustomItem{Type: body, Name: body, Description: body, Visibility: body, Content: content},
			})
			if err != nil {
				return err
			}
			w := training.WellnessDay{Day: day}
			w.Put(training.CustomWellness(body), 1, body)
			w.Set(training.WellnessComments, body, body)
			_, err = tx.PutStatement(a.Athlete, document.Statement{
				Collection: document.Wellness, ID: day.String(), Days: training.DayRange{From: day, To: day}, Source: "intervals", AsOf: noon, Body: w,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hostileGear stores an archive's gear and routes: every text of the corpus is
// the name of a bike.
func (a *injected) hostileGear(t *testing.T) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		for i, text := range a.corpus {
			id := fmt.Sprint("hostile-", i)
			g := training.Gear{ID: id, Kind: training.GearBike, Name: text.Body, Brand: text.Body, Model: text.Body}
			if _, err := tx.PutStatement(a.Athlete, document.GearStatement(g)); err != nil {
				return err
			}
			if i%10 != 0 {
				continue
			}
			if err := a.hostileWorkout(tx, id, text.Body); err != nil {
				return err
			}
			_, err := tx.PutStatement(a.Athlete, document.Statement{
				Collection: document.Reminders, ID: id, Source: "strava", AsOf: noon,
				Body: training.GearReminder{ID: id, GearID: id, Text: text.Body, Days: 30},
			})
			if err != nil {
				return err
			}
			_, err = tx.PutStatement(a.Athlete, document.Statement{
				Collection: document.Routes, ID: id, Source: "strava", AsOf: noon,
				Body: training.Route{
					Name: text.Body, Description: text.Body,
					Points: []training.RoutePoint{{LatDeg: 1, LonDeg: 1}, {LatDeg: 1.1, LonDeg: 1}},
				},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hostileWorkout stores a service's workout, its steps and its folder.
func (a *injected) hostileWorkout(tx *store.Tx, id, body string) error {
	_, err := tx.PutStatement(a.Athlete, document.Statement{
		Collection: document.Folders, ID: id, Source: "intervals", AsOf: noon,
		Body: training.WorkoutFolder{Name: body, Description: body, Owner: body},
	})
	if err != nil {
		return err
	}
	_, err = tx.PutStatement(a.Athlete, document.Statement{
		Collection: document.Workouts, ID: id, Source: "intervals", AsOf: noon,
		Body: training.LibraryWorkout{
			FolderID: id, Name: body, Description: body, Sport: training.Cycling, Tags: []string{body},
			Structure: training.StructureOf(body, []training.WorkoutStep{{Text: body, DurationS: 60}}),
		},
	})
	return err
}

func (a *injected) hostileFile(t *testing.T, i int) {
	t.Helper()
	text := a.corpus[i*len(a.corpus)/15]
	b, err := hostileRecording(may.AddDate(0, 1, i).Add(13*60*60e9), text.Body)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.NewReplacer("/", "_", "\x00", "_", "\\", "_").Replace(text.Body)
	for len(name) > 180 || !utf8.ValidString(name) {
		name = name[:len(name)-1]
	}
	path := filepath.Join(a.user, "hostile", name+".tcx")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestObedientAssistant lets an assistant that obeys every text meet every
// text, as clients that can ask the athlete, who says no, and as ones that
// cannot. What needs consent does not happen, what is hidden stays hidden,
// words stay in their fields, and what does not need consent is undone.
func TestObedientAssistant(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	for name, asks := range map[string]bool{"the athlete says no": true, "nobody can be asked": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newInjected(t)
			before, entries := a.all(t), a.journaled(t)
			o := a.obey(t, a.Workbench, asks)
			o.check(t, 100)
			if asks != (o.asked > 0) {
				t.Errorf("the athlete was asked %d times", o.asked)
			}
			written, err := a.DB.Journal(t.Context(), a.Scope(), a.journaled(t)-entries)
			if err != nil || len(written) == 0 {
				t.Fatalf("an obedient assistant wrote nothing: %v", err)
			}
			for _, e := range written {
				if row, ok := a.table.Lookup(e.Tool); !ok || row.Safety != tools.Write || e.Face != "mcp" {
					t.Errorf("%s by %s: %s", e.Tool, e.Face, e.Summary)
				}
				if _, err := a.Journal.Undo(t.Context(), a.Scope(), e.ID, noon); err != nil {
					t.Errorf("%s cannot be undone: %v", e.Tool, err)
				}
			}
			a.follow(t)
			if d := cmp.Diff(before, a.all(t)); d != "" {
				t.Errorf("what was undone left (-before +after):\n%.2000s", d)
			}
			a.exportsStay(t)
			if out := a.ask(t, "list_activities", `{"range":"2026-08"}`); !strings.Contains(out, `"total":0`) {
				t.Errorf("a file outside the allowed folders was read: %s", out)
			}
		})
	}
}

// TestObedientAssistantWithoutWrites: with writes none nothing changes.
func TestObedientAssistantWithoutWrites(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	a := newInjected(t)
	p := a.program(nil, nil)
	p.Places.Environ = append(slices.Clone(p.Places.Environ), "LAPKEEP_WRITES=none")
	s, err := settings.Load(p.places())
	if err != nil {
		t.Fatal(err)
	}
	w := *a.Workbench
	w.Settings = s
	seq := a.lastChange(t)
	o := a.obey(t, &w, true)
	o.check(t, 100)
	if got := a.lastChange(t); got != seq || o.asked > 0 {
		t.Errorf("the change log went from %d to %d, the athlete was asked %d times", seq, got, o.asked)
	}
}

// all collects all that the athlete sees, page by page.
func (a *injected) all(t *testing.T) map[string]string {
	t.Helper()
	out := a.everything(t)
	for _, span := range []string{"2026-05", "2026-06", "2026-07"} {
		out[span] = a.ask(t, "list_activities", `{"limit":100,"range":"`+span+`","fields":["name","tags","description","sport","duration_s"]}`)
	}
	for _, id := range a.ids[:20] {
		if id != a.hidden {
			out["notes of "+id] = a.ask(t, "get_activity_notes", `{"id":"`+id+`"}`)
		}
	}
	return out
}

// exportsStay: files were written nowhere but in the folder for exports, and
// none with hidden data.
func (a *injected) exportsStay(t *testing.T) {
	t.Helper()
	exports := 0
	err := filepath.WalkDir(a.user, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(a.user, path)
		if strings.HasPrefix(rel, filepath.Join(".lapkeep", exportFolder)) {
			exports++
			if strings.Contains(path, a.hidden) {
				t.Errorf("what is hidden was exported: %s", rel)
			}
		} else if ext := filepath.Ext(rel); ext == ".gpx" {
			t.Errorf("a file of an assistant's: %s", rel)
		}
		return err
	})
	if err != nil || exports == 0 {
		t.Errorf("%d exports, %v", exports, err)
	}
}

// ours returns the fields that carry what people and files wrote, and what a
// caller gave.
func ours() []string {
	return []string{
		"name", "description", "tags[]", "text", "author", "device", "file_name", "name_in_file", "description_in_file", "title",
		"brand", "model", "part", // of gear
		"before", "after", // of a write's changes
		"external_id", "phase", "color", "target", "push_errors[]", // of events
		"path",             // of an import's files
		"content",          // of custom items
		"folder", "text[]", // of workouts
	}
}

// inItsPlace returns what is wrong with a text of the corpus in an answer.
func inItsPlace(path, text string) string {
	field := path[strings.LastIndex(path, ".")+1:]
	switch {
	case strings.HasSuffix(path, "#key"):
		return "it is a key"
	case !slices.Contains(ours(), field):
		return "it is in a field of ours"
	case strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && textclean.Hidden(r) }) >= 0:
		return "it has characters that nobody sees"
	case field != "text" && field != "description" && field != "after" && field != "before" && field != "content" &&
		utf8.RuneCountInString(text) > textclean.NameRunes+80:
		return "it is not cut"
	case utf8.RuneCountInString(text) > 20_000:
		return "it is not cut"
	}
	return ""
}
