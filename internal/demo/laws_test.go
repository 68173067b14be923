package demo_test

import (
	"math"
	"testing"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// TestLaws looks at every second of the two years.
func TestLaws(t *testing.T) {
	t.Parallel()
	rows, broken := 0, 0
	for it := range demo.Athlete(today()).Items() {
		for _, r := range it.Recordings() {
			rows += r.Columns.Len()
			for _, law := range []func(*training.Recording) string{channelsInBounds, timeRunsForward, lapsCover, lengthsAddUp} {
				if complaint := law(r); complaint != "" {
					t.Errorf("%s %s: %s", it.ID, r.Sport, complaint)
					broken++
				}
			}
		}
		if broken > 10 {
			t.Fatal("and so on")
		}
	}
	if hours := float64(rows) / 3600; hours < 550 || hours > 750 {
		t.Errorf("%.0f h of training", hours)
	}
}

// bounds limits every second of a healthy athlete's record, in the integer units of the channels.
func bounds() map[training.Channel][2]int32 {
	return map[training.Channel][2]int32{
		training.Power: {0, 900}, training.HeartRate: {55, 187}, training.Cadence: {0, 1200}, training.Speed: {0, 17_000},
		training.Altitude: {30_000, 150_000}, training.Distance: {0, 13_000_000}, training.Temperature: {-150, 380},
		training.Latitude: {semicircles(46.5), semicircles(47.8)}, training.Longitude: {semicircles(7.3), semicircles(9.1)},
		training.VerticalOscillation: {500, 1200}, training.GroundContact: {1500, 3000}, training.StepLength: {3000, 18_000},
	}
}

func semicircles(degrees float64) int32 { return int32(degrees * (1 << 31) / 180) }

func channelsInBounds(r *training.Recording) string {
	limits := bounds()
	for ch := range training.NumChannels {
		col := r.Columns.Data[ch]
		if !col.Present() {
			continue
		}
		limit, known := limits[ch]
		if !known || len(col.Values) != r.Columns.Len() {
			return ch.String() + " is unknown or has not a value for each row"
		}
		valid := 0
		for i, v := range col.Values {
			if !col.Valid.Get(i) {
				continue
			}
			valid++
			if v < limit[0] || v > limit[1] {
				return ch.String() + " leaves its bounds"
			}
		}
		if float64(valid) < 0.95*float64(len(col.Values)) {
			return ch.String() + " is mostly missing"
		}
	}
	return ""
}

func timeRunsForward(r *training.Recording) string {
	c := &r.Columns
	for i := range c.TimeS {
		if i > 0 && c.TimeS[i] <= c.TimeS[i-1] {
			return "time stands"
		}
		if d := c.Data[training.Distance].Values; i > 0 && d != nil && d[i] < d[i-1] {
			return "distance falls"
		}
	}
	paused := 0.0
	for i, p := range r.Pauses {
		if p.ToS <= p.FromS || i > 0 && p.FromS < r.Pauses[i-1].ToS {
			return "pauses overlap"
		}
		paused += p.ToS - p.FromS
		for _, s := range c.TimeS {
			if at := float64(s); at >= p.FromS && at < p.ToS {
				return "a row lies in a pause"
			}
		}
	}
	if math.Abs(r.ElapsedS-paused-r.TimerS) > 1e-6 || float64(c.TimeS[len(c.TimeS)-1]) > r.ElapsedS {
		return "the times do not add up"
	}
	return ""
}

func lapsCover(r *training.Recording) string {
	at := 0.0
	for _, l := range r.Laps {
		if l.StartS != at || l.EndS <= l.StartS || l.TimerS <= 0 || l.TimerS > l.ElapsedS {
			return "laps have gaps or no time"
		}
		at = l.EndS
	}
	if at != r.ElapsedS {
		return "laps end too soon"
	}
	return ""
}

func lengthsAddUp(r *training.Recording) string {
	if r.SubSport != training.SubPool {
		return ""
	}
	at, metres := 0.0, 0.0
	for _, l := range r.Lengths {
		if math.Abs(l.StartS-at) > 1e-6 || l.Lap >= len(r.Laps) {
			return "lengths have gaps"
		}
		at = l.StartS + l.ElapsedS
		if l.Active {
			metres += r.DeviceValues[training.MetricPoolLengthM]
		}
	}
	if math.Abs(at-r.ElapsedS) > 1e-6 || math.Abs(metres/1000-r.DeviceValues[training.MetricDistanceKM]) > 0.025 {
		return "lengths do not add up"
	}
	return ""
}

// TestFitnessIsPlausible follows the load of the two years: from hrTSS or
// power, as an assistant would see it.
func TestFitnessIsPlausible(t *testing.T) {
	t.Parallel()
	plan := demo.Athlete(today())
	load := make([]float64, plan.Days.Days())
	for it := range plan.Items() {
		for _, r := range it.Recordings() {
			load[it.Day-plan.Days.From] += loadOf(plan, it.Day, r)
		}
	}
	ctl := naive.Smoothed(load, naive.AlphaExp(42), 0)
	top := 0.0
	for day, v := range ctl {
		top = math.Max(top, v)
		if day > 120 && (v < 33 || v > 90) {
			t.Errorf("CTL on %s is %.0f", plan.Days.From+training.Day(day), v)
		}
	}
	if top < 60 {
		t.Errorf("CTL never rises above %.0f", top)
	}
	nightsFollowLoad(t, plan, load)
}

func loadOf(plan demo.Plan, day training.Day, r *training.Recording) float64 {
	th := plan.Thresholds.At(r.Sport, day)
	if watts, windows := naive.NP(series(r, training.Power), nil); r.Sport == training.Cycling && windows > 0 {
		return naive.TSS(watts, th.FTPW, windows)
	}
	if hr := series(r, training.HeartRate); len(hr) > 0 {
		return naive.HRTSS(r.TimerS/3600, naive.Mean(hr), th.LTHRBpm)
	}
	return 0
}

func series(r *training.Recording, ch training.Channel) []float64 {
	col := r.Columns.Data[ch]
	out := make([]float64, len(col.Values))
	for i, v := range col.Values {
		out[i] = math.NaN()
		if col.Valid.Get(i) {
			out[i] = float64(v)
		}
	}
	return out
}
