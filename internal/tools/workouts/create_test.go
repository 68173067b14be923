package workouts_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// outcome is what create_workout answers, as far as the tests look at it.
type outcome struct {
	JournalID string `json:"journal_id"`
	Workouts  []struct {
		ID        string            `json:"id"`
		In        string            `json:"in"`
		Status    string            `json:"status"`
		Date      string            `json:"local_date"`
		DurationS float64           `json:"duration_s"`
		Load      float64           `json:"load"`
		LoadRule  string            `json:"load_rule"`
		Missing   map[string]string `json:"missing"`
		Calendar  string            `json:"calendar"`
	} `json:"workouts"`
	Notes  []string          `json:"notes"`
	ReadAs map[string]string `json:"read_as"`
}

func (b *bench) create(args string) (out outcome) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), "create_workout", args, &out)
	return out
}

// ftp sets the FTP of a day and all before it.
func (b *bench) ftp(day training.Day, watts float64) {
	b.Helper()
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		return tx.PutThreshold(who, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: day,
			Values: []float64{watts},
		})
	})
}

// share has assistants read the words on events.
func (b *bench) share() {
	b.Helper()
	storetest.Write(b.T, b.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, Name: "Sam", TimeZone: "Europe/Berlin", Sharing: training.Sharing{Notes: true}})
	})
}

// twoByTwenty is 10 minutes from 50 to 65 %, twice 20 at 88 to 94 % with 5 at
// 55 %, and 10 at 45 %: 4200 s.
const twoByTwenty = `"steps":[{"kind":"warmup","duration_s":"10min","power":"50-65%","ramp":true},` +
	`{"repeat":2,"steps":[{"duration_s":1200,"power":"88-94%","cadence":"90rpm","power_shown":"3s","hide_power":true},{"duration_s":300,"power":"55%"}]},` +
	`{"kind":"cooldown","duration_s":600,"power":"45%"}]`

func TestAWorkoutOnADay(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.share()
	args := `{"workouts":[{"name":"2x20","sport":"ride","date":"2026-05-03","external_id":"k",` + twoByTwenty + `}]}`
	before := b.create(args)
	w := before.Workouts[0]
	if w.In != "calendar" || w.Status != "created" || w.Date != "2026-05-03" || w.DurationS != 4200 || w.Load != 75.8 ||
		len(w.Missing) > 0 || before.ReadAs["workouts[0].steps[0].duration_s"] != "600" {
		t.Errorf("without an FTP: %+v", before)
	}
	b.ftp(training.NewDay(2026, 1, 1), 250)
	var e struct {
		Event struct {
			Planned struct {
				Load float64 `json:"load"`
				Rule string  `json:"load_rule"`
			} `json:"planned"`
			Steps struct {
				Target []string `json:"target"`
				Times  []int    `json:"times"`
			} `json:"steps"`
		} `json:"event"`
	}
	tooltest.Decode(b.T, b.table, call(), "get_event", `{"id":"`+w.ID+`"}`, &e)
	if e.Event.Planned.Rule != "steps" || e.Event.Planned.Load < 70 || e.Event.Planned.Load > 80 || e.Event.Steps.Target[1] != "88–94 % FTP" ||
		e.Event.Steps.Times[1] != 2 {
		t.Errorf("with one: %+v", e)
	}
	if again := b.create(args).Workouts[0]; again.Status != "unchanged" || again.ID != w.ID {
		t.Errorf("the same again: %+v", again)
	}
	other := b.create(strings.Replace(args, "88-94%", "90-95%", 1)).Workouts[0]
	if other.Status != "updated" || other.ID != w.ID || other.LoadRule != "steps" {
		t.Errorf("other steps: %+v", other)
	}
}

