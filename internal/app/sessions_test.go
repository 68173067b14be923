package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// seen is what a face says of a planned session.
type seen struct {
	ID       string   `json:"id"`
	External string   `json:"external_id"`
	Day      string   `json:"local_date"`
	Date     string   `json:"date"` // in the plan
	Status   string   `json:"status"`
	Name     string   `json:"name"`
	Seconds  float64  `json:"duration_s"`
	Km       float64  `json:"distance_km"`
	Planned  *amounts `json:"planned"`
}

type amounts struct {
	Seconds float64 `json:"duration_s"`
	Km      float64 `json:"distance_km"`
}

// String returns what all faces have to say alike.
func (s *seen) String() string {
	if s.Planned != nil {
		s.Seconds, s.Km = s.Planned.Seconds, s.Planned.Km
	}
	return fmt.Sprintf("%s%s %s, %g s, %g km", s.Day, s.Date, s.Name, s.Seconds, s.Km)
}

type weekSeen struct {
	Sessions []seen `json:"sessions"`
}

// asks answers a question as one face does.
type asks func(tool, args string) string

// told reads what a tool answers.
func (a asks) told(t *testing.T, out any, tool, args string) {
	t.Helper()
	if err := json.Unmarshal([]byte(a(tool, args)), out); err != nil {
		t.Fatal(err)
	}
}

// byCommand asks as the athlete does.
func (p *person) byCommand(t *testing.T) asks {
	return func(tool, args string) string { return p.must(t, "call", tool, args) }
}

