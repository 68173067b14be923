package structure_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// repeats returns a session of n equal intervals.
func repeats(basis efforts.Basis, n int, workS, restS int32, level float64) *efforts.Session {
	s := &efforts.Session{Basis: basis}
	at := int32(600)
	for range n {
		iv := efforts.Interval{
			StartS: at, EndS: at + workS, Kind: efforts.Work, Level: level, FirstLevel: level,
			LastLevel: level, RestLevel: level / 2,
		}
		switch basis {
		case efforts.ByPower:
			iv.PowerW, iv.HRBpm = level, 160
		case efforts.ByHR:
			iv.HRBpm = level
		default:
			iv.SpeedMPS, iv.DistanceM = level, level*float64(workS)
		}
		s.Intervals = append(s.Intervals, iv)
		at += workS + restS
	}
	s.EndS = at + 600
	return s
}

func TestClassesFollowTheThresholds(t *testing.T) {
	t.Parallel()
	s := repeats(efforts.ByPower, 5, 240, 120, 286)
	v := structure.Of(s, training.Cycling, training.Thresholds{FTPW: 260})
	want := []structure.Set{{
		Name: i18n.Name("5 × 4:00 @ 286 W, 2:00 easy"), Pattern: "repeats", Intervals: 5, DurationS: 240, RestS: 120,
		Level: structure.Level{AvgPowerW: 286, Percent: 110, Zone: 5},
	}}
	if d := cmp.Diff(want, v.Sets); d != "" || v.Name != want[0].Name || v.Scheme != "coggan7" || v.FoundIn != "power" || v.Missing != nil {
		t.Errorf("%+v\n%s", v, d)
	}
	v = structure.Of(s, training.Cycling, training.Thresholds{FTPW: 320})
	if v.Sets[0].Zone != 3 || *v.Intervals.Percent[0] != 89.4 || *v.Intervals.Zone[4] != 3 {
		t.Errorf("at another FTP: %+v", v.Sets)
	}
	v = structure.Of(s, training.Cycling, training.Thresholds{})
	if v.Intervals.Percent != nil || v.Intervals.Zone != nil || v.Missing["percent_of_threshold"] == "" || v.Missing["zone"] == "" {
		t.Errorf("without an FTP: %+v", v)
	}
}

