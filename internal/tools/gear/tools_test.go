package gear_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	view "lapkeep/internal/answers/gear"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/gear"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

// shed is a real store with its journal and the table over them.
type shed struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

// noon is 1 May 2026, a week after the last of the shed's rides.
var noon = storetest.Noon()

func newShed(t *testing.T) *shed {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	id := func() string { n++; return fmt.Sprint("new", n) }
	j := journal.New(db, func() string { return "j" + id() })
	h := &shed{t, db, j, tools.NewTable(gear.Rows(gear.Deps{Store: db, Journal: j, NewID: id})...)}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for _, g := range []training.Gear{
			{ID: "bike", Kind: training.GearBike, Name: "Green", Brand: "Acme", EarlierKm: 1000, EarlierS: 36000},
			{ID: "chain", Kind: training.GearComponent, Name: "Chain", Part: "chain", PartOf: "bike"},
			{ID: "old", Kind: training.GearShoes, Name: "Old", Retired: true},
		} {
			if _, err := tx.PutStatement(who, document.GearStatement(g)); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range 10 { // 40 km and 2 h a day
		h.ride(fmt.Sprint("ride", i), noon.AddDate(0, 0, i-16), "bike", 40)
	}
	return h
}

func (h *shed) ride(id string, at time.Time, on string, km float64) {
	h.Helper()
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		act := storetest.Activity(training.ActivityID(id), at)
		act.GearID = on
		if err := tx.PutActivity(who, act); err != nil {
			return err
		}
		values := training.Values{training.MetricDurationS: 7200}
		if km > 0 {
			values[training.MetricDistanceKM] = km
		}
		return tx.PutSummary(who, act.ID, store.Summary{Values: values})
	})
}

func call() *tools.Call {
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	now := noon.In(loc)
	return &tools.Call{
		Scope: training.Scope{Athlete: who, Audience: training.AudienceModel}, Now: now, Location: loc,
		Today: training.DayOf(now), Week: time.Monday, Face: "mcp",
	}
}

type changed struct {
	ID        string           `json:"id"`
	JournalID string           `json:"journal_id"`
	Changes   []journal.Change `json:"changes"`
}

func (h *shed) write(tool, args string) (out changed) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(), tool, args, &out)
	return out
}

func (h *shed) list(args string) (out view.View) {
	h.Helper()
	tooltest.Decode(h.T, h.table, call(), "list_gear", args, &out)
	return out
}

func (h *shed) one(id string) view.Item {
	h.Helper()
	for _, it := range h.list(`{"include_retired":true}`).Gear {
		if it.ID == id {
			return it
		}
	}
	h.Fatalf("there is no %s", id)
	return view.Item{}
}

func (h *shed) reminder(id string) view.Reminder {
	h.Helper()
	for _, it := range h.list(`{"include_retired":true}`).Gear {
		for _, r := range it.Reminders {
			if r.ID == id {
				return r
			}
		}
	}
	h.Fatalf("there is no reminder %s", id)
	return view.Reminder{}
}

func (h *shed) undo(id string) {
	h.Helper()
	if _, err := h.journal.Undo(h.Context(), storetest.Export(who), id, noon); err != nil {
		h.Fatal(err)
	}
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	for _, p := range tooltest.Problems(h.table) {
		t.Error(p)
	}
	cost, err := tooltest.CostOf(h.table)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tokens: %v", cost)
}

