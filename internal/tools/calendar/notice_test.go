package calendar_test

import (
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
)

// TestPlanningWordsLookForward: each way in which a calendar write takes a day.
func TestPlanningWordsLookForward(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	for text, want := range map[string]string{
		"thursday": "2026-05-07", "5 May": "2026-05-05", "in 3 days": "2026-05-04", "next week": "2026-05-04", "26 April": "2027-04-26",
	} {
		var out struct {
			answer
			ReadAs map[string]string `json:"read_as"`
		}
		tooltest.Decode(t, h.table, c, "create_events", `{"events":[{"date":"`+text+`","name":"`+text+`","sport":"run"}]}`, &out)
		if out.Events[0].Date != want || !strings.HasPrefix(out.ReadAs["events[0].date"], want+", ") {
			t.Errorf("%s was planned for %s and read as %q, want %s", text, out.Events[0].Date, out.ReadAs["events[0].date"], want)
		}
		tooltest.Decode(t, h.table, c, "update_event", `{"id":"`+out.Events[0].ID+`","date":"`+text+`"}`, &out)
		if out.Events[0].Date != want || out.Events[0].Status != "unchanged" {
			t.Errorf("%s moves to %s, want %s", text, out.Events[0].Date, want)
		}
	}
	if out := h.do(t, c, "create_events",
		`{"events":[{"date":"monday","end_date":"next friday","category":"holiday","name":"Away"}]}`); out.Events[0].Date != "2026-05-04" {
		t.Errorf("the holiday begins on %s", out.Events[0].Date)
	}
	h.planOf(t, 2)
	if out := h.do(t, c, "apply_training_plan",
		`{"plan_id":"base","start_date":"monday","dry_run":true}`); out.Events[0].Date != "2026-05-04" {
		t.Errorf("the plan begins on %s", out.Events[0].Date)
	}
}

// TestAPastDayAsks: a plan for a day that is over does, however it comes there.
// A note on the past does not.
func TestAPastDayAsks(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	id := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-03","name":"Long run","sport":"run"}]}`).Events[0].ID
	for tool, asked := range map[string]struct{ args, says string }{
		"create_events": {`{"events":[{"date":"last thursday","name":"Tempo","sport":"run"},{"date":"tomorrow","name":"Easy","sport":"run"}]}`, "In the past: 2026-04-30 workout"},
		"update_event": {
			`{"id":"` + id + `","date":"yesterday"}`, "Move Long run from 2026-05-03 to 2026-04-30, a day that is past.",
		},
	} {
		args := asked.args
		_, err := h.table.Call(t.Context(), tool, c, []byte(args))
		if token(err) == "" || !strings.Contains(err.Error(), asked.says) || strings.Count(err.Error(), "past") != 1 {
			t.Errorf("%s %s: %v", tool, args, err)
		}
		dry := h.do(t, c, tool, strings.TrimSuffix(args, "}")+`,"dry_run":true}`)
		if len(dry.Notes) == 0 || !strings.HasPrefix(dry.Notes[0], "In the past: 2026-04-30") {
			t.Errorf("the dry run of %s warns of nothing: %q", tool, dry.Notes)
		}
	}
	h.do(t, c, "create_events",
		`{"events":[{"date":"yesterday","category":"sick","name":"Flu"},{"date":"yesterday","category":"note","name":"Slept badly"}]}`)
}

// TestASessionInsideAnIllnessIsWarnedOf: in the write that plans it and in the
// calendar.
func TestASessionInsideAnIllnessIsWarnedOf(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	h.do(t, c, "create_events", `{"events":[{"date":"today","end_date":"2026-05-05","category":"sick","name":"Flu"}]}`)
	out := h.do(t, c, "create_events",
		`{"events":[{"date":"2026-05-04","name":"Intervals","sport":"run"},{"date":"2026-05-06","name":"Easy","sport":"run"}]}`)
	want := `1 session is planned inside "Flu" (sick, 2026-05-01 to 2026-05-05): 2026-05-04 Intervals.`
	if len(out.Notes) != 1 || out.Notes[0] != want {
		t.Errorf("the write says %q", out.Notes)
	}
	if v := h.list(t, c, `{}`); len(v.Notes) != 1 || v.Notes[0].String() != want {
		t.Errorf("the calendar says %q", v.Notes)
	}
	both := h.do(t, c, "create_events",
		`{"dry_run":true,"events":[{"date":"2026-05-11","category":"injured","name":"Knee"},{"date":"2026-05-11","name":"Hills","sport":"run"}]}`)
	if len(both.Notes) != 1 || !strings.Contains(both.Notes[0], `"Knee"`) {
		t.Errorf("one write of both says %q", both.Notes)
	}
}

// TestTheSameEventTwiceIsNoticed: an equal one is not made again; one that only
// has the same name is made and noted.
func TestTheSameEventTwiceIsNoticed(t *testing.T) {
	t.Parallel()
	h, c := open(t, tools.WritesSafe), friday()
	event := `{"date":"2026-05-04","name":"Easy run","sport":"run","duration_s":2400}`
	first := h.do(t, c, "create_events", `{"events":[`+event+`]}`)
	second := h.do(t, c, "create_events", `{"events":[`+event+`,{"date":"2026-05-05","name":"Swim","sport":"swim"}]}`)
	if got := second.Events[0]; got.Status != "unchanged" || got.ID != first.Events[0].ID || second.Events[1].Status != "created" {
		t.Errorf("the same again: %+v", second.Events)
	}
	if len(second.Notes) != 1 || !strings.Contains(second.Notes[0], "already planned ("+first.Events[0].ID+")") {
		t.Errorf("nothing is said: %q", second.Notes)
	}
	longer := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","name":"easy run","sport":"run","duration_s":3600}]}`)
	if longer.Events[0].Status != "created" || len(longer.Notes) != 1 || !strings.Contains(longer.Notes[0], first.Events[0].ID) {
		t.Errorf("one that is called alike: %+v %q", longer.Events, longer.Notes)
	}
	later := h.do(t, c, "create_events", `{"events":[{"date":"2026-05-04","time":"17:00","name":"Easy run","sport":"run","duration_s":2400}]}`)
	if later.Events[0].Status != "created" || len(later.Notes) != 0 {
		t.Errorf("one at another time: %+v %q", later.Events, later.Notes)
	}
	if docs := h.documents(t); len(docs) != 4 {
		t.Errorf("%d events stand, want 4", len(docs))
	}
}