// asModel asks as an assistant does with whom the athlete shares something from now on.
func (p *person) asModel(t *testing.T, w *cli.Workbench, shared training.Sharing) asks {
	t.Helper()
	scope := training.Scope{Athlete: w.Athlete, Audience: training.AudienceModel}
	err := w.DB.Write(t.Context(), func(tx *store.Tx) error {
		who, err := w.DB.Athlete(t.Context(), scope)
		if err != nil {
			return err
		}
		who.Sharing = shared
		return tx.PutAthlete(who)
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(tool, args string) string {
		c, err := p.program(nil, nil).newCall(t.Context(), w.DB, w.Limited, w.Settings, scope, "mcp")
		if err != nil {
			t.Fatal(err)
		}
		res, err := w.Table.Call(t.Context(), tool, c, json.RawMessage(args))
		if err != nil {
			t.Fatal(err)
		}
		return string(res.Structured)
	}
}

// ofFaces returns the state and the words of each session of the plan by face.
func (p asks) ofFaces(t *testing.T, from, to training.Day) (states, words map[string]map[string]string) {
	t.Helper()
	states, words = map[string]map[string]string{}, map[string]map[string]string{}
	put := func(face string, all []seen) {
		states[face], words[face] = map[string]string{}, map[string]string{}
		for _, s := range all {
			id := s.ID
			if face == "calendar" {
				id = strings.TrimPrefix(s.External, "block/")
			}
			states[face][id], words[face][id] = s.Status, s.String()
		}
	}
	days := fmt.Sprintf(`{"range":"%s to %s","categories":["workout"]}`, from, to)
	var calendar struct {
		Events []seen `json:"events"`
	}
	p.told(t, &calendar, "list_events", days)
	put("calendar", calendar.Events)
	var followed weekSeen
	p.told(t, &followed, "check_training_plan", fmt.Sprintf(`{"range":"%s to %s"}`, from, to))
	put("check", followed.Sessions)
	var read struct {
		Weeks []weekSeen `json:"weeks"`
	}
	p.told(t, &read, "get_training_plan", `{"weeks":"all"}`)
	put("plan", slices.Concat(read.Weeks[0].Sessions, read.Weeks[1].Sessions))
	var context struct {
		Plan struct {
			Weeks []weekSeen `json:"weeks"`
		} `json:"plan"`
	}
	p.told(t, &context, "get_coach_context", `{"parts":["plan"],"max_tokens":8000}`)
	put("context", slices.Concat(context.Plan.Weeks[0].Sessions, context.Plan.Weeks[1].Sessions))
	return states, words
}

// workoutOf returns a session of the plan with half an hour of steps.
func workoutOf(id string, day time.Weekday) string {
	return fmt.Sprintf("      - {id: %s, day_of_week: %s, type: easy, name: %s, workout: \"- 30m Z2 Pace\"}\n", id, day, strings.ToUpper(id))
}

// edited returns a person whose published plan of two weeks was changed in the
// calendar in every way, as it is on the Saturday of its first week.
func edited(t *testing.T) (p *person, monday training.Day) {
	t.Helper()
	p = newPerson(t)
	monday = training.DayOf(noon).WeekStart(time.Monday) + 7
	body := fmt.Sprintf("plan_name: Block\nsport: running\nweeks:\n  - week_number: 1\n    week_start_date: %s\n    sessions:\n", monday) +
		workoutOf("done", time.Monday) + workoutOf("ill", time.Tuesday) + workoutOf("missed", time.Wednesday) +
		workoutOf("today", time.Saturday) + workoutOf("earlier", time.Sunday) +
		fmt.Sprintf("  - week_number: 2\n    week_start_date: %s\n    sessions:\n", monday+7) +
		workoutOf("same", time.Monday) + workoutOf("steps", time.Tuesday) + workoutOf("name", time.Wednesday) +
		workoutOf("moved", time.Thursday) + workoutOf("week", time.Friday) + workoutOf("gone", time.Saturday)
	given, err := json.Marshal(map[string]string{"id": "block", "text": body})
	if err != nil {
		t.Fatal(err)
	}
	p.must(t, "call", "update_athlete_settings", `{"sport":"run","threshold_pace_s_per_km":250,"effective_from":"2026-01-01"}`)
	p.must(t, "call", "save_training_plan", string(given))
	p.must(t, "plan", "publish", "block")
	for _, c := range [][2]string{
		{"update_event", `{"id":"block/steps","description":"- 1h Z2 Pace"}`},
		{"update_event", `{"id":"block/name","name":"Other","distance_km":9}`},
		{"update_event", fmt.Sprintf(`{"id":"block/moved","date":"%s"}`, monday+9)},
		{"update_event", fmt.Sprintf(`{"id":"block/week","date":"%s"}`, monday+6)},
		{"update_event", `{"id":"block/today","description":"- 20m Z2 Pace"}`},
		{"delete_events", `{"ids":["block/gone"]}`},
		{"create_events", fmt.Sprintf(`{"events":[{"category":"sick","name":"Flu","date":"%s"}]}`, monday+1)},
	} {
		p.must(t, "call", c[0], c[1])
	}
	p.later = time.Duration(int(monday+5-training.DayOf(noon))) * 24 * time.Hour
	runs := filepath.Join(p.work, "runs")
	treadmill(t, runs, monday.Time(time.UTC).Add(8*time.Hour))
	p.must(t, "import", runs)
	return p, monday
}

// TestEveryFaceReadsOneSession: however a session of a plan is changed in the
// calendar, done or left out, plan, check, calendar, context, today, export and
// page say the same of it.
func TestEveryFaceReadsOneSession(t *testing.T) {
	t.Parallel()
	p, monday := edited(t)
	states, words := p.byCommand(t).ofFaces(t, monday, monday+13)
	want := map[string]string{
		"done": "done", "ill": "excused", "missed": "missed", "today": "changed", "earlier": "upcoming", "same": "upcoming",
		"steps": "changed", "name": "changed", "moved": "changed", "week": "changed", "gone": "deleted",
	}
	for _, face := range []string{"plan", "check", "context"} {
		if d := cmp.Diff(want, states[face]); d != "" {
			t.Errorf("%s (-wanted +said):\n%s", face, d)
		}
	}
	for _, face := range []string{"plan", "check", "context"} {
		if got, want := words[face]["gone"], (monday+12).String()+" GONE, 0 s, 0 km"; got != want {
			t.Errorf("%s says %q of a deleted session, not %q", face, got, want)
		}
		delete(words[face], "gone")
	}
	delete(want, "gone")
	if d := cmp.Diff(want, states["calendar"]); d != "" {
		t.Errorf("calendar (-wanted +said):\n%s", d)
	}
	for _, face := range []string{"plan", "check", "context"} {
		if d := cmp.Diff(words["calendar"], words[face]); d != "" {
			t.Errorf("%s (-calendar +%s):\n%s", face, face, d)
		}
	}
	if got, want := words["plan"]["steps"], (monday+8).String()+" STEPS, 3600 s, 11.897 km"; got != want {
		t.Errorf("the edited session is %q, not %q", got, want)
	}
	p.printedAlike(t, monday)
}

// printedAlike checks the faces that print: today, the calendar, the files for
// devices and the page.
func (p *person) printedAlike(t *testing.T, monday training.Day) {
	t.Helper()
	if out := p.must(t, "today"); !strings.Contains(out, "TODAY  20:00  3.97 km  (changed)") {
		t.Errorf("today says\n%s", out)
	}
	for id, says := range map[string]string{"steps": `Duration="3600"`, "today": `Duration="1200"`} {
		if out := p.must(t, "call", "export_workout", fmt.Sprintf(`{"id":"block/%s","format":"zwo","inline":true}`, id)); !strings.Contains(
			strings.ReplaceAll(out, `\"`, `"`), says) {
			t.Errorf("the file of %s lacks %s:\n%s", id, says, out)
		}
	}
	base, ticket, stop := showing(t, p)
	defer stop()
	root, cookie := enter(t, base, ticket)
	_, body := getPage(t, root+"/calendar?view=agenda&date="+monday.String(), cookie)
	rows := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`).FindAllStringSubmatch(body, -1) {
		text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[1], " ")), " ")
		for _, name := range []string{"DONE", "ILL", "MISSED", "TODAY", "EARLIER", "SAME", "STEPS", "Other", "MOVED", "WEEK", "GONE"} {
			if strings.Contains(text, " "+name+" ") {
				rows[name] = text
			}
		}
	}
	for name, says := range map[string]string{
		"DONE": "done", "ILL": "excused", "MISSED": "missed", "TODAY": "changed 20:00", "EARLIER": "planned 30:00",
		"SAME": "planned 30:00", "STEPS": "changed 1:00:00", "Other": "changed 30:00", "MOVED": "changed", "WEEK": "changed",
	} {
		if !strings.Contains(rows[name], says) {
			t.Errorf("the page says %q of %s, not %q; it knows %q", rows[name], name, says, slices.Sorted(maps.Keys(rows)))
		}
	}
	if rows["GONE"] != "" {
		t.Errorf("the page shows a deleted session: %s", rows["GONE"])
	}
}

// wordless are sessions of a plan that say in words alone what is to be done.
const wordless = `      - {id: kept, day_of_week: Monday, type: easy, name: KEPT, duration_minutes: 30, description: Easy by feel}
      - {id: words, day_of_week: Tuesday, type: easy, name: WORDS, duration_minutes: 40, description: Easy by feel}
      - {id: steps, day_of_week: Wednesday, type: easy, name: STEPS, workout: "Easy\n\n- 30m Z2 Pace"}
      - {id: cue, day_of_week: Friday, type: easy, name: CUE, workout: "Main set\n- Loose shoulders 30m Z2 Pace"}
      - {id: longer, day_of_week: Saturday, type: easy, name: LONGER, workout: "- 30m Z2 Pace"}
      - {id: emptied, day_of_week: Thursday, type: easy, name: EMPTIED, duration_minutes: 30, description: Easy by feel}
`

// ofWords is what a session says in words, and what it says is missing.
type ofWords struct {
	ID          string            `json:"id"`
	Status      string            `json:"status"`
	Description string            `json:"description"`
	Workout     string            `json:"workout"`
	Structure   string            `json:"structure"`
	Missing     map[string]string `json:"missing"`
}

// TestChangedWordsReachEveryFace: if the words alone of a session are changed in
// the calendar, every face says that the session was changed, to an assistant
// that may not read the new words too, which is then not told the old ones.
func TestChangedWordsReachEveryFace(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	monday := training.DayOf(noon).WeekStart(time.Monday) + 7
	body, err := json.Marshal(map[string]string{"id": "block", "text": fmt.Sprintf(
		"plan_name: Block\nsport: running\nweeks:\n  - week_number: 1\n    week_start_date: %s\n    sessions:\n%s"+
			"  - week_number: 2\n    week_start_date: %s\n    sessions:\n", monday, wordless, monday+7) + workoutOf("later", time.Monday)})
	if err != nil {
		t.Fatal(err)
	}
	p.must(t, "call", "update_athlete_settings", `{"sport":"run","threshold_pace_s_per_km":250,"effective_from":"2026-01-01"}`)
	p.must(t, "call", "save_training_plan", string(body))
	p.must(t, "plan", "publish", "block")
	p.must(t, "call", "update_event", `{"id":"block/words","description":"Hills, hard"}`)
	p.must(t, "call", "update_event", `{"id":"block/steps","description":"Soft ground\n\n- 30m Z2 Pace"}`)
	p.must(t, "call", "update_event", `{"id":"block/longer","description":"- 1h Z2 Pace"}`)
	p.must(t, "call", "update_event", `{"id":"block/emptied","clear":["description"]}`)
	p.later = time.Duration(int(monday+1-training.DayOf(noon))) * 24 * time.Hour
	want := map[string]string{
		"kept": "missed", "words": "changed", "steps": "changed", "emptied": "changed", "cue": "upcoming", "longer": "changed",
		"later": "upcoming",
	}
	w, _ := opened(t, p.program(nil, nil), cli.OpenOptions{})
	for _, c := range []struct {
		name  string
		asks  func() asks
		reads bool
	}{
		{"the athlete", func() asks { return p.byCommand(t) }, true},
		{"a model", func() asks { return p.asModel(t, w, training.Sharing{}) }, false},
		{"a model with notes", func() asks { return p.asModel(t, w, training.Sharing{Notes: true}) }, true},
	} {
		by := c.asks()
		states, _ := by.ofFaces(t, monday, monday+13)
		for face, said := range states {
			if d := cmp.Diff(want, said); d != "" {
				t.Errorf("%s, to %s (-wanted +said):\n%s", face, c.name, d)
			}
		}
		by.wordsOf(t, monday, c.name, c.reads)
	}
	if out := p.must(t, "today"); !strings.Contains(out, "WORDS  40:00  (changed)") || !strings.Contains(out, "Hills, hard") {
		t.Errorf("today says\n%s", out)
	}
	base, ticket, stop := showing(t, p)
	defer stop()
	root, cookie := enter(t, base, ticket)
	if _, page := getPage(t, root+"/plan", cookie); !strings.Contains(page, "Hills, hard") {
		t.Error("the page of the plan does not have the new words")
	}
	_, page := getPage(t, root+"/calendar?view=agenda&date="+monday.String(), cookie)
	if n := strings.Count(page, ">changed<"); n != 4 {
		t.Errorf("the calendar shows %d changed sessions, not 4", n)
	}
}

// wordsOf checks what plan, context, calendar and export say in words.
func (p asks) wordsOf(t *testing.T, monday training.Day, name string, reads bool) {
	t.Helper()
	var plan struct {
		Weeks []struct{ Sessions []ofWords } `json:"weeks"`
	}
	p.told(t, &plan, "get_training_plan", `{"weeks":"1"}`)
	var context struct {
		Plan struct {
			Weeks []struct{ Sessions []ofWords } `json:"weeks"`
		} `json:"plan"`
	}
	p.told(t, &context, "get_coach_context", `{"parts":["plan"],"max_tokens":8000}`)
	for face, sessions := range map[string][]ofWords{"plan": plan.Weeks[0].Sessions, "context": context.Plan.Weeks[0].Sessions} {
		for _, s := range sessions {
			text := strings.Join(strings.Fields(s.Description+s.Workout+s.Structure), " ")
			said := map[string]string{
				"kept": "Easy by feel", "words": "Hills, hard", "steps": "Soft ground - 30m Z2 Pace", "emptied": "",
				"longer": "- 1h Z2 Pace", "cue": "Main set - Loose shoulders 30m Z2 Pace",
			}[s.ID]
			hidden := !reads && (s.ID == "words" || s.ID == "steps")
			if hidden {
				said = map[string]string{"words": "", "steps": "- 30m Z2 Pace"}[s.ID]
			}
			if text != said || hidden != (len(s.Missing) > 0) {
				t.Errorf("%s says to %s of %s %q, missing %v; not %q", face, name, s.ID, text, s.Missing, said)
			}
		}
	}
	var event struct {
		Event   ofWords           `json:"event"`
		Missing map[string]string `json:"missing"`
	}
	p.told(t, &event, "get_event", `{"id":"block/words"}`)
	if reads != (event.Event.Description == "Hills, hard") || reads == (event.Missing["description"] != "") {
		t.Errorf("the event says to %s %q, missing %v", name, event.Event.Description, event.Missing)
	}
	out := p("export_workout", fmt.Sprintf(`{"range":"%s to %s","inline":true}`, monday, monday+6))
	if reads != strings.Contains(out, "Hills") || strings.Count(out, "Easy by feel") != map[bool]int{true: 1}[reads] {
		t.Errorf("the export says to %s\n%s", name, out)
	}
}
