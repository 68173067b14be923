package activities_test

import (
	"math"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestSearchFindsMarkedIntervals: by name, and by what anybody computes of their
// rows, beside those that are found; each says its origin.
func TestSearchFindsMarkedIntervals(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.file(t, "a.fit", workout(0, 5, 240, 120, 280))
	h.file(t, "steady.fit", workout(7, 0, 240, 120, 280))
	h.decode(t, "import_files", `{"paths":["."]}`, &imported{})
	var all activity.List
	h.decode(t, "list_activities", `{}`, &all)
	steady, sets := all.Activities[0]["id"].(string), all.Activities[1]["id"].(string)
	var out wrote
	h.decode(t, "update_activity", `{"id":"`+steady+`","intervals":[{"name":"Château hill","start_offset_s":60,"end_offset_s":360},`+
		`{"start_offset_s":600,"end_offset_s":660}]}`, &out)
	h.decode(t, "update_activity", `{"id":"`+sets+`","intervals":[{"name":"Chateau hill","start_offset_s":900,"end_offset_s":1140}]}`, &out)
	find := func(args string) (structure.Answer, string) {
		t.Helper()
		var a structure.Answer
		h.decode(t, "search_intervals", args, &a)
		var rows []string
		for _, r := range a.Activities {
			rows = append(rows, r.Origin+": "+string(r.Intervals))
		}
		return a, strings.Join(rows, "|")
	}
	const found = "detected: 5 × 4:00 @ 284 W, 2:00 easy"
	for args, want := range map[string]string{
		`{}`:                                        "athlete: Château hill 5:00; 1:00|" + found + "|athlete: Chateau hill 4:00",
		`{"limit":1,"cursor":"1"}`:                  found,
		`{"limit":1,"cursor":"2"}`:                  "athlete: Chateau hill 4:00",
		`{"interval_s":240}`:                        found + "|athlete: Chateau hill 4:00",
		`{"interval_s":60}`:                         "athlete: 1:00",
		`{"min_power_w":200}`:                       found + "|athlete: Chateau hill 4:00",
		`{"min_percent":110}`:                       found + "|athlete: Chateau hill 4:00",
		`{"max_percent":60}`:                        "athlete: Château hill 5:00; 1:00",
		`{"pattern":"repeats"}`:                     found,
		`{"min_count":2}`:                           "athlete: Château hill 5:00; 1:00|" + found,
		`{"sport":"run"}`:                           "",
		`{"name":"chateau"}`:                        "athlete: Château hill 5:00|athlete: Chateau hill 4:00",
		`{"name":"chateau","max_interval_s":250}`:   "athlete: Chateau hill 4:00",
		`{"name":"chateau","range":"2026-05-01"}`:   "athlete: Chateau hill 4:00",
		`{"name":"chateau","min_power_w":200}`:      "athlete: Chateau hill 4:00",
		`{"name":"valley"}`:                         "",
		`{"name":"hill","slowest_pace_s_per_km":9}`: "",
	} {
		a, got := find(args)
		if got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
		if want == "" && a.Narrow == "" {
			t.Errorf("%s: nothing says what to do", args)
		}
	}
	if a, _ := find(`{}`); a.Searched != 2 || a.Total != 3 {
		t.Errorf("%d activities with intervals, %d rows", a.Searched, a.Total)
	}
	a, _ := find(`{"name":"chateau"}`)
	for i, x := range []struct {
		id   string
		span [2]int32
		ftp  float64 // of that day
	}{{steady, [2]int32{60, 360}, 260}, {sets, [2]int32{900, 1140}, 250}} {
		cols, err := h.db.Stream(t.Context(), answerstest.ActivityModel, training.ActivityID(x.id), store.AllChannels)
		if err != nil {
			t.Fatal(err)
		}
		row, watts := a.Activities[i], brute(cols, training.Power, x.span)
		if row.ID != x.id || math.Abs(row.Set.AvgPowerW-watts) > 0.06 || math.Abs(row.Set.Percent-100*watts/x.ftp) > 0.6 ||
			row.Set.Pattern != "marked" || row.Set.DurationS != float64(x.span[1]-x.span[0]) {
			t.Errorf("%+v, want %g W", row, watts)
		}
	}
	h.undo(t, out.JournalID)
	if _, got := find(`{"name":"chateau"}`); got != "athlete: Château hill 5:00" {
		t.Errorf("taken back: %q", got)
	}
}
