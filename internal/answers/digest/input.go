package digest

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Input holds the values of an activity from which its line is written. 0 means
// that a number is unknown.
type Input struct {
	Sport        training.Sport
	Indoor, Race bool
	// BeforeRace means that a race follows on the same or the next day.
	BeforeRace bool
	// Name and Description are the athlete's texts. The description is about what was
	// done, but the name may be about what was planned.
	Name, Description string

	DurationS, DistanceM, GainM float64
	PowerW, HRBpm, SpeedMPS     float64 // means; in a pool, the speed excludes rest
	NormalizedW, GradedMPS      float64 // equivalent even power, and equivalent speed on flat ground
	Exertion                    float64 // a rating from 1 to 10

	// Session is the structure found in the streams, or nil if none was found.
	Session *efforts.Session
	// Laps are the laps of the device. They may show a structure if none was found in the streams.
	Laps []Lap
	// Splits are the full kilometres of a run, in order.
	Splits []Split

	Thresholds training.Thresholds
	// UsualS is the median duration in s of the athlete's activities in the sport
	// in the 90 days before. It is 0 if there were fewer than five.
	UsualS float64
}

// Split is a kilometre of a run.
type Split struct{ MPS, GradedMPS, HRBpm float64 }

// account is an input in which the athlete's texts take precedence over measured values.
type account struct {
	*Input
	units
	session *efforts.Session // found in the streams or in laps, or nil
	sets    []set
	// asSaid means that the sets come from the athlete's text rather than from measurements.
	asSaid         bool
	distanceM, mps float64
}

// set is one set of a session in the form that the line shows.
type set struct {
	efforts.Set
	metres, seconds  float64 // size of each repeat; the line shows one of the two
	firstHR, lastHR  float64 // heart rates in the first and the last interval
	powerW, speedMPS float64 // level of the repeats
}

func accountOf(in *Input) *account {
	a := &account{Input: in, distanceM: in.DistanceM, mps: in.SpeedMPS}
	said, named := wordsOf(in.Description, in.Sport), wordsOf(in.Name, in.Sport)
	// On a treadmill, the watch only estimates the distance.
	unsure := in.Sport.OnFoot() && (in.Indoor || said.treadmill || named.treadmill)
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

// setOf returns a set of the session with the values that the line shows.
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
	// likeSaid is the maximum relative difference between the measured size of a repeat
	// and the size described.
	likeSaid = 0.15
	// plainlyMarked is the minimum share of intervals that are laps cut by a person or a
	// workout. From this share on, a different number in the text must refer to something else.
	plainlyMarked = 0.5
)

// listen applies the repeats that the athlete describes to the sets that were
// found. If a set has the same number of repeats, it gets the described size.
// If there is no such set, the described repeats replace the sets, unless the sets are
// laps. The name is used only on a treadmill, or if no set was found.
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

// hear applies the description to the sets that were found, and reports whether
// any of them matched.
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

// hear applies a described size to the set, if the set has the same number of
// repeats. It reports whether it did.
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

// hilly is the minimum elevation gain of a run, as a share of its distance, for its pace
// to depend on the terrain.
const hilly = 0.012

// ofTheHills reports whether a set consists of unequal stretches of a hilly
// run. Unless the stretches are laps, they are due to the terrain.
func (a *account) ofTheHills(x *set) bool {
	if !a.Sport.OnFoot() || a.session.Basis != efforts.BySpeed || a.GainM < hilly*a.distanceM || x.Pattern == efforts.Repeats {
		return false
	}
	for _, iv := range a.session.Intervals[x.First : x.First+x.Count] {
		if iv.Laps {
			return false
		}
	}
	return true
}

// marked reports whether the intervals that were found are laps.
func (a *account) marked() bool {
	n := 0
	for _, iv := range a.session.Intervals {
		if iv.Laps {
			n++
		}
	}
	return float64(n) >= plainlyMarked*float64(len(a.session.Intervals))
}

// Line returns the activity in one line, as described in the package comment. It
// leaves out unknown values: an activity with only a duration becomes "45min".
func Line(in *Input) i18n.Sentence {
	line, _ := Tagged(in)
	return line
}

// Tagged returns the line, and the tag at its end. The tag is empty if the intensity is unknown.
func Tagged(in *Input) (i18n.Sentence, training.DigestTag) {
	a := accountOf(in)
	tag := a.tag()
	metric := a.line(tag)
	a.miles = true
	return i18n.InUnits(metric, a.line(tag)), tag
}