func TestWhatGearHasDone(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	v := h.list(`{}`)
	if len(v.Gear) != 2 || v.Retired != 1 || v.Due != 0 {
		t.Fatalf("%+v", v)
	}
	bike, chain := v.Gear[0], v.Gear[1]
	if *bike.DistanceKm != 1400 || *bike.DurationS != 36000+72000 || *bike.Activities != 10 ||
		*bike.First != training.DayOf(noon)-16 || bike.Missing != nil {
		t.Errorf("%+v", bike)
	}
	if chain.DistanceKm != nil || chain.Missing["distance_km"] == "" || chain.Missing["activities"] == "" {
		t.Errorf("a chain of which nobody knows since when: %+v", chain)
	}
	h.ride("typed", noon.AddDate(0, 0, -1), "old", 0)
	old := h.one("old")
	if *old.Activities != 1 || old.DistanceKm != nil || old.Missing["distance_km"] == "" || old.Unmeasured != 1 {
		t.Errorf("without a distance: %+v", old)
	}
	if got := h.list(`{"id":"bike"}`); len(got.Gear) != 2 {
		t.Errorf("a bike comes with its parts: %+v", got.Gear)
	}
	if got := h.list(`{"kind":"component"}`); len(got.Gear) != 1 || got.Gear[0].ID != "chain" {
		t.Errorf("components: %+v", got.Gear)
	}
}

// TestSeveralPiecesOfOneRide checks that several pieces of one ride are counted
// each, a part that is named itself once.
func TestSeveralPiecesOfOneRide(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	h.write("save_gear", fmt.Sprintf(`{"id":"chain","since":%q}`, training.DayOf(noon)-16))
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(who, "ride0", "more_gear", json.RawMessage(`["old","chain","bike"]`))
		return err
	})
	for id, want := range map[string]float64{"bike": 1400, "chain": 400, "old": 40} {
		if g := h.one(id); *g.DistanceKm != want {
			t.Errorf("%s has done %v km, not %v", id, *g.DistanceKm, want)
		}
	}
}

// TestPartsCountWhileTheyAreMounted, days at both ends included.
func TestPartsCountWhileTheyAreMounted(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	first := training.DayOf(noon) - 16
	h.write("save_gear", fmt.Sprintf(`{"id":"chain","since":%q,"earlier_km":5}`, first+6))
	if c := h.one("chain"); *c.Activities != 4 || *c.DistanceKm != 165 || *c.First != first+6 {
		t.Errorf("since then: %+v", c)
	}
	h.write("save_gear", fmt.Sprintf(`{"id":"chain","until":%q,"retired":true}`, first+7))
	h.ride("by itself", noon, "chain", 7)
	if c := h.one("chain"); *c.Activities != 3 || *c.DistanceKm != 92 || *c.Last != training.DayOf(noon) || !c.Retired {
		t.Errorf("for two days, and once by its own name: %+v", c)
	}
}

func TestGearIsMadeChangedAndTakenBack(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	before := h.list(`{}`)
	dry := h.write("save_gear", `{"kind":"shoes","name":"Blue","dry_run":true}`)
	if dry.ID != "" || dry.JournalID != "" || len(dry.Changes) != 2 {
		t.Errorf("a dry run: %+v", dry)
	}
	made := h.write("save_gear", `{"kind":"shoes","name":" Blue\u202e ","brand":"Fast","earlier_hours":2.5,"weight_kg":0.25}`)
	it := h.one(made.ID)
	if it.Name != "Blue" || it.Brand != "Fast" || *it.DurationS != 9000 || it.WeightKg != 0.25 || it.EarlierS != 9000 || *it.DistanceKm != 0 {
		t.Errorf("made: %+v", it)
	}
	edit := h.write("save_gear", `{"id":"bike","name":"Red","brand":"","retired":true}`)
	if len(edit.Changes) != 3 || edit.Changes[0] != (journal.Change{Target: "bike", Field: "name", Before: "Green", After: "Red"}) {
		t.Errorf("%+v", edit.Changes)
	}
	if b := h.one("bike"); b.Name != "Red" || b.Brand != "" || !b.Retired || *b.DistanceKm != 1400 {
		t.Errorf("changed: %+v", b)
	}
	back := h.write("save_gear", `{"id":"bike","clear":["name"]}`)
	if b := h.one("bike"); b.Name != "Green" || !b.Retired {
		t.Errorf("cleared: %+v", b)
	}
	for _, id := range []string{back.JournalID, edit.JournalID, made.JournalID} {
		h.undo(id)
	}
	if d := cmp.Diff(before, h.list(`{}`)); d != "" {
		t.Error(d)
	}
}

