package wellness

import (
	"encoding/json"
	"testing"
	"time"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

func TestDamagedDaysAreTold(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"numbers":{"steps":{"value":"x"}}}`, `{`, `{"local_date":"tomorrow"}`} {
		_, err := Shown(document.Document{Statements: []document.SourceLayer{{Source: "garmin", Body: json.RawMessage(body)}}}, "")
		if training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestSleepOfNoPlaceIsOnTheAthletesClock checks that such times use the
// athlete's time zone at the time of the question.
func TestSleepOfNoPlaceIsOnTheAthletesClock(t *testing.T) {
	t.Parallel()
	auckland := time.FixedZone("", 12*3600)
	for said, want := range map[string]string{
		"2024-10-03T22:10:00Z":      "2024-10-04T10:10:00+12:00",
		"2024-10-03T22:10:00+02:00": "2024-10-03T22:10:00+02:00",
		"tired, Z":                  "tired, Z",
	} {
		if got := (remark{field: training.WellnessSleepStart, text: said}).at(auckland); got != want {
			t.Errorf("%s is %s", said, got)
		}
	}
	if got := (remark{field: training.WellnessComments, text: "2024-10-03T22:10:00Z"}).at(auckland); got != "2024-10-03T22:10:00Z" {
		t.Errorf("a comment became %s", got)
	}
}
