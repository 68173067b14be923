package structure_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// alternating is a session of n over-unders.
func alternating(n int, underS, overS int32, under, over float64) *efforts.Session {
	s := &efforts.Session{Basis: efforts.ByPower}
	at := int32(600)
	for range n {
		for range 3 {
			for _, p := range []struct {
				kind  efforts.Kind
				s     int32
				level float64
			}{{efforts.Under, underS, under}, {efforts.Over, overS, over}} {
				s.Intervals = append(s.Intervals, efforts.Interval{
					StartS: at, EndS: at + p.s, Kind: p.kind, Level: p.level,
					Means: efforts.Means{PowerW: p.level},
				})
				at += p.s
			}
		}
		at += 300
	}
	s.EndS = at
	return s
}

func alike(t *testing.T, m memory, sport training.Sport, s *efforts.Session) []string {
	t.Helper()
	all, err := structure.NewIndex(m).Alike(t.Context(), answerstest.FitnessModel,
		structure.Subject{ID: "own", Sport: sport, Day: today - 10, Session: s})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, a := range all {
		if a.Share < structure.LikeShare || a.Share > 1 {
			t.Errorf("%s is %v alike", a.ID, a.Share)
		}
		out = append(out, string(a.ID))
	}
	slices.Sort(out)
	return out
}

// TestAlike: FTP was 240 W until a hundred days ago and is 260 W since. What
// was found in heart rate has no level to compare, as LTHR is not known.
func TestAlike(t *testing.T) {
	t.Parallel()
	m := history()
	m.put("own", training.Cycling, 10, repeats(efforts.ByPower, 5, 240, 120, 264))
	m.put("4x4", training.Cycling, 300, repeats(efforts.ByPower, 4, 235, 120, 250))
	m.put("2x4", training.Cycling, 300, repeats(efforts.ByPower, 2, 240, 120, 250))
	m.put("easy5x4", training.Cycling, 11, repeats(efforts.ByPower, 5, 240, 120, 200))
	m.put("longrest", training.Cycling, 12, repeats(efforts.ByPower, 5, 240, 600, 264))
	m.put("under", training.Cycling, 13, alternating(3, 120, 60, 240, 280))
	m.put("under2", training.Cycling, 14, alternating(3, 60, 120, 240, 280))
	m.put("1km", training.Running, 15, repeats(efforts.BySpeed, 5, 225, 120, 4.44))
	for name, c := range map[string]struct {
		sport training.Sport
		s     *efforts.Session
		want  []string
	}{
		"5 x 4 min": {training.Cycling, repeats(efforts.ByPower, 5, 240, 120, 264), []string{"4x4", "hr", "new5x4", "old5x4"}},
		"easy ones": {training.Cycling, repeats(efforts.ByPower, 5, 240, 120, 205), []string{"easy5x4", "hr"}},
		"by heart rate": {
			training.Cycling, repeats(efforts.ByHR, 4, 245, 120, 163),
			[]string{"4x4", "easy5x4", "hr", "new5x4", "old5x4"},
		},
		"over-unders":             {training.Cycling, alternating(3, 120, 60, 242, 282), []string{"under"}},
		"of another sport":        {training.Rowing, repeats(efforts.ByPower, 5, 240, 120, 264), []string{}},
		"faster over a kilometre": {training.Running, repeats(efforts.BySpeed, 5, 215, 120, 4.65), []string{"1km"}},
		"800 m":                   {training.Running, repeats(efforts.BySpeed, 6, 178, 120, 4.5), []string{"run800"}},
		"nothing like it":         {training.Cycling, repeats(efforts.ByPower, 1, 1200, 0, 240), []string{}},
		"no work":                 {training.Cycling, &efforts.Session{Basis: efforts.ByPower}, []string{}},
	} {
		if d := cmp.Diff(c.want, alike(t, m, c.sport, c.s)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestAlikeWithoutThresholds compares watts where there are no percentages.
func TestAlikeWithoutThresholds(t *testing.T) {
	t.Parallel()
	m := history()
	m.Past = nil
	want := []string{"hr", "new5x4", "old5x4"}
	if d := cmp.Diff(want, alike(t, m, training.Cycling, repeats(efforts.ByPower, 5, 240, 120, 290))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"hr"}, alike(t, m, training.Cycling, repeats(efforts.ByPower, 5, 240, 120, 330))); d != "" {
		t.Error(d)
	}
}

// TestAlikeWithinTwelvePercent of the threshold, above and below.
func TestAlikeWithinTwelvePercent(t *testing.T) {
	t.Parallel()
	m := &answerstest.FitnessStore{Past: training.History{{Key: training.KeyFTP, Sport: training.Cycling, From: today - 100,
		Values: []float64{200}}}}
	for id, watts := range map[string]float64{
		"12.5below": 175, "12below": 176, "11.5below": 177, "same": 200,
		"11.5above": 223, "12.5above": 225,
	} {
		memory{m}.put(id, training.Cycling, 11, repeats(efforts.ByPower, 5, 240, 120, watts))
	}
	for watts, want := range map[float64][]string{
		200: {"11.5above", "11.5below", "12below", "same"}, 176: {"11.5below", "12.5below", "12below", "same"},
	} {
		if d := cmp.Diff(want, alike(t, memory{m}, training.Cycling, repeats(efforts.ByPower, 5, 240, 120, watts))); d != "" {
			t.Error(d)
		}
	}
}
