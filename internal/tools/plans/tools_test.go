package plans_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/plans"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// now is a Wednesday of the plan's week 2.
var now = time.Date(2026, 2, 11, 12, 0, 0, 0, time.UTC)

const spring = `# Knee first.
plan_name: Spring half
weeks:
  # Easy start
  - week_number: 1
    week_start_date: 2026-02-02
    total_planned_distance_km: 7.5
    runs:
      - day_of_week: Tuesday
        type: easy
        distance_km: 7.5 # flat
  - week_number: 2
    week_start_date: 2026-02-09
    runs:
      - day_of_week: Sunday
        type: long_run
        distance_km: 20
  - week_number: 3
    week_start_date: 2026-02-16
    runs: []
`

type board struct {
	*testing.T
	home    string
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func newBoard(t *testing.T) *board {
	t.Helper()
	home := t.TempDir()
	db := storetest.OpenHome(t, home)
	storetest.Athlete(t, db, who)
	storetest.Athlete(t, db, "bob")
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	d := plans.Deps{Store: db, Texts: tools.Keeper{Store: db, Journal: j, Home: home}}
	return &board{t, home, db, j, tools.NewTable(plans.Rows(d)...)}
}

func call() *tools.Call {
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: training.AudienceModel}, Now: now, Location: time.UTC,
		Today: training.DayOf(now), Week: time.Monday, Face: "mcp",
	}
}

type object = map[string]any

