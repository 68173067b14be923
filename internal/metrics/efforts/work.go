package efforts

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/training"
)

const (
	// stopShare is the fraction of the middle level below which the athlete is considered
	// to be standing or coasting. Such pieces do not affect the easy level.
	stopShare = 0.35
	// borderShare is the position of the border between rest and work, as a fraction of
	// the way from the easy to the hard level.
	borderShare = 0.42
	// coastS is the longest stop in s during long work that does not count as rest, such as at
	// a corner or a traffic light. The work on both sides must be at least coastTimes as long.
	coastS, coastTimes = 45, 20
)

// work returns the stretches above the border, divided where their level changes.
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

// short reports whether a break is too short to be a rest, given the seconds of
// work before and after it.
func (d *detector) short(breakS, beforeS, afterS int) bool {
	return breakS < d.rules.bridgeS || breakS <= min(coastS, min(beforeS, afterS)/coastTimes)
}

// levels separates the pieces into easy and hard. It returns false if no level
// stands out.
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

// moving returns the pieces without stops, sorted by level.
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

// bridge marks short dips during work as work.
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

// parted reports whether the pause after piece j is a rest, in work that begins
// with piece i.
func (d *detector) parted(hard []bool, i, j int) bool {
	to := d.pieces[j].To
	pause := int(d.s.TimeS[to] - d.s.TimeS[to-1])
	return pause > PauseS && !d.short(pause, d.seconds(i, j+1), d.seconds(j+1, d.endOf(hard, j+1)))
}

// endOf returns the index of the piece after the run of work that begins at
// piece i.
func (d *detector) endOf(hard []bool, i int) int {
	for i < len(hard) && hard[i] {
		i++
	}
	return i
}

// seconds returns the running time in s of the pieces [from, to).
func (d *detector) seconds(from, to int) int {
	if to <= from {
		return 0
	}
	return d.pieces[to-1].To - d.pieces[from].From
}

// contrast returns the minimum ratio of the work level to the rest level, for a kind of
// targets. Below that ratio, the whole workout counts as work.
func contrast(of training.TargetOf) float64 {
	switch of {
	case training.TargetPower:
		return 1.2
	case training.TargetHR:
		return 1.08
	}
	return 1.1
}

// These are the weights in s of a step without a duration, and of one metre of distance.
const (
	openS  = 60
	metreS = 0.3
)

// levelled is a step with the level of its target and its weight.
type levelled struct {
	at            int
	level, weight float64
}

// markWork decides which steps are work. The kind in the workout comes first. For the other
// steps, the border is the level that best separates their targets and those of rests (with
// the largest variance between two classes, weighted by time, as in sessions), if there is
// enough contrast. Without enough contrast, they are all work, unless another step is
// marked as work and none as rest. If some steps have a target, steps without one are rest.
func markWork(written []training.WorkoutStep, out []Step) {
	var unsaid, rests []levelled
	var free []int
	work, rest := false, false
	for i := range written {
		w := &written[i]
		l := levelled{i, levelOf(&out[i]), weightOf(w)}
		switch {
		case w.Kind == training.StepWork || w.MaxEffort && w.Kind == "":
			out[i].Work, work = true, true
		case w.Kind == training.StepRest:
			rest = true
			if l.level > 0 {
				rests = append(rests, l)
			}
		case w.Kind != "":
		case out[i].Target.Of == "":
			free = append(free, i)
		default:
			unsaid = append(unsaid, l)
		}
	}
	if len(unsaid) == 0 && !work {
		for _, i := range free {
			out[i].Work = true
		}
	}
	least := leastWork(unsaid, rests, rest, out)
	for _, u := range unsaid {
		out[u.at].Work = u.level >= least && (least > 0 || !work || rest)
	}
}