func TestRemindersCountFromWhenItWasDone(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	oil := h.write("save_gear_reminder",
		`{"gear_id":"bike","text":"Oil","every_km":300,"every_hours":100,"every_activities":20,"every_days":30}`).ID
	r := h.reminder(oil)
	if !r.Due || *r.UsedKm != 1400 || *r.UsedHours != 30 || *r.UsedActivities != 10 || *r.UsedDays != 16 ||
		*r.UsedPct != 467 || r.LastDone != nil {
		t.Errorf("never done: %+v", r)
	}
	day := training.DayOf(noon) - 11 // after five of the rides; the sixth is of that day
	done := h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"done":%q}`, oil, day))
	if r := h.reminder(oil); r.Due || *r.UsedKm != 200 || *r.UsedHours != 10 || *r.UsedActivities != 5 ||
		*r.UsedDays != 11 || *r.UsedPct != 67 || *r.LastDone != day {
		t.Errorf("done: %+v", r)
	}
	h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"every_km":200}`, oil))
	if v := h.list(`{"due_only":true}`); v.Due != 1 || len(v.Gear) != 1 || v.Gear[0].ID != "bike" {
		t.Errorf("exactly used up is due: %+v", v)
	}
	h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"every_km":200.5}`, oil))
	if r := h.reminder(oil); r.Due || *r.UsedPct != 99 {
		t.Errorf("nearly used up: %+v", r)
	}
	h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"every_km":200}`, oil))
	snooze := h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"snooze_until":"tomorrow"}`, oil))
	if r := h.reminder(oil); r.Due || *r.SnoozedUntil != call().Today+1 || *r.UsedPct != 100 {
		t.Errorf("snoozed: %+v", r)
	}
	h.undo(snooze.JournalID)
	if r := h.reminder(oil); !r.Due {
		t.Errorf("not snoozed: %+v", r)
	}
	h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"done":"today"}`, oil))
	if r := h.reminder(oil); r.Due || *r.UsedKm != 0 || *r.UsedPct != 0 {
		t.Errorf("just done: %+v", r)
	}
	_ = done
}

func TestRemindersByDate(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	id := h.write("save_gear_reminder", `{"gear_id":"old","text":"Service","due_date":"today"}`).ID
	if r := h.reminder(id); !r.Due || r.UsedPct != nil {
		t.Errorf("%+v", r)
	}
	h.write("save_gear_reminder", fmt.Sprintf(`{"id":%q,"done":"today"}`, id))
	if r := h.reminder(id); r.Due {
		t.Errorf("done: %+v", r)
	}
	later := h.write("save_gear_reminder", `{"gear_id":"chain","text":"Wax","due_date":"tomorrow","every_km":100,"every_days":10}`).ID
	r := h.reminder(later)
	if r.Due || r.UsedPct != nil || r.Missing["used_km"] == "" || r.Missing["used_days"] == "" {
		t.Errorf("of a chain that nobody knows of: %+v", r)
	}
}

// agreed calls a tool that needs consent as a person who agrees.
func (h *shed) agreed(tool, args string) {
	h.Helper()
	c := call()
	_, err := h.table.Call(h.Context(), tool, c, []byte(args))
	var ask *journal.NeedsConsent
	if !errors.As(err, &ask) {
		h.Fatalf("%s asks nobody: %v", tool, err)
	}
	if _, err := h.journal.Grant(h.Context(), storetest.Export(who), ask.Preview.Token, noon); err != nil {
		h.Fatal(err)
	}
	c.Approval = ask.Preview.Token
	if _, err := h.table.Call(h.Context(), tool, c, []byte(args)); err != nil {
		h.Fatal(err)
	}
}

