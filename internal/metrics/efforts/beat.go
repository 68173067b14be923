package efforts

import (
	"math"
)

const (
	// beatS is the unit of an alternation's durations.
	beatS = 5
	// offBeatS is the most that its end may be off the beat.
	offBeatS = 5
	// evenBeat is how far the durations may vary for there to be a beat.
	evenBeat = 0.2
	// beatReachS is how far a bound moves to keep the time.
	beatReachS = 25
)

// keepTime moves the bounds within alternations to where even times put them,
// as far as the series does not speak against it: a step that is small against
// the noise is not told to the second, the rhythm of a session is.
func (d *detector) keepTime(found []stretch) {
	beat := map[Kind]int{}
	for _, k := range []Kind{Over, Under} {
		var s []float64
		for _, f := range found {
			if f.kind == k {
				s = append(s, float64(f.to-f.from))
			}
		}
		if len(s) == 0 || middleVariation(s) > evenBeat {
			return
		}
		beat[k] = beatS * int(math.Round(median(s)/beatS))
	}
	for i := 0; i < len(found); i++ {
		j := i
		for j+1 < len(found) && found[j+1].from == found[j].to && beat[found[j+1].kind] > 0 && beat[found[j].kind] > 0 {
			j++
		}
		if j > i {
			d.keepBlock(found[i:j+1], beat)
		}
		i = j
	}
}

func (d *detector) keepBlock(parts []stretch, beat map[Kind]int) {
	end := parts[0].from
	for _, f := range parts {
		end += beat[f.kind]
	}
	if off := end - parts[len(parts)-1].to; off > offBeatS || off < -offBeatS {
		return
	}
	at := parts[0].from
	for i := range len(parts) - 1 {
		a, b := &parts[i], &parts[i+1]
		at += beat[a.kind]
		if off := at - b.from; off == 0 || off > beatReachS || off < -beatReachS {
			continue
		}
		left, right := Piece{From: a.from, To: a.to}, Piece{From: b.from, To: b.to}
		if d.s.SplitCost(left, right, at)-d.s.SplitCost(left, right, b.from) <= d.penalty {
			*a, *b = d.stretch(a.from, at, a.kind), d.stretch(at, b.to, b.kind)
		}
	}
}
