package wellness_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	wellnesstools "lapkeep/internal/tools/wellness"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const who training.AthleteID = "ada"

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

type home struct {
	*testing.T
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
}

func open(t *testing.T) home {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	n := 0
	j := journal.New(db, func() string { n++; return fmt.Sprint("j", n) })
	return home{t, db, j, tools.NewTable(wellnesstools.Rows(wellnesstools.Deps{Store: db, Journal: j})...)}
}

// call asks as the athlete's own command line.
func (h home) call(tool, args string, out any) error {
	h.Helper()
	c := &tools.Call{
		Scope: storetest.Export(who), Now: noon, Today: training.DayOf(noon), Location: time.UTC, Week: time.Monday, Face: "cli",
	}
	res, err := h.table.Call(h.Context(), tool, c, json.RawMessage(args))
	if err == nil && out != nil {
		err = json.Unmarshal(res.Structured, out)
	}
	return err
}

func (h home) must(tool, args string, out any) {
	h.Helper()
	if err := h.call(tool, args, out); err != nil {
		h.Fatalf("%s %s: %v", tool, args, err)
	}
}

func (h home) day(day string) map[string]float64 {
	h.Helper()
	var v wellness.View
	h.must("get_wellness", `{"range":"`+day+`","sections":["days"]}`, &v)
	out := map[string]float64{}
	if v.Days != nil {
		for f, x := range v.Days.Values {
			out[f] = *x[0]
		}
	}
	for _, w := range v.Words {
		out[w.Field+"="+w.Text] = 1
	}
	return out
}

func (h home) want(day string, want map[string]float64) {
	h.Helper()
	if d := cmp.Diff(want, h.day(day)); d != "" {
		h.Errorf("%s (-want +got):\n%s", day, d)
	}
}

func (h home) garmin(day training.Day, f training.WellnessField, x float64, locked bool) {
	h.Helper()
	w := training.WellnessDay{Day: day, Locked: locked}
	w.Put(f, x, "garmin")
	storetest.Write(h.T, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Wellness, ID: wellness.ID(day), Days: training.DayRange{From: day, To: day}, Source: "garmin", Body: w,
		})
		return err
	})
}

type written struct {
	JournalID string `json:"journal_id"`
	DryRun    bool   `json:"dry_run"`
	Changes   []struct{ Target, Field, Before, After string }
	Notes     []string
}

func (h home) undo(id string) {
	h.Helper()
	if _, err := h.journal.Undo(h.Context(), storetest.Export(who), id, noon); err != nil {
		h.Fatal(err)
	}
}

func TestEnterCorrectAndUndo(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.garmin(training.NewDay(2026, 4, 30), training.WellnessRestingHRBpm, 52, false)
	const args = `{"date":"2026-04-30","values":{"resting_hr":49,"weight_kg":"70.25","soreness":2,"comments":"slept \u202ewell"}`
	var out written
	h.must("update_wellness", args+`,"dry_run":true}`, &out)
	if !out.DryRun || len(out.Changes) != 4 || out.JournalID != "" {
		t.Errorf("dry run: %+v", out)
	}
	h.want("2026-04-30", map[string]float64{"resting_hr_bpm": 52})
	h.must("update_wellness", args+`}`, &out)
	entered := map[string]float64{"resting_hr_bpm": 49, "weight_kg": 70.25, "soreness": 2, "comments=slept well": 1}
	h.want("2026-04-30", entered)
	var again written
	h.must("update_wellness", args+`}`, &again)
	if again.JournalID != "" || len(again.Notes) == 0 {
		t.Errorf("the same again: %+v", again)
	}
	var cleared written
	h.must("update_wellness", `{"date":"2026-04-30","clear":["resting_hr_bpm","comments"]}`, &cleared)
	h.want("2026-04-30", map[string]float64{"resting_hr_bpm": 52, "weight_kg": 70.25, "soreness": 2})
	h.undo(cleared.JournalID)
	h.want("2026-04-30", entered)
	h.undo(out.JournalID)
	h.want("2026-04-30", map[string]float64{"resting_hr_bpm": 52})
}

func TestSeveralDaysAreOneWrite(t *testing.T) {
	t.Parallel()
	h := open(t)
	var out written
	h.must("update_wellness", `{"days":[{"date":"2026-04-29","values":{"mood":1}},{"date":"2026-04-30","values":{"mood":2}}]}`, &out)
	h.want("2026-04-29", map[string]float64{"mood": 1})
	h.want("2026-04-30", map[string]float64{"mood": 2})
	h.undo(out.JournalID)
	h.want("2026-04-29", map[string]float64{})
	h.want("2026-04-30", map[string]float64{})
}

