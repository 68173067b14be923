package oracle

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
	"lapkeep/test/realdata"
)

// TestEveryClassOfRecordingIsMeasured: a recording of each format and kind of
// device that the project makes itself, held to the laws of [checkView] and to
// the figures that its maker stored.
func TestEveryClassOfRecordingIsMeasured(t *testing.T) {
	t.Parallel()
	compared := map[training.Metric]int{}
	for _, sc := range append(rawfit.Scenarios(), rawxml.Scenarios()...) {
		if sc.Truth.Kind != "activity" {
			continue
		}
		res, err := recording.Read(t.Context(), "test", sc.Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != len(sc.Truth.Sessions) {
			t.Errorf("%s: %d recordings, %v", sc.Name, len(res.Recordings), err)
			continue
		}
		for i, r := range res.Recordings {
			v := stream.Of(r, stream.Limits{})
			checkView(t, sc.Name, v)
			ours, device := summary.Of(v).Values, sc.Truth.Sessions[i].Device
			for field, c := range map[string]struct {
				metric training.Metric
				scale  float64
				within float64
			}{
				"avg_power": {training.MetricAvgPowerW, 1, 1}, "max_power": {training.MetricMaxPowerW, 1, 0.5},
				"normalized_power": {training.MetricNormalizedPowerW, 1, 1}, "avg_heart_rate": {training.MetricAvgHRBpm, 1, 1},
				"total_distance": {training.MetricDistanceKM, 1000, 20}, "total_timer_time": {training.MetricDurationS, 1, 1},
				"total_work": {training.MetricWorkKJ, 1000, 1000},
			} {
				want, ok := device[field]
				got, have := ours[c.metric]
				if !ok || !have || sc.Truth.Damaged {
					continue
				}
				compared[c.metric]++
				if math.Abs(got*c.scale-want) > c.within {
					t.Errorf("%s: %s is %v, the device's %v", sc.Name, c.metric, got*c.scale, want)
				}
			}
		}
	}
	if len(compared) != 7 {
		t.Errorf("compared were %v", compared)
	}
}

// TestEveryRecordingIsMeasured runs every rule on every readable session:
// what comes out is finite, and holds together.
func TestEveryRecordingIsMeasured(t *testing.T) {
	t.Parallel()
	for _, path := range realdata.Files(t, "fit/*.fit") {
		name := filepath.Base(path)
		files.mu.Lock()
		views, seen := files.views[name]
		if !seen {
			views, files.half[name] = read(t, name)
			files.views[name] = views
		}
		files.mu.Unlock()
		for _, v := range views {
			checkView(t, name, v)
		}
	}
}

func checkView(t *testing.T, name string, v *stream.View) {
	t.Helper()
	whole := glossary.Of(v)
	finite(t, name, whole.Values)
	for _, e := range glossary.Entries() {
		m := training.Metric(e.Key)
		_, has := whole.Values[m]
		if _, why := whole.Missing[m]; e.Column != nil && has == why {
			t.Errorf("%s: %s has value %v and reason %v", name, m, has, why)
		}
	}
	for _, l := range summary.LapsOf(v) {
		finite(t, name, l.Values)
	}
	if splits, missing := summary.Splits(v, route.KilometreM); missing == "" {
		for _, s := range splits {
			finite(t, name, s.Values)
		}
	}
	for _, variant := range power.Variants() {
		if np, ok := power.Of(v, variant); ok && (math.IsNaN(np.Watts) || np.Windows <= 0) {
			t.Errorf("%s: %s is %+v", name, variant, np)
		}
	}
	checkCurves(t, name, v, whole)
	if test, ok := curve.FindFieldTest(v); ok && test.AvgLast20Bpm > whole.Values[training.MetricMaxHRBpm] {
		t.Errorf("%s: a field test above the highest rate: %+v", name, test)
	}
}

func checkCurves(t *testing.T, name string, v *stream.View, whole summary.Result) {
	t.Helper()
	for _, ch := range []training.Channel{training.Power, training.HeartRate, training.Speed} {
		// A file's own elapsed time may end before its last row does.
		if total := zones.Of(v, ch).TotalS(); total > route.Whole(v).ToS+10 {
			t.Errorf("%s: %v s of %s in %v s", name, total, ch, v.Recording.ElapsedS)
		}
	}
	points, _ := curve.Power(v)
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if b.Value*float64(b.DurationS) < a.Value*float64(a.DurationS)-1e-6 {
			t.Errorf("%s: %d s hold less than %d s", name, b.DurationS, a.DurationS)
		}
	}
	if len(points) > 0 && points[0].Value != whole.Values[training.MetricMaxPowerW] {
		t.Errorf("%s: the best second is %v, the highest power %v", name, points[0].Value, whole.Values[training.MetricMaxPowerW])
	}
	beats, _ := curve.HeartRate(v)
	if len(beats) > 0 && beats[0].Value != whole.Values[training.MetricMaxHRBpm] {
		t.Errorf("%s: the best second of heart rate is %v", name, beats[0].Value)
	}
	efforts, _ := curve.Efforts(v, curve.Distances(v.Recording.Sport))
	for i := 1; i < len(efforts); i++ {
		if efforts[i].TimeS <= efforts[i-1].TimeS {
			t.Errorf("%s: %v m took no longer than %v m", name, efforts[i].DistanceM, efforts[i-1].DistanceM)
		}
	}
}

func finite(t *testing.T, name string, values training.Values) {
	t.Helper()
	for m, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 && !strings.HasSuffix(string(m), "decoupling_pct") && m != training.MetricAvgTempC {
			t.Errorf("%s: %s is %v", name, m, x)
		}
	}
}