func TestDeletingAsksAndComesBack(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	oil := h.write("save_gear_reminder", `{"gear_id":"bike","text":"Oil","every_km":300}`).ID
	wash := h.write("save_gear_reminder", `{"gear_id":"bike","text":"Wash","every_days":7}`).ID
	before := h.list(`{}`)
	h.write("delete_gear", fmt.Sprintf(`{"reminder_id":%q}`, wash))
	if b := h.one("bike"); len(b.Reminders) != 1 || b.Reminders[0].ID != oil {
		t.Errorf("%+v", b.Reminders)
	}
	h.agreed("delete_gear", `{"id":"bike"}`)
	if v := h.list(`{}`); len(v.Gear) != 1 {
		t.Errorf("%+v", v.Gear)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.GearStatement(training.Gear{ID: "bike", Kind: training.GearBike, Name: "Said again"}))
		return err
	})
	if v := h.list(`{}`); len(v.Gear) != 1 {
		t.Errorf("what was deleted stays so: %+v", v.Gear)
	}
	h.undo("")
	h.undo("")
	after := h.list(`{}`)
	after.Gear[0].Name = "Green"
	if len(after.Gear[0].Reminders) != 2 || len(after.Gear) != len(before.Gear) {
		t.Errorf("after both were undone: %+v", after)
	}
}

func TestWhatTheAthleteHidesIsNotCounted(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(who, "ride3", "hidden_from_models", []byte("true"))
		return err
	})
	if b := h.one("bike"); *b.Activities != 9 || *b.DistanceKm != 1360 {
		t.Errorf("%+v", b)
	}
}

// TestWhatAServiceSaysOfGearIsShown: when it was bought and retired, the
// athlete's words if they are shared, and its count where there is none here.
func TestWhatAServiceSaysOfGearIsShown(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	bought, gone := training.NewDay(2024, time.June, 6), training.NewDay(2026, time.April, 2)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		for _, st := range []document.Statement{
			{Collection: document.GearTotals, ID: "old", Body: training.GearTotals{
				Source: "intervals", Purchased: bought, RetiredOn: gone,
				Notes: "Left sole gone",
			}},
			{Collection: document.Reminders, ID: "intervals:7", Body: training.GearReminder{
				GearID: "chain", Text: "Wax", DistanceKm: 300, TimeS: 36000, UsedPct: 41.5, UsedKm: 124.5, UsedS: 7200,
			}},
		} {
			st.Source = "intervals"
			if _, err := tx.PutStatement(who, st); err != nil {
				return err
			}
		}
		return nil
	})
	old := h.one("old")
	if old.Purchased == nil || *old.Purchased != bought || old.RetiredOn == nil || *old.RetiredOn != gone || old.Notes != "" {
		t.Errorf("with notes that are kept from assistants: %+v", old)
	}
	if r := h.reminder("intervals:7"); r.UsedKm != nil || r.ServiceKm == nil || *r.ServiceKm != 124.5 || r.ServiceHours == nil ||
		*r.ServiceHours != 2 || r.Due {
		t.Errorf("%+v", r)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: training.Sharing{Notes: true}})
	})
	if old = h.one("old"); old.Notes != "Left sole gone" {
		t.Errorf("with notes that are shared: %+v", old)
	}
}

