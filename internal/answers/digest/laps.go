package digest

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Lap is a lap of the device with its means; 0 means unknown.
type Lap struct {
	StartS, EndS, DistanceM, PowerW, HRBpm float64
	// Auto means that the device cut the lap automatically by distance.
	Auto bool
}

func (l *Lap) seconds() float64 { return l.EndS - l.StartS }

const (
	// leastLaps is the minimum number of laps that can show a structure, and
	// leastLapS their minimum duration in s.
	leastLaps, leastLapS = 4, 5
	// workContrast is the minimum ratio between the levels of work and rest.
	workContrast = 1.2
	// warmShare is the share of the level of work below which the first lap is a
	// warm-up, regardless of the level of rest.
	warmShare = 0.9
	// evenLaps is the maximum relative difference in size between automatic laps.
	evenLaps = 0.015
)

// byLaps finds a structure in laps. Work laps are recognised by power on the bike and by
// speed in other sports. At least one set must have repeats with rest between them. It
// returns nil for automatic laps.
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
	border, ok := splitLevel(laps, level)
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

// even reports whether all laps except the last have the same size.
func even(laps []Lap, size func(*Lap) float64) bool {
	for i := range laps[:len(laps)-1] {
		if math.Abs(size(&laps[i])-size(&laps[0])) > evenLaps*size(&laps[0]) {
			return false
		}
	}
	return size(&laps[0]) > 0
}

// border is the level that separates work from rest, and the mean level of work.
type border struct{ level, hard float64 }

