package oracle

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
	"lapkeep/test/naive"
	"lapkeep/test/realdata"
)

// Recordings made of a known truth, one kind for each cause by which figures
// go wrong: what is told of them is what they were made from.

// sessionsOf reads a case.
// trial is a test, or one draw of it.
type trial interface {
	rapid.TB
	Context() context.Context
}

func sessionsOf(t trial, c causetest.Case) []*training.Recording {
	t.Helper()
	res, err := recording.Read(t.Context(), "case", c.Bytes, recording.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Recordings) != len(c.Sessions) {
		t.Fatalf("%d sessions of %d", len(res.Recordings), len(c.Sessions))
	}
	return res.Recordings
}

// summaries reads a case and summarises its sessions.
func summaries(t trial, c causetest.Case) (out []summary.Result) {
	t.Helper()
	for _, r := range sessionsOf(t, c) {
		out = append(out, summary.Of(stream.Of(r, stream.Limits{})))
	}
	return out
}

// tells wants a figure within a tolerance; 0 wants it exact.
func tells(t rapid.TB, r summary.Result, m training.Metric, want, within float64) {
	t.Helper()
	got, ok := r.Values[m]
	if !ok || math.Abs(got-want) > within+1e-6 {
		t.Errorf("%s is %v, made from %v (within %v): %v", m, got, want, within, r.Missing[m])
	}
}

// A strap's beats win over the watch's wrist, whatever its clock says: to
// half a beat where it never fails, and no further off than the share of the
// time in which only the wrist was there.
func TestTwoHeartRates(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.TwoHearts{
			Seconds: rapid.IntRange(600, 1500).Draw(t, "seconds"),
			Strap:   rapid.IntRange(70, 190).Draw(t, "strap"),
			Wrist:   rapid.IntRange(60, 200).Draw(t, "wrist"),
			ClockS:  rapid.IntRange(0, 60_000).Draw(t, "clock"),
		}
		if rapid.Bool().Draw(t, "gap") {
			c.GapFrom = rapid.IntRange(60, 300).Draw(t, "gap from")
			c.GapTo = c.GapFrom + rapid.IntRange(5, 200).Draw(t, "gap")
		}
		// The last message holds up to eight beats, at 70 a minute seven seconds.
		wristS := float64(c.GapTo-c.GapFrom) + 2*8
		within := 0.5 + math.Abs(float64(c.Strap-c.Wrist))*wristS/float64(c.Seconds)
		made := c.File()
		r := summaries(t, made)[0]
		tells(t, r, training.MetricAvgHRBpm, made.Sessions[0].HRBpm, within)
		tells(t, r, training.MetricAvgPowerW, made.Sessions[0].PowerW, 0)
	})
}

// What a developer field means is what the description in force says: power
// is the power app's alone, and a sensor that says 0 throughout is none.
func TestAppsThatReplaceEachOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Apps{
			Seconds: rapid.IntRange(300, 900).Draw(t, "seconds"), Watts: rapid.IntRange(150, 400).Draw(t, "watts"),
			Beside: rapid.Bool().Draw(t, "beside"), Silent: rapid.IntRange(0, 3).Draw(t, "silent") == 0,
		}
		if !c.Beside && rapid.Bool().Draw(t, "swapped") {
			c.SwapS = c.Seconds * rapid.IntRange(55, 95).Draw(t, "swapped at %") / 100
		}
		made := c.File()
		r := summaries(t, made)[0]
		tells(t, r, training.MetricAvgHRBpm, made.Sessions[0].HRBpm, 0)
		tells(t, r, training.MetricDistanceKM, made.Sessions[0].DistanceM/1000, 0.01)
		if got, want := skinRows(t, made), made.Sessions[0].Developer[causetest.SkinTemperature]; got != want {
			t.Errorf("the second app has %d of its %d rows", got, want)
		}
		if w, ok := r.Values[training.MetricAvgPowerW]; c.Silent {
			if ok {
				t.Errorf("a sensor of zeros has an average of %v W", w)
			}
			return
		}
		tells(t, r, training.MetricAvgPowerW, made.Sessions[0].PowerW, 0)
	})
}

