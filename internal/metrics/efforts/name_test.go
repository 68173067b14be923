package efforts_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/realdata"
	"lapkeep/test/sessiongen"
)

// TestGeneratedNames: a coach would know the session by its name.
func TestGeneratedNames(t *testing.T) {
	t.Parallel()
	for shape, want := range map[string]string{
		"5x4min":         `^5 × 4:00 @ \d+ W, 2:00 easy$`,
		"3x10min":        `^3 × 10:00 @ \d+ W, 5:00 easy$`,
		"8x1min":         `^8 × 1:00 @ \d+ W, 1:00 easy$`,
		"30_30":          `^\d+ × 0:30 @ \d+ W, 0:30 easy$`,
		"30_30_two_sets": `^2 × \(\d+ × 0:30 @ \d+ W, 0:30 easy\), 5:00 between$`,
		"sprints":        `^\d × 0:15 @ \d+ W, 3:45 easy$`,
		"run_6x800m":     `^WU \d\.\d km, 6 × 800 m @ \d:\d\d/km, 2:00 jog$`,
		"hills":          `^\d × \d:\d\d uphill @ \d+ W, \d:\d\d easy$`,
		"progressive":    `^\d × \d:00 @ \d+ → \d+ W, 3:00 easy$`,
		"tempo":          `^\d\d:00 @ \d+ W$`,
		"ramp_test":      `^ramp \d\d:\d\d @ \d+ → \d+ W$`,
		"fartlek":        `^fartlek, \d+ surges of \d:\d\d–\d:\d\d @ \d+–\d+ W$`,
		"over_unders":    `^over-unders (\d × )?\d × \(2:00/1:00\) @ \d+/\d+ %$`,
	} {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			re, good := regexp.MustCompile(want), 0
			const tries = 40
			for seed := range uint64(tries) {
				s := found(recordingOf(made(t, shape, seed), sensors...))
				if name := s.Name(250).String(); re.MatchString(name) {
					good++
				} else if good == 0 {
					t.Logf("seed %d: %s", seed, name)
				}
			}
			if good < tries*9/10 {
				t.Errorf("%d of %d names are like %s", good, tries, want)
			}
		})
	}
}

func repeats(n int, workS, restS int32, level, rest float64) []efforts.Interval {
	var out []efforts.Interval
	at := int32(600)
	for range n {
		out = append(out, efforts.Interval{
			StartS: at, EndS: at + workS, Kind: efforts.Work, Level: level, FirstLevel: level, LastLevel: level, RestLevel: rest,
			Means: efforts.Means{DistanceM: level * float64(workS)},
		})
		at += workS + restS
	}
	return out
}

