package digest

import (
	"cmp"
	"math"

	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Input holds the values of one activity that its line is written from. A
// number that is 0 is not known.
type Input struct {
	Sport        training.Sport
	Indoor, Race bool
	// BeforeRace says that a race follows on the same or the next day.
	BeforeRace bool
	// Name and Description are the athlete's own words. The description says
	// what was done; a name may be of what was planned.
	Name, Description string

	DurationS, DistanceM, GainM float64
	PowerW, HRBpm, SpeedMPS     float64 // means; of a pool swim the speed while swimming
	NormalizedW, GradedMPS      float64 // as hard as even power, and as on the flat
	Exertion                    float64 // 1 to 10

	// Session is the structure that was found in the streams; nil is none.
	Session *efforts.Session
	// Laps are the device's, which tell of a structure where none was found.
	Laps []Lap
	// Splits are the whole kilometres of a run, in order.
	Splits []Split

	Thresholds training.Thresholds
	// UsualS is the median duration in s of the athlete's activities of the
	// sport in the 90 days before; 0 where there are fewer than five.
	UsualS float64
}

// Split is a kilometre of a run.
type Split struct{ MPS, GradedMPS, HRBpm float64 }

// account is an input with what the athlete says put over what was measured.
type account struct {
	*Input
	units
	session *efforts.Session // as it was found or as laps tell; nil is none
	sets    []set
	// asSaid says that the sets are the athlete's words, which were not measured.
	asSaid         bool
	distanceM, mps float64
}

// set is one of a session, as the line tells it.
type set struct {
	efforts.Set
	metres, seconds  float64 // the size of one, of which one is shown
	firstHR, lastHR  float64 // of its first and its last interval
	powerW, speedMPS float64 // the level
}

func accountOf(in *Input) *account {
	a := &account{Input: in, distanceM: in.DistanceM, mps: in.SpeedMPS}
	said, named := wordsOf(in.Description, in.Sport), wordsOf(in.Name, in.Sport)
	// On a treadmill the watch guesses the distance.
	unsure := onFoot(in.Sport) && (in.Indoor || said.treadmill || named.treadmill)
	if m := cmp.Or(said.distanceM, named.distanceM); unsure && m > 0 {
		a.distanceM, a.mps = m, 0
	}
	if a.mps == 0 && in.DurationS > 0 {
		a.mps = a.distanceM / in.DurationS
	}
	if a.session = in.Session; a.session == nil {
		a.session = byLaps(in.Laps, in.Sport)
	}
	if a.session != nil {
		all := a.session.Sets()
		for i := range all {
			if x := setOf(a.session, &all[i]); !a.ofTheHills(&x) {
				a.sets = append(a.sets, x)
			}
		}
	}
	a.listen(said.repeats, named.repeats, unsure)
	return a
}

func onFoot(s training.Sport) bool {
	return s == training.Running || s == training.Walking || s == training.Hiking
}

// setOf takes the means of a set that was found.
func setOf(s *efforts.Session, x *efforts.Set) set {
	out := set{Set: *x, seconds: efforts.MeantS(x.WorkS)}
	if s.ByDistance(x) {
		out.metres = efforts.MeantM(x.WorkM)
	}
	intervals := s.Intervals[x.First : x.First+x.Count]
	out.firstHR, out.lastHR = intervals[0].HRBpm, intervals[len(intervals)-1].HRBpm
	switch s.Basis {
	case efforts.ByPower:
		out.powerW = x.Level
	case efforts.BySpeed, efforts.ByLengths:
		out.speedMPS = x.Level
	}
	return out
}

const (
	// likeSaid is how far a size that was measured may lie from what is said.
	likeSaid = 0.15
	// plainlyMarked is the share of intervals between laps that a person or a
	// workout cut from which a count that is said differently is of something else.
	plainlyMarked = 0.5
)

// listen puts the repeats that the athlete tells of over those that were found:
// the size of a set of as many is what is said. Where no set is of as many, the
// description counts unless laps mark what was found. A name counts only where
// nothing was found, and on a treadmill.
func (a *account) listen(said, named []repeat, unsure bool) {
	if a.hear(said, unsure) || unsure && len(said) == 0 && a.hear(named, unsure) {
		return
	}
	if len(said) == 0 && len(a.sets) == 0 {
		said = named
	}
	if len(said) == 0 || len(a.sets) > 0 && a.marked() && !unsure {
		return
	}
	a.sets, a.asSaid = nil, true
	for _, r := range said {
		x := set{metres: r.metres, seconds: r.seconds, powerW: r.powerW, speedMPS: r.mps}
		x.Set = efforts.Set{Pattern: efforts.Repeats, Count: r.count, Blocks: 1, Repeats: r.count, RestS: r.restS, WorkS: r.seconds}
		a.sets = append(a.sets, x)
	}
}

// hear takes what is said of sets that were found; false if it is of none.
func (a *account) hear(said []repeat, unsure bool) (taken bool) {
	for i := range said {
		for k := range a.sets {
			if a.sets[k].hear(&said[i], unsure) {
				taken = true
				break
			}
		}
	}
	return taken
}

// hear takes the size that is said for as many repeats as the set has.
func (x *set) hear(r *repeat, unsure bool) bool {
	if x.Count != r.count && x.Repeats != r.count || x.Pattern == efforts.OverUnders || x.Ramp {
		return false
	}
	near := func(said, found float64) bool { return found > 0 && math.Abs(said-found) <= likeSaid*said }
	switch {
	case r.metres > 0 && (unsure || near(r.metres, x.WorkM)):
		x.metres = r.metres
		if unsure && x.WorkS > 0 {
			x.speedMPS = r.metres / x.WorkS
		}
	case r.seconds > 0 && (unsure || near(r.seconds, x.WorkS)):
		x.metres, x.seconds = 0, r.seconds
	default:
		return false
	}
	if r.mps > 0 && (unsure || x.speedMPS == 0) {
		x.speedMPS = r.mps
	}
	return true
}

// hilly is the climb of a run, a share of its way, from which its pace follows
// the ground.
const hilly = 0.012

// ofTheHills reports unlike stretches of a run over hills, which the ground made
// if no laps mark them.
func (a *account) ofTheHills(x *set) bool {
	if !onFoot(a.Sport) || a.session.Basis != efforts.BySpeed || a.GainM < hilly*a.distanceM || x.Pattern == efforts.Repeats {
		return false
	}
	for _, iv := range a.session.Intervals[x.First : x.First+x.Count] {
		if iv.Laps {
			return false
		}
	}
	return true
}

// marked reports that laps bound what was found.
func (a *account) marked() bool {
	n := 0
	for _, iv := range a.session.Intervals {
		if iv.Laps {
			n++
		}
	}
	return float64(n) >= plainlyMarked*float64(len(a.session.Intervals))
}
