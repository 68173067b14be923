package curves_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// part is a stretch of an activity: its seconds, its power in W or speed in
// m/s, and the heart rates at its start and end; 0 means none.
type part struct{ seconds, rate, fromBpm, toBpm float64 }

// diary is an athlete with a maximum heart rate of 190, unless that is unknown.
type diary struct {
	*answerstest.FitnessStore

	random *rand.Rand
	n      int
}

func newDiary(maxKnown bool) *diary {
	d := &diary{FitnessStore: &answerstest.FitnessStore{}, random: rand.New(rand.NewPCG(1, 2))}
	d.Words = map[training.ActivityID]training.Activity{}
	if maxKnown {
		d.Past = training.History{{Key: training.KeyMaxHR, From: estimateToday - 900, Values: []float64{190}}}
	}
	return d
}

// did adds an activity with its recording and all derived values.
func (d *diary) did(sport training.Sport, race bool, parts ...part) {
	rec := training.Recording{Sport: sport}
	metres, joules, s := 0.0, 0.0, 0
	for _, p := range parts {
		for i := range int(p.seconds) {
			rec.Columns.TimeS = append(rec.Columns.TimeS, int32(s))
			if p.fromBpm > 0 {
				rec.Columns.Put(training.HeartRate, s, int32(p.fromBpm+(p.toBpm-p.fromBpm)*float64(i)/p.seconds))
			}
			if sport == training.Cycling {
				w := math.Round(p.rate + 6*d.random.NormFloat64())
				joules += w
				rec.Columns.Put(training.Power, s, int32(w))
			} else {
				metres += p.rate * (1 + 0.02*d.random.NormFloat64())
				rec.Columns.Put(training.Distance, s, int32(math.Round(metres*100)))
			}
			s++
		}
	}
	rec.Columns.Pad()
	rec.TimerS, rec.ElapsedS = float64(s), float64(s)
	v, codec := stream.Of(&rec, stream.Limits{}), derive.NewCurves()
	power, _ := curve.Power(v)
	rate, _ := curve.HeartRate(v)
	efforts, _ := curve.TracksOf(v).Efforts(curve.Distances(sport))
	id := training.ActivityID(fmt.Sprint("x", d.n))
	d.Words[id] = training.Activity{ID: id, Race: race}
	d.Add(store.LoadInput{
		ID: id, Sport: sport, Day: estimateToday - training.Day(2+3*d.n%80), TimerS: float64(s), WorkJ: joules, DistanceM: metres,
	}, map[string][]byte{
		derive.PowerCurve: codec.Encode(power), derive.HRCurve: codec.Encode(rate), derive.Efforts: derive.EncodeEfforts(efforts),
	})
	d.AddRecording(id, rec)
	d.n++
}

// easy adds easy rides or runs, without heart rate if bpm is 0.
func (d *diary) easy(sport training.Sport, seconds, rate, bpm float64) {
	for i := range 6 {
		d.did(sport, false, part{seconds, rate * (1 + 0.02*float64(i%3)), bpm, bpm})
	}
}

// The rider's true critical power is 260 W and W′ 16 kJ; an all-out effort
// reaches 0.93 of the maximum heart rate.
const trueCP, trueW, allOut = 260.0, 16_000.0, 177.0

func out(minutes float64, bpm float64) part {
	return part{60 * minutes, trueCP + trueW/(60*minutes), bpm * 0.97, bpm}
}

func rest(minutes, bpm float64) part { return part{60 * minutes, 140, bpm, bpm} }

// sureOf returns the confidence of each setting in a sport.
func sureOf(v *curves.EstimateView, sport training.Sport) map[string]string {
	out := map[string]string{}
	for _, e := range v.Estimates {
		if e.Sport == sport {
			out[e.Setting] = e.Confidence
		}
	}
	return out
}