func TestNamesOfSpeedAndHeartRate(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]efforts.Session{
		"5 × 1000 m @ 3:20/km, 2:30 walk": {Basis: efforts.BySpeed, Intervals: repeats(5, 200, 150, 5, 1.4)},
		"5 × 1000 m @ 3:20/km, 2:30 rest": {Basis: efforts.BySpeed, Intervals: repeats(5, 200, 150, 5, 0)},
		"8 × 1:30 @ 4:10/km, 1:30 jog":    {Basis: efforts.BySpeed, Intervals: repeats(8, 90, 90, 4, 2.4)},
		"4 × 8:00 @ 172 bpm, 3:00 easy":   {Basis: efforts.ByHR, Intervals: repeats(4, 480, 180, 172, 130)},
		"6 × 0:40 @ 420 W, 0:20 rest":     {Basis: efforts.ByPower, Intervals: repeats(6, 40, 20, 420, 3)},
		"1:10:00 @ 210 W":                 {Basis: efforts.ByPower, Intervals: repeats(1, 4200, 0, 210, 0)},
		"WU 2.4 km, 3 × 3:00 @ 4:00/km, 1:00 jog": {
			Basis: efforts.BySpeed, WarmUp: efforts.Means{DistanceM: 2431}, Intervals: repeats(3, 180, 60, 1000.0/240, 2.2),
		},
	} {
		if got := s.Name(0).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestLongSessionsAreCutShort(t *testing.T) {
	t.Parallel()
	var s efforts.Session
	s.Basis = efforts.ByLengths
	at := int32(0)
	for i := range 12 {
		for range 3 {
			s.Intervals = append(s.Intervals, efforts.Interval{
				StartS: at, EndS: at + 60, Kind: efforts.Work, Level: 1,
				Means: efforts.Means{DistanceM: 50 + 25*float64(i)},
			})
			at += 80
		}
	}
	if got := s.Name(0).String(); !strings.HasSuffix(got, "; and 7 more sets") {
		t.Error(got)
	}
}

func TestSetsOfGeneratedSessions(t *testing.T) {
	t.Parallel()
	for shape, want := range map[string]string{
		"30_30_two_sets": "repeats 2 blocks",
		"over_unders":    "over_unders",
		"fartlek":        "fartlek 1 blocks",
		"tempo":          "single 1 blocks",
	} {
		s := found(recordingOf(made(t, shape, 2), sensors...))
		sets := s.Sets()
		if len(sets) != 1 || !strings.HasPrefix(fmt.Sprintf("%s %d blocks", sets[0].Pattern, sets[0].Blocks), want) {
			t.Errorf("%s: %+v", shape, sets)
		}
	}
}

// TestSetsHoldEveryInterval: whatever the intervals, the sets are a partition.
func TestSetsHoldEveryInterval(t *testing.T) {
	t.Parallel()
	for _, shape := range sessiongen.Shapes() {
		for seed := range uint64(10) {
			s := found(recordingOf(made(t, shape, seed), sensors...))
			next := 0
			for _, set := range s.Sets() {
				if set.First != next || set.Count < 1 || set.Blocks < 1 || set.Repeats < 1 {
					t.Fatalf("%s %d: %+v after %d", shape, seed, set, next)
				}
				next += set.Count
			}
			if next != len(s.Intervals) {
				t.Errorf("%s %d: %d of %d intervals are in sets", shape, seed, next, len(s.Intervals))
			}
		}
	}
}

// TestOneDurationStandsOnce: surges of one length with unlike rests are no
// range of lengths.
func TestOneDurationStandsOnce(t *testing.T) {
	t.Parallel()
	s := &efforts.Session{Basis: efforts.ByPower, EndS: 9000}
	at := int32(600)
	for i := range int32(6) {
		iv := repeats(1, 300, 0, float64(205+75*(i%2)), 120)[0]
		iv.StartS, iv.EndS = at, at+300
		at = iv.EndS + 60 + 200*(i*i%5)
		s.Intervals = append(s.Intervals, iv)
	}
	if got, want := s.Name(0).String(), "fartlek, 6 surges of 5:00 @ 205–280 W"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBandsAtTheirEdges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		planned, done, percent float64
		band                   efforts.Band
	}{
		{3600, 0, 0, efforts.Red},
		{100, 49.4, 49, efforts.Red},
		{100, 49.5, 50, efforts.Yellow},
		{100, 79.49, 79, efforts.Yellow},
		{100, 79.5, 80, efforts.Green},
		{3600, 3600, 100, efforts.Green},
		{100, 120.4, 120, efforts.Green},
		{100, 120.5, 121, efforts.Yellow},
		{100, 150.49, 150, efforts.Yellow},
		{100, 150.5, 151, efforts.Red},
		{1, 1e6, 1e8, efforts.Red},
	} {
		p, ok := efforts.Percent(c.planned, c.done)
		if !ok || p != c.percent || efforts.BandOf(p) != c.band {
			t.Errorf("%g of %g is %g %% (%v), %s, want %g %s", c.done, c.planned, p, ok, efforts.BandOf(p), c.percent, c.band)
		}
	}
}

