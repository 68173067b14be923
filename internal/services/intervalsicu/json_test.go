package intervalsicu

import (
	"encoding/json"
	"testing"
	"time"

	"lapkeep/internal/training"
)

func TestIDsAreTextWhetherWrittenAsNumbersOrText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]ID{`12`: "12", `"i12"`: "i12", `null`: "", `9007199254740993`: "9007199254740993"} {
		var got ID
		if err := json.Unmarshal([]byte(in), &got); err != nil || got != want {
			t.Errorf("%s: %q %v", in, got, err)
		}
	}
	var id ID
	for _, bad := range []string{`{}`, `[1]`, `true`} {
		if json.Unmarshal([]byte(bad), &id) == nil {
			t.Errorf("%s is an id", bad)
		}
	}
}

func TestNumbersOfThings(t *testing.T) {
	t.Parallel()
	if n, err := Number("71"); n != 71 || err != nil {
		t.Errorf("%d %v", n, err)
	}
	for _, bad := range []string{"", "0", "-1", "i7", "7.0", "../7", "99999999999999999999"} {
		if _, err := Number(bad); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestInstantsAreReadInEachFormThatWasSeen(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 9, 20, 1, 2, 3, 0, time.UTC)
	for _, s := range []string{"2026-09-20T01:02:03Z", "2026-09-20T03:02:03+02:00", "2026-09-20T01:02:03.000+0000", "2026-09-20T01:02:03"} {
		if got := UTC(s); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%s: %s", s, got)
		}
	}
	if got := UTC("2026-09-20T01:02:03.250+00:00"); got.Sub(want) != 250*time.Millisecond {
		t.Errorf("%s", got)
	}
	for _, s := range []string{"", "yesterday", "2026-13-40T00:00:00Z"} {
		if !UTC(s).IsZero() {
			t.Errorf("%q is %s", s, UTC(s))
		}
	}
}

func TestLocalTimesLoseTheZoneThatMeansNothing(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]training.LocalTime{
		"2026-09-20": "2026-09-20T00:00:00", "2026-09-20T01:02:03": "2026-09-20T01:02:03", "2026-09-20T01:02:03Z": "2026-09-20T01:02:03",
		"2026-09-20T01:02:03.000+00:00": "2026-09-20T01:02:03", "": "", "soon": "",
	} {
		if got := local(in); got != want {
			t.Errorf("%s: %q", in, got)
		}
	}
	if wireDay("") != nil || wireDay("2024-03-01").String() != "2024-03-01" {
		t.Error("a day is read wrongly")
	}
}

func TestAnActivitysOffsetIsOfItsTwoStarts(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]int{
		{"2026-09-19T05:15:00Z", "2026-09-19T07:15:00"}: 7200, {"2026-09-19T05:15:00Z", "2026-09-18T22:15:00"}: -7 * 3600,
		{"2026-09-19T05:15:00Z", "2026-09-19T10:45:00"}: 19800,
		{"", "2026-09-19T07:15:00"}:                     -1, {"2026-09-19T05:15:00Z", ""}: -1,
		{"2026-09-19T05:15:00Z", "2026-10-19T05:15:00"}: -1,
	} {
		got := (&Activity{Start: in[0], StartLocal: in[1]}).OffsetS()
		if (got == nil) != (want == -1) || got != nil && *got != want {
			t.Errorf("%v: %v", in, got)
		}
	}
}
