package activities_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type imported struct {
	Files     []importing.FileResult `json:"files"`
	Library   importing.Library      `json:"library"`
	Counts    map[string]int         `json:"counts"`
	JournalID string                 `json:"journal_id"`
}

func TestImportAsARun(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 600, nil))
	h.file(t, "sub/swim.fit", answerstest.PoolSwim(answerstest.FirstStart.AddDate(0, 0, 1), 8))
	if err := os.WriteFile(filepath.Join(h.rides, "bad.fit"), []byte("nothing of the kind"), 0o644); err != nil {
		t.Fatal(err)
	}
	var dry, first, again imported
	h.decode(t, "import_files", fmt.Sprintf(`{"paths":[%q],"dry_run":true}`, h.rides), &dry)
	if dry.Counts["found"] != 3 || dry.JournalID != "" {
		t.Errorf("dry run: %+v", dry)
	}
	h.decode(t, "import_files", `{"paths":["."]}`, &first)
	if first.Counts["imported"] != 2 || len(first.Files) != 3 || first.JournalID == "" {
		t.Fatalf("import: %+v", first)
	}
	for _, f := range first.Files {
		if strings.HasSuffix(f.Path, "bad.fit") && (f.Reason == "" || f.Status == importing.Imported) {
			t.Errorf("the bad file: %+v", f)
		}
	}
	h.decode(t, "import_files", `{"paths":["ride.fit","sub/swim.fit"]}`, &again)
	if again.Counts["duplicate"] != 2 || again.JournalID != "" {
		t.Errorf("again: %+v", again)
	}
	h.undo(t, first.JournalID)
	var left activity.List
	h.decode(t, "list_activities", `{}`, &left)
	if left.Total != 0 {
		t.Errorf("after undo: %+v", left.Activities)
	}
}

// TestImportedWorkouts checks that imported workouts are counted apart from
// activities, and undone with them.
func TestImportedWorkouts(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 600, nil))
	const ten = `<workout_file><name>Ten</name><workout><SteadyState Duration="600" Power="0.6"/></workout></workout_file>`
	if err := os.WriteFile(filepath.Join(h.rides, "sub", "ten.zwo"), []byte(ten), 0o600); err != nil {
		t.Fatal(err)
	}
	var first, again imported
	h.decode(t, "import_files", `{"paths":["."]}`, &first)
	if first.Counts["imported"] != 2 || first.Library != (importing.Library{Workouts: 1, Folders: 1}) {
		t.Errorf("%+v", first)
	}
	for _, f := range first.Files {
		if (len(f.Workouts) == 1) == (len(f.Activities) == 1) {
			t.Errorf("%+v", f)
		}
	}
	h.decode(t, "import_files", `{"paths":["."]}`, &again)
	if again.Counts["duplicate"] != 2 || again.Library != (importing.Library{}) || again.JournalID != "" {
		t.Errorf("again: %+v", again)
	}
	entry, err := h.db.JournalEntry(t.Context(), answerstest.ActivityPage, first.JournalID)
	if err != nil || !strings.HasSuffix(i18n.Sentence(entry.Summary).String(), "For the library: 1 new workout, 1 new folder.") {
		t.Errorf("%q, %v", entry.Summary, err)
	}
	h.undo(t, first.JournalID)
	for _, c := range []document.Collection{document.Workouts, document.Folders} {
		if left, err := h.db.Documents(t.Context(), answerstest.ActivityPage, c, document.Filter{}); err != nil || len(left) > 0 {
			t.Errorf("%s after the undo: %v, %v", c, left, err)
		}
	}
}

var recordingID = regexp.MustCompile(`"recording_id":"[^"]*"`)

func TestGoldenOnARealStore(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	for name, args := range map[string][2]string{
		"store_list":    {"list_activities", `{"range":"2026-05"}`},
		"store_get":     {"get_activity", `{"id":"` + id + `","sections":["summary","device","laps","zones"]}`},
		"store_streams": {"get_activity_streams", `{"id":"` + id + `","resolution":"1min","channels":["power","hr","gps"]}`},
	} {
		res := tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), args[0], args[1])
		// Ids follow the file's bytes, which a better writer may change.
		res.Structured = recordingID.ReplaceAll(bytes.ReplaceAll(res.Structured, []byte(id), []byte("ID")), []byte(`"recording_id":"R"`))
		check(t, name, res)
	}
	var load activity.List
	h.decode(t, "list_activities", `{"min_load":5,"sort":"load"}`, &load)
	if load.Total != 1 {
		t.Errorf("by load: %+v", load)
	}
}