func TestLockedDays(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.garmin(training.NewDay(2026, 4, 30), training.WellnessSteps, 100, true)
	err := h.call("update_wellness", `{"date":"2026-04-30","values":{"steps":200}}`, nil)
	if training.KindOf(err) != training.KindConflict || !strings.Contains(err.Error(), "locked") {
		t.Errorf("a locked day: %v", err)
	}
	h.must("update_wellness", `{"date":"2026-04-30","values":{"steps":200},"locked":false}`, nil)
	h.must("update_wellness", `{"date":"2026-04-30","values":{"steps":300}}`, nil)
	h.want("2026-04-30", map[string]float64{"steps": 300})
	h.must("update_wellness", `{"date":"2026-04-30","locked":true}`, nil)
	if err := h.call("update_wellness", `{"date":"2026-04-30","clear":["steps"]}`, nil); training.KindOf(err) != training.KindConflict {
		t.Errorf("locked again: %v", err)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	h := open(t)
	many := strings.TrimSuffix(strings.Repeat(`{"values":{"mood":1}},`, 32), ",")
	for name, args := range map[string]string{
		"no such field":     `{"values":{"tiredness":3}}`,
		"no such unit":      `{"values":{"weight_kg":70000}}`,
		"not a number":      `{"values":{"weight_kg":"heavy"}}`,
		"not a value":       `{"values":{"weight_kg":{"kg":70}}}`,
		"no text":           `{"values":{"comments":" "}}`,
		"no phase":          `{"values":{"menstrual_phase":"full moon"}}`,
		"no time":           `{"values":{"sleep_start":"22:40"}}`,
		"tomorrow":          `{"date":"2026-05-02","values":{"mood":1}}`,
		"twice a field":     `{"values":{"hrv":60,"hrv_rmssd_ms":61}}`,
		"twice a day":       `{"days":[{"values":{"mood":1}},{"date":"2026-05-01","values":{"mood":2}}]}`,
		"both forms":        `{"values":{"mood":1},"days":[{"values":{"mood":2}}]}`,
		"set and cleared":   `{"values":{"mood":1},"clear":["mood"]}`,
		"nothing to clear":  `{"clear":["mood"]}`,
		"too many days":     `{"days":[` + many + `]}`,
		"no such argument":  `{"value":{"mood":1},"colour":"red"}`,
		"scale out of four": `{"values":{"soreness":5}}`,
	} {
		err := h.call("update_wellness", args, nil)
		var e *training.Error
		if !errors.As(err, &e) || training.KindOf(err) != training.KindInvalid || e.Fix == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, args := range []string{`{"fields":["aura"]}`, `{"sections":["stars"]}`, `{"resolution":"hour"}`, `{"range":"someday"}`} {
		if err := h.call("get_wellness", args, nil); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", args, err)
		}
	}
	h.must("get_wellness", `{"fields":["custom:Mojo"]}`, nil)
}

// cycles enters n whole cycles of 28 days before today, with five days of period
// each, HRV and, on the first day of a period and the first luteal one, a ride.
func (h home) cycles(n int) {
	h.Helper()
	first := training.DayOf(noon) - training.Day(28*n)
	for d := first; d <= training.DayOf(noon); d++ {
		at := int(d-first) % 28
		values := map[string]any{"hrv": 60}
		if at >= 14 {
			values["hrv"] = 55
		}
		if at < 5 {
			values["menstrual_phase"] = "period"
		}
		text, err := json.Marshal(map[string]any{"date": d.String(), "values": values})
		if err != nil {
			h.Fatal(err)
		}
		h.must("update_wellness", string(text), nil)
		if at != 0 && at != 14 {
			continue
		}
		act := storetest.Activity(training.ActivityID(fmt.Sprint("ride", d)), noon.AddDate(0, 0, int(d-training.DayOf(noon))))
		act.PerceivedExertion = float64(4 + at/7)
		storetest.Write(h.T, h.db, func(tx *store.Tx) error {
			if err := tx.PutActivity(who, act); err != nil {
				return err
			}
			return tx.PutSummary(who, act.ID, store.Summary{Values: training.Values{training.MetricDurationS: 3600}})
		})
	}
}

func (h home) byPhase(args string) (v wellness.CycleView) {
	h.Helper()
	var out struct{ Cycle *wellness.CycleView }
	h.must("get_wellness", args, &out)
	if out.Cycle == nil {
		h.Fatalf("%s: no cycle", args)
	}
	return *out.Cycle
}

// TestByPhase needs three whole cycles, and says what is estimated.
func TestByPhase(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.cycles(4)
	v := h.byPhase(`{"sections":["cycle"]}`)
	number := func(v float64) *float64 { return &v }
	if v.Cycles != 4 || *v.Length != 28 || v.Estimated != 4 || v.Rule == "" {
		t.Errorf("%+v", v)
	}
	for _, d := range []string{
		cmp.Diff([]string{"period", "follicular", "ovulating", "luteal"}, v.Phase), cmp.Diff([]int{20, 24, 12, 56}, v.Days),
		cmp.Diff([]*float64{number(60), number(60), number(60), number(55)}, v.HRV),
		cmp.Diff([]*float64{number(4), nil, nil, number(6)}, v.RPE),
		cmp.Diff([]*float64{nil, nil, nil, nil}, v.Resting),
	} {
		if d != "" {
			t.Error(d)
		}
	}
	few := h.byPhase(`{"sections":["cycle"],"range":{"from":"2026-02-01","to":"2026-04-15"}}`)
	if few.Cycles >= wellness.LeastCycles || few.Missing["phases"] == "" || few.Phase != nil {
		t.Errorf("%+v", few)
	}
	var without struct{ Cycle *wellness.CycleView }
	if h.must("get_wellness", `{}`, &without); without.Cycle != nil {
		t.Error("who does not ask is told")
	}
}

// TestTheCycleIsTheAthletes: assistants see neither days nor phases of it unless
// the athlete says so.
func TestTheCycleIsTheAthletes(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.cycles(3)
	ask := func() (v wellness.CycleView, said bool) {
		var out struct {
			Cycle *wellness.CycleView
			Words []struct{ Field string }
		}
		c := &tools.Call{
			Scope: storetest.Model(who), Now: noon, Today: training.DayOf(noon), Location: time.UTC, Week: time.Monday, Face: "mcp",
		}
		res, err := h.table.Call(t.Context(), "get_wellness", c, json.RawMessage(`{"sections":["cycle","days"]}`))
		if err == nil {
			err = json.Unmarshal(res.Structured, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range out.Words {
			said = said || w.Field == "menstrual_phase"
		}
		return *out.Cycle, said
	}
	if v, said := ask(); v.Cycles != 0 || v.Missing["phases"] == "" || said {
		t.Errorf("%+v, words: %v", v, said)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: training.Sharing{Cycle: true}})
	})
	if v, said := ask(); v.Cycles != 3 || !said {
		t.Errorf("%+v, words: %v", v, said)
	}
}

