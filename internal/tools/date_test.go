package tools_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type dates struct {
	Day   tools.Date      `json:"day,omitzero"`
	Range tools.DateRange `json:"range,omitzero"`
}

func TestDatesSurviveJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var want dates
		day := rapid.Int32Range(-20000, 40000)
		if rapid.Bool().Draw(t, "with a day") {
			want.Day = tools.Date{Day: training.Day(day.Draw(t, "day")), Set: true}
		}
		if rapid.Bool().Draw(t, "with a range") {
			want.Range = tools.DateRange{From: training.Day(day.Draw(t, "from")), To: training.Day(day.Draw(t, "to")), Set: true}
		}
		b, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got dates
		if err := json.Unmarshal(b, &got); err != nil || got != want {
			t.Fatalf("%s: got %+v, %v; want %+v", b, got, err, want)
		}
	})
}

func TestLeftOutDates(t *testing.T) {
	t.Parallel()
	var none struct {
		Day   tools.Date
		Range tools.DateRange
	}
	b, err := json.Marshal(none)
	if err != nil || string(b) != `{"Day":"","Range":null}` {
		t.Fatalf("%s, %v", b, err)
	}
	if err := json.Unmarshal(b, &none); err != nil || none.Day.Set || none.Range.Set {
		t.Errorf("%+v, %v", none, err)
	}
	year := training.DayRange{From: 1, To: 2}
	if none.Range.Or(year) != year || none.Day.Or(9) != 9 || !none.Day.IsZero() || !none.Range.IsZero() {
		t.Error("what was left out has a value")
	}
	for _, bad := range []string{`{"day":"soon"}`, `{"range":"soon"}`, `{"range":{"from":"x"}}`} {
		if err := json.Unmarshal([]byte(bad), &dates{}); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestParseRange(t *testing.T) {
	t.Parallel()
	got, err := tools.ParseRange("this week", training.NewDay(2026, time.May, 20), time.Sunday)
	if err != nil || got.String() != "2026-05-17 to 2026-05-23" {
		t.Errorf("%s, %v", got, err)
	}
}
