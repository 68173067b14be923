package demo_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
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

// bestMean is the greatest mean over so many rows.
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
		ftp := p.Thresholds.At(training.Cycling, it.Day).FTPW
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
