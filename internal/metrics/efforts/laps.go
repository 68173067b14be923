package efforts

import (
	"math"

	"lapkeep/internal/training"
)

const (
	// nearS is how far a lap's bound may lie from a change of level to be it,
	// footS how far from the foot of a ramp, which no step marks.
	nearS, footS = 8, 75
	// auto is how alike laps are that the device cut by itself.
	auto = 0.015
)

// workWords and restWords are what devices call the laps of a workout.
var workWords = map[string]bool{"active": true, "interval": true}

var restWords = map[string]bool{"rest": true, "recovery": true, "warmup": true, "cooldown": true}

// marked is the intervals as the laps of a workout say them, if there are
// laps of work and of rest and the work is harder.
func (d *detector) marked() ([]stretch, bool) {
	var out []stretch
	rests := 0
	var work, rest, workS, restS float64
	for _, l := range d.laps {
		from, to := d.s.Index(l.StartS), d.s.Index(l.EndS)
		if to-from < 5 {
			continue
		}
		mean, n := d.s.Mean(from, to), float64(to-from)
		switch {
		case workWords[l.Intensity]:
			f := d.stretch(from, to, Work)
			f.startS, f.endS, f.byLaps = int32(math.Round(l.StartS)), int32(math.Round(l.EndS)), 2
			out = append(out, f)
			work, workS = work+mean*n, workS+n
		case restWords[l.Intensity]:
			rests++
			rest, restS = rest+mean*n, restS+n
		}
	}
	if len(out) == 0 || rests == 0 || work/workS < d.rules.contrast*rest/restS {
		return nil, false
	}
	return out, true
}

// snap moves bounds to those of laps that a person or a workout cut there.
func (d *detector) snap(found []stretch) {
	cuts := d.cuts()
	for i := range found {
		f := &found[i]
		near := float64(nearS)
		if f.kind == Ramp && f.first < d.border {
			near = footS
		}
		low := 0
		if i > 0 {
			low = found[i-1].to
		}
		if t, ok := nearest(cuts, float64(f.startS), near); ok {
			if at := d.s.Index(t); at >= low && at < f.to {
				f.from, f.startS = at, int32(math.Round(t))
				f.byLaps++
			}
		}
		high := d.s.Len()
		if i+1 < len(found) {
			high = found[i+1].from
		}
		if t, ok := nearest(cuts, float64(f.endS), nearS); ok {
			if at := d.s.Index(t); at > f.from && (at <= high || i+1 < len(found) && at-high <= nearS) {
				f.to, f.endS = min(at, d.s.Len()), int32(math.Round(t))
				f.byLaps++
			}
		}
	}
}

// cuts are the bounds of laps, none if the device cut them all by itself:
// laps of one distance or one time say nothing.
func (d *detector) cuts() []float64 {
	if len(d.laps) < 2 || alike(d.laps, func(l training.Lap) float64 { return l.EndS - l.StartS }) ||
		alike(d.laps, func(l training.Lap) float64 { return l.Device[training.MetricDistanceKM] }) {
		return nil
	}
	out := make([]float64, 0, len(d.laps))
	for _, l := range d.laps[1:] {
		out = append(out, l.StartS)
	}
	return out
}

// alike reports laps that all but the last are of one size. One lap before the
// last is that by itself, so its trigger says.
func alike(laps []training.Lap, size func(training.Lap) float64) bool {
	first := size(laps[0])
	if first <= 0 || len(laps) == 2 && laps[0].Trigger != "distance" {
		return false
	}
	for _, l := range laps[:len(laps)-1] {
		if math.Abs(size(l)-first) > auto*first {
			return false
		}
	}
	return true
}

func nearest(cuts []float64, t, within float64) (float64, bool) {
	best, ok := 0.0, false
	for _, c := range cuts {
		if math.Abs(c-t) <= within {
			best, within, ok = c, math.Abs(c-t), true
		}
	}
	return best, ok
}
