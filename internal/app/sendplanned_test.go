package app

import (
	"strings"
	"testing"
)

// TestPlannedDaysArePushed into a folder of the library at the service, once:
// by the command, and then by the tool, which finds nothing to do.
func TestPlannedDaysArePushed(t *testing.T) {
	t.Parallel()
	l := planning(t)
	l.ok(t, "", []string{"call", "create_workout", `{"workouts":[{"name":"Pushed","sport":"ride","description":"- 10m 60%","date":"today"}]}`})
	var list struct{ Folders []struct{ ID, Kind string } }
	l.ask(t, &list, "list_workouts", map[string]any{})
	folder := ""
	for _, f := range list.Folders {
		if f.Kind == "folder" {
			folder = f.ID
		}
	}
	l.fails(t, "", []string{"workout", "push", "today"}, "has a calendar")
	l.ok(t, "", []string{"workout", "push", "today", "--source", "intervals", "--folder", folder}, "created: ", "Pushed")
	l.server.Forget()
	again := l.ok(t, "", []string{
		"call", "create_workout", `{"workouts":[{"workout_id":"today","folder_id":"` + folder + `"}],"source":"intervals"}`,
	}, "unchanged")
	if strings.Contains(again, "journal_id") {
		t.Error(again)
	}
	for _, r := range l.server.Requests() {
		if r.Method != "GET" {
			t.Errorf("the service got %s %s", r.Method, r.Path)
		}
	}
}
