package curves_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// run adds a run whose power is by a source.
func run(s *answerstest.FitnessStore, id training.ActivityID, day training.Day, source string, watts int32) {
	codec := derive.NewCurves()
	var points []curve.Point
	for _, d := range codec.Grid() {
		if d <= 1300 {
			points = append(points, curve.Point{DurationS: d, Value: float64(watts)})
		}
	}
	prims := map[string][]byte{derive.PowerCurve: codec.Encode(points)}
	if source != "" {
		prims[derive.PowerSource] = derive.EncodeSource(source)
	}
	s.Add(store.LoadInput{ID: id, Sport: training.Running, Day: day}, prims)
}

// runner has three runs by a Stryd, one by the watch, and a ride.
func runner() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{}
	for i, id := range []training.ActivityID{"s1", "s2", "s3"} {
		run(s, id, today-training.Day(i), "stryd", 280+int32(i))
	}
	run(s, "w", today-40, "garmin", 350)
	ride(s, "bike", training.Cycling, today, steady(240, 1300))
	return s
}

func TestPowerOfSourcesNeverMixes(t *testing.T) {
	t.Parallel()
	s := runner()
	running := []training.Sport{training.Running}
	for _, c := range []struct {
		name   string
		q      curves.Query
		source string
		watts  float64
		id     string
		note   string
	}{
		{"the most frequent", curves.Query{Sports: running, Days: days(90)}, "stryd", 282, "s3", "garmin (1 activity)"},
		{"asked for", curves.Query{Sports: running, Days: days(90), PowerSource: " Garmin"}, "garmin", 350, "w", "stryd (3 activities)"},
		{"the only one of the days", curves.Query{
			Sports: running,
			Days:   training.DayRange{From: today - 60, To: today - 30},
		}, "garmin", 350, "w", ""},
		{"a bicycle", curves.Query{Days: days(90)}, "", 240, "bike", ""},
	} {
		c.q.Kind, c.q.Steps = curves.Power, []float64{300, 1201}
		v := answer(t, s, c.q)
		if v.Curve == nil || *v.Curve.PowerW[0] != c.watts || *v.Curve.IDs[0] != c.id || v.PowerSource != c.source {
			t.Errorf("%s: %+v by %q", c.name, v.Curve, v.PowerSource)
		}
		left := strings.Join(phrasetest.Texts(v.Notes), " ")
		if strings.Contains(left, c.note) != true || (c.note == "") == strings.Contains(left, "left out") {
			t.Errorf("%s: %q", c.name, v.Notes)
		}
		if d := cmp.Diff(len(v.Sports), 1); d != "" || strings.Contains(string(v.Sports[0]), "@") {
			t.Errorf("%s: sports %v", c.name, v.Sports)
		}
	}
}

func TestSeriesOfPowerHaveOneSource(t *testing.T) {
	t.Parallel()
	c := curves.New(runner())
	for _, tt := range []struct {
		sports []training.Sport
		watts  float64
		n      int
	}{
		{[]training.Sport{training.Running}, 282, 3},
		{[]training.Sport{training.Cycling}, 240, 1},
		{nil, 240, 1},
	} {
		points, n, err := c.Series(t.Context(), answerstest.FitnessModel, curves.Power, days(90), tt.sports)
		if err != nil || n != tt.n || points[0].Value != tt.watts || strings.Contains(string(points[0].Ref.Sport), "@") {
			t.Errorf("%v: %d activities, %+v (%v)", tt.sports, n, points[0], err)
		}
	}
}

// TestSourcesFollowTheStore: what comes later counts, and damage hides nothing.
func TestSourcesFollowTheStore(t *testing.T) {
	t.Parallel()
	s := runner()
	c := curves.New(s)
	ask := func() *curves.View {
		t.Helper()
		v, err := c.Answer(t.Context(), answerstest.FitnessModel, here, curves.Query{
			Kind: curves.Power, Days: days(90), Sports: []training.Sport{training.Running}, Steps: []float64{300},
		})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ask()
	for i := range 4 {
		run(s, training.ActivityID(rune('A'+i)), today-training.Day(i), "garmin", 340)
	}
	if v := ask(); v.PowerSource != "garmin" || *v.Curve.PowerW[0] != 350 {
		t.Errorf("after four more: %q, %+v", v.PowerSource, v.Curve)
	}
	s.Remove("w")
	if v := ask(); *v.Curve.PowerW[0] != 340 {
		t.Errorf("after one went: %+v", v.Curve)
	}
	s.Add(store.LoadInput{ID: "bad", Sport: training.Running, Day: today}, map[string][]byte{derive.PowerSource: {9}})
	if v := ask(); v.Curve == nil || *v.Curve.PowerW[0] != 340 {
		t.Errorf("beside a damaged one: %+v", v)
	}
}

func TestBadSources(t *testing.T) {
	t.Parallel()
	s := runner()
	running := []training.Sport{training.Running}
	for name, q := range map[string]curves.Query{
		"unknown":    {Kind: curves.Power, Sports: running, PowerSource: "coros"},
		"none":       {Kind: curves.Power, Sports: []training.Sport{training.Rowing}, PowerSource: "stryd"},
		"a bicycle":  {Kind: curves.Power, PowerSource: "stryd"},
		"heart rate": {Kind: curves.HR, Sports: running, PowerSource: "stryd"},
		"mixed":      {Kind: curves.Power, Sports: []training.Sport{training.Running, training.Cycling}},
	} {
		q.Days = days(90)
		_, err := curves.New(s).Answer(t.Context(), answerstest.FitnessModel, here, q)
		if training.KindOf(err) != training.KindInvalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	old := &answerstest.FitnessStore{}
	run(old, "o", today, "", 300)
	if v := answer(t, old, curves.Query{Kind: curves.Power, Days: days(9), Sports: running}); v.PowerSource != "" || v.Curve == nil {
		t.Errorf("a run whose source is not known: %+v", v)
	}
}
