package archive

import (
	"strings"
	"testing"
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