// TestTrainingIsNoTest checks that submaximal efforts give no threshold, or one
// of low confidence, and that the answer says which test to do.
func TestTrainingIsNoTest(t *testing.T) {
	t.Parallel()
	const ride, run = training.Cycling, training.Running
	for name, c := range map[string]struct {
		maxKnown bool
		sport    training.Sport
		fill     func(d *diary)
	}{
		"easy rides":                    {true, ride, func(d *diary) { d.easy(ride, 5400, 180, 125) }},
		"easy rides without heart rate": {true, ride, func(d *diary) { d.easy(ride, 5400, 180, 0) }},
		"easy rides, no known maximum":  {false, ride, func(d *diary) { d.easy(ride, 5400, 180, 125) }},
		"long steady rides":             {true, ride, func(d *diary) { d.easy(ride, 4*3600, 190, 140) }},
		"steady rides of several lengths": {true, ride, func(d *diary) {
			for i, w := range []float64{200, 190, 182, 176, 170} {
				d.did(ride, false, part{1800 * float64(i+1), w, 0, 0})
			}
		}},
		"a hot ride whose heart rate drifts": {true, ride, func(d *diary) {
			d.easy(ride, 3600, 180, 125)
			d.did(ride, false, part{7200, 185, 125, 168})
		}},
		"tempo": {true, ride, func(d *diary) {
			d.easy(ride, 3600, 170, 125)
			d.did(ride, false, rest(15, 110), part{1200, 220, 140, 152}, rest(5, 120), part{1200, 220, 145, 155}, rest(10, 120))
		}},
		"easy runs":                    {true, run, func(d *diary) { d.easy(run, 4300, 2.78, 132) }},
		"easy runs without heart rate": {true, run, func(d *diary) { d.easy(run, 4300, 2.78, 0) }},
		"runs of several lengths, no known maximum": {false, run, func(d *diary) {
			for i, v := range []float64{2.9, 2.85, 2.8, 2.76, 2.7} {
				d.did(run, false, part{1500 * float64(i+1), v, 130, 140})
			}
		}},
		"a long run in the heat": {true, run, func(d *diary) {
			d.easy(run, 3000, 2.8, 130)
			d.did(run, false, part{9000, 2.85, 130, 165})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(c.maxKnown)
			c.fill(d)
			v := thresholds(t, d.FitnessStore, curves.EstimateQuery{Sports: []training.Sport{c.sport}})
			for setting, confidence := range sureOf(v, c.sport) {
				if confidence != "low" {
					t.Errorf("%s is of %s confidence", setting, confidence)
				}
			}
			if len(v.VO2Max) > 1 {
				t.Errorf("oxygen of it: %+v", v.VO2Max)
			}
			words := strings.Join(phrasetest.Texts(v.Words), " ")
			if !strings.Contains(words, "no test in these 90 days") || !strings.Contains(words, "minutes") {
				t.Errorf("it says %q", words)
			}
			race := ask(t, d.FitnessStore, curves.PredictQuery{Sport: c.sport})
			if len(race.Confidence) == 0 || slices.ContainsFunc(race.Confidence, func(c string) bool { return c != "low" }) {
				t.Errorf("races: %v", race.Confidence)
			}
			if h := thresholds(t, d.FitnessStore, curves.EstimateQuery{Sports: []training.Sport{c.sport}, History: true}); h.History != nil {
				t.Errorf("levels of it: %+v", h.History.Levels)
			}
		})
	}
}

// TestIntervalsAreOneEffort checks that a session of intervals with rests
// counts as one effort, whatever the durations of its bests.
func TestIntervalsAreOneEffort(t *testing.T) {
	t.Parallel()
	d := newDiary(true)
	d.easy(training.Cycling, 3600, 170, 125)
	parts := []part{rest(15, 115)}
	for range 5 {
		parts = append(parts, part{240, 310, 165, 178}, rest(2, 165))
	}
	d.did(training.Cycling, false, append(parts, rest(10, 120))...)
	v := thresholds(t, d.FitnessStore, curves.EstimateQuery{Sports: []training.Sport{training.Cycling}})
	if cp := setting(v, "critical_power_w", training.Cycling); cp != nil {
		t.Errorf("critical power of pieces: %+v", cp)
	}
	if race := ask(t, d.FitnessStore, curves.PredictQuery{Sport: training.Cycling}); len(race.Models) != 0 {
		t.Errorf("models of pieces: %+v", race.Models)
	}
}

