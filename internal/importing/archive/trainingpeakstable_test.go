package archive

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

const trainingpeaksHead = "\ufeffTitle,WorkoutType,WorkoutDay,CoachComments,AthleteComments,TimeTotalInHours,DistanceInMeters,Energy,Rpe\r\n"

func trainingpeaksRows(t *testing.T, lines ...string) table {
	t.Helper()
	got, err := workouts([]byte(trainingpeaksHead + strings.Join(lines, "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestTrainingPeaksRows(t *testing.T) {
	t.Parallel()
	got := trainingpeaksRows(t, `"A, ""b""",Bike,2024-05-01,no,"yes`+"\n"+`two",1.5,40000,900,7`, `Again,Bike,2024-05-01,,,0.5,,,0`,
		`Lift,Strength,2024-05-01,,,1,,,11`,
		`Off,Day Off,2024-05-02,,,,,,`, `Plan,Run,2024-05-02,,,,,,`, `Odd,Run,May 2,,,1,,,`, `Short,Run,2024-05-03`,
		`Odd,Run,2024-05-03,,,NaN,-5,,`, `Swim far,Swim,2024-05-03,,,,1000,,`)
	ten := func(day int) time.Time { return time.Date(2024, 5, day, 10, 0, 0, 0, time.UTC) }
	want := []training.Statement{
		{
			Ref: "trainingpeaks:2024-05-01-bike-1", Sport: training.Cycling, Name: `A, "b"`, Description: "yes\ntwo", PerceivedExertion: 7,
			Entry: &training.Entry{
				Start: ten(1), TimerS: 5400, ElapsedS: 5400,
				Values: training.Values{training.MetricDistanceKM: 40, training.MetricWorkKJ: 900},
			},
		},
		{
			Ref: "trainingpeaks:2024-05-01-bike-2", Sport: training.Cycling, Name: "Again",
			Entry: &training.Entry{Start: ten(1), TimerS: 1800, ElapsedS: 1800},
		},
		{
			Ref: "trainingpeaks:2024-05-01-strength-1", Sport: training.Strength, Name: "Lift",
			Entry: &training.Entry{Start: ten(1), TimerS: 3600, ElapsedS: 3600},
		},
		{
			Ref: "trainingpeaks:2024-05-03-swim-1", Sport: training.Swimming, Name: "Swim far",
			Entry: &training.Entry{Start: ten(3), Values: training.Values{training.MetricDistanceKM: 1}},
		},
	}
	var said []training.Statement
	for _, d := range got.done {
		said = append(said, d.said)
	}
	if d := cmp.Diff(want, said); d != "" || got.planned != 3 || got.off != 1 {
		t.Errorf("%d planned, %d off: %s", got.planned, got.off, d)
	}
	for _, in := range []string{"", "a,b,c\n1,2,3", "\x00\xff", `"`} {
		if _, err := workouts([]byte(in)); training.KindOf(err) != training.KindCorrupt || err == nil {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// TestARecordingFindsItsRow by day, sport and duration.
func TestARecordingFindsItsRow(t *testing.T) {
	t.Parallel()
	table := trainingpeaksRows(t, `Long,Bike,2024-05-01,,,3,,,`, `Short,Bike,2024-05-01,,,1,,,`, `Jog,Run,2024-05-01,,,0.5,,,`,
		`Anything,Race,2024-05-02,,,2,,,`)
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, tt := range map[string]struct {
		sport   training.Sport
		start   string
		offsetH int // 99 is not said
		seconds float64
		want    string
	}{
		"the long one":                      {training.Cycling, "2024-05-01T08:00:00Z", 2, 3*3600 + 60, "Long"},
		"the short one":                     {training.Cycling, "2024-05-01T17:00:00Z", 2, 3590, "Short"},
		"between the two":                   {training.Cycling, "2024-05-01T17:00:00Z", 2, 2 * 3600, ""},
		"the only run, roughly":             {training.Running, "2024-05-01T17:00:00Z", 2, 1600, "Jog"},
		"a run of another length":           {training.Running, "2024-05-01T17:00:00Z", 2, 7200, ""},
		"to the device it was a walk":       {training.Walking, "2024-05-01T17:00:00Z", 2, 1800, "Jog"},
		"another sport":                     {training.Swimming, "2024-05-01T17:00:00Z", 2, 1800, ""},
		"a day on, by the athlete's clock":  {training.Running, "2024-05-01T23:00:00Z", 2, 1800, ""},
		"the day, by the athlete's clock":   {training.Running, "2024-05-02T03:00:00Z", -7, 1800, "Jog"},
		"nobody knows the athlete's clock":  {training.Running, "2024-05-02T03:00:00Z", 99, 1800, "Jog"},
		"what the table calls by no sport":  {training.Running, "2024-05-02T12:00:00Z", 2, 7200, "Anything"},
		"a day of which the table is empty": {training.Running, "2024-05-09T12:00:00Z", 2, 7200, ""},
	} {
		r := &training.Recording{Sport: tt.sport, Start: at(tt.start), ElapsedS: tt.seconds, TimerS: tt.seconds}
		if off := tt.offsetH * 3600; tt.offsetH != 99 {
			r.OffsetS = &off
		}
		got := ""
		if s := table.of(r); s != nil {
			got = s.Name
			if s.Entry != nil || s.Sport == training.Other {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if got != tt.want {
			t.Errorf("%s is %q, want %q", name, got, tt.want)
		}
	}
}

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

// FuzzWorkouts holds that no table brings its reader down, and that what it
// says of workouts can be.
func FuzzWorkouts(f *testing.F) {
	for _, s := range []string{
		trainingpeaksHead + `"A, ""b""",Bike,2024-05-01,no,"yes` + "\n" + `two",1.5,40000,900,7` + "\r\n" + `Off,Day Off,2024-05-02,,,,,,`,
		trainingpeaksHead + `Odd,Run,2024-05-03,,,NaN,-5,1e999,11`, "Title;WorkoutType;WorkoutDay\r\na;b;2024-05-01",
		trainingpeaksHead + `"a`, "",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := workouts(data)
		if err != nil {
			return
		}
		for _, d := range got.done {
			if d.said.Ref == "" || d.said.Entry == nil {
				t.Errorf("a row says nothing: %+v", d.said)
				continue
			}
			for metric, v := range d.said.Entry.Values {
				if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s is %v", metric, v)
				}
			}
			if e := d.said.Entry; e.TimerS < 0 || e.ElapsedS < 0 || math.IsInf(e.TimerS, 0) || math.IsNaN(e.TimerS) {
				t.Errorf("it took %v s of %v s", e.TimerS, e.ElapsedS)
			}
		}
	})
}