func TestAReminderOfAServiceIsEditedOver(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Reminders, ID: "intervals:9", Source: "intervals",
			Body: training.GearReminder{GearID: "bike", Text: "Tyres", DistanceKm: 4000},
		})
		return err
	})
	h.write("save_gear_reminder", `{"id":"intervals:9","every_km":2000}`)
	if r := h.reminder("intervals:9"); r.Text != "Tyres" || r.EveryKm != 2000 || *r.UsedPct != 70 {
		t.Errorf("%+v", r)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	id := h.write("save_gear_reminder", `{"gear_id":"bike","text":"Oil","every_km":300}`).ID
	mine := h.write("save_gear", `{"kind":"other","name":"Skis"}`).ID
	for _, tt := range []struct {
		tool, args string
		kind       training.Kind
		says       string
	}{
		{"list_gear", `{"id":"nothing"}`, training.KindNotFound, "nothing"},
		{"list_gear", `{"kind":"boat"}`, training.KindInvalid, "boat"},
		{"save_gear", `{"name":"x"}`, training.KindInvalid, "kind"},
		{"save_gear", `{"kind":"bike","name":"  "}`, training.KindInvalid, "name"},
		{"save_gear", `{"id":"bike","name":"\u200b"}`, training.KindInvalid, "name"},
		{"save_gear", `{"id":"none","name":"x"}`, training.KindNotFound, "none"},
		{"save_gear", `{"id":"bike","name":"Green"}`, training.KindInvalid, "nothing to change"},
		{"save_gear", `{"id":"bike","name":"Red","clear":["name"]}`, training.KindInvalid, "both"},
		{"save_gear", `{"id":"` + mine + `","clear":["kind"]}`, training.KindInvalid, "kind and a name"},
		{"save_gear", `{"id":"bike","part_of":"chain"}`, training.KindInvalid, "component"},
		{"save_gear", `{"id":"chain","part_of":"none"}`, training.KindNotFound, "none"},
		{"save_gear", `{"kind":"component","name":"x","part_of":"chain"}`, training.KindInvalid, "itself a component"},
		{"save_gear", `{"id":"chain","since":"2026-05-01","until":"2026-04-01"}`, training.KindInvalid, "until"},
		{"save_gear", `{"id":"bike","earlier_km":-1}`, training.KindInvalid, "earlier_km"},
		{"save_gear_reminder", `{"gear_id":"none","text":"x","every_km":1}`, training.KindNotFound, "none"},
		{"save_gear_reminder", `{"gear_id":"bike","every_km":1}`, training.KindInvalid, "text"},
		{"save_gear_reminder", `{"gear_id":"bike","text":"x"}`, training.KindInvalid, "limit"},
		{"save_gear_reminder", `{"id":"` + id + `","every_km":0}`, training.KindInvalid, "limit"},
		{"save_gear_reminder", `{"id":"` + id + `","text":" "}`, training.KindInvalid, "empty"},
		{"save_gear_reminder", `{"id":"` + id + `","every_km":300}`, training.KindInvalid, "nothing to change"},
		{"save_gear_reminder", `{"id":"` + id + `","done":"tomorrow"}`, training.KindInvalid, "not over"},
		{"save_gear_reminder", `{"id":"` + id + `","gear_id":"old"}`, training.KindInvalid, "belongs"},
		{"save_gear_reminder", `{"id":"none","every_km":1}`, training.KindNotFound, "none"},
		{"delete_gear", `{}`, training.KindInvalid, "id"},
		{"delete_gear", `{"id":"bike","reminder_id":"x"}`, training.KindInvalid, "id"},
		{"delete_gear", `{"id":"none"}`, training.KindNotFound, "none"},
		{"delete_gear", `{"reminder_id":"none"}`, training.KindNotFound, "none"},
	} {
		p := tooltest.Fails(t, h.table, call(), tt.tool, tt.args)
		if p.Kind != tt.kind || !strings.Contains(p.Sentence+p.Fix, tt.says) || p.Fix == "" {
			t.Errorf("%s %s: %+v", tt.tool, tt.args, p)
		}
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	h := newShed(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct{ tool, args string }{
		{"list_gear", `{}`},
		{"save_gear", `{"id":"bike","name":"Red"}`},
		{"save_gear_reminder", `{"gear_id":"bike","text":"x","every_km":1}`},
		{"delete_gear", `{"id":"bike"}`},
	} {
		if _, err := h.table.Call(ctx, tt.tool, call(), []byte(tt.args)); err == nil {
			t.Errorf("%s goes on", tt.tool)
		}
	}
}
