package calendar_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	calendartools "lapkeep/internal/tools/calendar"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// home is a real store with its journal and the table over them.
type home struct {
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func open(t testing.TB, mode tools.Writes) *home {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	h := &home{db: db, journal: j}
	h.table = table(h, mode)
	return h
}

func table(h *home, mode tools.Writes) *tools.Table {
	return tools.NewTable(calendartools.Rows(calendartools.Deps{
		Store: h.db, Journal: h.journal, Texts: tools.Keeper{Store: h.db, Journal: h.journal, ReadOnly: true},
		Lister: calendar.NewLister(), Plans: plan.NewCache(), Writes: mode,
	})...)
}

// token returns the approval that an error asks for, "" if it asks for none.
func token(err error) string {
	if need, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		return need.Preview.Token
	}
	return ""
}

// at returns a call by a model at an instant, in a zone.
func at(instant, zone string) *tools.Call {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	now, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		panic(err)
	}
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: training.AudienceModel}, Now: now, Location: loc, Today: training.DayOf(now.In(loc)),
		Week: time.Monday, Face: "mcp",
	}
}

// friday returns the noon of Friday, 2026-05-01.
func friday() *tools.Call { return at("2026-05-01T10:00:00Z", "Europe/Berlin") }

type answer struct {
	JournalID string           `json:"journal_id"`
	DryRun    bool             `json:"dry_run"`
	Changes   []journal.Change `json:"changes"`
	Notes     []string         `json:"notes"`
	Cut       bool             `json:"truncated"`
	Events    []struct {
		ID       string
		External string            `json:"external_id"`
		Status   string            `json:"status"`
		Date     string            `json:"local_date"`
		Name     string            `json:"name"`
		Load     float64           `json:"load"`
		LoadRule string            `json:"load_rule"`
		Missing  map[string]string `json:"missing"`
	}
}

func (h *home) do(t testing.TB, c *tools.Call, tool, args string) answer {
	t.Helper()
	var out answer
	tooltest.Decode(t, h.table, c, tool, args, &out)
	return out
}

// TestOtherServersDaysAreRead: a number of days back or ahead, and a day of the
// week that is to come.
func TestOtherServersDaysAreRead(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	for args, want := range map[string]string{
		`{"days_ahead":14}`: "2026-05-01 2026-05-14", `{"days_back":"7"}`: "2026-04-25 2026-05-01",
		`{"days_back":7,"days_ahead":14}`: "2026-04-24 2026-05-15", `{"range":"on Thursday"}`: "2026-05-07 2026-05-07",
		`{"range":"last Thursday"}`: "2026-04-30 2026-04-30", `{"range":"this week"}`: "2026-04-27 2026-05-03",
		`{"range":"until Thursday"}`: "2026-05-01 2026-05-07", `{"range":{"to":"in 7 days"}}`: "2026-05-01 2026-05-08",
	} {
		if r := h.list(t, friday(), args).Range; r.From.String()+" "+r.To.String() != want {
			t.Errorf("%s is read as %v", args, r)
		}
	}
}

func (h *home) list(t testing.TB, c *tools.Call, args string) calendar.View {
	t.Helper()
	var v calendar.View
	tooltest.Decode(t, h.table, c, "list_events", args, &v)
	return v
}

func (h *home) get(t testing.TB, c *tools.Call, id string) calendar.FullEvent {
	t.Helper()
	var v calendar.Detail
	tooltest.Decode(t, h.table, c, "get_event", `{"id":"`+id+`"}`, &v)
	return v.Event
}

// documents returns all events with their layers.
func (h *home) documents(t testing.TB) []document.Document {
	t.Helper()
	docs, err := h.db.Documents(t.Context(), storetest.Export(who), document.Events, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

func (h *home) undo(t testing.TB, id string) {
	t.Helper()
	if _, err := h.journal.Undo(t.Context(), storetest.Export(who), id, storetest.Noon()); err != nil {
		t.Fatal(err)
	}
}

// says stores a service's version of an event.
func (h *home) says(t testing.TB, id string, e training.CalendarEvent) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Events, ID: id, Days: calendar.DaysOf(&e), Source: "intervals", AsOf: storetest.Noon(), Body: e,
		})
		return err
	})
}

// agree calls a tool that must ask, has a person agree, and calls again.
func (h *home) agree(t testing.TB, c *tools.Call, tool, args string) answer {
	t.Helper()
	_, err := h.table.Call(t.Context(), tool, c, json.RawMessage(args))
	code := token(err)
	if code == "" {
		t.Fatalf("%s %s did not ask: %v", tool, args, err)
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(who), code, c.Now); err != nil {
		t.Fatal(err)
	}
	with := *c
	with.Approval = code
	return h.do(t, &with, tool, args)
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	for _, p := range tooltest.Problems(h.table) {
		t.Error(p)
	}
	cost, err := tooltest.CostOf(h.table)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tokens: %v", cost)
}