func TestNoShareOfNothing(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range [][2]float64{
		{0, 10},
		{-5, 10},
		{10, -1},
		{nan, 1},
		{1, nan},
		{inf, 1},
		{1, inf},
		{math.SmallestNonzeroFloat64, math.MaxFloat64},
	} {
		if p, ok := efforts.Percent(c[0], c[1]); ok {
			t.Errorf("%g of %g is %g %%", c[1], c[0], p)
		}
	}
}

func TestLoadOfAPlan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stated, durationS, intensity, tss float64
		by                                efforts.ComplianceRule
	}{
		{80, 3600, 0.9, 80, efforts.Stated},
		{0, 3600, 1, 100, efforts.DurationIntensity},
		{0, 5400, 0.8, 96, efforts.DurationIntensity},
		{0, 3600, 0, 0, ""},
		{0, 0, 0.8, 0, ""},
		{0, 3600, 75, 0, ""},
		{math.Inf(1), math.Inf(1), 1, 0, ""},
		{math.NaN(), math.NaN(), 1, 0, ""},
	} {
		tss, by, ok := efforts.LoadOfPlan(c.stated, c.durationS, c.intensity)
		if math.Abs(tss-c.tss) > 1e-9 || by != c.by || ok != (c.by != "") {
			t.Errorf("load of %+v is %g by %q, %v", c, tss, by, ok)
		}
	}
}

func TestAWorseMissIsNeverABetterBand(t *testing.T) {
	t.Parallel()
	order := map[efforts.Band]int{efforts.Green: 0, efforts.Yellow: 1, efforts.Red: 2}
	rapid.Check(t, func(t *rapid.T) {
		planned := rapid.Float64Range(0.1, 1e5).Draw(t, "planned")
		near := rapid.Float64Range(0, 2).Draw(t, "near")
		far := near * rapid.Float64Range(1, 3).Draw(t, "factor")
		for _, sign := range []float64{-1, 1} {
			a, b := planned*max(0, 1+sign*near), planned*max(0, 1+sign*far)
			pa, _ := efforts.Percent(planned, a)
			pb, _ := efforts.Percent(planned, b)
			if order[efforts.BandOf(pa)] > order[efforts.BandOf(pb)] {
				t.Fatalf("%g of %g is %s, %g is %s", a, planned, efforts.BandOf(pa), b, efforts.BandOf(pb))
			}
		}
	})
}

// TestMarkedInAPool: the lengths that began in it say what was swum; what was
// recorded of nothing has no level.
func TestMarkedInAPool(t *testing.T) {
	t.Parallel()
	rec := training.Recording{
		Sport: training.Swimming, ElapsedS: 200, DeviceValues: training.Values{training.MetricPoolLengthM: 25},
		Lengths: []training.Length{
			{StartS: 0, ElapsedS: 20, Active: true},
			{StartS: 20, ElapsedS: 30, Active: true},
			{StartS: 50, ElapsedS: 10},
			{StartS: 60, ElapsedS: 25, Active: true},
		},
	}
	s := efforts.Marked(stream.Of(&rec, stream.Limits{}), []training.Marked{{StartS: 10, EndS: 70}, {StartS: 100, EndS: 120}})
	if s.Basis != efforts.ByLengths || len(s.Intervals) != 2 {
		t.Fatalf("%+v", s)
	}
	if iv := s.Intervals[0]; iv.DistanceM != 50 || iv.SpeedMPS != 0.9091 || iv.Level != iv.SpeedMPS || iv.Seconds() != 60 {
		t.Errorf("%+v", iv)
	}
	if iv := s.Intervals[1]; iv.DistanceM != 0 || iv.Level != 0 {
		t.Errorf("nothing was swum: %+v", iv)
	}
	rec.DeviceValues, rec.Lengths = nil, nil
	if s := efforts.Marked(stream.Of(&rec, stream.Limits{}), []training.Marked{{EndS: 9}}); s.Basis != "" || s.Intervals[0].Level != 0 {
		t.Errorf("%+v", s)
	}
}