// skinRows counts the rows of the second app with what it wrote.
func skinRows(t *rapid.T, c causetest.Case) (n int) {
	t.Helper()
	for _, col := range sessionsOf(t, c)[0].Columns.Developer {
		for _, v := range col.Values {
			if col.Name == causetest.SkinTemperature && v == causetest.SkinDegrees {
				n++
			}
		}
	}
	return n
}

// Rows far apart are no pauses: time moving, power and distance are those of
// the whole recording, to one row.
func TestRowsFarApart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Sparse{
			Rows: rapid.IntRange(20, 120).Draw(t, "rows"), StepS: rapid.SampledFrom([]int{12, 20, 47, 60}).Draw(t, "step"),
			Watts: 215, MPS: rapid.Float64Range(3, 12).Draw(t, "m/s"),
		}
		if c.Swim = rapid.Bool().Draw(t, "swim"); c.Swim {
			c.Watts, c.MPS = 0, rapid.Float64Range(0.6, 1.6).Draw(t, "m/s in water")
			c.RestEvery = rapid.SampledFrom([]int{0, 5, 9}).Draw(t, "rest every")
		}
		made := c.File()
		r, truth := summaries(t, made)[0], made.Sessions[0]
		tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.01)
		tells(t, r, training.MetricDurationS, truth.TimerS, 0)
		tells(t, r, training.MetricMovingTimeS, truth.MovingS, float64(c.StepS))
		tells(t, r, training.MetricAvgHRBpm, truth.HRBpm, 0)
		if c.Watts > 0 {
			tells(t, r, training.MetricAvgPowerW, truth.PowerW, 0)
			tells(t, r, training.MetricWorkKJ, truth.PowerW*truth.TimerS/1000, truth.PowerW*float64(c.StepS)/1000)
		}
	})
}

// A jump in any channel, of single rows or one that lasts, is in no total.
func TestJumps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Jump{
			Seconds: rapid.IntRange(400, 1200).Draw(t, "seconds"), MPS: rapid.Float64Range(4, 15).Draw(t, "m/s"),
			Channel: rapid.SampledFrom([]string{
				causetest.JumpDistance, causetest.JumpPosition, causetest.JumpAltitude,
				causetest.JumpSpeed,
			}).Draw(t, "channel"),
			Lasting: rapid.Bool().Draw(t, "lasting"),
		}
		switch c.Channel {
		case causetest.JumpDistance, causetest.JumpPosition:
			c.By = math.Pow(10, rapid.Float64Range(3, 5).Draw(t, "by"))
			c.NoDistance = c.Channel == causetest.JumpPosition
		case causetest.JumpAltitude:
			c.By = rapid.Float64Range(60, 3000).Draw(t, "by")
		default:
			c.By, c.Lasting = rapid.Float64Range(19, 45).Draw(t, "by"), false
		}
		c.Rows = rapid.SliceOfNDistinct(rapid.IntRange(5, 39), 1, 4, rapid.ID).Draw(t, "rows")
		slices.Sort(c.Rows)
		for i := range c.Rows {
			c.Rows[i] *= c.Seconds / 40
		}
		made := c.File()
		r, truth := summaries(t, made)[0], made.Sessions[0]
		// A jump costs the metres of the steps into it and out of it.
		tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, (0.01*truth.DistanceM+2*c.MPS*float64(len(c.Rows)))/1000)
		tells(t, r, training.MetricMovingTimeS, truth.MovingS, float64(2*len(c.Rows)))
		tells(t, r, training.MetricElevationGainM, truth.AscentM, 3+float64(len(c.Rows)))
		tells(t, r, training.MetricMaxSpeedKMH, truth.MaxSpeedMPS*3.6, 0.1)
	})
}

