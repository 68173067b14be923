package oracle

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
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