const (
	tempo = `{"date":"2026-05-05","time":"07:30","name":"Tempo","sport":"ride","duration_s":"1h30m","intensity_factor":0.8,"external_id":"tempo"}`
	easy  = `{"date":"tomorrow","name":"Easy run","sport":"run","duration_s":2700}`
	race  = `{"date":"2026-05-14","category":"RACE_A","name":"Hill climb","sport":"ride","load":150,"distance_km":"40 km"}`
)

// writes are one call of every tool that writes, on the events of planned.
func planned(t testing.TB, h *home) answer {
	t.Helper()
	h.says(t, "intervals:7", training.CalendarEvent{
		Category: training.EventWorkout, Name: "From the coach", Start: "2026-05-06T00:00:00", Sport: training.Running,
		MovingTimeS: 3600, Load: 70,
	})
	h.planOf(t, 3)
	return h.do(t, friday(), "create_events", `{"events":[`+tempo+`,`+easy+`]}`)
}

// planOf puts a plan of so many workouts, one each second day, into it.
func (h *home) planOf(t testing.TB, workouts int) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		put := func(c document.Collection, id string, v any) error {
			b, err := json.Marshal(v)
			if err != nil {
				return err
			}
			_, err = tx.PutOwn(who, c, id, document.Own{Fields: b})
			return err
		}
		if err := put(document.Folders, "base", training.WorkoutFolder{Name: "Base", Plan: true}); err != nil {
			return err
		}
		if err := put(document.Folders, "loose", training.WorkoutFolder{Name: "Loose"}); err != nil {
			return err
		}
		for i := range workouts {
			day := 2 * i
			w := training.LibraryWorkout{
				FolderID: "base", Name: fmt.Sprint("Day ", day), Sport: training.Cycling, MovingTimeS: 3600, Intensity: 0.7,
				PlanDay: &day, Tags: []string{"base"},
			}
			if err := put(document.Workouts, fmt.Sprintf("w%03d", i), w); err != nil {
				return err
			}
		}
		return put(document.Workouts, "undated", training.LibraryWorkout{FolderID: "base", Name: "No day", Sport: training.Cycling})
	})
}

