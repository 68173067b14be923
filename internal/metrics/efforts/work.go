package efforts

import (
	"math"
	"slices"
)

const (
	// stopShare of the middle level is where riding ends and standing or
	// coasting begins: such pieces say nothing of the easy level.
	stopShare = 0.35
	// borderShare is where between the easy and the hard level work begins.
	borderShare = 0.42
	// coastS is the longest stop in long work that is no rest, coastTimes how
	// many times longer the work on both sides has to be: a corner, a traffic light.
	coastS, coastTimes = 45, 20
)

// work is the stretches above the border, told apart where their level changes.
func (d *detector) work() []stretch {
	if !d.levels() {
		return nil
	}
	hard := make([]bool, len(d.pieces))
	for i, p := range d.pieces {
		hard[i] = p.Mean >= d.border
	}
	d.bridge(hard)
	var out []stretch
	for i := 0; i < len(hard); i++ {
		if !hard[i] {
			continue
		}
		j := i
		for j+1 < len(hard) && hard[j+1] && !d.parted(hard, i, j) {
			j++
		}
		if d.pieces[j].To-d.pieces[i].From >= d.rules.shortest {
			out = append(out, d.block(d.pieces[i:j+1])...)
		}
		i = j
	}
	return out
}

// short reports a break that is no rest, between work of so many seconds.
func (d *detector) short(breakS, beforeS, afterS int) bool {
	return breakS < d.rules.bridgeS || breakS <= min(coastS, min(beforeS, afterS)/coastTimes)
}

// levels parts the pieces into easy and hard; false where nothing stands out.
func (d *detector) levels() bool {
	moving := d.moving()
	if len(moving) < 2 {
		return false
	}
	var weight, total float64
	for _, p := range moving {
		weight += float64(p.Seconds())
		total += float64(p.Seconds()) * p.Mean
	}
	best, w, sum := 0.0, 0.0, 0.0
	for i, p := range moving[:len(moving)-1] {
		w += float64(p.Seconds())
		sum += float64(p.Seconds()) * p.Mean
		easy, hard := sum/w, (total-sum)/(weight-w)
		if between := w * (weight - w) * (hard - easy) * (hard - easy); between > best && p.Mean < moving[i+1].Mean {
			best, d.easy, d.hard = between, easy, hard
		}
	}
	d.border = d.easy + borderShare*(d.hard-d.easy)
	return d.easy > 0 && d.hard >= d.rules.contrast*d.easy
}

// moving is the pieces that are no stops, by their level.
func (d *detector) moving() []Piece {
	byLevel := slices.Clone(d.pieces)
	slices.SortFunc(byLevel, func(a, b Piece) int { return int(math.Copysign(1, a.Mean-b.Mean)) })
	half, middle := 0, 0.0
	for _, p := range byLevel {
		half += p.Seconds()
		if middle = p.Mean; 2*half >= d.s.Len() {
			break
		}
	}
	first := slices.IndexFunc(byLevel, func(p Piece) bool { return p.Mean > stopShare*middle })
	if first < 0 {
		return nil
	}
	return byLevel[first:]
}

// bridge takes short dips in work for work.
func (d *detector) bridge(hard []bool) {
	before := 0 // where the work before begins
	for i := 1; i < len(hard); i++ {
		switch {
		case hard[i] && !hard[i-1]:
			before = i
		case hard[i] || !hard[i-1]:
		default:
			j := i
			for j < len(hard) && !hard[j] {
				j++
			}
			if j == len(hard) {
				return
			}
			if d.short(d.pieces[j-1].To-d.pieces[i].From, d.seconds(before, i), d.seconds(j, d.endOf(hard, j))) {
				for k := i; k < j; k++ {
					hard[k] = true
				}
			}
		}
	}
}

// parted reports a pause after piece j, in work from piece i on, that is a rest.
func (d *detector) parted(hard []bool, i, j int) bool {
	to := d.pieces[j].To
	pause := int(d.s.TimeS[to] - d.s.TimeS[to-1])
	return pause > PauseS && !d.short(pause, d.seconds(i, j+1), d.seconds(j+1, d.endOf(hard, j+1)))
}

// endOf is the piece behind the run of work that begins at piece i.
func (d *detector) endOf(hard []bool, i int) int {
	for i < len(hard) && hard[i] {
		i++
	}
	return i
}

// seconds is the running time of the pieces [from, to).
func (d *detector) seconds(from, to int) int {
	if to <= from {
		return 0
	}
	return d.pieces[to-1].To - d.pieces[from].From
}
