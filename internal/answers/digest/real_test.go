package digest_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lapkeep/internal/answers/digest"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// inputOf is what the line of a recording is written from, with its laps.
func inputOf(t *testing.T, r *training.Recording) (in digest.Input, cut []summary.Lap) {
	t.Helper()
	act := training.Activity{Sport: r.Sport, SubSport: r.SubSport}
	sum, derived := derive.Single(act, "r", r)
	v := sum.Values
	in = digest.Input{
		Sport: r.Sport, Indoor: act.Indoor(), DurationS: v[training.MetricDurationS], DistanceM: 1000 * v[training.MetricDistanceKM],
		GainM: v[training.MetricElevationGainM], PowerW: v[training.MetricAvgPowerW], HRBpm: v[training.MetricAvgHRBpm],
		SpeedMPS: v[training.MetricAvgSpeedKMH] / 3.6,
	}
	var err error
	for _, d := range derived {
		switch d.Kind {
		case derive.Intervals:
			in.Session, err = derive.DecodeIntervals(d.Data)
		case derive.Laps:
			cut, err = derive.DecodeLaps(d.Data)
			in.Laps = digest.LapsOf(cut)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return in, cut
}

// byHand reports laps that a person or a workout cut, not a distance.
func byHand(r *training.Recording) bool {
	n := 0
	for _, l := range r.Laps {
		if l.Trigger != "distance" && l.EndS-l.StartS > 5 {
			n++
		}
	}
	return n >= 5
}

// told is a set of a line: how many of so many s or m, at so many W or m/s.
type told struct {
	count                  int
	seconds, metres, level float64
	power                  bool
}

var toldOf = regexp.MustCompile(`(\d+)×(?:(\d+):(\d\d)min|(\d+)(s|min|m|yd)) @(?:(\d+)W|(\d+):(\d\d)/(km|100m|500m))`)

func toldIn(line string) (out []told) {
	for _, m := range toldOf.FindAllStringSubmatch(line, -1) {
		n := func(i int) float64 { x, _ := strconv.ParseFloat("0"+m[i], 64); return x }
		x := told{count: int(n(1)), level: n(6), power: m[6] != ""}
		switch m[5] {
		case "m":
			x.metres = n(4)
		case "yd":
			x.metres = 0.9144 * n(4)
		case "min":
			x.seconds = 60 * n(4)
		default:
			x.seconds = 60*n(2) + n(3) + n(4)
		}
		if pace := 60*n(7) + n(8); pace > 0 {
			x.level = map[string]float64{"km": 1000, "100m": 100, "500m": 500}[m[9]] / pace
		}
		out = append(out, x)
	}
	return out
}

// lapsOf counts the laps that are such an interval: its size within 4 % or 3 s,
// its level within a tenth, as the intervals of a set differ.
func (x told) lapsOf(cut []summary.Lap) (n int) {
	near := func(a, b, share, least float64) bool { return math.Abs(a-b) <= max(share*b, least) }
	for _, l := range cut {
		s, m := l.EndS-l.StartS, 1000*l.Values[training.MetricDistanceKM]
		size := near(s, x.seconds, 0.04, 3)
		if x.metres > 0 {
			size = near(m, x.metres, 0.04, 0)
		}
		level := l.Values[training.MetricAvgPowerW]
		if !x.power {
			level = m / s
		}
		if size && near(level, x.level, 0.1, 0) {
			n++
		}
	}
	return n
}

// TestDigestsAgreeWithDeviceLaps: where a person or a workout cut laps, each set
// that a line tells of is as many laps of that size and level.
func TestDigestsAgreeWithDeviceLaps(t *testing.T) {
	t.Parallel()
	recordings, sets, agree := 0, 0, 0
	for _, file := range testdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := fit.Read(t.Context(), data, recording.Limits{})
		if err != nil {
			continue
		}
		for _, r := range res.Recordings {
			if !byHand(r) {
				continue
			}
			in, cut := inputOf(t, r)
			line := digest.Line(&in).String()
			all := toldIn(line)
			if len(all) > 0 {
				recordings++
			}
			for _, x := range all {
				sets++
				if n := x.lapsOf(cut); n >= x.count {
					agree++
				} else {
					t.Logf("%s: %+v has %d laps: %s", filepath.Base(file), x, n, strings.TrimSpace(line))
				}
			}
		}
	}
	t.Logf("%d recordings, %d of %d sets agree with the laps", recordings, agree, sets)
	if recordings < 8 || 100*agree < 95*sets {
		t.Errorf("%d recordings, %d of %d sets agree with the laps", recordings, agree, sets)
	}
}