func TestEveryWriteIsDryRunAndUndone(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]struct{ tool, args string }{
		"create": {"create_events", `{"events":[` + race +
			`,{"date":"2026-05-10","end_date":"2026-05-12","name":"Away","category":"holiday","more":{"training_availability":"unavailable"}}]}`},
		"create over": {"create_events", `{"events":[{"date":"2026-05-07","name":"Tempo, later","external_id":"tempo","load":100}]}`},
		"update": {
			"update_event",
			`{"id":"tempo","date":"2026-05-08","name":"Tempo 2","more":{"work_kj":900,"color":"green"},"flags":["indoor"],"tags":["key"]}`,
		},
		"update a service's":  {"update_event", `{"id":"intervals:7","load":0,"description":"- 10m 75%"}`},
		"clear":               {"update_event", `{"id":"tempo","clear":["duration_s","intensity_factor"]}`},
		"delete":              {"delete_events", `{"ids":["tempo"]}`},
		"delete a service's":  {"delete_events", `{"ids":["intervals:7"]}`},
		"duplicate":           {"duplicate_events", `{"ids":["tempo","intervals:7"],"copies":1,"weeks_between":1}`},
		"duplicate to a day":  {"duplicate_events", `{"ids":["tempo","intervals:7"],"date":"2026-05-09"}`},
		"apply a plan":        {"apply_training_plan", `{"plan_id":"base","start_date":"2026-05-04"}`},
		"apply by other name": {"apply_training_plan", `{"folder_id":"base","start_date_local":"next monday"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, tools.WritesSafe)
			planned(t, h)
			before, seq := h.documents(t), storetest.LastSeq(t, h.db)
			dry := strings.TrimSuffix(call.args, "}") + `,"dry_run":true}`
			if out := h.do(t, friday(), call.tool, dry); !out.DryRun || out.JournalID != "" || len(out.Changes) == 0 {
				t.Errorf("a dry run answers %+v", out)
			}
			if d := cmp.Diff(before, h.documents(t)); d != "" || storetest.LastSeq(t, h.db) != seq {
				t.Errorf("a dry run wrote:\n%s", d)
			}
			out := h.do(t, friday(), call.tool, call.args)
			after := h.documents(t)
			if out.JournalID == "" || cmp.Equal(before, after) {
				t.Fatalf("nothing was written: %+v", out)
			}
			h.undo(t, out.JournalID)
			if d := cmp.Diff(before, h.documents(t)); d != "" {
				t.Errorf("undone, it left (-before +after):\n%s", d)
			}
			h.undo(t, "j"+fmt.Sprint(3)) // the undoing itself
			if d := cmp.Diff(after, h.documents(t)); d != "" {
				t.Errorf("the undoing undone, it left (-written +now):\n%s", d)
			}
		})
	}
}

func TestCreatedEventsAreWhatWasSaid(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	out := h.do(t, friday(), "create_events", `{"events":[`+tempo+`,`+easy+`,`+race+`]}`)
	got := map[string]string{}
	for _, e := range out.Events {
		got[e.Name] = fmt.Sprint(e.Status, " ", e.Date, " ", e.Load, " ", e.LoadRule, e.Missing["load"] != "")
	}
	want := map[string]string{
		"Tempo": "created 2026-05-05 96 duration_intensityfalse", "Easy run": "created 2026-05-02 0 true",
		"Hill climb": "created 2026-05-14 150 statedfalse",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	e := h.get(t, friday(), "tempo")
	if e.Time != "07:30" || e.Planned.DurationS != 5400 || e.Planned.Intensity != 0.8 ||
		e.Category != training.EventWorkout || *e.InDays != 4 {
		t.Errorf("it reads %+v", e)
	}
}

// TestRestDays: a rest day is a day off, in whatever words, and a session on it
// is named.
func TestRestDays(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	for i, said := range []string{"rest", "Rest day", "day off"} {
		out := h.do(t, friday(), "create_events", fmt.Sprintf(`{"events":[{"date":"2026-05-1%d","name":"Rest","category":%q},
			{"date":"2026-05-1%[1]d","name":"Easy","sport":"run","duration_s":1800}]}`, i, said))
		if after := out.Changes[0].After.String(); !strings.Contains(after, "holiday Rest") ||
			!strings.Contains(fmt.Sprint(out.Notes), "1 session is planned during") {
			t.Errorf("%q is %q, %v", said, after, out.Notes)
		}
	}
	out := h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-09","end_date":"2026-05-12","name":"Flu","category":"sick"}]}`)
	if want := `3 sessions are planned during "Flu"`; strings.Count(fmt.Sprint(out.Notes), want) != 1 {
		t.Errorf("%v lacks %q", out.Notes, want)
	}
}

// TestAWriteOfOneEventNamesIt, with its day or its days; more are counted.
func TestAWriteOfOneEventNamesIt(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	away := h.do(t, friday(), "create_events",
		`{"events":[{"date":"2026-05-10","end_date":"2026-05-12","name":"Away","category":"holiday"}]}`)
	if after := away.Changes[0].After.String(); after != "2026-05-10 to 2026-05-12 holiday Away" {
		t.Errorf("it is told as %q", after)
	}
	made := h.do(t, friday(), "create_events", `{"events":[`+tempo+`]}`)
	h.do(t, friday(), "create_events", `{"events":[`+easy+`,`+race+`]}`)
	h.do(t, friday(), "delete_events", fmt.Sprintf(`{"ids":[%q]}`, made.Events[0].ID))
	all, err := h.db.Journal(t.Context(), friday().Scope, 9)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, i18n.Sentence(e.Summary).String())
	}
	want := []string{
		"Delete Tempo of 2026-05-05.", "Plan 2 events.", "Plan Tempo on 2026-05-05.", "Plan Away on 2026-05-10 to 2026-05-12.",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestAKnownExternalIDChangesWhatIsGiven and leaves the rest as it is: the
// category, the time of day, the length, the words.
func TestAKnownExternalIDChangesWhatIsGiven(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-05","time":"07:30","end_date":"2026-05-06","category":"race_a","name":"Tour","sport":"ride",
		"description":"Two days.","duration_s":"9h","distance_km":240,"load":400,"tags":["a","b"],"flags":["show_as_note"],"more":{"color":"red"},"external_id":"tour"}]}`)
	was := h.get(t, friday(), "tour")
	out := h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-12","name":"Tour","load":380,"external_id":"tour"}]}`)
	now := h.get(t, friday(), "tour")
	if out.Events[0].Status != "updated" || now.Day.String() != "2026-05-12" || now.Planned.Load != 380 {
		t.Errorf("it reads %+v", now)
	}
	fields := []string{}
	for _, c := range out.Changes {
		fields = append(fields, c.Field)
	}
	slices.Sort(fields)
	if d := cmp.Diff([]string{"date", "end_date", "load"}, fields); d != "" {
		t.Errorf("changed (-want +got):\n%s", d)
	}
	if i := slices.IndexFunc(out.Changes, func(c journal.Change) bool { return c.Field == "end_date" }); i < 0 ||
		out.Changes[i].After != "2026-05-13" {
		t.Errorf("the last day is not told: %+v", out.Changes)
	}
	if now.Category != was.Category || now.Time != was.Time || now.Planned.DurationS != was.Planned.DurationS || now.Text != was.Text ||
		now.To == nil || *now.To != now.Day+1 || now.Color != was.Color || !slices.Equal(now.Flags, was.Flags) ||
		!slices.Equal(now.Tags, was.Tags) {
		t.Errorf("it was  %+v\nand is %+v", was, now)
	}
	h.undo(t, out.JournalID)
	if back := h.get(t, friday(), "tour"); back.Day != was.Day || back.Planned.Load != 400 {
		t.Errorf("taken back: %+v", back)
	}
}