// TestStoredOrComputedIsTheSame: an answer does not show whether it comes from
// what was derived or, before that, from the streams.
func TestStoredOrComputedIsTheSame(t *testing.T) {
	t.Parallel()
	stored, computed := newHome(t), newHomeWith(t, nil)
	for _, h := range []*home{stored, computed} {
		h.file(t, "a.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 2400, nil))
		h.file(t, "b.fit", answerstest.Session(training.Running, answerstest.FirstStart.AddDate(0, 0, 1), 2400,
			answerstest.Without{training.Power}))
		h.file(t, "c.fit", answerstest.PoolSwim(answerstest.FirstStart.AddDate(0, 0, 2), 12))
	}
	for _, name := range []string{"a", "b", "c"} {
		var answers []string
		for _, h := range []*home{stored, computed} {
			var in imported
			h.decode(t, "import_files", `{"paths":["`+name+`.fit"]}`, &in)
			for _, section := range activity.Sections() {
				if section == activity.SectionSimilar {
					continue // it compares with what was derived of the others
				}
				args := fmt.Sprintf(`{"id":%q,"sections":[%q]}`, in.Files[0].Activities[0], section)
				answers = append(answers, tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "get_activity", args).Text)
			}
		}
		half := len(answers) / 2
		if d := cmp.Diff(answers[:half], answers[half:]); d != "" {
			t.Errorf("%s (-stored +computed):\n%s", name, d)
		}
	}
}

func TestUpdateAndUndo(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	read := func() (d activity.Detail) {
		h.decode(t, "get_activity", `{"id":"`+id+`","sections":["summary"]}`, &d)
		return d
	}
	before := read()
	var out struct {
		JournalID string `json:"journal_id"`
		DryRun    bool   `json:"dry_run"`
		Changes   []struct{ Field, Before, After string }
	}
	args := `{"id":"` + id +
		`","name":"Alpe \u202ed'Huez","sport":"run","tags":["hills","hills","race prep"],"race":true,"perceived_exertion":7,"gear":"g1"`
	h.decode(t, "update_activity", args+`,"dry_run":true}`, &out)
	if after := read(); !out.DryRun || len(out.Changes) != 6 || after.Name != before.Name || after.Race {
		t.Errorf("dry run: %+v, %+v", out, after)
	}
	h.decode(t, "update_activity", args+`}`, &out)
	after := read()
	if after.Name != "Alpe d'Huez" || after.Sport != "running" || !after.Race || len(after.Tags) != 2 || after.GearID != "g1" ||
		after.Summary["perceived_exertion"] != 7.0 || len(after.Edited) != 6 {
		t.Errorf("after: %+v", after)
	}
	var found activity.List
	h.decode(t, "list_activities", `{"tag":"race prep","race":true,"gear":"g1","text":"alpe"}`, &found)
	if found.Total != 1 {
		t.Errorf("not found by its new words: %+v", found)
	}
	var cleared struct {
		JournalID string `json:"journal_id"`
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","clear":["name","sport"]}`, &cleared)
	if got := read(); got.Name != before.Name || got.Sport != before.Sport || !got.Race {
		t.Errorf("cleared: %+v", got)
	}
	h.undo(t, cleared.JournalID)
	if got := read(); got.Name != "Alpe d'Huez" {
		t.Errorf("undone: %q", got.Name)
	}
	h.undo(t, out.JournalID)
	if got := read(); got.Name != before.Name || got.Race || len(got.Tags) != 0 || len(got.Edited) != 0 {
		t.Errorf("undone: %+v", got)
	}
}

func TestHiddenIsGoneForModelsAlone(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out struct {
		JournalID string `json:"journal_id"`
	}
	h.decode(t, "update_activity", `{"id":"`+id+`","hidden_from_models":true}`, &out)
	for tool, args := range map[string]string{
		"get_activity": `{"id":"` + id + `"}`, "get_activity_streams": `{"id":"` + id + `"}`, "update_activity": `{"id":"` + id + `","name":"x"}`,
		"export_activity": `{"id":"` + id + `"}`, "add_activity_note": `{"id":"` + id + `","text":"x"}`,
	} {
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), tool, args); p.Kind != training.KindNotFound {
			t.Errorf("%s: %s", tool, p)
		}
	}
	tooltest.Call(t, h.table, call(t, answerstest.ActivityPage), "get_activity", `{"id":"`+id+`"}`)
	w := call(t, answerstest.ActivityModel).Write("", nil)
	_, err := h.journal.UndoOwn(t.Context(), w, out.JournalID)
	if _, asked := errors.AsType[*journal.NeedsConsent](err); !asked {
		t.Errorf("a model showed itself what was hidden: %v", err)
	}
	h.undo(t, out.JournalID)
	tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "get_activity", `{"id":"`+id+`"}`)
}

