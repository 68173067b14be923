package app

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/test/intervalstest/apitest"
)

// TestAPlanAtIntervalsIsAPlanHereAndBack: as a folder of plans there, with a day
// each, and from one there a training plan here.
func TestAPlanAtIntervalsIsAPlanHereAndBack(t *testing.T) {
	t.Parallel()
	l := planning(t)
	l.ok(t, "", []string{"call", "save_training_plan", `{"id":"block","text":"plan_name: Block\nsport: running\nweeks:\n- week_number: 1\n` +
		`  week_start_date: 2026-08-24\n  sessions:\n  - {day_of_week: Tuesday, type: easy, name: Easy river, distance_km: 7.5, duration_minutes: 45}\n` +
		`- week_number: 2\n  week_start_date: 2026-08-31\n  sessions:\n  - {day_of_week: Sunday, type: long_run, name: Long hills, duration_minutes: 100}\n"}`})
	l.ok(t, "", []string{"plan", "publish", "block", "--to", "library"})
	l.ok(t, "", []string{"sync"})
	there := func() (folders, workouts []string) {
		l.server.Do(func(w *apitest.World) {
			a := w.Athletes[0]
			for _, f := range a.Folders.Rows {
				if f["name"] == "Block" {
					folders = append(folders, fmt.Sprint(f["type"], " ", f["id"]))
				}
			}
			for _, o := range a.Workouts.Rows {
				if n := fmt.Sprint(o["name"]); n == "Easy river" || n == "Long hills" {
					workouts = append(workouts, fmt.Sprint(n, " ", o["day"], " in ", o["folder_id"]))
				}
			}
		})
		return folders, workouts
	}
	folders, workouts := there()
	if len(folders) != 1 || !strings.HasPrefix(folders[0], "PLAN ") || len(workouts) != 2 {
		t.Fatalf("there are %q with %q", folders, workouts)
	}
	id := strings.TrimPrefix(folders[0], "PLAN ")
	if all := strings.Join(workouts, "\n"); !strings.Contains(all, "Easy river 1 in "+id) || !strings.Contains(all, "Long hills 13 in "+id) {
		t.Errorf("%s", all)
	}
	l.ok(t, "", []string{"plan", "publish", "block", "--to", "library"}) // again is the same
	l.ok(t, "", []string{"sync"})
	if f, w := there(); len(f) != 1 || len(w) != 2 {
		t.Errorf("again there are %q with %q", f, w)
	}
	var list struct{ Folders []struct{ ID, Kind string } }
	l.ask(t, &list, "list_workouts", map[string]any{})
	theirs := 0
	for _, f := range list.Folders {
		if f.Kind == "plan" && f.ID != "plan-block" { // made there
			l.ok(t, "", []string{"plan", "publish", f.ID, "--to", "training_plan", "--start", "2026-10-05"})
			theirs++
		}
	}
	if theirs == 0 {
		t.Errorf("there is no plan that was made there: %+v", list)
	}
	back := l.ok(t, "", []string{"plan", "publish", "intervals:" + id, "--to", "training_plan", "--start", "2026-10-05"})
	if all := l.ok(t, "", []string{"plan", "list"}); !strings.Contains(all, "block-2") {
		t.Errorf("%s\n%s", back, all)
	}
	got := l.ok(t, "", []string{"call", "get_training_plan", `{"id":"block-2","weeks":"all"}`})
	for _, want := range []string{"Easy river", "2026-10-06", "Long hills", "2026-10-18"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}
