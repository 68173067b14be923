package summary_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// sessionsOf are the device's own summaries in a file.
func sessionsOf(data []byte) (out []*mesgdef.Session) {
	f, err := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()).Decode()
	if err != nil {
		return nil
	}
	for i := range f.Messages {
		if f.Messages[i].Num == mesgnum.Session {
			out = append(out, mesgdef.NewSession(&f.Messages[i]))
		}
	}
	return out
}

// deviceSays gives the device's own values of our metrics.
func deviceSays(d *mesgdef.Session, sport training.Sport) map[training.Metric]float64 {
	if sport == training.Swimming {
		return map[training.Metric]float64{
			training.MetricDistancePerStrokeCM: d.AvgStrokeDistanceScaled() * 100, training.MetricAvgStrokesPerMin: known(d.AvgCadence),
		}
	}
	return map[training.Metric]float64{
		training.MetricAvgVerticalOscillationMM: d.AvgVerticalOscillationScaled(), training.MetricAvgGroundContactMS: d.AvgStanceTimeScaled(),
		training.MetricAvgStepLengthCM: d.AvgStepLengthScaled() / 10, training.MetricAvgVerticalRatioPct: d.AvgVerticalRatioScaled(),
		training.MetricAvgGroundContactBalancePct: d.AvgStanceTimeBalanceScaled(),
		training.MetricAvgCadenceSPM:              2 * known(d.AvgCadence),
	}
}

func known(x uint8) float64 {
	if x == math.MaxUint8 {
		return math.NaN()
	}
	return float64(x)
}

// TestDevicesAgree compares running dynamics, steps and strokes with what
// makers' devices stored, and holds every recording to what can be.
func TestDevicesAgree(t *testing.T) {
	t.Parallel()
	apart := map[training.Metric][]float64{}
	climbs := 0
	for _, path := range testdata.Files(t, "fit/*.fit") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		res, _ := fit.Read(context.Background(), data, reading.Limits{}) //nolint:errcheck // what could be read is looked at
		var said []*mesgdef.Session
		for _, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			values := plausible(t, filepath.Base(path), v)
			found, _ := route.Climbs(v)
			climbs += len(found)
			if r.Device.Manufacturer == "development" || r.Sport != training.Running && r.Sport != training.Swimming {
				continue // written by programs, with values of no device
			}
			if said == nil {
				said = sessionsOf(data)
			}
			if r.SessionIndex >= len(said) {
				continue
			}
			for m, device := range deviceSays(said[r.SessionIndex], r.Sport) {
				if ours, ok := values[m]; ok && device > 0 {
					apart[m] = append(apart[m], math.Abs(ours-device)/device*100)
				}
			}
		}
	}
	t.Logf("%d climbs", climbs)
	for m, most := range map[training.Metric]float64{
		training.MetricAvgVerticalOscillationMM: 1.5, training.MetricAvgGroundContactMS: 1.5, training.MetricAvgStepLengthCM: 1.5,
		training.MetricAvgVerticalRatioPct: 1.5, training.MetricAvgGroundContactBalancePct: 0.2, training.MetricAvgCadenceSPM: 1.5,
		training.MetricDistancePerStrokeCM: 0.2, training.MetricAvgStrokesPerMin: 1.5, // devices round to one
	} {
		diffs := slices.Sorted(slices.Values(apart[m]))
		if len(diffs) < 4 {
			t.Errorf("%s: only %d sessions to compare", m, len(diffs))
			continue
		}
		median := diffs[len(diffs)/2]
		t.Logf("%s: median %.2f %%, worst %.1f %% of %d sessions", m, median, diffs[len(diffs)-1], len(diffs))
		if median > most {
			t.Errorf("%s is %.2f %% from devices (median)", m, median)
		}
	}
}

// plausible adds the sport's values to a recording and holds them and its
// climbs to what can be.
func plausible(t *testing.T, name string, v *stream.View) training.Values {
	t.Helper()
	res := summary.Of(v)
	add := summary.SportOf(v)
	add.Whole(&res)
	sets := []training.Values{res.Values}
	for _, l := range add.Laps(summary.LapsOf(v)) {
		sets = append(sets, l.Values)
	}
	for _, values := range sets {
		for m, x := range values {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %s is %v", name, m, x)
			}
		}
		gap, pace := values[training.MetricGAPSPerKM], values[training.MetricPaceSPerKM]
		if gap > 0 && (gap > 2.5*pace || gap < pace/5) {
			t.Errorf("%s: graded pace %v of %v", name, gap, pace)
		}
	}
	if v.Recording.Sport == training.Running {
		_, has := res.Values[training.MetricGAPSPerKM]
		if _, why := res.Missing[training.MetricGAPSPerKM]; has == why {
			t.Errorf("%s: graded pace has value %v and reason %v", name, has, why)
		}
	}
	found, why := route.Climbs(v)
	if (why == "") != (len(found) > 0) {
		t.Errorf("%s: %d climbs and %q", name, len(found), why)
	}
	end := 0.0
	for _, c := range found {
		if c.Span.FromS < end || c.LengthM < 500 || c.GainM <= 0 || c.TimerS <= 0 || c.GradePct() > 30 || c.VAM() > 3000 {
			t.Errorf("%s: %+v", name, c)
		}
		end = c.Span.ToS
	}
	return res.Values
}
