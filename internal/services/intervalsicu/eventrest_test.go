package intervalsicu_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/intervalsicu"
	"lapkeep/internal/training"
)

// TestWhatAnEventSaysBesidesComesBack: fields that have no name here are kept
// and sent when the event is made anew, and never when one is changed.
func TestWhatAnEventSaysBesidesComesBack(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 20_000)
	for name, c := range map[string]struct {
		says string
		want map[string]string
	}{
		"nothing": {`"sub_type":null,"carbs_per_hour":null,"attachments":[],"entered":false`, nil},
		"all": {
			`"sub_type":"RACE","carbs_per_hour":60,"attachments":[{"id":"a","filename":"map.png"}],"can_train_sports":["Ride"],"plan_folder_id":7,"uid":"u","athlete_id":"i1"`,
			map[string]string{
				"sub_type": `"RACE"`, "attachments": `[{"id":"a","filename":"map.png"}]`,
				"can_train_sports": `["Ride"]`, "plan_folder_id": `7`,
			},
		},
		"too much": {`"attachments":[{"id":"` + long + `"}]`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var e intervalsicu.Event
			text := `{"id":12,"category":"NOTE","name":"Here","start_date_local":"2026-05-01T00:00:00",` + c.says + `}`
			if err := json.Unmarshal([]byte(text), &e); err != nil {
				t.Fatal(err)
			}
			read := e.Read()
			if said := strings.Contains(c.says, `"carbs_per_hour":60`); said != (read.CarbsGPerH == 60) {
				t.Errorf("to eat are %v g/h", read.CarbsGPerH)
			}
			if read.ID != "12" || read.Name != "Here" {
				t.Errorf("the event itself is %+v", read)
			}
			body, err := json.Marshal(read) // as it is kept
			if err != nil {
				t.Fatal(err)
			}
			var kept training.CalendarEvent
			if err := json.Unmarshal(body, &kept); err != nil {
				t.Fatal(err)
			}
			made, err := intervalsicu.NewEvent(kept)
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]string
			for field, v := range made {
				if raw, ok := v.(json.RawMessage); ok {
					if got == nil {
						got = map[string]string{}
					}
					got[field] = string(raw)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			changed, err := intervalsicu.EventPatch(kept, "name")
			if err != nil || len(changed) != 1 {
				t.Errorf("a change of its name sends %v: %v", changed, err)
			}
		})
	}
	old := training.CalendarEvent{Category: training.EventWorkout, Name: "N", Start: "2026-05-01T00:00:00", Rest: json.RawMessage(`{"carbs_per_hour":70}`)}
	for rate, want := range map[float64]string{0: "70", 80: "80"} { // 70 was read before it had a name here
		old.CarbsGPerH = rate
		made, err := intervalsicu.NewEvent(old)
		if sent, _ := json.Marshal(made["carbs_per_hour"]); err != nil || string(sent) != want {
			t.Errorf("planned %v g/h, sent %s: %v", rate, sent, err)
		}
	}
	for _, bad := range []string{`{"uid":"mine","id":5}`, `[]`, `7`, `{"sub_type":null}`, `{`} {
		made, err := intervalsicu.NewEvent(training.CalendarEvent{
			Category: training.EventNote, Name: "N",
			Start: "2026-05-01T00:00:00", Rest: json.RawMessage(bad),
		})
		for _, field := range []string{"uid", "id", "sub_type"} {
			if _, sent := made[field]; sent || err != nil {
				t.Errorf("of %s %s is sent: %v", bad, field, err)
			}
		}
	}
}