// TestNobodyWritesOverWhatTheyMayNotSee, whatever it holds.
func TestNobodyWritesOverWhatTheyMayNotSee(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	entry := func(s int) string {
		return fmt.Sprintf(`{"activities":[{"sport":"yoga","start":"2026-05-01T18:00","duration_s":%d,"external_id":"secret"}]}`, s)
	}
	var made struct{ Activities []struct{ ID string } }
	h.decode(t, "create_activities", entry(1800), &made)
	h.decode(t, "update_activity", `{"id":"`+made.Activities[0].ID+`","hidden_from_models":true}`, &struct{}{})
	for _, seconds := range []int{1800, 60} {
		if p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "create_activities",
			entry(seconds)); p.Kind != training.KindConflict || !strings.Contains(p.Sentence, "taken") {
			t.Errorf("a model wrote over it: %s", p)
		}
	}
	tooltest.Call(t, h.table, call(t, answerstest.ActivityPage), "create_activities", entry(60))
}

func TestDeleteAsksFirst(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	args := `{"id":"` + id + `"}`
	c := call(t, answerstest.ActivityModel)
	p := h.consent(t, c, "delete_activity", args)
	if len(p.Changes) != 1 || !strings.Contains(p.Summary.String(), "cycling of 2026-05-01") {
		t.Errorf("preview: %+v", p)
	}
	c.Approval = p.Token
	if p := tooltest.Fails(t, h.table, c, "delete_activity", args); p.Kind != training.KindNeedsConsent {
		t.Errorf("without a person's word: %s", p)
	}
	if _, err := h.journal.Grant(t.Context(), answerstest.ActivityPage, p.Token, noon); err != nil {
		t.Fatal(err)
	}
	tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "update_activity", `{"id":"`+id+`","name":"changed meanwhile"}`)
	if p := tooltest.Fails(t, h.table, c, "delete_activity", args); p.Kind != training.KindConflict {
		t.Errorf("the target changed since: %s", p)
	}
	c.Approval = ""
	p = h.consent(t, c, "delete_activity", args)
	if _, err := h.journal.Grant(t.Context(), answerstest.ActivityPage, p.Token, noon); err != nil {
		t.Fatal(err)
	}
	c.Approval = p.Token
	var out struct {
		JournalID string `json:"journal_id"`
	}
	tooltest.Decode(t, h.table, c, "delete_activity", args, &out)
	if p := tooltest.Fails(t, h.table, c, "get_activity", args); p.Kind != training.KindNotFound {
		t.Errorf("still there: %s", p)
	}
	h.undo(t, out.JournalID)
	tooltest.Call(t, h.table, call(t, answerstest.ActivityModel), "get_activity", args)
}

