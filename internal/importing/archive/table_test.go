package archive

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

func TestRows(t *testing.T) {
	t.Parallel()
	type thing struct {
		N    float64 `json:"n"`
		Word string  `json:"word"`
	}
	for name, tt := range map[string]struct {
		text, key string
		want      []thing
		ok        bool
	}{
		"an array":              {`[{"n":1},{"n":2.5E3,"other":[1]}]`, "", []thing{{N: 1}, {N: 2500}}, true},
		"one object":            {"\ufeff\n {\"n\":1}", "", []thing{{N: 1}}, true},
		"under a key":           {`[{"a":{"b":1},"rows":[{"n":1}],"c":2},{"rows":[{"n":2}]},{}]`, "rows", []thing{{N: 1}, {N: 2}}, true},
		"of one object":         {`{"rows":[{"n":1}]}`, "rows", []thing{{N: 1}}, true},
		"none":                  {`[]`, "rows", nil, true},
		"a field of other type": {`[{"n":"one","word":"w"},{"n":2}]`, "", []thing{{Word: "w"}, {N: 2}}, true},
		"null":                  {`[{"n":null},null]`, "", []thing{{}, {}}, true},
		"cut short":             {`[{"n":1},{"n":2`, "", []thing{{N: 1}}, false},
		"cut between rows":      {`[{"n":1},`, "", []thing{{N: 1}}, false},
		"cut under a key":       {`[{"rows":[{"n":1}`, "rows", []thing{{N: 1}}, false},
		"a table of something":  {`"words"`, "", nil, false},
		"not under a key":       {`[[{"n":1}]]`, "rows", nil, false},
		"no array under it":     {`[{"rows":{"n":1}}]`, "rows", nil, false},
		"empty":                 {"", "", nil, false},
		"spaces":                {" \n", "", nil, false},
		"no JSON":               {"a;b\n1;2", "", nil, false},
	} {
		var got []thing
		err := rows(strings.NewReader(tt.text), tt.key, func(v thing) { got = append(got, v) })
		if (err == nil) != tt.ok || err != nil && training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	broken := training.Errorf(training.KindUnavailable, "The disk is gone.")
	if err := rows(iotest.ErrReader(broken), "", func(thing) {}); !errors.Is(err, broken) {
		t.Errorf("a disk that is gone: %v", err)
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"2024-03-01"`: "2024-03-01", `"2024-03-01T00:00:00.0"`: "2024-03-01", "1709251200000": "2024-03-01", "1.7092512E12": "2024-03-01",
		`"soon"`: "", "-5": "", `{"date":1}`: "", "null": "", `"2024-13-01"`: "", "1e300": "",
	} {
		var d garminDay
		if err := d.UnmarshalJSON([]byte(text)); err != nil || d.ok != (want != "") || d.ok && d.String() != want {
			t.Errorf("%s is %s %v, want %q, %v", text, d.Day, d.ok, want, err)
		}
	}
	if _, ok := stamp("2024-03-01T05:41:00.0"); !ok {
		t.Error("a stamp cannot be read")
	}
	if _, ok := stamp("05:41"); ok {
		t.Error("half a stamp can be read")
	}
}

func FuzzRows(f *testing.F) {
	f.Add(`[{"summarizedActivitiesExport":[{"activityId":1,"beginTimestamp":1.7E12,"duration":1}]}]`)
	f.Add(`[{"calendarDate":"2024-03-01","deepSleepSeconds":1}]`)
	f.Add(`{"0000000000000000"`)
	f.Fuzz(func(t *testing.T, text string) {
		err := rows(strings.NewReader(text), "summarizedActivitiesExport", func(r row) {
			if s, ok := r.summary(nil); ok && (s.start.IsZero() || s.said.Entry == nil || s.said.Entry.TimerS < 0) {
				t.Errorf("%+v of %q", s, text)
			}
		})
		if err != nil && (errors.Is(err, io.EOF) || training.KindOf(err) != training.KindCorrupt) {
			t.Error(err)
		}
	})
}