// TestTestsGiveThresholds checks that real tests and races give values near the
// true ones, with a confidence that matches the evidence.
func TestTestsGiveThresholds(t *testing.T) {
	t.Parallel()
	const ride, run = training.Cycling, training.Running
	hour := func(mps, seconds float64) float64 { return mps * math.Pow(3600/seconds, 1/1.06-1) }
	for name, c := range map[string]struct {
		maxKnown bool
		sport    training.Sport
		fill     func(d *diary)
		setting  string
		want     float64
		sure     string
	}{
		"20 minutes": {true, ride, func(d *diary) {
			d.did(ride, false, rest(20, 120), out(20, allOut), rest(15, 120))
		}, "ftp_w", 0.95 * (trueCP + trueW/1200), "medium"},
		"20 minutes without heart rate": {true, ride, func(d *diary) {
			d.did(ride, false, rest(20, 0), part{1200, trueCP + trueW/1200, 0, 0}, rest(15, 0))
		}, "ftp_w", 0.95 * (trueCP + trueW/1200), "low"},
		"20 minutes, no known maximum": {false, ride, func(d *diary) {
			d.did(ride, false, rest(20, 120), out(20, allOut), rest(15, 120))
		}, "ftp_w", 0.95 * (trueCP + trueW/1200), "low"},
		"3 and 12 minutes": {true, ride, func(d *diary) {
			d.did(ride, false, rest(20, 120), out(3, 172), rest(30, 120), out(12, allOut), rest(15, 120))
		}, "critical_power_w", trueCP, "medium"},
		"3 and 12 minutes without heart rate": {true, ride, func(d *diary) {
			d.did(ride, false, rest(20, 0), part{180, trueCP + trueW/180, 0, 0}, rest(30, 0), part{720, trueCP + trueW/720, 0, 0}, rest(15, 0))
		}, "critical_power_w", trueCP, "medium"},
		"3, 6, 12 and 20 minutes": {true, ride, func(d *diary) {
			d.did(ride, false, rest(20, 120), out(3, 172), rest(30, 120), out(12, allOut), rest(15, 120))
			d.did(ride, false, rest(20, 120), out(6, 175), rest(30, 120), out(20, allOut), rest(15, 120))
		}, "critical_power_w", trueCP, "high"},
		"an hour's time trial": {true, ride, func(d *diary) {
			d.did(ride, true, rest(15, 120), part{3610, 255, 160, 174}, rest(15, 120))
		}, "ftp_w", 255, "high"},
		"10 km": {true, run, func(d *diary) {
			d.did(run, false, part{600, 2.6, 120, 130}, part{2500, 4.02, 165, 178}, part{600, 2.4, 130, 130})
		}, "threshold_pace_s_per_km", 1000 / hour(4.02, 2490), "high"},
		"a race without heart rate": {true, run, func(d *diary) {
			d.did(run, true, part{1260, 4, 0, 0})
		}, "threshold_pace_s_per_km", 1000 / hour(4, 1250), "medium"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDiary(c.maxKnown)
			bpm := 125.0
			if strings.Contains(name, "without heart rate") {
				bpm = 0
			}
			if c.sport == ride {
				d.easy(ride, 4500, 165, bpm)
			} else {
				d.easy(run, 3000, 2.8, bpm)
			}
			c.fill(d)
			v := thresholds(t, d.FitnessStore, curves.EstimateQuery{Sports: []training.Sport{c.sport}})
			e := setting(v, c.setting, c.sport)
			if e == nil || math.Abs(e.Value/c.want-1) > 0.02 || e.Confidence != c.sure {
				t.Fatalf("%+v, want %.0f (%s); missing %v", e, c.want, c.sure, v.Missing)
			}
			if e.Low != nil && (*e.Low > c.want || *e.High < c.want) {
				t.Errorf("the truth %v is not from %v to %v", c.want, *e.Low, *e.High)
			}
			if strings.Contains(strings.Join(phrasetest.Texts(v.Words), " "), "no test") {
				t.Errorf("it says %q", v.Words)
			}
		})
	}
}

// TestIntervalsOfCriticalPowerHoldTheTruth checks that about 95 of 100 confidence
// intervals contain the true value, for athletes whose efforts vary by 2 %.
func TestIntervalsOfCriticalPowerHoldTheTruth(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, minutes := range [][]float64{{3, 12}, {3, 5, 12}, {3, 5, 8, 12, 20}} {
		const athletes = 1000
		var cp, w, all int
		for range athletes {
			var in curve.Input
			for _, m := range minutes {
				watts := (trueCP + trueW/(60*m)) * (1 + 0.02*random.NormFloat64())
				in.Power = append(in.Power, curve.ThresholdEffort{DurationS: 60 * m, Value: watts})
			}
			fit, why := curve.CriticalPower(in)
			if why != "" {
				continue
			}
			all++
			if math.Abs(fit.CPW-trueCP) <= fit.Spread.CPHalfW {
				cp++
			}
			if math.Abs(fit.WPrimeJ-trueW) <= fit.Spread.WPrimeHalfJ {
				w++
			}
		}
		if share := float64(cp) / float64(all); share < 0.9 || share > 0.999 {
			t.Errorf("%v minutes: %.3f of the intervals hold the critical power", minutes, share)
		}
		if share := float64(w) / float64(all); share < 0.9 || share > 0.999 {
			t.Errorf("%v minutes: %.3f of the intervals hold W′", minutes, share)
		}
	}
}