// TestWhatNoTextSaysIsAChange: the same text with another step is another workout.
func TestWhatNoTextSaysIsAChange(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.share()
	args := `{"workouts":[{"name":"Easy","sport":"ride","date":"2026-05-03","external_id":"k","steps":[{"duration_s":600,"power":"60%","rest_s":60}]}]}`
	first := b.create(args).Workouts[0]
	if first.Status != "created" {
		t.Fatalf("%+v", first)
	}
	if again := b.create(args).Workouts[0]; again.Status != "unchanged" {
		t.Errorf("the same again: %+v", again)
	}
	if w := b.create(strings.Replace(args, `"rest_s":60`, `"rest_s":90`, 1)).Workouts[0]; w.Status != "updated" {
		t.Errorf("%+v", w)
	}
}

func TestWorkoutsForTheLibrary(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.ftp(training.NewDay(2026, 1, 1), 250)
	before := b.layers()
	args := `{"workouts":[{"name":"2x20","sport":"ride","folder_id":"intervals:9","tags":["ftp"],` + twoByTwenty + `},` +
		`{"name":"Late","sport":"run","folder_id":"intervals:10","plan_day":9,"description":"Easy.\n- 30m Z2 HR"},` +
		`{"name":"Fours again","workout_id":"intervals:1"}],"with_calendar":true}`
	dry := b.create(strings.TrimSuffix(args, "}") + `,"dry_run":true}`)
	if len(dry.Workouts) != 3 || dry.Workouts[0].ID != "" || dry.JournalID != "" || b.names(`{}`) != "Long Fours" {
		t.Errorf("a dry run: %+v", dry)
	}
	out := b.create(args)
	for i, want := range []float64{4200, 1800, 1440} {
		if w := out.Workouts[i]; w.In != "library" || w.Status != "created" || w.DurationS != want ||
			!strings.Contains(w.Calendar, "DTSTART;VALUE=DATE:{{SCHEDULED_DATE}}") || !strings.Contains(w.Calendar, "UID:"+w.ID) {
			t.Errorf("workout %d: %+v", i, w)
		}
	}
	if got := b.names(`{}`); got != "Long Late 2x20 Fours Fours again" && !strings.Contains(got, "Fours again") {
		t.Error(got)
	}
	if w := b.get(out.Workouts[0].ID); w.Steps == nil || w.Load == 0 || w.Folder != "Mine" || w.Tags[0] != "ftp" {
		t.Errorf("%+v", w)
	}
	again := b.create(args)
	for i, w := range again.Workouts {
		if w.Status != "unchanged" || w.ID != out.Workouts[i].ID {
			t.Errorf("the same again: %+v", w)
		}
	}
	b.undo(out.JournalID)
	if got := b.layers(); len(got) != len(before) {
		t.Errorf("%d workouts after the undo, %d before", len(got), len(before))
	}
}

// TestTheFormOfAnotherServer: igpsport-mcp's workout_ir is taken as it is.
func TestTheFormOfAnotherServer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	out := b.create(`{"workout_ir":{"title":"Sweet spot","description":"Twice.","steps":[` +
		`{"name":"Warm up","intensity":"warmup","duration":{"type":"time","value":600},"target":{"type":"power_percent_ftp","min":50,"max":65}},` +
		`{"type":"repeat","times":2,"steps":[{"name":"Work","intensity":"active","duration":{"type":"time","value":1200},` +
		`"target":{"type":"power_custom","min":220,"max":235}}]}]}}`)
	w := b.get(out.Workouts[0].ID)
	if w.Sport != training.Cycling || w.Name != "Sweet spot" || w.DurationS != 3000 || w.Steps.Target[1] != "220–235 W" ||
		!strings.HasPrefix(w.Description, "Twice.") {
		t.Errorf("%+v", w)
	}
}

func TestWorkoutsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	one := func(members string) string { return `{"workouts":[{"name":"x","sport":"ride",` + members + `}]}` }
	for args, want := range map[string]string{
		`{}`:              "create_workout needs workouts.",
		`{"workouts":[]}`: "workouts has 0 items.",
		`{"workouts":[{"sport":"ride","steps":[{"duration_s":60}]}]}`:               "In workout 1: A new workout needs a name and a sport.",
		`{"workouts":[{"name":"x","steps":[{"duration_s":60}]}]}`:                   "In workout 1: A new workout needs a name and a sport.",
		`{"workouts":[{"name":"x","sport":"golfing","steps":[{"duration_s":60}]}]}`: "workouts[0].sport has an unknown sport",
		one(`"description":"Just ride."`):                                           "In workout 1: The workout has no steps.",
		one(`"steps":[]`):                                                           "In workout 1: steps: It contains no steps.",
		one(`"steps":[{"duration_s":60,"power":"186327w"}]`): "In workout 1: steps[0].power: \"186327w\" is out " +
			"of bounds",
		one(`"steps":[{"duration_s":60,"powr":"200w"},{"x":1}]`): "In workout 1: The workout has 3 errors. steps[0].powr:",
		one(`"steps":[{"duration_s":60}],"description":"- 10m 60%"`): "In workout 1: steps: Steps are given, and the " +
			"text contains steps too.",
		one(`"description":"- 400m 95%"`):                                  "In workout 1: Line 1, column 3: 400m means 400 minutes.",
		one(`"description":"` + strings.Repeat("- 10m 60%\\n", 501) + `"`): "In workout 1: The text of the workout has",
		one(`"steps":[{"duration_s":60}],"folder_id":"nowhere"`):           `In workout 1: There is no folder "nowhere" in the library.`,
		one(`"steps":[{"duration_s":60}],"plan_day":3`):                    "In workout 1: Only a workout in a plan has a day.",
		one(`"steps":[{"duration_s":60}],"time":"07:00"`):                  "In workout 1: A library workout has no time",
		one(`"steps":[{"duration_s":60}],"date":"2026-05-03","folder_id":"1"`): "In workout 1: A workout on a calendar day cannot be in " +
			"a folder.",
		one(`"steps":[{"duration_s":60}],"date":"2026-05-03","time":"25:00"`): `In workout 1: "25:00" is not a time of day.`,
		one(`"workout_id":"nobody"`):                                          `In workout 1: There is no workout "nobody" in the library.`,
		one(`"workout_id":"intervals:1","description":"- 10m 60%"`):           "In workout 1: A copy keeps the steps of the original workout.",
		`{"workouts":[{"name":"x","sport":"ride","date":"2026-05-03","steps":[{"duration_s":60}]},` +
			`{"name":"y","sport":"ride","steps":[{"duration_s":60}]}]}`: "Workout 2 has no date, but workout 1 has one.",
	} {
		_, err := b.table.Call(t.Context(), "create_workout", call(), []byte(args))
		p := tools.Describe(err)
		if err == nil || !strings.HasPrefix(p.Sentence, want) || p.Fix == "" {
			t.Errorf("%s: %+v, want %s", args[:min(len(args), 200)], p, want)
		}
	}
	if b.names(`{}`) != "Long Fours" {
		t.Error("what was refused is there")
	}
	past := `{"workouts":[{"name":"x","sport":"ride","date":"2026-04-01","steps":[{"duration_s":60}]}]}`
	if _, err := b.table.Call(t.Context(), "create_workout", call(), []byte(past)); !asks(err) {
		t.Errorf("a day that is over: %v", err)
	}
}

func asks(err error) bool {
	_, ok := errors.AsType[*journal.NeedsConsent](err)
	return ok
}

func TestStepsOfAWorkoutThatIsThere(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	made := b.create(`{"workouts":[{"name":"Easy","sport":"ride","description":"Chat.\n\n- 30m 60%"}]}`).Workouts[0]
	out := b.write("save_workout", `{"id":"`+made.ID+`","steps":[{"duration_s":600,"power":"70%","rest_s":30}]}`)
	w := b.get(made.ID)
	if w.DurationS != 630 || !strings.HasPrefix(w.Description, "Chat.") || w.Steps.Target[0] != "70 % FTP" || len(out.Notes) == 0 {
		t.Errorf("%+v %+v", w, out)
	}
	more := b.write("save_workout", `{"id":"`+made.ID+`","steps":[{"duration_s":600,"power":"70%","rest_s":90}]}`)
	if w := b.get(made.ID); w.DurationS != 690 || len(more.Changes) != 1 || more.Changes[0].Field != "steps" {
		t.Errorf("what no text says: %+v %+v", w, more)
	}
	b.undo(more.JournalID)
	b.undo(out.JournalID)
	if w := b.get(made.ID); w.DurationS != 1800 {
		t.Errorf("undone: %+v", w)
	}
	b.write("save_workout", `{"id":"`+made.ID+`","description":"- 20m 80%"}`)
	if w := b.get(made.ID); w.DurationS != 1200 || w.Steps.Target[0] != "80 % FTP" {
		t.Errorf("a text behind steps: %+v", w)
	}
}