func with(args object) string {
	b, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// answer is what tests look at of any answer.
type answer struct {
	ID   string `json:"id"`
	Plan struct {
		ID      string `json:"id"`
		Week    int    `json:"current_week"`
		Version int    `json:"version"`
	} `json:"plan"`
	Plans []struct {
		ID     string `json:"id"`
		Status string `json:"status"`
		Active bool   `json:"active"`
	} `json:"plans"`
	Comments []string `json:"comments"`
	Weeks    []struct {
		Number   int      `json:"week"`
		Comments []string `json:"comments"`
		Sessions []struct {
			ID         string   `json:"id"`
			DistanceKm float64  `json:"distance_km"`
			Comments   []string `json:"comments"`
		} `json:"sessions"`
	} `json:"weeks"`
	Sessions []struct {
		ID string `json:"id"`
	} `json:"sessions"`
	Text      string           `json:"text"`
	NextLine  int              `json:"next_line"`
	Versions  []object         `json:"versions"`
	Truncated bool             `json:"truncated"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
}

func (b *board) ask(tool string, args object) (out answer) {
	b.Helper()
	tooltest.Decode(b.T, b.table, call(), tool, with(args), &out)
	return out
}

func (b *board) refused(tool string, args object, kind training.Kind, says string) {
	b.Helper()
	_, err := b.table.Call(b.Context(), tool, call(), json.RawMessage(with(args)))
	if training.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), says) {
		b.Errorf("%.200s: %v", with(args), err)
	}
}

func (b *board) path(id string) string {
	return filepath.Join(b.home, memory.FolderOf(who), "plans", id+".yaml")
}

func (b *board) file(id string) string {
	b.Helper()
	data, err := os.ReadFile(b.path(id))
	if err != nil {
		b.Fatal(err)
	}
	return string(data)
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(newBoard(t).table) {
		t.Error(p)
	}
}

// TestAnOriginalPlanLoadsUnchanged: saved, its file and its text are the same
// bytes, and so they are when it lies in the folder first.
func TestAnOriginalPlanLoadsUnchanged(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	if got := b.ask("save_training_plan", object{"text": spring}); got.ID != "spring-half" || b.file("spring-half") != spring {
		t.Errorf("%+v", got)
	}
	crlf := strings.ReplaceAll(spring, "\n", "\r\n")
	if err := os.WriteFile(b.path("other"), []byte(crlf), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := b.ask("get_training_plan", object{"id": "other", "part": "text"}); got.Text != crlf || b.file("other") != crlf {
		t.Errorf("%q", got.Text)
	}
}

// TestAReadShowsIDsAndComments: without an id the active plan, this week and
// the next, whose ids an edit takes.
func TestAReadShowsIDsAndComments(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	got := b.ask("get_training_plan", object{})
	if got.Plan.ID != "spring-half" || got.Plan.Week != 2 || len(got.Weeks) != 2 || got.Weeks[0].Sessions[0].ID != "w2-sun" {
		t.Errorf("%+v", got)
	}
	if got.Comments[0] != "Knee first." {
		t.Error(got.Comments)
	}
	got = b.ask("get_training_plan", object{"weeks": "1"})
	if w := got.Weeks[0]; w.Comments[0] != "Easy start" || w.Sessions[0].Comments[0] != "flat" || w.Sessions[0].DistanceKm != 7.5 {
		t.Errorf("%+v", w)
	}
	b.refused("get_training_plan", object{"weeks": "7"}, training.KindNotFound, "weeks: all")
	b.refused("get_training_plan", object{"weeks": "soon"}, training.KindInvalid, "5-9")
	b.refused("get_training_plan", object{"id": "none"}, training.KindNotFound, "none")
	b.refused("get_training_plan", object{"id": "../../secret"}, training.KindInvalid, "letters")
}

// TestNoPlan checks the advice where there is no plan.
func TestNoPlan(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.refused("get_training_plan", object{}, training.KindNotFound, "create_training_plan")
	if got := b.ask("list_training_plans", object{}); len(got.Plans) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestAPlanWithProblemsIsNotSaved, and each is told.
func TestAPlanWithProblemsIsNotSaved(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	wrong := strings.Replace(strings.Replace(spring, "Tuesday", "Tusday", 1), "2026-02-09", "2026-02-10", 1)
	b.refused("save_training_plan", object{"text": wrong}, training.KindInvalid, "Did you mean Tuesday?")
	b.refused("save_training_plan", object{"text": wrong}, training.KindInvalid, "Write 2026-02-09.")
	b.refused("save_training_plan", object{"text": "a: ["}, training.KindInvalid, "YAML")
	b.refused("save_training_plan", object{}, training.KindInvalid, "Give text")
	b.refused("save_training_plan", object{"text": strings.Repeat("# x\n", 1<<18) + "a"}, training.KindTooLarge, "1 MiB")
	b.ask("save_training_plan", object{"text": spring})
	b.refused("save_training_plan", object{"text": spring}, training.KindConflict, "Give its id")
}

// TestAnEditIsJournaledAndVersioned: a dry run changes nothing, an edit says
// ids, an undo brings the text back, and every version can be read.
func TestAnEditIsJournaledAndVersioned(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	edit := object{"operations": []object{
		{"op": "move", "session": "w1-tue", "day": "Wednesday"},
		{"op": "set", "session": "w1-tue", "fields": object{"distance_km": 9}},
		{"op": "comment", "week": 1, "text": "moved for work"},
	}}
	edit["dry_run"] = true
	if got := b.ask("edit_training_plan", edit); len(got.Changes) == 0 || b.file("spring-half") != spring {
		t.Errorf("%+v", got)
	}
	delete(edit, "dry_run")
	got := b.ask("edit_training_plan", edit)
	if got.ID != "spring-half" || got.Sessions[0].ID != "w1-tue" || !strings.Contains(fmt.Sprint(got.Notes), "is now 9; it was 7.5") {
		t.Errorf("%+v", got)
	}
	after := b.file("spring-half")
	for _, keeps := range []string{
		"# Knee first.", "# Easy start", "# moved for work", "distance_km: 9 # flat",
		"id: w1-tue", "total_planned_distance_km: 9\n",
	} {
		if !strings.Contains(after, keeps) {
			t.Errorf("%q is not in\n%s", keeps, after)
		}
	}
	if _, err := b.journal.Undo(t.Context(), storetest.Export(who), "", now); err != nil {
		t.Fatal(err)
	}
	if now := b.ask("get_training_plan", object{"part": "text"}); now.Text != spring {
		t.Error(now.Text)
	}
	if was := b.ask("get_training_plan", object{"part": "text", "version": 2}); was.Text != after {
		t.Error(was.Text)
	}
	if all := b.ask("get_training_plan", object{"part": "versions"}); len(all.Versions) != 2 {
		t.Errorf("%+v", all.Versions)
	}
	b.ask("save_training_plan", object{"id": "spring-half", "version": 2})
	if b.file("spring-half") != after {
		t.Error(b.file("spring-half"))
	}
}

// TestAllOrNothing: an operation that cannot be made leaves the others unmade.
func TestAllOrNothing(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	b.refused("edit_training_plan", object{"operations": []object{
		{"op": "remove", "session": "w1-tue"}, {"op": "remove", "session": "w9-tue"},
	}}, training.KindNotFound, "Nothing was changed")
	b.refused("edit_training_plan", object{"operations": []object{{"op": "set", "session": "w1-tue", "fields": 5}}},
		training.KindInvalid, "fields")
	if b.file("spring-half") != spring {
		t.Error(b.file("spring-half"))
	}
}

// TestAHandEditCounts: what an editor wrote is what is read and changed.
func TestAHandEditCounts(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	hand := strings.Replace(spring, "distance_km: 20", "distance_km: 21 # by hand", 1)
	if err := os.WriteFile(b.path("spring-half"), []byte(hand), 0o600); err != nil {
		t.Fatal(err)
	}
	b.ask("edit_training_plan", object{"operations": []object{{"op": "comment", "text": "ok"}}})
	if got := b.file("spring-half"); !strings.Contains(got, "distance_km: 21 # by hand") || !strings.Contains(got, "# ok\n") {
		t.Error(got)
	}
}

// TestAnotherAthleteSeesNothing of it.
func TestAnotherAthleteSeesNothing(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	c := call()
	c.Scope.Athlete = "bob"
	res, err := b.table.Call(t.Context(), "list_training_plans", c, json.RawMessage(`{}`))
	if err != nil || strings.Contains(res.Text, "spring") {
		t.Errorf("%s %v", res.Text, err)
	}
}

// TestPastPlansStay: all are listed, and the active one is that of the day.
func TestPastPlansStay(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.ask("save_training_plan", object{"text": spring})
	b.ask("save_training_plan", object{"id": "autumn", "text": strings.NewReplacer("2026-02-02", "2025-09-01",
		"2026-02-09", "2025-09-08", "2026-02-16", "2025-09-15").Replace(spring)})
	got := b.ask("list_training_plans", object{})
	if len(got.Plans) != 2 || got.Plans[0].Status != "past" || got.Plans[0].Active || !got.Plans[1].Active {
		t.Errorf("%+v", got.Plans)
	}
}

// TestAnswersAreBounded: a plan of 300 weeks fits into answers that say how to
// go on; a usual one takes little.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	var long strings.Builder
	long.WriteString("plan_name: Years\nsport: running\nweeks:\n")
	for i := range 300 {
		fmt.Fprintf(&long, "- week_number: %d\n  week_start_date: %s\n  runs:\n", i+1, training.NewDay(2026, 2, 2)+training.Day(7*i))
		for d := range 7 {
			fmt.Fprintf(&long, "  - {day_of_week: %s, type: easy, distance_km: 8, description: Easy on the river path}\n",
				time.Weekday((d+1)%7))
		}
	}
	b.ask("save_training_plan", object{"text": long.String()})
	for _, args := range []object{{"weeks": "all"}, {"part": "text"}} {
		res, err := b.table.Call(t.Context(), "get_training_plan", call(), json.RawMessage(with(args)))
		if err != nil || len(res.Text) > 32<<10 || !strings.Contains(res.Text, `"truncated":true`) {
			t.Errorf("%v: %d bytes, %v", args, len(res.Text), err)
		}
	}
	if res, err := b.table.Call(t.Context(), "get_training_plan", call(), json.RawMessage(`{}`)); err != nil || len(res.Text) > 2300 {
		t.Errorf("%d bytes, %v", len(res.Text), err)
	}
	var whole strings.Builder
	for from := 1; from > 0; {
		got := b.ask("get_training_plan", object{"part": "text", "line": from})
		whole.WriteString(got.Text)
		from = got.NextLine
	}
	if whole.String() != long.String() {
		t.Error("the parts are not the whole")
	}
}

// TestAPlanIsCreated after a verdict, and undone as one entry.
func TestAPlanIsCreated(t *testing.T) {
	t.Parallel()
	b := newBoard(t)
	b.refused("create_training_plan", object{"for": "chess"}, training.KindInvalid, "half_marathon")
	b.refused("create_training_plan", object{"for": "marathon", "race_date": "2026-06-07"}, training.KindInvalid, "not advisable")
	b.refused("create_training_plan", object{"for": "10 km", "race_date": "2026-06-07", "goal_time": "0:20"}, training.KindInvalid, "h:mm:ss")
	b.refused("create_training_plan", object{"for": "base", "days_off": "someday"}, training.KindInvalid, "monday")
	args := object{"for": "half", "race_date": "2026-06-07", "level": "intermediate", "days_off": "monday, friday", "name": "Lake half"}
	args["dry_run"] = true
	b.ask("create_training_plan", args)
	if _, err := os.Stat(filepath.Join(b.home, "athletes", "ada", "coach", "plans", "lake-half.yaml")); err == nil {
		t.Error("a dry run wrote the plan")
	}
	delete(args, "dry_run")
	got := b.ask("create_training_plan", args)
	if text := b.file("lake-half"); got.ID != "lake-half" || !strings.Contains(text, "Verdict: feasible") || !strings.Contains(text,
		"2026-06-07") {
		t.Errorf("%s\n%.600s", got.ID, text)
	}
	b.refused("create_training_plan", args, training.KindConflict, "Give another name")
	copied := b.ask("save_training_plan", object{"from": "lake-half", "weeks": "1-3", "template": true, "id": "block"})
	if text := b.file("block"); copied.ID != "block" || !strings.Contains(text, "template: true") || strings.Contains(text, "2026-") {
		t.Errorf("%.600s", text)
	}
	b.ask("save_training_plan", object{"from": "block", "start_date": "2027-01-04", "id": "again"})
	if text := b.file("again"); !strings.Contains(text, "plan_start_date: 2027-01-04") {
		t.Errorf("%.600s", text)
	}
	b.ask("save_training_plan", object{"from": "5k", "race_date": "2027-05-30", "id": "five"})
	b.refused("save_training_plan", object{"from": "5k", "id": "six"}, training.KindInvalid, "race_date")
	b.refused("save_training_plan", object{"from": "nothing", "template": true}, training.KindNotFound, "nothing")
	b.refused("save_training_plan", object{"from": "5k", "template": true, "weeks": "9-3", "id": "x"}, training.KindInvalid, "4-6")
}
