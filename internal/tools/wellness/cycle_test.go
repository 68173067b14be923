package wellness_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

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