func TestCreateAndUpsert(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	type row struct{ ID, Status, LocalDate, TimeZone string }
	var out struct {
		Activities []row  `json:"activities"`
		JournalID  string `json:"journal_id"`
	}
	const two = `{"activities":[
		{"sport":"run","start":"2026-05-02T23:45","duration_s":"3000","distance_km":10,"avg_hr_bpm":150,"name":"Track",
		"external_id":"log-1","carbs_g":40,"fluid_ml":500},
		{"sport":"gym","start":"2026-05-03T07:00:00-07:00","duration_s":1800,"manual_load":25,"perceived_exertion":5}]`
	h.decode(t, "create_activities", two+`,"dry_run":true}`, &out)
	if len(out.Activities) != 2 || out.Activities[0].ID != "" || out.JournalID != "" {
		t.Errorf("dry run: %+v", out)
	}
	var list activity.List
	h.decode(t, "list_activities", `{}`, &list)
	if list.Total != 0 {
		t.Error("a dry run stored something")
	}
	h.decode(t, "create_activities", two+`}`, &out)
	first := out.Activities[0].ID
	var d activity.Detail
	h.decode(t, "get_activity", `{"id":"manual:log-1"}`, &d)
	if d.ID != first || d.LocalDate != "2026-05-02" || d.Summary["distance_km"] != 10.0 || d.Sport != "running" ||
		d.Summary["load_method"] != "rtss_speed" || d.Summary["carbs_g"] != 40.0 || d.Summary["fluid_ml"] != 500.0 {
		t.Errorf("stored: %+v", d)
	}
	h.decode(t, "get_activity", `{"id":"`+out.Activities[1].ID+`"}`, &d)
	if d.LocalDate != "2026-05-03" || d.Summary["tss"] != 25.0 || d.Summary["load_method"] != "manual" {
		t.Errorf("stored: %+v", d)
	}
	var again struct{ Activities []row }
	h.decode(t, "create_activities",
		`{"activities":[{"sport":"run","start":"2026-05-02T23:45","duration_s":3000,"distance_km":10.4,"external_id":"log-1"}]}`, &again)
	h.decode(t, "get_activity", `{"id":"manual:log-1"}`, &d)
	if again.Activities[0].Status != "updated" || again.Activities[0].ID != first || d.Summary["distance_km"] != 10.4 {
		t.Errorf("upsert: %+v, %v", again, d.Summary)
	}
	p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "create_activities",
		`{"activities":[{"sport":"run","start":"2026-05-01T07:00","duration_s":60,"external_id":"a"},{"sport":"run","start":"2026-05-01T09:00","duration_s":60,"external_id":"a"}]}`)
	if p.Kind != training.KindInvalid || !strings.Contains(p.String(), "twice") {
		t.Errorf("the same id twice: %s", p)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	h.share(t)
	var out struct {
		NoteID    string `json:"note_id"`
		JournalID string `json:"journal_id"`
	}
	h.decode(t, "add_activity_note", `{"id":"`+id+`","text":"Ate too\u200b little.","dry_run":true}`, &out)
	if out.NoteID != "" {
		t.Error("a dry run has a note id")
	}
	h.decode(t, "add_activity_note", `{"id":"`+id+`","text":"Ate too\u200b little."}`, &out)
	var notes activity.Notes
	h.decode(t, "get_activity_notes", `{"id":"`+id+`"}`, &notes)
	if len(notes.Notes) != 1 || notes.Notes[0]["text"] != "Ate too little." || notes.Notes[0]["author"] != "assistant" ||
		notes.Notes[0]["note_id"] != out.NoteID {
		t.Errorf("notes: %+v", notes)
	}
	h.undo(t, out.JournalID)
	h.decode(t, "get_activity_notes", `{"id":"`+id+`"}`, &notes)
	if len(notes.Notes) != 0 || notes.Missing["notes"] == "" {
		t.Errorf("after undo: %+v", notes)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	var out struct{ Path, URI string }
	h.decode(t, "export_activity", `{"id":"`+id+`"}`, &out)
	got, err := os.ReadFile(out.Path)
	want, werr := os.ReadFile(filepath.Join(h.rides, "ride.fit"))
	if err != nil || werr != nil || !bytes.Equal(got, want) || !strings.HasPrefix(out.Path, h.exports) {
		t.Errorf("the original came back as %d bytes at %s, %v", len(got), out.Path, err)
	}
	first := out.Path
	h.decode(t, "export_activity", `{"id":"`+id+`","format":"fit"}`, &out)
	if out.Path == first {
		t.Error("the FIT file took the place of the original")
	}
	if got, err = os.ReadFile(out.Path); err != nil {
		t.Fatal(err)
	}
	read, err := fit.Read(t.Context(), got, reading.Limits{})
	if err != nil || len(read.Recordings) != 1 || read.Recordings[0].Columns.Len() != 900 ||
		!read.Recordings[0].Columns.Has(training.Latitude) {
		t.Errorf("the FIT file does not read back: %v", err)
	}
	var made struct{ Activities []struct{ ID string } }
	h.decode(t, "create_activities", `{"activities":[{"sport":"run","start":"2026-05-02T07:00","duration_s":60}]}`, &made)
	p := tooltest.Fails(t, h.table, call(t, answerstest.ActivityModel), "export_activity", `{"id":"`+made.Activities[0].ID+`"}`)
	if p.Kind != training.KindUnsupported {
		t.Errorf("by hand: %s", p)
	}
}

func TestPositionOnARealStore(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := h.ride(t)
	args := `{"id":"` + id + `","channels":["gps"],"end_offset_s":10}`
	var closed, open activity.Streams
	h.decode(t, "get_activity_streams", args, &closed)
	if len(closed.Channels) != 0 || closed.Missing["gps"] == "" {
		t.Errorf("%+v", closed)
	}
	h.share(t)
	h.decode(t, "get_activity_streams", args, &open)
	if len(open.Channels["latitude_deg"]) == 0 {
		t.Errorf("%+v", open)
	}
}
