package fit

import "math"

// Leg holds the counter's and the device's distances of one session, in cm.
type Leg struct {
	Before      int32 // the last reading before the session, 0 if there is none
	First, Last int32 // the first reading within it, the last one up to its end
	Read        bool  // there is one within it
	Total       int32 // the device's own distance of the session
	Said        bool  // the device has one
	Joined      bool  // the session begins where the one before ends
}

// Part holds the counter's readings as a session begins and as it ends.
type Part struct {
	From, To int32
	Ends     bool // To is known; the last session has no end of its own
}

// Most is the most that a counter says, in cm: what two sessions could have, and
// a quarter around the earth.
const Most = math.MaxInt32 / 2

// Total is the distance of a session as a leg has it. One that no counter could
// have says nothing.
func Total(km float64, said bool) (cm int32, ok bool) {
	total := math.Round(km * 100_000)
	if !said || total >= Most {
		return 0, false
	}
	return int32(total), true
}

// Cut cuts the counter between sessions: where the device's total says that
// one ends, if that lies between the last reading before the next one and the
// first within it, else at the former. Devices differ in which of the two has
// the way between.
func Cut(legs []Leg) []Part {
	out := make([]Part, len(legs))
	for i := 1; i < len(out); i++ {
		l, prev := &legs[i], &legs[i-1]
		if l.Read && l.First < l.Before { // it begins anew
			continue
		}
		ended, now := &out[i-1], &out[i]
		if now.From = l.Before; !l.Read || ended.From <= l.First {
			now.From = max(l.Before, ended.From)
		}
		if ended.To = ended.From + prev.Total; !prev.Said || ended.To < l.Before || l.Read && ended.To > l.First {
			continue
		}
		if prev.Read && !l.Read { // no reading confirms the total
			continue
		}
		ended.Ends = l.Read
		if l.Before == 0 && l.begins(ended.To) {
			now.From = 0
			continue
		}
		now.From = ended.To
		if from := l.Last - l.Total; l.Read && !l.Joined && l.Said && from >= ended.To && from <= l.First {
			now.From = from
		}
	}
	return out
}

// begins says that the counter began with the leg, before which cm were made
// that it does not hold: the device's total is the whole reading within a
// twentieth, and within half of what they would make of a difference.
func (l *Leg) begins(cm int32) bool {
	off := l.Last - l.Total
	return l.Said && max(off, -off) < min(cm/2, l.Total/20)
}