// splitLevel returns the level with the greatest variance between laps below
// and above it, weighted by time.
func splitLevel(laps []Lap, level func(*Lap) float64) (best border, ok bool) {
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

// means returns the means of several laps.
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

// tag returns the kind of an activity. It is the first of these that applies:
//
//   - race: it is marked as a race.
//   - long-workout, workout: intervals of [workS] or more in total at or above
//     the hard share of their threshold, or the whole activity at or
//     above the steady share. Without a threshold, three or more repeats, two of
//     five minutes, over-unders and ladders make a workout. It is a long-workout
//     if the activity is long, too. So is a long progression.
//   - progression: a run on the flat whose kilometres get faster from third to
//     third and by [fasterBy] in all, or one rise of power over half of it.
//   - long: at least 1.35 times the median duration of the athlete's activities
//     in the sport in the 90 days before, and at least the sport's minimum; with
//     fewer than five such activities, the sport's own measure.
//   - shakeout: up to 40 minutes, with a race on the same or the next day.
//   - recovery: the whole activity at or below the recovery share, without sets,
//     and no longer than usual, or than 45 minutes if that is unknown.
//   - easy: anything else of known intensity.
//
// The kind is empty if the intensity is unknown. Intensity is relative to the thresholds
// of the day: graded speed to threshold speed for runs, speed to threshold speed for
// swims, otherwise normalized power to FTP, or mean heart rate to LTHR, except for
// strength and yoga. If all of these are unknown, perceived exertion is used.
func (a *account) tag() training.DigestTag {
	if a.Race {
		return training.DigestRace
	}
	share, of := a.intensity()
	known := of != nil
	long := a.long()
	switch {
	case a.worked() || known && share >= of.steady:
		if long {
			return training.DigestLongWorkout
		}
		return training.DigestWorkout
	case a.progressed() != nil || a.ramped():
		if long {
			return training.DigestLongWorkout
		}
		return training.DigestProgression
	case long:
		return training.DigestLong
	case a.BeforeRace && a.DurationS > 0 && a.DurationS <= shakeoutS:
		return training.DigestShakeout
	case known && share <= of.recovery && a.DurationS <= cmp.Or(a.UsualS, recoveryS) && !slices.ContainsFunc(a.sets, patterned):
		return training.DigestRecovery
	case known:
		return training.DigestEasy
	}
	return ""
}

const (
	shakeoutS = 40 * 60
	recoveryS = 45 * 60
	workS     = 240
)

// shares holds levels of intensity as shares of a threshold. A whole session is easy enough
// for recovery up to the share recovery, and a workout from the share steady on. Intervals
// are hard from the share hard on.
type shares struct{ recovery, steady, hard float64 }

// These are the shares for each basis. Those for power are based on the bounds of zone
// 1 and of sweet spot (Coggan), and those for speed and heart rate on Friel's zones.
var (
	ofPower    = shares{0.60, 0.88, 0.85}
	ofPace     = shares{0.74, 0.92, 0.92}
	ofSwim     = shares{0.80, 0.97, 0.95}
	ofHR       = shares{0.76, 0.94, 0.92}
	ofExertion = shares{2, 7, 7} // ratings out of 10
)

// intensity returns the intensity of the whole activity, and the shares for its
// basis. The shares are nil if the intensity is unknown.
func (a *account) intensity() (float64, *shares) {
	t := &a.Thresholds
	speed := cmp.Or(a.GradedMPS, a.mps)
	switch {
	case a.Sport == training.Swimming && t.ThresholdMPS > 0 && a.mps > 0:
		return a.mps / t.ThresholdMPS, &ofSwim
	case a.Sport == training.Running && t.ThresholdMPS > 0 && speed > 0:
		return speed / t.ThresholdMPS, &ofPace
	case t.FTPW > 0 && a.NormalizedW > 0 && a.Sport != training.Running:
		return a.NormalizedW / t.FTPW, &ofPower
	case t.LTHRBpm > 0 && a.HRBpm > 0 && a.Sport != training.Strength && a.Sport != training.Yoga:
		return a.HRBpm / t.LTHRBpm, &ofHR
	case a.Exertion > 0:
		return a.Exertion, &ofExertion
	}
	return 0, nil
}

// worked reports whether the activity contains intervals of work.
func (a *account) worked() bool {
	if a.asSaid {
		return true
	}
	if a.session == nil {
		return false
	}
	threshold, of := a.basis()
	if threshold <= 0 {
		return slices.ContainsFunc(a.sets, patterned)
	}
	seconds := 0.0
	for i := range a.sets {
		for _, iv := range a.session.Intervals[a.sets[i].First : a.sets[i].First+a.sets[i].Count] {
			if iv.Level >= of.hard*threshold {
				seconds += iv.Seconds()
			}
		}
	}
	return seconds >= workS
}

// basis returns the threshold with which the levels of intervals are compared,
// and its shares. The threshold is 0 if it is unknown.
func (a *account) basis() (float64, *shares) {
	switch a.session.Basis {
	case efforts.ByPower:
		return a.Thresholds.FTPW, &ofPower
	case efforts.ByHR:
		return a.Thresholds.LTHRBpm, &ofHR
	case efforts.ByLengths:
		return a.Thresholds.ThresholdMPS, &ofSwim
	}
	return a.Thresholds.ThresholdMPS, &ofPace
}

// longS is the minimum duration in s of intervals of which two are enough for a set.
const longS = 300

// patterned reports whether a set cannot be a coincidence.
func patterned(x set) bool {
	switch x.Pattern {
	case efforts.OverUnders:
		return true
	case efforts.Repeats:
		return x.Count >= 3 || x.Count == 2 && x.WorkS >= longS
	}
	return x.Pattern == efforts.Ladder && x.Count >= 3
}

// longShare is the minimum ratio to the usual duration for an activity to count as long.
const longShare = 1.35

// long reports whether the activity is long compared with the athlete's usual activities.
func (a *account) long() bool {
	least, alone := 0.0, 0.0 // in minutes
	switch a.Sport {
	case training.Running:
		least, alone = 60, 90
	case training.Cycling:
		least, alone = 90, 180
	case training.Swimming:
		least, alone = 45, 75
	case training.Walking, training.Hiking:
		least, alone = 90, 180
	case training.CrossCountry, training.Skating, training.Rowing, training.Paddling:
		least, alone = 75, 120
	default:
		return false
	}
	if a.UsualS > 0 {
		return a.DurationS >= max(60*least, longShare*a.UsualS)
	}
	return a.DurationS >= 60*alone
}

const (
	// leastSplits is the minimum number of kilometres for a progression. fasterBy is the minimum
	// gain in speed from the first third to the last, and partBy from each third to the next.
	leastSplits, fasterBy, partBy = 5, 0.06, 0.01
	// rampShare is the share of a session that a single rise must take up.
	rampShare = 0.5
)

// thirds holds the means over the first, middle and last third.
type thirds struct{ mps, graded, hr [3]float64 }

// progressed returns the thirds of a run that gets faster, or nil for any other activity.
func (a *account) progressed() *thirds {
	n := len(a.Splits)
	if a.Sport != training.Running || n < leastSplits || a.asSaid {
		return nil
	}
	var t thirds
	for k := range 3 {
		from, to := k*n/3, (k+1)*n/3
		for _, x := range a.Splits[from:to] {
			w := 1 / float64(to-from)
			t.mps[k] += w * x.MPS
			t.graded[k] += w * cmp.Or(x.GradedMPS, x.MPS)
			t.hr[k] += w * x.HRBpm
		}
	}
	g := t.graded
	if g[1] < (1+partBy)*g[0] || g[2] < (1+partBy)*g[1] || g[2] < (1+fasterBy)*g[0] || t.mps[2] <= t.mps[0] {
		return nil
	}
	fastest := 0.0
	for _, x := range a.Splits[:n-2] {
		fastest = max(fastest, x.MPS)
	}
	if math.Max(a.Splits[n-1].MPS, a.Splits[n-2].MPS) < fastest {
		return nil
	}
	return &t
}

// ramped reports whether a single rise makes up most of the session.
func (a *account) ramped() bool {
	if a.session == nil || len(a.session.Intervals) != 1 {
		return false
	}
	iv := a.session.Intervals[0]
	return iv.Kind == efforts.Ramp && iv.LastLevel > iv.FirstLevel && iv.Seconds() >= rampShare*a.DurationS
}