// Each leg of a triathlon has the way that was made in it, whoever counted it.
func TestLegsHaveTheirOwnDistance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Legs{
			SwimS: rapid.IntRange(300, 900).Draw(t, "swim"), BikeS: rapid.IntRange(600, 1500).Draw(t, "bike"),
			RunS: rapid.IntRange(300, 900).Draw(t, "run"),
			GapS: rapid.IntRange(0, 60).Draw(t, "gap"), SwimRows: rapid.Bool().Draw(t, "rows of the swim"),
		}
		for i := range c.Places {
			c.Places[i] = rapid.Bool().Draw(t, "place")
		}
		made := c.File()
		for i, r := range summaries(t, made) {
			truth := made.Sessions[i]
			tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.005*truth.DistanceM/1000+0.02)
			tells(t, r, training.MetricDurationS, truth.TimerS, 0)
		}
	})
}

// On level ground a receiver's noise makes no runner faster than by 2 % and
// climbs nothing. Only a swing that lasts a minute cannot be told from a hill:
// two of them from the lowest to the highest, 8 sigma, are what is usual. Chance
// has no bound, so that each noise is drawn eleven times, always the same ones.
func TestNoiseOfAltitudeIsNoHill(t *testing.T) {
	t.Parallel()
	const draws = 11
	for i, sigmaM := range []float64{3, 6, 10} {
		for k, memoryS := range []float64{5, 20, 60} {
			t.Run(fmt.Sprintf("%v m over %v s", sigmaM, memoryS), func(t *testing.T) {
				t.Parallel()
				var off, gain []float64
				for seed := range uint64(draws) {
					c := causetest.Flat{Seconds: 900 + 500*k, MPS: 2.2 + 1.4*float64(i), Seed: seed, SigmaM: sigmaM, MemoryS: memoryS}
					made := c.File()
					v := stream.Of(sessionsOf(t, made)[0], stream.Limits{})
					r, truth := summary.Of(v), made.Sessions[0]
					tells(t, r, training.MetricDistanceKM, truth.DistanceM/1000, 0.01)
					off = append(off, math.Abs(gradedBy(v)-1))
					gain = append(gain, r.Values[training.MetricElevationGainM]/sigmaM)
				}
				slices.Sort(off)
				slices.Sort(gain)
				usual := 0.0
				if memoryS > 20 {
					usual = 8
				}
				if off[draws-1] > 0.02 || gain[draws/2] > usual || gain[draws-2] > 2*usual {
					t.Errorf("graded speed is off by %.3f, and %.1f sigma are climbed", off, gain)
				}
			})
		}
	}
}

// gradedBy returns the ratio of the graded speed to the speed of a run on the
// flat; 1 where the graded pace is refused.
func gradedBy(v *stream.View) float64 {
	g, missing := pace.GradeWell(v)
	if missing != "" {
		return 1
	}
	factor, missing := g.Factor(route.Whole(v))
	if missing != "" {
		return 1
	}
	return factor
}

// What a barometer drifts is climbed, and no more: nothing can tell.
func TestDriftOfABarometer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Flat{
			Seconds: rapid.IntRange(900, 3600).Draw(t, "seconds"), MPS: rapid.Float64Range(2.2, 5).Draw(t, "m/s"),
			Seed:   rapid.Uint64().Draw(t, "seed"),
			SigmaM: rapid.Float64Range(0, 0.3).Draw(t, "sigma"), DriftM: rapid.Float64Range(0, 25).Draw(t, "drift"),
		}
		made := c.File()
		v := stream.Of(sessionsOf(t, made)[0], stream.Limits{})
		rise := c.DriftM * math.Sin(math.Pi*float64(c.Seconds)/3600) / made.Sessions[0].DistanceM
		if by, want := gradedBy(v), naive.GAP(1, rise); math.Abs(by-want) > 0.03 {
			t.Errorf("a run that seems to rise %.2f %% is told to be worth %.3f of its speed, not %.3f", 100*rise, by, want)
		}
		if gain := summary.Of(v).Values[training.MetricElevationGainM]; gain > c.DriftM+2 {
			t.Errorf("%.1f m were climbed by a drift of %.1f m", gain, c.DriftM)
		}
	})
}