func TestCheckWorkout(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.ftp(training.NewDay(2026, 1, 1), 250)
	check := func(args string) (out workouts.Checked, pictures int) {
		t.Helper()
		res, err := b.table.Call(t.Context(), "check_workout", call(), []byte(args))
		if err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		if err := json.Unmarshal(res.Structured, &out); err != nil {
			t.Fatal(err)
		}
		return out, len(res.Pictures)
	}
	got, pictures := check(`{"sport":"ride",` + twoByTwenty + `}`)
	if !got.Sound || got.DurationS != 4200 || got.Load < 70 || got.WorkKJ < 700 || got.LoadMethod == "" || pictures != 1 ||
		len(got.Losses["fit"]) == 0 || got.Losses["json"] == nil || len(got.Losses["json"]) != 0 || len(got.Steps.Block) != 4 {
		t.Errorf("%+v, %d pictures", got, pictures)
	}
	if _, pictures := check(`{"sport":"ride","picture":false,` + twoByTwenty + `}`); pictures != 0 {
		t.Error("a picture that nobody asked for")
	}
	if got, _ := check(`{"id":"intervals:1"}`); !got.Sound || got.DurationS != 1440 {
		t.Errorf("of the library: %+v", got)
	}
	got, pictures = check(`{"sport":"run","description":"- 10m Z9\n- 400m 95%"}`)
	if got.Sound || len(got.Faults) != 2 || got.Faults[1].Line != 2 || got.Missing["steps"] == "" || got.Steps != nil || pictures != 0 {
		t.Errorf("faults: %+v", got)
	}
	got, _ = check(`{"sport":"run","steps":[{"distance_m":5000,"pace":"95-100%"}]}`)
	if !got.Sound || got.Missing["duration_s"] == "" && got.Missing["load"] == "" || got.Load != 0 {
		t.Errorf("a missing threshold: %+v", got)
	}
	for args, want := range map[string]string{
		`{"steps":[{"duration_s":60}]}`:                                 "The workout has no sport.",
		`{"id":"intervals:1","description":"- 1m"}`:                     "A library workout has its own steps.",
		`{"id":"nobody"}`:                                               `There is no workout "nobody" in the library.`,
		`{"sport":"ride","steps":[{"duration_s":60}],"date":"someday"}`: "date: \"someday\" is not a date",
	} {
		_, err := b.table.Call(t.Context(), "check_workout", call(), []byte(args))
		if p := tools.Describe(err); err == nil || !strings.HasPrefix(p.Sentence, want) {
			t.Errorf("%s: %+v", args, p)
		}
	}
}

