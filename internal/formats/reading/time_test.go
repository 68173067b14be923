package reading_test

import (
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
)

// TestTimesInAnyForm: a time is read in every form that ISO 8601 has for it.
func TestTimesInAnyForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		utc    string
		offset int
		zoned  bool
	}{
		"2024-05-01T10:00:07Z":           {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01t10:00:07z":           {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01T10:00:07":            {"2024-05-01T10:00:07Z", 0, false},
		"2024-05-01 10:00:07":            {"2024-05-01T10:00:07Z", 0, false},
		"2024-05-01 10:00:07Z":           {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01T10:00Z":              {"2024-05-01T10:00:00Z", 0, true},
		"2024-05-01T10:00+02:00":         {"2024-05-01T08:00:00Z", 7200, true},
		"2024-05-01T10:00:07+0200":       {"2024-05-01T08:00:07Z", 7200, true},
		"2024-05-01T10:00:07+02":         {"2024-05-01T08:00:07Z", 7200, true},
		"2024-05-01T10:00:07-0330":       {"2024-05-01T13:30:07Z", -12600, true},
		"2024-05-01T10:00:07−03:30":      {"2024-05-01T13:30:07Z", -12600, true},
		"2024-05-01 10:00:07 +0200":      {"2024-05-01T08:00:07Z", 7200, true},
		"2024-05-01T10:00:07+0000":       {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01 10:00:07 UTC":        {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01T10:00:07,5Z":         {"2024-05-01T10:00:07.5Z", 0, true},
		"2024-05-01T10:00:07.1234567+02": {"2024-05-01T08:00:07.1234567Z", 7200, true},
		"20240501T100007Z":               {"2024-05-01T10:00:07Z", 0, true},
		"20240501T1000+0200":             {"2024-05-01T08:00:00Z", 7200, true},
		" 2024-05-01T10:00:07Z\n":        {"2024-05-01T10:00:07Z", 0, true},
		"2024-05-01T24:00:00Z":           {"2024-05-02T00:00:00Z", 0, true},
		"2024-12-31T23:59:60Z":           {"2025-01-01T00:00:00Z", 0, true},
	} {
		at, offset, has, ok := reading.ParseTime(text)
		if got := at.Format(time.RFC3339Nano); !ok || got != want.utc || offset != want.offset || has != (want.offset != 0) {
			t.Errorf("%q is %s, %d, %v", text, got, offset, ok)
		}
		if reading.Zoned(text) != want.zoned {
			t.Errorf("%q says a zone: %v", text, !want.zoned)
		}
	}
	for _, text := range []string{"", "yesterday", "2024-05-01", "10:00:07", "2024-13-01T10:00:07Z", "2024-05-01T25:00:07Z", "0001-01-01T00:00:00Z"} {
		if at, _, _, ok := reading.ParseTime(text); ok {
			t.Errorf("%q is %s", text, at)
		}
	}
}