// leastWork returns the minimum level of work, or 0 if every step is work. If the
// rests have no level, all the others are work.
func leastWork(unsaid, rests []levelled, rest bool, out []Step) float64 {
	switch {
	case len(unsaid) == 0, rest && len(rests) == 0, !oneScale(unsaid, out):
		return 0
	case oneScale(slices.Concat(unsaid, rests), out):
		unsaid = slices.Concat(unsaid, rests)
	}
	return workLevel(unsaid, contrast(out[unsaid[0].at].Target.Of))
}

// oneScale reports whether all targets are of the same kind, and either all resolved or
// all in the same unit.
func oneScale(unsaid []levelled, out []Step) bool {
	first := &out[unsaid[0].at]
	return !slices.ContainsFunc(unsaid, func(u levelled) bool {
		s := &out[u.at]
		return s.Target.Of != first.Target.Of || s.resolved() != first.resolved() || !s.resolved() && s.Target.Unit != first.Target.Unit
	})
}

func (s *Step) resolved() bool { return s.Low > 0 || s.High > 0 }

// levelOf returns the middle of a target, or its only bound, in the unit of the
// workout if the target is not resolved.
func levelOf(s *Step) float64 {
	low, high := s.Low, s.High
	if !s.resolved() {
		low, high = s.Target.Low, s.Target.High
	}
	if low > 0 && high > 0 {
		return (low + high) / 2
	}
	return max(low, high)
}

func weightOf(w *training.WorkoutStep) float64 {
	return cmp.Or(w.DurationS, w.DistanceM*metreS, openS)
}

// workLevel returns the minimum level of work, or 0 if every step is work.
func workLevel(steps []levelled, contrast float64) float64 {
	sorted := slices.Clone(steps)
	slices.SortStableFunc(sorted, func(a, b levelled) int { return cmp.Compare(a.level, b.level) })
	weight, sum := 0.0, 0.0
	for _, s := range sorted {
		weight, sum = weight+s.weight, sum+s.weight*s.level
	}
	best, least := 0.0, 0.0
	below, under := 0.0, 0.0
	for i, s := range sorted[:len(sorted)-1] {
		below, under = below+s.weight, under+s.weight*s.level
		if sorted[i+1].level <= s.level {
			continue
		}
		easy, hard := under/below, (sum-under)/(weight-below)
		if between := below * (weight - below) * (hard - easy) * (hard - easy); hard >= contrast*easy && between > best {
			best, least = between, sorted[i+1].level
		}
	}
	return least
}

// PlannedVersion is the version of the rules in [Resolve] and [Match].
const PlannedVersion = 3

const (
	// wallS is the shortest stop at the wall in s that separates two intervals of a swim.
	wallS = 4
	// leastSwims is the minimum number of swims in a session with intervals.
	leastSwims = 2
)

// poolOf returns the intervals of a pool session, each consisting of lengths
// without a rest between them. It returns no intervals if everything was swum without a
// rest, and false if there are no lengths.
func poolOf(r *training.Recording) (Session, bool) {
	length := r.DeviceValues[training.MetricPoolLengthM]
	if length <= 0 || len(r.Lengths) == 0 {
		return Session{}, false
	}
	out := Session{Basis: ByLengths, EndS: int32(r.ElapsedS)}
	lengths, end := 0, 0.0
	for _, l := range r.Lengths {
		if !l.Active || l.ElapsedS <= 0 {
			continue
		}
		n := len(out.Intervals)
		if n == 0 || l.StartS-end >= wallS {
			out.Intervals = append(out.Intervals, Interval{StartS: int32(l.StartS), Kind: Work})
			lengths, n = 0, n+1
		}
		iv := &out.Intervals[n-1]
		end = l.StartS + l.ElapsedS
		lengths++
		iv.EndS = max(iv.StartS+1, int32(end+0.5))
		m := float64(lengths) * length
		iv.Level = m / (end - float64(iv.StartS))
		iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		iv.Means = Means{DistanceM: m, SpeedMPS: iv.Level}
	}
	if len(out.Intervals) < leastSwims {
		out.Intervals = nil
	}
	return out, true
}