func TestUnitsOfTheBases(t *testing.T) {
	t.Parallel()
	all := training.Thresholds{FTPW: 250, LTHRBpm: 160, ThresholdMPS: 4}
	run := structure.Of(repeats(efforts.BySpeed, 4, 200, 90, 5), training.Running, all).Sets[0].Level
	pool := structure.Of(repeats(efforts.ByLengths, 4, 100, 20, 1), training.Swimming, training.Thresholds{ThresholdMPS: 1.25}).Sets[0].Level
	hr := structure.Of(repeats(efforts.ByHR, 3, 480, 180, 168), training.Cycling, all).Sets[0].Level
	for name, got := range map[string][2]structure.Level{
		"run":  {run, {DistanceKM: 1, PaceSPerKM: 200, Percent: 125, Zone: 7}},
		"pool": {pool, {DistanceKM: 0.1, PaceS100M: 100, Percent: 80, Zone: 2}},
		"hr":   {hr, {AvgHRBpm: 168, Percent: 105, Zone: 6}},
	} {
		if d := cmp.Diff(got[1], got[0]); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestColumns checks that unknown values are null, and that empty columns are left out.
func TestColumns(t *testing.T) {
	t.Parallel()
	s := repeats(efforts.ByPower, 3, 240, 120, 286)
	s.Intervals[1].HRBpm = 0
	v := structure.Of(s, training.Cycling, training.Thresholds{})
	b, err := json.Marshal(v.Intervals)
	want := `{"start_offset_s":[600,960,1320],"duration_s":[240,240,240],"kind":["work","work","work"],` +
		`"avg_power_w":[286,286,286],"avg_hr_bpm":[160,null,160],"rest_s":[120,120,null]}`
	if err != nil || string(b) != want {
		t.Errorf("%s\n%s", b, want)
	}
}

func TestManyIntervalsAreCut(t *testing.T) {
	t.Parallel()
	v := structure.Of(repeats(efforts.ByPower, 300, 30, 30, 400), training.Cycling, training.Thresholds{FTPW: 250})
	b, err := json.Marshal(v)
	if err != nil || !v.Truncated || v.Sets[0].Intervals != 300 || len(b) > 12_000 {
		t.Errorf("%d bytes, %d intervals, truncated %v", len(b), len(v.Intervals.Kind), v.Truncated)
	}
}

func TestNameByTheThreshold(t *testing.T) {
	t.Parallel()
	s := &efforts.Session{Basis: efforts.ByPower}
	for i := range int32(6) {
		kind, level := efforts.Under, 247.0
		if i%2 == 1 {
			kind, level = efforts.Over, 273
		}
		s.Intervals = append(s.Intervals, efforts.Interval{StartS: 90 * i, EndS: 90 * (i + 1), Kind: kind, Level: level})
	}
	for want, ftp := range map[string]float64{
		"over-unders 3 × (1:30/1:30) @ 95/105 %": 260, "over-unders 3 × (1:30/1:30) @ 247/273 W": 0,
	} {
		if got := structure.Of(s, training.Cycling, training.Thresholds{FTPW: ftp}).Name.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// alternating returns a session of n over-unders.
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

// TestAlike compares sessions with an FTP of 240 W until a hundred days ago and
// 260 W since. Intervals found in heart rate have no level to compare, because
// LTHR is unknown.
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

// TestAlikeWithoutThresholds checks that watts are compared if there are no percentages.
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

// TestAlikeWithinTwelvePercent checks levels of 12 % of the threshold above and below.
func TestAlikeWithinTwelvePercent(t *testing.T) {
	t.Parallel()
	m := &answerstest.FitnessStore{Past: training.History{{
		Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: today - 100,
		Values: []float64{200},
	}}}
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

// TestTimesOnANamedClimb checks that the fastest comes first, whatever accents and
// apostrophes the name has. For intervals of different lengths, the newest comes first.
func TestTimesOnANamedClimb(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	climb := func(id training.ActivityID, day training.Day, name string, metres float64, seconds ...float64) {
		d := training.Drawn{Ref: "file:" + string(id), Source: "tri", Day: day}
		for _, x := range seconds {
			d.Intervals = append(d.Intervals, training.DrawnInterval{Name: name, StartS: 60, EndS: 60 + x, DistanceM: metres, AvgPowerW: 250})
		}
		s.PutStatement(document.Drawn, d.Ref, "tri", day, d)
	}
	climb(answerstest.Ride, 10, "Alpe d’Huez", 13_800, 3600, 3300)
	climb(answerstest.NoPower, 20, "ALPE D'HUEZ (virage 21)", 13_600, 3000)
	climb(answerstest.ActivityRun, 30, "Col d'Èze", 9000, 1800)
	find := func(name string) *structure.Answer {
		t.Helper()
		q := structure.Query{Name: name, Days: training.DayRange{From: 0, To: 100}}
		a, err := structure.Named(t.Context(), s, answerstest.ActivityModel, answers.Frame{}, q)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a := find("alpe d'huez")
	if a.Total != 2 || a.Order != "quickest first" || a.Activities[0].QuickestS != 3000 || a.Activities[1].QuickestS != 3300 {
		t.Errorf("%+v", a)
	}
	if a := find("eze"); a.Total != 1 || a.Order != "" {
		t.Errorf("%+v", a)
	}
	if a := find("d'"); a.Total != 3 || a.Order != "" || a.Activities[0].QuickestS != 1800 {
		t.Errorf("lengths that differ: %+v", a)
	}
}
