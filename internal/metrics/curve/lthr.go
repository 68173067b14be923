package curve

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// LTHRVersion is the version of the rules of [LTHR] and [FindFieldTest].
const LTHRVersion = 1

// FieldTest is the part of one activity that looks like Friel's test: 30
// minutes alone and hard; AvgLast20Bpm is what the test reads.
type FieldTest struct {
	Activity     training.ActivityID
	Day          training.Day
	StartS       float64
	AvgLast20Bpm float64
	AvgWholeBpm  float64
}

const (
	testS    = 30 * 60
	testRunS = 20 * 60
	// leadShare is how hard the first ten minutes have to be, and holdShare
	// how low the last twenty may fall, as shares of the latter's average.
	leadShare = 0.88
	holdShare = 0.90
	// agreeBpm is within how many beats two tests confirm each other.
	agreeBpm = 3
)

// FindFieldTest looks for a hard half-hour in a recording: the 30 minutes
// with the highest heart rate in their last 20, if the first 10 were hard
// already and the rest never let go. False if it has none. Whether it was the
// athlete's limit, a recording cannot say.
func FindFieldTest(v *stream.View) (FieldTest, bool) {
	var best FieldTest
	for _, p := range heartRuns(v) {
		for i := 0; i+testS <= len(p.bpm); i++ {
			lead := p.mean(i, i+testS-testRunS)
			last := p.mean(i+testS-testRunS, i+testS)
			if last > best.AvgLast20Bpm && lead >= leadShare*last && p.held(i+testS-testRunS, i+testS, holdShare*last) {
				best.AvgLast20Bpm, best.AvgWholeBpm = last, p.mean(i, i+testS)
				best.StartS = float64(p.firstS + i)
			}
		}
	}
	return best, best.AvgLast20Bpm > 0
}

// heartRun is a stretch of heart rate without a gap, one value a second.
type heartRun struct {
	firstS int
	bpm    []int32
	sums   []int64 // prefix sums, one longer
}

func (r heartRun) mean(from, to int) float64 {
	return float64(r.sums[to]-r.sums[from]) / float64(to-from)
}

// held reports whether the 30 s means of [from, to) stay at or above least.
func (r heartRun) held(from, to int, least float64) bool {
	const step = 30
	for i := from; i+step <= to; i += step {
		if r.mean(i, i+step) < least {
			return false
		}
	}
	return true
}

// maxHoldS is how long a heart rate holds until the next one.
const maxHoldS = 10

func heartRuns(v *stream.View) []heartRun {
	var out []heartRun
	for i, t := range v.Columns.TimeS {
		bpm, ok := v.At(training.HeartRate, i)
		if !ok {
			continue
		}
		now := int(t)
		if len(out) == 0 || now-out[len(out)-1].endS() > maxHoldS {
			out = append(out, heartRun{firstS: now})
		}
		r := &out[len(out)-1]
		for r.endS() < now {
			r.bpm = append(r.bpm, r.bpm[len(r.bpm)-1])
		}
		if r.endS() == now {
			r.bpm = append(r.bpm, bpm)
		}
	}
	for k := range out {
		out[k].sums = make([]int64, len(out[k].bpm)+1)
		for i, b := range out[k].bpm {
			out[k].sums[i+1] = out[k].sums[i] + int64(b)
		}
	}
	return out
}

func (r heartRun) endS() int { return r.firstS + len(r.bpm) }

// LTHR estimates heart rate at lactate threshold, or says why it cannot: the
// average of the last 20 of the hardest half-hour that looks like Friel's
// test, otherwise the best 20 minutes.
//
// Confidence: high if another test is within 3 bpm, medium from one, low from
// the best 20 minutes; one level less with under three activities.
func LTHR(in Input) (Estimate, i18n.Sentence) {
	e := Estimate{
		Key:    training.KeyLTHR,
		Advice: "Confirm with 30 minutes alone at the hardest even effort: the average heart rate of the last 20.",
	}
	if t, ok := hardest(in.FieldTests); ok {
		e.Value, e.Method, e.Confidence = t.AvgLast20Bpm, "friel_30min", Medium
		e.Evidence = []ThresholdEffort{{Activity: t.Activity, Day: t.Day, DurationS: testRunS, Value: t.AvgLast20Bpm}}
		e.agree(t, in.FieldTests)
	} else if best, ok := at(in.HR, testRunS); ok {
		e.Value, e.Method, e.Confidence = best.Value, "best_20min_hr", Low
		e.Evidence = []ThresholdEffort{best}
		e.note(false, "No half-hour was hard throughout; the best 20 minutes may be below or above threshold.")
	} else {
		return Estimate{}, "no 20 minutes of heart rate without a gap"
	}
	e.judgeCount(in.Activities)
	return e, ""
}

func hardest(tests []FieldTest) (FieldTest, bool) {
	var best FieldTest
	for _, t := range tests {
		if t.AvgLast20Bpm > best.AvgLast20Bpm {
			best = t
		}
	}
	return best, best.AvgLast20Bpm > 0
}

// agree raises the confidence if another activity's test is near.
func (e *Estimate) agree(best FieldTest, tests []FieldTest) {
	for _, t := range tests {
		if t.Activity == best.Activity || best.AvgLast20Bpm-t.AvgLast20Bpm > agreeBpm {
			continue
		}
		e.Confidence = High
		e.Evidence = append(e.Evidence, ThresholdEffort{Activity: t.Activity, Day: t.Day, DurationS: testRunS, Value: t.AvgLast20Bpm})
		e.note(false, i18n.Sentencef("A second hard half-hour reads %.0f bpm.", t.AvgLast20Bpm))
		return
	}
}