// pool swims so many lengths of 25 m at a time, 20 s each, with 15 s at the wall.
func pool(swims ...int) *training.Recording {
	r := &training.Recording{
		Sport: training.Swimming, SubSport: training.SubPool,
		DeviceValues: training.Values{training.MetricPoolLengthM: 25},
	}
	at := 0.0
	for _, n := range swims {
		for range n {
			r.Lengths = append(r.Lengths, training.Length{StartS: at, ElapsedS: 20, Active: true})
			at += 20
		}
		r.Lengths = append(r.Lengths, training.Length{StartS: at, ElapsedS: 15})
		at += 15
	}
	r.ElapsedS, r.TimerS = at, at
	return r
}

func TestPoolSwimsAreIntervals(t *testing.T) {
	t.Parallel()
	for want, swims := range map[string][]int{
		"400 m @ 1:20/100m; 4 × 100 m @ 1:20/100m, 0:15 rest; 200 m @ 1:20/100m": {16, 4, 4, 4, 4, 8},
		"8 × 50 m @ 1:20/100m, 0:15 rest":                                        {2, 2, 2, 2, 2, 2, 2, 2},
		"":                                                                       {60},
	} {
		s := found(pool(swims...))
		if got := s.Name(0).String(); got != want || want != "" && s.Basis != efforts.ByLengths {
			t.Errorf("%v: %q, want %q", swims, got, want)
		}
	}
}

// realSets are recordings that hold a session with a structure, and its name.
var realSets = map[string]string{
	"FITfileR__zwift-turbo":                       "ladder 2:00–3:00–4:00–3:00–2:00–1:00 @ 259–415 W, 2:00 easy",
	"python-fitparse__sample-activity-indoor":     "2 × 10:00 @ 260 W, 6:15 easy",
	"fit-parser__running-with-developer-data":     "3 × 1000 m @ 4:24/km, 1:00 walk",
	"elevate__spiros-01":                          "10 × 100 m @ 1:39/100m, 0:55 rest",
	"elevate__spiros-02":                          "8 × 50 m @ 1:34/100m, 0:18 rest",
	"fit__activity_poolswim":                      "4 × 100 yd @ 2:00/100m, 1:00 rest",
	"Fit-File-Faker__activity_developerdata":      "14 × 2:08 uphill @ 250 W, 2:07 easy",
	"Fit-File-Faker__tpv_20251120__2c8c8e.fit":    "over-unders 3 × (5:15/6:00)",
	"fit-parser__road-with-power__a6c79d.fit":     "",
	"elevate__first-power-ride__d530a5.fit":       "",
	"elevate__trosku__07cbd7.fit":                 "",
	"elevate__treadmill":                          "",
	"Fit-File-Faker__mywhoosh_20260111":           "",
	"sweatpy__4078723797":                         "",
	"fit-benchmarks__sample__0ff09b.fit":          "",
	"python-fitparse__2019-02-17-062644-ELEMNT":   "",
	"geo-activity-playg__2024-05-10-19-32-04":     "",
	"FitFileParser__gearstest__bc4556.fit":        "",
	"FitFileParser__leftrightbalancetest__5b9a95": "",
}

// TestRealRecordings: sets that are there are named, and a ride or run over
// the terrain has none.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, file := range realdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			s, why := efforts.Of(stream.Of(r, stream.Limits{}))
			name := ""
			if why == "" {
				name = s.Name(0).String()
			}
			outdoors := r.Sport == training.Cycling && (r.SubSport == training.SubRoad || r.SubSport == training.SubMountain)
			if outdoors && name != "" {
				t.Errorf("%s: a ride on the road is %q", filepath.Base(file), name)
			}
			for prefix, want := range realSets {
				if !strings.HasPrefix(filepath.Base(file), prefix) {
					continue
				}
				seen++
				if want == "" && name != "" || !strings.Contains(name, want) {
					t.Errorf("%s: %q, want %q", filepath.Base(file), name, want)
				}
			}
		}
	}
	if seen < len(realSets) {
		t.Errorf("only %d of %d recordings were seen", seen, len(realSets))
	}
}