// TestFoodAndGlucoseAreUnshared: a model sees each only after the athlete shares it, and is told so
// if it asks for it; a person always sees them.
func TestFoodAndGlucoseAreUnshared(t *testing.T) {
	t.Parallel()
	h := open(t)
	w := training.WellnessDay{Day: training.DayOf(noon)}
	for f, v := range map[training.WellnessField]float64{
		training.WellnessGlucoseMmolL: 5.4, training.WellnessEatenKcal: 2510, training.WellnessCarbsG: 301, training.WellnessProteinG: 122,
		training.WellnessFatG: 71, training.WellnessDrunkL: 2.5, training.WellnessSteps: 9000,
	} {
		w.Put(f, v, "cronometer")
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutStatement(who, document.Statement{
			Collection: document.Wellness, ID: w.Day.String(), Days: training.DayRange{From: w.Day, To: w.Day},
			Source: "cronometer", AsOf: noon, Body: w,
		})
		return err
	})
	for _, tt := range []struct {
		scope         training.Scope
		share         training.Sharing
		food, glucose bool
	}{
		{storetest.Model(who), training.Sharing{}, false, false},
		{storetest.Model(who), training.Sharing{Food: true}, true, false},
		{storetest.Model(who), training.Sharing{Glucose: true}, false, true},
		{storetest.Export(who), training.Sharing{}, true, true},
	} {
		storetest.Write(t, h.db, func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: tt.share})
		})
		c := &tools.Call{Scope: tt.scope, Now: noon, Today: training.DayOf(noon), Location: time.UTC, Week: time.Monday, Face: "mcp"}
		res, err := h.table.Call(t.Context(), "get_wellness", c, json.RawMessage(
			`{"fields":["blood_glucose_mmol_l","energy_consumed_kcal","carbohydrates_g","protein_g","fat_g","hydration_l","steps"],"sections":["days"]}`))
		if err != nil {
			t.Fatal(err)
		}
		var out struct {
			Days    struct{ Values map[string][]*float64 }
			Missing map[string]string
		}
		if err := json.Unmarshal(res.Structured, &out); err != nil {
			t.Fatal(err)
		}
		for f, shared := range map[string]bool{
			"blood_glucose_mmol_l": tt.glucose, "energy_consumed_kcal": tt.food, "carbohydrates_g": tt.food, "protein_g": tt.food, "fat_g": tt.food,
			"hydration_l": tt.food, "steps": true,
		} {
			if _, seen := out.Days.Values[f]; seen != shared || (out.Missing[f] == "") != shared {
				t.Errorf("%+v: %s is seen: %t, missing: %q", tt.share, f, seen, out.Missing[f])
			}
		}
	}
}
