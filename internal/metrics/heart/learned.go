package heart

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// LearnedVersion is the version of the rules in this file.
const LearnedVersion = 1

// MethodLearned is the id of the training stress score from heart rate by the
// points that the athlete's own rides or runs with power give.
const MethodLearned = "hrtss_learned"

// FrielZones is how many zones Friel's scheme has.
const FrielZones = len(frielPoints)

// ZoneHours are hours in each of Friel's heart rate zones.
type ZoneHours [FrielZones]float64

// HoursOf are the hours of a histogram in Friel's zones of a sport, or what is
// missing for them.
func HoursOf(h zones.Histogram, sport training.Sport, lthrBpm float64) (hours ZoneHours, missing i18n.Sentence) {
	if h.TotalS() == 0 {
		return hours, training.NoHeartRate
	}
	scheme, missing := zones.For(training.ZonesHR, sport, training.Thresholds{LTHRBpm: lthrBpm})
	if missing != "" {
		return hours, missing
	}
	for i, s := range scheme.TimeIn(h) {
		hours[i] = s / 3600
	}
	return hours, ""
}

// Example is an activity of which both the heart rate and a load by power are
// known.
type Example struct {
	Hours ZoneHours
	TSS   float64
}

// Points are training stress points an hour in each of Friel's zones.
type Points [FrielZones]float64

// Of is the score of hours in the zones.
func (p Points) Of(hours ZoneHours) float64 {
	sum := 0.0
	for z, h := range hours {
		sum += p[z] * h
	}
	return sum
}

// LeastExamples is how many activities it takes to learn from.
const LeastExamples = 10

// Learn fits the points an hour to the loads of examples by least squares.
// Friel's points stand beside them as one activity of an hour in each zone, so
// that a zone which was hardly visited keeps them; none is below that of the
// zone beneath it.
func Learn(examples []Example) (Points, i18n.Sentence) {
	if len(examples) < LeastExamples {
		return Points{}, i18n.Sentencef("only %d of the %d activities that it takes have both heart rate and a load by power",
			len(examples), LeastExamples)
	}
	var a [FrielZones][FrielZones]float64
	b := frielPoints
	for z := range a {
		a[z][z] = 1
	}
	for _, e := range examples {
		for i, hi := range e.Hours {
			b[i] += hi * e.TSS
			for j, hj := range e.Hours {
				a[i][j] += hi * hj
			}
		}
	}
	p := Points(solve(a, b))
	least := 0.0
	for z := range p {
		p[z] = max(p[z], least)
		least = p[z]
	}
	return p, ""
}

// solve solves a·x = b for a symmetric positive definite a by elimination,
// which needs no exchange of rows for such.
func solve(a [FrielZones][FrielZones]float64, b [FrielZones]float64) (x [FrielZones]float64) {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < len(a); k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < len(a); k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
