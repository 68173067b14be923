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
		_, err := tx.Say(who, document.Statement{
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