func TestAnExternalIDMeetsItself(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	first := h.do(t, friday(), "create_events", `{"events":[`+tempo+`]}`)
	again := h.do(t, friday(), "create_events", `{"events":[`+tempo+`]}`)
	if again.JournalID != "" || again.Events[0].Status != "unchanged" || again.Events[0].ID != first.Events[0].ID || len(again.Notes) == 0 {
		t.Errorf("the same again: %+v", again)
	}
	changed := h.do(t, friday(), "create_events", `{"events":[{"date":"2026-05-06","name":"Tempo","external_id":"tempo","load":90}]}`)
	if changed.Events[0].Status != "updated" || changed.Events[0].ID != first.Events[0].ID || changed.Events[0].Load != 90 {
		t.Errorf("another word: %+v", changed)
	}
	if e := h.get(t, friday(), "tempo"); e.Day.String() != "2026-05-06" || e.Planned.DurationS != 5400 {
		t.Errorf("it reads %+v", e)
	}
	// One that a service brings back under our key is the same one.
	h.says(t, "intervals:9", training.CalendarEvent{
		ExternalID: "pushed", Category: training.EventWorkout,
		Name: "Pushed", Start: "2026-05-09T00:00:00",
	})
	if out := h.do(t, friday(), "create_events",
		`{"events":[{"date":"2026-05-09","name":"Pushed further","external_id":"pushed"}]}`); out.Events[0].ID != "intervals:9" {
		t.Errorf("it went to %+v", out.Events)
	}
	tooltest.Fails(t, h.table, friday(), "create_events", `{"events":[`+tempo+`,`+tempo+`]}`)
	// Without a key the same words are two events.
	if out := h.do(t, friday(), "create_events", `{"events":[`+easy+`,`+easy+`]}`); out.Events[0].ID == out.Events[1].ID {
		t.Errorf("two easy runs are one: %+v", out.Events)
	}
}

func TestBigWritesAskFirst(t *testing.T) {
	t.Parallel()
	many := func(n, apart int) string {
		var rows []string
		for i := range n {
			day := training.NewDay(2026, 5, 4) + training.Day(i*apart)
			rows = append(rows, fmt.Sprintf(`{"date":"%s","name":"W%d","sport":"run"}`, day, i))
		}
		return `{"events":[` + strings.Join(rows, ",") + `]}`
	}
	for name, c := range map[string]struct {
		args string
		asks bool
	}{
		"20 on a day":      {many(20, 0), false},
		"21 on a day":      {many(21, 0), true},
		"14 days":          {many(14, 1), false},
		"15 days":          {many(15, 1), true},
		"two, weeks apart": {many(2, 14), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, tools.WritesSafe)
			if !c.asks {
				h.do(t, friday(), "create_events", c.args)
				return
			}
			out := h.agree(t, friday(), "create_events", c.args)
			if len(h.documents(t)) != len(out.Events) {
				t.Errorf("%d events of %d", len(h.documents(t)), len(out.Events))
			}
			h.undo(t, out.JournalID)
			if n := len(h.documents(t)); n != 0 {
				t.Errorf("undone, %d are left", n)
			}
		})
	}
}

func TestTheAgendaShowsWhatIsPlanned(t *testing.T) {
	t.Parallel()
	h := open(t, tools.WritesSafe)
	planned(t, h)
	v := h.list(t, friday(), `{}`)
	var got []string
	for _, e := range v.Events {
		got = append(got, fmt.Sprint(e.Day, " ", e.Name, " ", e.Status))
	}
	want := []string{"2026-05-02 Easy run upcoming", "2026-05-05 Tempo upcoming", "2026-05-06 From the coach upcoming"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if v.Range.From.String() != "2026-04-27" || v.Range.Days != 14 || v.Missing["planned.load"] == "" || len(v.Weeks) != 2 {
		t.Errorf("the answer is %+v", v)
	}
}
