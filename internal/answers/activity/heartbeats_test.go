package activity_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"lapkeep/internal/answers/activity"
)

// beatsOf is an exercise of rising heart rate in which an interval of every
// so many was missed.
func beatsOf(seconds float64, missed int) []uint16 {
	rng := rand.New(rand.NewPCG(1, 9))
	var rr []uint16
	slow := 0.0
	for at := 0.0; at < seconds; {
		share := at / seconds
		slow = 0.95*(1-share)*slow + rng.NormFloat64()
		ms := 60_000/(100+80*share) + 6*slow
		if missed > 0 && len(rr)%missed == missed-1 {
			ms *= 2
		}
		rr = append(rr, uint16(ms))
		at += ms / 1000
	}
	return rr
}

func TestAnHour(t *testing.T) {
	t.Parallel()
	rr := beatsOf(3600, 0)
	v, missing := activity.HeartbeatsOf(rr, 4000)
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"avnn_ms", "sdnn_ms", "rmssd_ms", "sdsd_ms", "pnn50_pct", "hr_at_alpha1_075_bpm"} {
		if !strings.Contains(string(b), `"`+k+`":`) || missing[k] != "" {
			t.Errorf("no %s (%s) in %s", k, missing[k], b)
		}
	}
	c := v.Alpha1
	if v.Beats != len(rr) || *v.Coverage != 0.9 || len(c.StartOffsetS) != len(c.Alpha1) || len(c.AvgHRBpm) != len(c.Alpha1) ||
		len(c.Alpha1) > 120 || len(c.Alpha1) < 60 || c.StartOffsetS[1] != 40 {
		t.Errorf("%s", b)
	}
	if *v.AerobicBpm <= 100 || *v.AerobicBpm >= 180 {
		t.Errorf("α1 falls to 0.75 at %v", *v.AerobicBpm)
	}
	if long, _ := activity.HeartbeatsOf(beatsOf(8*3600, 0), 0); len(long.Alpha1.Alpha1) > 120 || long.Coverage != nil {
		t.Error("a long ride shows more windows than fit")
	}
}

func TestWhatBeatsDoNotTell(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rr   []uint16
		want map[string]string
	}{
		"artefacts":  {beatsOf(1200, 8), map[string]string{"rmssd_ms": "artefacts", "pnn50_pct": "artefacts", "alpha1": "artefacts"}},
		"a minute":   {beatsOf(60, 0), map[string]string{"alpha1": "two minutes"}},
		"easy alone": {easy(), map[string]string{"hr_at_alpha1_075_bpm": "reached", "hr_at_alpha1_050_bpm": "reached"}},
	} {
		v, missing := activity.HeartbeatsOf(c.rr, 0)
		for k, why := range c.want {
			if !strings.Contains(missing[k].String(), why) {
				t.Errorf("%s: %s is missing because %q, want %q", name, k, missing[k], why)
			}
		}
		if (v.RMSSD == nil) != (missing["rmssd_ms"] != "") || (v.Alpha1 == nil) != (missing["alpha1"] != "") {
			t.Errorf("%s: %+v, missing %v", name, v, missing)
		}
	}
}

// easy is ten minutes at one heart rate, whose beats remember each other.
func easy() []uint16 {
	rng := rand.New(rand.NewPCG(2, 9))
	var rr []uint16
	slow := 0.0
	for range 1000 {
		slow = 0.95*slow + rng.NormFloat64()
		rr = append(rr, uint16(600+6*slow))
	}
	return rr
}
