package demo_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// find gives the items whose id ends so.
func find(p demo.Plan, slug string) []demo.Item {
	var out []demo.Item
	for it := range p.Items() {
		if strings.HasSuffix(it.ID, "-"+slug) {
			out = append(out, it)
		}
	}
	return out
}

// bestMean returns the greatest mean over so many rows.
func bestMean(values []float64, n int) float64 {
	sum, best := 0.0, 0.0
	for i, v := range values {
		if !math.IsNaN(v) {
			sum += v
		}
		if i >= n {
			if !math.IsNaN(values[i-n]) {
				sum -= values[i-n]
			}
			best = math.Max(best, sum/float64(n))
		}
	}
	return best
}

func TestThresholdPowerRises(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	tests := find(p, "ftp-test")
	if len(tests) < 6 {
		t.Fatalf("%d tests", len(tests))
	}
	for _, it := range tests {
		best := bestMean(series(it.Recordings()[0], training.Power), 1200)
		ftp := p.Thresholds.At(training.Cycling.Plain(), it.Day).FTPW
		if math.Abs(0.95*best-ftp) > 0.02*ftp {
			t.Errorf("%s: best 20 min %.0f W, FTP set to %g W", it.ID, best, ftp)
		}
		if !strings.Contains(it.Note, "FTP") {
			t.Errorf("%s: note %q", it.ID, it.Note)
		}
	}
	first := bestMean(series(tests[0].Recordings()[0], training.Power), 1200)
	last := bestMean(series(tests[len(tests)-1].Recordings()[0], training.Power), 1200)
	if last < 1.1*first {
		t.Errorf("20-minute best went from %.0f to %.0f W", first, last)
	}
}

func TestTheBreakAndTheIllness(t *testing.T) {
	t.Parallel()
	var before demo.Item
	pauses, ill, after := 0, false, false
	for it := range demo.Athlete(today()).Items() {
		switch gap := it.Day - before.Day; {
		case before.ID == "":
		case gap >= 15:
			pauses++
			if m := it.Day.Time(time.UTC).Month(); m != time.November {
				t.Errorf("the break ends in %s", m)
			}
		}
		if strings.Contains(it.Note, "HRV") && strings.Contains(it.Note, "Fever") {
			ill = true
		} else if ill && !after {
			after = true
			if gap := it.Day - before.Day; gap < 7 || !strings.Contains(it.Description, "flu") {
				t.Errorf("%s follows the illness after %d days: %q", it.ID, gap, it.Description)
			}
		}
		before = it
	}
	if pauses != 1 || !ill || !after {
		t.Errorf("%d breaks, ill %v, well again %v", pauses, ill, after)
	}
}

func TestTheTriathlonIsOneFileOfFive(t *testing.T) {
	t.Parallel()
	races := find(demo.Athlete(today()), "triathlon")
	if len(races) != 1 || !races[0].Race {
		t.Fatalf("%d triathlons", len(races))
	}
	recs := races[0].Recordings()
	var sports []training.Sport
	for i, r := range recs {
		sports = append(sports, r.Sport)
		if r.SessionIndex != i || r.Sessions != 5 {
			t.Errorf("session %d of %d", r.SessionIndex, r.Sessions)
		}
		if i > 0 {
			end := recs[i-1].Start.Add(time.Duration(recs[i-1].ElapsedS * float64(time.Second)))
			if !r.Start.Equal(end) {
				t.Errorf("%s starts %s after the one before", r.Sport, r.Start.Sub(end))
			}
		}
	}
	want := []training.Sport{training.Swimming, training.Transition, training.Cycling, training.Transition, training.Running}
	if diff := cmp.Diff(want, sports); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEverythingOccurs looks for what an assistant may be asked about.
func TestEverythingOccurs(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for it := range demo.Athlete(today()).Items() {
		r := it.Recordings()[0]
		count := func(what string, is bool) {
			if is {
				seen[what]++
			}
		}
		power, hr := r.Columns.Has(training.Power), r.Columns.Has(training.HeartRate)
		count("ride with power", r.Sport == training.Cycling && power)
		count("ride without power", r.Sport == training.Cycling && !power)
		count("ride without heart rate", r.Sport == training.Cycling && !hr)
		count("indoor ride", r.SubSport == training.SubIndoor && !r.Columns.Has(training.Latitude))
		count("run with power", r.Sport == training.Running && power)
		count("run without power", r.Sport == training.Running && !power)
		count("running dynamics", r.Columns.Has(training.GroundContact))
		count("pool swim", len(r.Lengths) > 20)
		count("open water", r.SubSport == training.SubOpenWater)
		count("strength", r.Sport == training.Strength)
		count("traffic light", len(r.Pauses) > 0)
		count("described", it.Description != "")
		count("tagged", len(it.Tags) > 0)
		for _, p := range r.Pauses {
			count("coffee stop", p.ToS-p.FromS > 590)
		}
		for _, l := range r.Lengths {
			count("drill", l.Stroke == "drill" && l.Strokes == 0)
			count("rest at the wall", !l.Active)
		}
		for _, l := range r.Laps {
			count("lap by hand", l.Trigger == "manual")
			count("lap by distance", l.Trigger == "distance")
		}
	}
	for what, atLeast := range map[string]int{
		"ride with power": 150, "ride without power": 3, "ride without heart rate": 2, "indoor ride": 40, "run with power": 40,
		"run without power": 80, "running dynamics": 80, "pool swim": 60, "open water": 5, "strength": 5, "traffic light": 60,
		"described": 250, "tagged": 60, "coffee stop": 15, "drill": 500, "rest at the wall": 500, "lap by hand": 500, "lap by distance": 1000,
	} {
		if seen[what] < atLeast {
			t.Errorf("%s: %d, want at least %d", what, seen[what], atLeast)
		}
	}
}

func TestHeartFollowsPower(t *testing.T) {
	t.Parallel()
	for _, it := range find(demo.Athlete(today()), "vo2max") {
		r := it.Recordings()[0]
		hr := series(r, training.HeartRate)
		if len(hr) == 0 {
			continue
		}
		c := &r.Columns
		for _, lap := range r.Laps {
			if lap.Intensity != "active" {
				continue
			}
			var first, last float64
			for i, s := range c.TimeS {
				switch float64(s) {
				case lap.StartS:
					first = hr[i]
				case lap.EndS - 1:
					last = hr[i]
				}
			}
			if first > 0 && last > 0 && last < first+15 {
				t.Errorf("%s: from %g to %g bpm in a VO2max interval", it.ID, first, last)
			}
		}
	}
}

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
	th := plan.Thresholds.At(r.Sport.Plain(), day)
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
