package digest

import (
	"math"
	"slices"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Lap is a lap of the device, with the means of it; 0 is not known.
type Lap struct {
	StartS, EndS, DistanceM, PowerW, HRBpm float64
	// Auto says that the device cut it when a distance was full.
	Auto bool
}

func (l *Lap) seconds() float64 { return l.EndS - l.StartS }

const (
	// leastLaps is how many laps tell of a structure, leastLapS how long each is.
	leastLaps, leastLapS = 4, 5
	// workContrast is how many times the level of the rest that of the work is.
	workContrast = 1.2
	// warmShare is the share of the level of the work under which a first lap
	// warms up, however far it is above the rest.
	warmShare = 0.9
	// evenLaps is how alike laps are that nobody cut.
	evenLaps = 0.015
)

// byLaps is the structure that laps tell of where none was found in the streams:
// those that stand out from the others by power on the bike and by speed
// otherwise, if a set repeats with rest between. It is nil of laps that the
// device cut by itself.
func byLaps(laps []Lap, sport training.Sport) *efforts.Session {
	basis := efforts.BySpeed
	switch sport {
	case training.Cycling:
		basis = efforts.ByPower
	case training.Running, training.Rowing, training.Paddling:
	default:
		return nil
	}
	laps = slices.DeleteFunc(slices.Clone(laps), func(l Lap) bool { return l.Auto || l.seconds() < leastLapS })
	if len(laps) < leastLaps || even(laps, (*Lap).seconds) || even(laps, func(l *Lap) float64 { return l.DistanceM }) {
		return nil
	}
	level := func(l *Lap) float64 {
		if basis == efforts.ByPower {
			return l.PowerW
		}
		return l.DistanceM / l.seconds()
	}
	border, ok := parting(laps, level)
	if !ok {
		return nil
	}
	s := &efforts.Session{Basis: basis, EndS: whole(laps[len(laps)-1].EndS)}
	first, last := -1, -1
	for i := range laps {
		if x := level(&laps[i]); x < border.level || i == 0 && x < warmShare*border.hard {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		s.Intervals = append(s.Intervals, interval(&laps[i], level(&laps[i])))
	}
	s.WarmUp, s.CoolDown = means(laps[:max(first, 0)]), means(laps[last+1:])
	for _, x := range s.Sets() {
		if x.RestS > 0 && (x.Count >= 3 || x.WorkS >= longS) && x.Pattern == efforts.Repeats {
			return s
		}
	}
	return nil
}

func interval(l *Lap, level float64) efforts.Interval {
	m := efforts.Means{PowerW: l.PowerW, HRBpm: l.HRBpm, DistanceM: l.DistanceM, SpeedMPS: l.DistanceM / l.seconds()}
	return efforts.Interval{
		StartS: whole(l.StartS), EndS: whole(l.EndS), Kind: efforts.Work, Level: level, FirstLevel: level, LastLevel: level, Laps: true, Means: m,
	}
}

func whole(s float64) int32 { return int32(math.Round(s)) }

// even reports laps that all but the last are of one size.
func even(laps []Lap, size func(*Lap) float64) bool {
	for i := range laps[:len(laps)-1] {
		if math.Abs(size(&laps[i])-size(&laps[0])) > evenLaps*size(&laps[0]) {
			return false
		}
	}
	return size(&laps[0]) > 0
}

// border parts work from rest: its level, and the mean of what is above.
type border struct{ level, hard float64 }

// parting is where the variance between the two classes is the largest, by time.
func parting(laps []Lap, level func(*Lap) float64) (best border, ok bool) {
	sorted := slices.Clone(laps)
	slices.SortFunc(sorted, func(a, b Lap) int { return int(math.Copysign(1, level(&a)-level(&b))) })
	var weight, total, w, sum, most, easy float64
	for i := range sorted {
		weight += sorted[i].seconds()
		total += sorted[i].seconds() * level(&sorted[i])
	}
	for i := range sorted[:len(sorted)-1] {
		w += sorted[i].seconds()
		sum += sorted[i].seconds() * level(&sorted[i])
		low, high := sum/w, (total-sum)/(weight-w)
		if between := w * (weight - w) * (high - low) * (high - low); between > most {
			most, easy, best = between, low, border{(level(&sorted[i]) + level(&sorted[i+1])) / 2, high}
		}
	}
	return best, easy > 0 && best.hard >= workContrast*easy
}

// means are those of laps together.
func means(laps []Lap) (m efforts.Means) {
	seconds, heart, power, beats := 0.0, 0.0, 0.0, 0.0
	for i := range laps {
		l := &laps[i]
		seconds += l.seconds()
		m.DistanceM += l.DistanceM
		power += l.PowerW * l.seconds()
		if l.HRBpm > 0 {
			beats, heart = beats+l.HRBpm*l.seconds(), heart+l.seconds()
		}
	}
	if seconds > 0 {
		m.PowerW, m.SpeedMPS = power/seconds, m.DistanceM/seconds
	}
	if heart > 0 {
		m.HRBpm = beats / heart
	}
	return m
}
