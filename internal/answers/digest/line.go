package digest

import (
	"fmt"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// Line is the activity in one line; see the package. What is not known is left
// out: an activity of which nothing is known but how long it was is "45min".
func Line(in *Input) i18n.Sentence {
	line, _ := Tagged(in)
	return line
}

// Tagged is the line and its tag, which the line ends with; the tag is empty
// where nothing says how hard it was.
func Tagged(in *Input) (i18n.Sentence, training.DigestTag) {
	a := accountOf(in)
	tag := a.tag()
	metric := a.line(tag)
	a.miles = true
	return i18n.InUnits(metric, a.line(tag)), tag
}

// line is the activity in the units of the account.
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

// join puts words in a row, without those that are not there.
func join(words ...string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// whole is an activity without structure: "11.9km @5:19/km HR 139",
// "2h30min 78km 165W HR 132", "Strength 45min HR 110".
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

// sportWord names a sport whose figures do not.
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

// sideS is how long a warm-up or a cool-down is at least.
const sideS = 60

// side is a warm-up or a cool-down: "WU 3km @5:20/km HR 135", "WU 15min 145W HR 120".
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

// mostSets is how many sets a line tells of.
const mostSets = 5

// shown are sets in words, and how many more there are.
func (a *account) shown(sets []set) (out []string) {
	for i := range sets {
		if i == mostSets-1 && len(sets) > mostSets {
			return append(out, fmt.Sprintf("+%d sets", len(sets)-i))
		}
		out = append(out, a.set(&sets[i]))
	}
	return out
}

// pool is a session of lengths: what is swum before the first set of three or
// more and after the last is the warm-up and the cool-down.
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
		return []string{word + " " + repeatSize(m, a.Sport)} // in lengths of the pool, as its repeats
	}
	out = append(out, swum("WU", a.sets[:first])...)
	out = append(out, a.shown(a.sets[first:last+1])...)
	return append(out, swum("CD", a.sets[last+1:])...)
}
