package structure_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/structure"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// repeats is a session of n like intervals.
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

// TestColumns: what is not known is null, and a column of nothing is left out.
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