// line returns the line in the account's units.
func (a *account) line(tag training.DigestTag) string {
	var parts []string
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	structured := len(a.sets) > 0 && !a.asSaid && (tag == training.DigestWorkout || tag == training.DigestLongWorkout) && a.worked()
	switch {
	case structured && a.session.Basis == efforts.ByLengths:
		parts = a.pool()
	case structured:
		add(a.side("WU", &a.session.WarmUp, float64(a.session.Intervals[0].StartS)))
		parts = append(parts, a.shown(a.sets)...)
		last := a.session.Intervals[len(a.session.Intervals)-1].EndS
		add(a.side("CD", &a.session.CoolDown, float64(a.session.EndS-last)))
	default:
		add(a.whole(tag))
		for i := range a.sets {
			if x := &a.sets[i]; a.asSaid || tag != training.DigestRace && patterned(*x) && a.session.Basis != efforts.ByLengths {
				add(a.set(x))
			}
		}
	}
	if !a.Indoor && a.Sport != training.Swimming {
		add(a.climb(a.GainM))
	}
	line := strings.Join(parts, " | ")
	if tag != "" {
		line = strings.TrimSpace(line + " [" + string(tag) + "]")
	}
	return line
}

// join joins words with spaces. It skips empty words.
func join(words ...string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// whole describes an activity without structure, as in "11.9km @5:19/km HR
// 139", "2h30min 78km 165W HR 132" or "Strength 45min HR 110".
func (a *account) whole(tag training.DigestTag) string {
	long, far := "", ""
	if a.DurationS > 0 {
		long = about(a.DurationS)
	}
	if a.distanceM > 0 && (!a.Indoor || a.Sport != training.Cycling) {
		far = a.metres(a.distanceM, a.Sport)
		if a.distanceM >= 1000 && a.Sport != training.Swimming {
			far = a.way(a.distanceM)
		}
	}
	how, hr := at(a.pace(a.mps, a.Sport)), heart(a.HRBpm, a.HRBpm)
	if t := a.progressed(); t != nil && tag != training.DigestRace {
		how, hr = at(a.paces(t.mps[0], t.mps[2], a.Sport)), heart(t.hr[0], t.hr[2])
	}
	power := ""
	if a.Sport != training.Running {
		power = watts(a.PowerW)
	}
	if far != "" && paceM(a.Sport) > 0 {
		long = ""
	} else {
		how = ""
	}
	return join(sportWord(a.Sport), long, far, how, power, hr)
}

// sportWord returns the name of a sport, unless the values in the line already show which
// sport it is.
func sportWord(s training.Sport) string {
	switch s {
	case training.Running, training.Cycling, training.Swimming, training.Other, "":
		return ""
	case training.Walking:
		return "Walk"
	case training.Hiking:
		return "Hike"
	case training.CrossCountry:
		return "XC ski"
	case training.AlpineSki:
		return "Ski"
	}
	w := strings.ReplaceAll(string(s), "_", " ")
	return strings.ToUpper(w[:1]) + w[1:]
}

// sideS is the minimum duration of a warm-up or cool-down in s.
const sideS = 60

// side describes a warm-up or a cool-down, as in "WU 3km @5:20/km HR 135" or
// "WU 15min 145W HR 120".
func (a *account) side(word string, m *efforts.Means, seconds float64) string {
	if seconds < sideS {
		return ""
	}
	hr := heart(m.HRBpm, m.HRBpm)
	if p := a.pace(m.SpeedMPS, a.Sport); p != "" && m.DistanceM >= 100 && a.session.Basis == efforts.BySpeed {
		return join(word, a.way(m.DistanceM), at(p), hr)
	}
	return join(word, about(seconds), watts(m.PowerW), hr)
}

// mostSets is the maximum number of sets in a line.
const mostSets = 5

// shown describes the first sets, and counts the others.
func (a *account) shown(sets []set) (out []string) {
	for i := range sets {
		if i == mostSets-1 && len(sets) > mostSets {
			return append(out, fmt.Sprintf("+%d sets", len(sets)-i))
		}
		out = append(out, a.set(&sets[i]))
	}
	return out
}

// pool describes a session in the pool. The lengths before the first set that cannot be a
// coincidence are the warm-up, and those after the last one are the cool-down.
func (a *account) pool() (out []string) {
	first, last := -1, -1
	for i := range a.sets {
		if patterned(a.sets[i]) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return a.shown(a.sets)
	}
	swum := func(word string, sets []set) []string {
		m := 0.0
		for i := range sets {
			m += float64(sets[i].Count) * sets[i].WorkM
		}
		if m == 0 {
			return nil
		}
		return []string{word + " " + repeatSize(m, a.Sport)} // with the usual name of the distance, as for repeats
	}
	out = append(out, swum("WU", a.sets[:first])...)
	out = append(out, a.shown(a.sets[first:last+1])...)
	return append(out, swum("CD", a.sets[last+1:])...)
}
