package oracle

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/rawxml"
)

// bikeKg is taken for every bicycle of the collection: no recording says it.
const bikeKg = "bike_kg=8.5"

// estimated is the error of the estimated power beside a meter, as shares of
// what the meter measured.
type estimated struct {
	rides  int
	ride   differences // of the average of a ride
	five   differences // of each five minutes
	hill   differences // of each climb of 3 % and more
	leastW float64     // five minutes below it are rolling, not riding
}

// estimates compares every ride on a road whose recording has a meter, speed,
// the altitude of a barometer and the rider's weight. The estimate knows none of
// its power, cadence or wind.
func estimates(t *testing.T) *estimated {
	t.Helper()
	e := &estimated{leastW: 50}
	sessions(t, func(r row, v *stream.View) {
		kind, why := power.KindOf(v.Recording.SubSport)
		if v.Recording.Sport != training.Cycling || why != "" || kind != power.Road || v.Recording.TimerS < power.ComparedS ||
			!v.Has(training.Power) || route.ReliefOf(v).Kind() != route.Barometric {
			return
		}
		kg := riderKg(t, r["file"])
		if kg == 0 {
			return
		}
		setup, err := power.ParseSetup(bikeKg)
		if err != nil {
			t.Fatal(err)
		}
		air := power.Air{TempC: math.NaN()}
		if c, _, ok := v.MeanOf(training.Temperature); ok {
			air.TempC = c / training.Temperature.Scale()
		}
		got, why := power.EstimateOf(v, setup.Ride(kind, kg), air)
		if why != "" || got.NoAvg != "" {
			t.Logf("%s: %s %s", r["file"], why, got.NoAvg)
			return
		}
		if got.AvgW < power.ComparedW {
			return
		}
		e.rides++
		e.add(t, r, v, got)
	})
	return e
}

func (e *estimated) add(t *testing.T, r row, v *stream.View, got *power.Estimate) {
	t.Helper()
	half := halfOf(t, r)
	measured, _, _ := v.MeanOf(training.Power)
	e.ride = append(e.ride, difference{math.Abs(got.AvgW-measured) / measured, half})
	t.Logf("%-60.60s %4.0f W, measured %4.0f W, descents %2.0f %%", r["file"], got.AvgW, measured, got.DescentPct)
	compare := func(to *differences, span training.Span) {
		m, _, ok := v.MeanIn(training.Power, span)
		if g, known := got.In(span); ok && known && m >= e.leastW {
			*to = append(*to, difference{math.Abs(g-m) / m, half})
		}
	}
	const fiveS = 300
	for from := 0.0; from+fiveS <= v.Recording.ElapsedS; from += fiveS {
		if span := (training.Span{FromS: from, ToS: from + fiveS}); v.TimerIn(span) == fiveS {
			compare(&e.five, span)
		}
	}
	climbs, _ := route.Climbs(v)
	for _, c := range climbs {
		if c.GradePct() >= power.HillPct {
			compare(&e.hill, c.Span)
		}
	}
}

// riderKg is the rider's weight by the recording itself, 0 where it has none.
func riderKg(t *testing.T, name string) float64 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "fit", name))
	if err != nil {
		t.Fatal(err)
	}
	kg := 0.0
	for dec := decoder.New(bytes.NewReader(data), decoder.WithIgnoreChecksum()); dec.Next(); {
		file, err := dec.Decode()
		if err != nil {
			break
		}
		for i := range file.Messages {
			if m := &file.Messages[i]; m.Num == typedef.MesgNumUserProfile {
				if x := mesgdef.NewUserProfile(m).WeightScaled(); x >= 20 && x <= 300 {
					kg = x
				}
			}
		}
	}
	return kg
}

// parts are the three comparisons with what the product says of each.
func (e *estimated) parts() []struct {
	name string
	all  differences
	said power.Error
} {
	return []struct {
		name string
		all  differences
		said power.Error
	}{
		{"average of a ride", e.ride, power.OfRide()},
		{"five minutes of 50 W and more", e.five, power.OfFiveMinutes()},
		{"a climb of 3 % and more", e.hill, power.OfClimb()},
	}
}

// TestEstimatedPowerIsAsFarOffAsItSays: the error that stands beside an
// estimate is the one measured here, to a percent or two.
func TestEstimatedPowerIsAsFarOffAsItSays(t *testing.T) {
	t.Parallel()
	e := estimates(t)
	if e.rides < 10 {
		t.Skipf("only %d rides to compare with", e.rides)
	}
	for _, p := range e.parts() {
		median, nine := p.all.median()*100, p.all.within(0.9)*100
		if median > p.said.HalfPct+0.5 || median < p.said.HalfPct-2 || nine > p.said.NinePct+0.5 || nine < p.said.NinePct-3 {
			t.Errorf("%s: %d with a median error of %.1f %%, nine of ten within %.1f %%; said is %+v", p.name, len(p.all), median, nine, p.said)
		}
	}
}

// estimatedTable is the part of the report on the estimate.
func estimatedTable(t *testing.T) string {
	t.Helper()
	e := estimates(t)
	var b strings.Builder
	fmt.Fprintf(&b, `
## Power that no meter measured

Lapkeep estimates the power of a ride from speed, altitude and weights (Martin et al. 1998). Here it is held against the meters
of %d rides on roads that have a barometer and the rider's weight. The estimate sees neither power nor cadence nor wind; the
bicycle is taken for 8.5 kg, position and tyres for the defaults. Who rode in a group is not known: those are in it.
The error is that of the mean, as a share of what was measured.

| Of | Compared | Median error | Nine of ten within | First half | Second half | Said beside it |
|---|---|---|---|---|---|---|
`, e.rides)
	for _, p := range e.parts() {
		fmt.Fprintf(&b, "| %s | %d | %.1f %% | %.1f %% | %s | %.0f and %.0f %% |\n",
			p.name, len(p.all), p.all.median()*100, p.all.within(0.9)*100, p.all.halves(), p.said.HalfPct, p.said.NinePct)
	}
	return b.String()
}

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
	for _, path := range testdata.Files(t, "fit/*.fit") {
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
