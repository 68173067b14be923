package efforts_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/metrics/efforts"
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