func TestExportWorkout(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.ftp(training.NewDay(2026, 1, 1), 250)
	event := b.create(`{"workouts":[{"name":"../2x20","sport":"ride","date":"2026-05-03","time":"07:30",` + twoByTwenty + `}]}`).Workouts[0].ID
	type answer struct {
		Path, Content, Format string
		Losses                []string
	}
	export := func(args string) (out answer) {
		t.Helper()
		tooltest.Decode(b.T, b.table, call(), "export_workout", args, &out)
		return out
	}
	fit := export(`{"id":"` + event + `"}`)
	if data, err := os.ReadFile(fit.Path); err != nil || string(data[8:12]) != ".FIT" || len(fit.Losses) == 0 ||
		strings.Contains(fit.Path, "..") {
		t.Errorf("%+v %v", fit, err)
	}
	if data, err := base64.StdEncoding.DecodeString(export(`{"id":"` + event + `","inline":true}`).Content); err != nil ||
		string(data[8:12]) != ".FIT" {
		t.Errorf("inline: %v", err)
	}
	for args, want := range map[string]string{
		`{"id":"` + event + `","format":"igpsport","inline":true}`:                `"minValue":220,"maxValue":235`,
		`{"id":"` + event + `","format":"txt","inline":true}`:                     "- 20m 88-94%",
		`{"id":"` + event + `","format":"zwo","inline":true}`:                     "<workout_file>",
		`{"id":"` + event + `","format":"ical","inline":true}`:                    "DTSTART;VALUE=DATE:20260503",
		`{"id":"intervals:1","format":"ical","inline":true}`:                      "DTSTART;VALUE=DATE:{{SCHEDULED_DATE}}",
		`{"id":"intervals:1","format":"ical","date":"2026-05-09","inline":true}`:  "DTSTART;VALUE=DATE:20260509",
		`{"range":"next 14 days","inline":true}`:                                  "DTSTART:20260503T073000Z",
		`{"range":"2026-05-01..2026-05-31","format":"ical","inline":true}`:        "(220–235 W)",
		`{"id":"` + event + `","format":"erg","inline":true,"date":"2026-05-09"}`: "[COURSE DATA]",
		`{"id":"` + event + `","format":"plain","inline":true,"dry_run":true}`:    "20 min",
	} {
		if out := export(args); !strings.Contains(out.Content, want) || out.Path != "" {
			t.Errorf("%s: %+v", args, out)
		}
	}
	if dry := export(`{"id":"` + event + `","dry_run":true,"format":"mrc"}`); dry.Path == "" {
		t.Errorf("a dry run: %+v", dry)
	} else if _, err := os.Stat(dry.Path); err == nil {
		t.Error("a dry run wrote a file")
	}
	for args, want := range map[string]string{
		`{}`:                                     "Export either one workout or a range of days at a time.",
		`{"id":"` + event + `","range":"today"}`: "Export either one workout or a range of days at a time.",
		`{"range":"next 14 days","format":"fit"}`:    "Calendar days can only be exported as ical; fit holds one workout.",
		`{"range":"2027-01-01..2027-01-31"}`:         "Nothing is planned from 2027-01-01 to 2027-01-31.",
		`{"id":"nobody"}`:                            `There is no workout "nobody" in the library or the calendar.`,
		`{"id":"intervals:2"}`:                       "Long has no steps to export.",
		`{"id":"intervals:1","format":"tcx"}`:        "format cannot be",
		`{"id":"../../etc/passwd","format":"fit"}`:   "There is no workout",
		`{"id":"intervals:1","format":"fit","to":1}`: "export_workout has no argument",
	} {
		_, err := b.table.Call(t.Context(), "export_workout", call(), []byte(args))
		if p := tools.Describe(err); err == nil || !strings.HasPrefix(p.Sentence, want) || p.Fix == "" {
			t.Errorf("%s: %+v", args, p)
		}
	}
}

// TestACreatedWorkoutIsDrawn: the first one, on request, in a dry run as well.
func TestACreatedWorkoutIsDrawn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for args, want := range map[string]string{
		`{"workouts":[{"name":"Sweet spot","sport":"ride","description":"- 10m 60%\n- 8m 90%"},{"name":"x","sport":"ride","description":"- 1m 60%"}],` +
			`"picture":true,"dry_run":true}`: "Sweet spot",
		`{"workouts":[{"name":"Hills","sport":"run","date":"2026-06-01","description":"- 10m Z2"}],"picture":true}`: "Hills",
		`{"workouts":[{"name":"Plain","sport":"ride","description":"- 10m 60%"}]}`:                                  "",
	} {
		res, err := b.table.Call(t.Context(), "create_workout", call(), []byte(args))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(res.Pictures) > 0 {
			got = res.Pictures[0].Title
		}
		if got != want || res.NotDrawn != "" {
			t.Errorf("%s is drawn as %q, %s", args, got, res.NotDrawn)
		}
	}
}
