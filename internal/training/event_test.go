package training

import (
	"slices"
	"testing"
	"time"
)

func TestLocalTimes(t *testing.T) {
	t.Parallel()
	sydney, err := time.LoadLocation("Australia/Sydney")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]LocalTime{
		"2026-03-01":           "2026-03-01T00:00:00",
		"2026-03-01T23:30":     "2026-03-01T23:30:00",
		"2026-03-01T23:30:05":  "2026-03-01T23:30:05",
		"2026-03-01T23:30:05Z": "",
		"tomorrow":             "",
	} {
		got, err := ParseLocalTime(in)
		if got != want || (err == nil) != (want != "") || err != nil && KindOf(err) != KindInvalid {
			t.Errorf("%s: %q %v", in, got, err)
		}
		if want != "" && (got.Day() != NewDay(2026, 3, 1) || LocalTimeOf(got.In(sydney)) != got) {
			t.Errorf("%s: on %s", in, got.Day())
		}
	}
	if at := LocalTime("2026-03-01T00:00:00").In(sydney); !at.Equal(time.Date(2026, 2, 28, 13, 0, 0, 0, time.UTC)) {
		t.Error(at)
	}
	if !LocalTime("").In(sydney).IsZero() {
		t.Error("an empty time is some time")
	}
}

func TestEventCategories(t *testing.T) {
	t.Parallel()
	races := slices.DeleteFunc(EventCategories(), func(c EventCategory) bool { return !c.Race() })
	if !slices.Equal(races, []EventCategory{EventRaceA, EventRaceB, EventRaceC}) {
		t.Error(races)
	}
}
