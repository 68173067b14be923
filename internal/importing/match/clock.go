package match

import (
	"math"

	"lapkeep/internal/training"
)

// These are the thresholds for recordings whose clocks differ. They are strict, because
// the same route ridden with the same effort some hours later is a different activity.
const (
	exactS         = 5   // only a copy begins and ends at the same seconds in another time zone
	copyNearM      = 30  // distance between positions in copies, one of which may be rounded or interpolated
	copyFarM       = 200 // a track that stays closer to its start shows a place rather than a route
	copyAgrees     = 0.8
	copyAgainst    = 0.5
	copyCorrelates = 0.9
)

// copied lists the signals that are the same in copies. Each has its noise and the
// maximum difference between means over a few seconds, in the units of the channel.
var copied = [...]struct {
	of           training.Channel
	noise, apart float64
}{
	{training.HeartRate, hrNoiseBpm, 2},
	{training.Power, powerNoiseW, 5},
	{training.Cadence, 30, 20},
}

// Shifted reports whether two recordings could be of the same activity if one clock were
// shifted by a multiple of a quarter of an hour, as between time zones.
func Shifted(a, b *training.Recording) bool {
	return training.ClockShift(a, b) != 0 && Kindred(a, b)
}

// compareShifted collects the evidence on two recordings that are [Shifted].
func (a *Sketch) compareShifted(b *Sketch) Evidence {
	shift := training.ClockShift(a.rec, b.rec)
	b = b.shifted(shift)
	e := Evidence{Overlap: Overlap(a.rec, b.rec), OneDevice: OneDevice(a.rec.Device, b.rec.Device), Clock: shift}
	later := b.rec.Start.Sub(a.rec.Start).Seconds()
	e.Exact = max(math.Abs(later), math.Abs(later+b.rec.ElapsedS-a.rec.ElapsedS)) <= exactS
	e.Track = copiedTrack(a, b)
	for i, sign := range []*Sign{&e.HR, &e.Power, &e.Cadence} {
		*sign = copiedSignal(a, b, copied[i].of, copied[i].noise, copied[i].apart)
	}
	return e
}

// shifted judges two recordings whose clocks differ. All signals that both recordings have must
// agree. A device has only one clock, so if both are from the same device, a person must decide.
func (e Evidence) shifted() Relation {
	agrees, half := false, false
	for _, s := range []Sign{e.Track, e.HR, e.Power, e.Cadence} {
		switch {
		case s.Verdict == Against:
			return Unlike
		case s.Verdict == Agrees:
			agrees = true
		case s.Measure != 0:
			half = true
		}
	}
	switch {
	case agrees && !half && !e.OneDevice:
		return Same
	case agrees, e.Exact && !e.OneDevice:
		return Doubtful
	}
	return Unlike
}

// copiedTrack compares two tracks moment by moment.
func copiedTrack(a, b *Sketch) Sign {
	s := sameTrack(a, b, copyNearM, copyAgrees, copyAgainst)
	if s.Verdict == Agrees && !a.travels() {
		return Sign{}
	}
	return s
}

// travels reports whether a track leads away from its start.
func (t *Sketch) travels() bool {
	lat, lon, ok := firstPosition(t.cols)
	for i := range t.cols.Len() {
		if la, lo, is := t.cols.Position(i); ok && is && training.MetresBetween(lat, lon, la, lo) >= copyFarM {
			return true
		}
	}
	return false
}

// copiedSignal compares the values of a channel at the lag with the best correlation. Two
// efforts with the same plan correlate, but only copies have the same values.
func copiedSignal(a, b *Sketch, ch training.Channel, noise, apart float64) Sign {
	from, to := common(a, b)
	x, y := a.cells(ch, from, to), b.cells(ch, from, to)
	best, at, enough := -1.0, 0, false
	for lag := -lagCells; lag <= lagCells; lag++ {
		if r, ok := correlation(x, y, lag, noise); ok && (!enough || r > best) {
			best, at, enough = r, lag, true
		}
	}
	if !enough {
		return Sign{}
	}
	both, near := 0.0, 0.0
	for i := range x {
		j := i + at
		if j < 0 || j >= len(y) || math.IsNaN(x[i]) || math.IsNaN(y[j]) {
			continue
		}
		if both++; math.Abs(x[i]-y[j]) <= apart {
			near++
		}
	}
	s := Sign{Measure: best}
	switch {
	case near < copyAgainst*both:
		s.Verdict = Against
	case near >= copyAgrees*both && best >= copyCorrelates:
		s.Verdict = Agrees
	}
	return s
}

// Weigh returns the relation of two recordings, and the evidence for it. Recordings are compared
// by their own clocks if they are [Comparable], and with a shifted clock if they are [Shifted].
func Weigh(a, b *Sketch) (Evidence, Relation) {
	var e Evidence
	rel := Unlike
	if Comparable(a.rec, b.rec) {
		e = a.compare(b)
		if rel = e.Relation(); rel != Copy && !Candidate(a.rec, b.rec) {
			rel = Unlike
		}
	}
	if rel == Copy || rel == Same || !Shifted(a.rec, b.rec) {
		return e, rel
	}
	if s := a.compareShifted(b); rel == Unlike || s.Relation() == Same {
		return s, s.Relation()
	}
	return e, rel
}