// TestTheCatalogueHoldsOnEveryFile runs all rules on every recording of every
// format, the broken ones included: nothing panics, nothing is infinite, and
// what is bounded by another number stays within it.
func TestTheCatalogueHoldsOnEveryFile(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, pattern := range []string{"fit/*.fit", "fit-bad/*", "gpx/*.gpx", "tcx/*.tcx"} {
		for _, path := range realdata.Files(t, pattern) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			res, err := recording.Read(t.Context(), path, data, recording.Limits{})
			if err != nil && len(res.Recordings) > 0 {
				t.Errorf("%s: recordings and an error: %v", filepath.Base(path), err)
			}
			for _, r := range res.Recordings {
				seen++
				checkCatalogue(t, filepath.Base(path), stream.Of(r, stream.Limits{}))
			}
		}
	}
	t.Logf("%d recordings", seen)
	if seen < 150 {
		t.Errorf("only %d recordings were read", seen)
	}
}

func checkCatalogue(t *testing.T, name string, v *stream.View) {
	t.Helper()
	whole := glossary.Of(v)
	for m, x := range whole.Values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("%s: %s is %v", name, m, x)
		}
		if why, named := whole.Missing[m]; named {
			t.Errorf("%s: %s is %v and missing because %q", name, m, x, why)
		}
	}
	checkPower(t, name, v, whole.Values)
	checkHills(t, name, v, whole.Values)
	if m, why := heart.HRVOf(v.Recording.RR); why == "" && !(m.RMSSD >= 0 && m.AVNN > 200 && m.AVNN < 3000 && m.PNN50 >= 0 && m.PNN50 <= 100) {
		t.Errorf("%s: beats are %+v", name, m)
	}
	if s, why := efforts.Of(v); why == "" {
		end := int32(-1)
		for _, i := range s.Intervals {
			if i.StartS < end || i.EndS <= i.StartS || math.IsNaN(i.Level) {
				t.Errorf("%s: intervals overlap or are empty: %+v", name, i)
			}
			end = i.EndS
		}
		if s.Name(0) == "" {
			t.Errorf("%s: intervals without a name", name)
		}
	}
}

func checkPower(t *testing.T, name string, v *stream.View, values training.Values) {
	t.Helper()
	series, first, missing := curve.PowerSeries(v)
	if missing != "" {
		return
	}
	top := values[training.MetricMaxPowerW]
	for _, points := range append(curve.Fatigued(series, first), curve.Normalized(series, first)) {
		for _, p := range points {
			if math.IsNaN(p.Value) || p.Value < 0 || p.Value > top+1e-9 {
				t.Errorf("%s: %v W for %d s, the highest is %v", name, p.Value, p.DurationS, top)
			}
		}
	}
	m := curve.WBalModel{CPW: 200, WPrimeJ: 15_000}
	for _, variant := range curve.Variants() {
		for i, j := range m.Series(variant, series) {
			if math.IsNaN(j) || j > m.WPrimeJ {
				t.Errorf("%s: %s is %v J at %d s", name, variant, j, i)
				break
			}
		}
	}
}

func checkHills(t *testing.T, name string, v *stream.View, values training.Values) {
	t.Helper()
	end, gain := -1.0, 0.0
	climbs, _ := route.Climbs(v)
	for _, c := range climbs {
		gain += c.GainM
		if c.Span.FromS < end || c.LengthM < 500 || c.GainM <= 0 || c.TimerS < 0 || math.IsNaN(c.Fiets()) {
			t.Errorf("%s: a climb is %+v", name, c)
		}
		end = c.Span.ToS
	}
	if total := values[training.MetricElevationGainM]; gain > total*1.05+20 {
		t.Errorf("%s: climbs of %.0f m in all, and %.0f m climbed", name, gain, total)
	}
	for _, model := range pace.Models() {
		g, missing := pace.Grade(v, model)
		if missing != "" {
			continue
		}
		factor, why := g.Factor(route.Whole(v))
		if why == "" && !(factor > 0.3 && factor < 6) {
			t.Errorf("%s: by %s a metre is worth %v on the flat", name, model, factor)
		}
	}
}
