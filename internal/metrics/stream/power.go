package stream

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/bits"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Samples holds power in W with one value per second of timer time, leaving out invalid
// seconds. Row[i] is the row from which Watts[i] came.
type Samples struct {
	Watts []int32
	Row   []int32
	// Interpolated counts the values that no sensor sent (smart recording).
	Interpolated int
}

// SumJ returns the energy of the samples in J.
func (s Samples) SumJ() float64 {
	var sum int64
	for _, w := range s.Watts {
		sum += int64(w)
	}
	return float64(sum)
}

// Power returns the recording's power samples, one per usable row. If a second has several
// rows, the last one is used. Under smart recording, a value is held until the next row if
// that is at most HoldS seconds away. Otherwise, it is followed by zeros for at most CapS
// seconds; a longer time is a gap. The samples belong to the view and must not be changed.
func (v *View) Power() Samples {
	v.powerOnce.Do(func() { v.power = v.readPower() })
	return v.power
}

func (v *View) readPower() Samples {
	u, values, times := v.usable[training.Power], v.Columns.Data[training.Power].Values, v.Columns.TimeS
	n := u.Count()
	s := Samples{Watts: make([]int32, 0, n), Row: make([]int32, 0, n)}
	for k, word := range u {
		for ; word != 0; word &= word - 1 {
			i := k<<6 + bits.TrailingZeros64(word)
			if i+1 < len(times) && times[i+1] == times[i] && u.Get(i+1) {
				continue
			}
			s.Watts, s.Row = append(s.Watts, values[i]), append(s.Row, int32(i))
			if v.Smart {
				s.hold(v.WeightS[i], v.held(i, values[i]), int32(i))
			}
		}
	}
	return s
}

// held returns the power in the remaining seconds of row i. In a recording whose rows are
// usually far apart, these are not zeros.
func (v *View) held(i int, watts int32) int32 {
	if v.stepS[i] > v.HoldS && v.HoldS < v.CapS {
		return 0
	}
	return watts
}

// hold adds the remaining seconds of a row.
func (s *Samples) hold(seconds, watts, row int32) {
	for range seconds - 1 {
		s.Watts, s.Row = append(s.Watts, watts), append(s.Row, row)
		s.Interpolated++
	}
}

// maxGridS limits the memory for series by second, regardless of the times in the file.
const maxGridS = 1 << 21 // 24 days

// pieceGapS is the time in s without a row after which a piece ends even if the
// timer seems to have been running.
const pieceGapS = 3600

// PowerPieces returns power over timer time, cut at every pause. Each piece has one value per
// second, which is 0 if power is missing. Under smart recording, values are held as in [View.Power].
func (v *View) PowerPieces() [][]int32 {
	var out [][]int32
	var piece []int32
	rest := int32(0) // power between the last row and the next
	total, last := 0, -1
	for i, t := range v.Columns.TimeS {
		if !v.Running.Get(i) {
			continue
		}
		w, _ := v.At(training.Power, i)
		step := 1
		if last >= 0 {
			step = int(t - v.Columns.TimeS[last])
		}
		if last >= 0 && (v.pausedBetween(last, i) || step > pieceGapS) {
			out, piece, step = append(out, piece), nil, 1
		}
		last = i
		if step == 0 {
			piece[len(piece)-1] = max(w, piece[len(piece)-1])
			continue
		}
		if total += step; total > maxGridS {
			break
		}
		for range step - 1 {
			piece = append(piece, rest)
		}
		if piece, rest = append(piece, w), 0; v.Smart {
			rest = v.held(i, w)
		}
	}
	if len(piece) > 0 {
		out = append(out, piece)
	}
	return out
}

func (v *View) pausedBetween(a, b int) bool {
	for i := a; i < b; i++ {
		if v.PauseBetween(i) {
			return true
		}
	}
	return false
}

// EnergyGapPct returns the difference between the energy of the power rows and
// the device's own total work, as a percentage of the latter. It returns false if
// either is missing. If it is above about 0.4 %, the device computed its values from data
// other than the rows.
func (v *View) EnergyGapPct() (float64, bool) {
	work, ok := v.Recording.DeviceValues[training.MetricWorkKJ]
	if !ok || work <= 0 || !v.Has(training.Power) {
		return 0, false
	}
	return (v.Power().SumJ()/1000 - work) / work * 100, true
}

// MovingSpeedMMS returns the minimum speed in mm/s at which an athlete in a sport counts as moving.
func MovingSpeedMMS(s training.Sport) int32 {
	switch s {
	case training.Cycling, training.AlpineSki:
		return 1000
	case training.Swimming:
		return 200
	default:
		return 500
	}
}

// Moving returns the timer time in seconds in which the athlete moved, or the reason why it
// is unknown. For a row, the speed, power or cadence decides; for a long step or a gap
// before the next row, the distance covered does. For a pool swim, the lengths decide.
func (v *View) Moving() (seconds float64, missing i18n.Sentence) {
	if s := swum(v.Recording); s > 0 {
		return v.withinTimer(s), ""
	}
	if missing := v.still(); missing != "" {
		return 0, missing
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i := range v.WeightS {
		sum += int64(v.moved(i, threshold))
	}
	return v.withinTimer(float64(sum)), ""
}

// MovingAt returns the part of the time of [View.Moving] that has passed at each row,
// which is all of it at the last row, or the reason why it is unknown.
func (v *View) MovingAt() (seconds []float64, missing i18n.Sentence) {
	times := v.Columns.TimeS
	out := make([]float64, len(times))
	if whole := swum(v.Recording); whole > 0 {
		for i, t := range times {
			out[i] = v.withinTimer(swumUntil(v.Recording, float64(t)))
		}
		return v.ended(out, whole), ""
	}
	if missing := v.still(); missing != "" {
		return nil, missing
	}
	var sum int64
	threshold := MovingSpeedMMS(v.Recording.Sport)
	for i := range times {
		out[i] = v.withinTimer(float64(sum))
		sum += int64(v.moved(i, threshold))
	}
	return v.ended(out, float64(sum)), ""
}

// ended returns seconds with the value of the last row set to the whole time.
func (v *View) ended(seconds []float64, whole float64) []float64 {
	if n := len(seconds); n > 0 {
		seconds[n-1] = v.withinTimer(whole)
	}
	return seconds
}

// still returns the reason why movement is unknown, or "" if it was recorded.
func (v *View) still() i18n.Sentence {
	if !v.Has(training.Speed) && !v.Has(training.Power) && !v.Has(training.Cadence) {
		return "no speed, distance, power or cadence was recorded"
	}
	return ""
}

// moved returns the seconds of row i in which the athlete moved.
func (v *View) moved(i int, threshold int32) int32 {
	step := v.stepS[i]
	switch cm, ok := v.covered(i); {
	case step > longStepS && ok && int64(cm)*10 >= int64(threshold)*int64(step):
		return step
	case v.turns(i), (step <= longStepS || !ok) && v.advances(i, threshold):
		return v.WeightS[i]
	}
	return 0
}

// longStepS is the longest step in s over which a row's own speed shows whether the
// athlete moved; over a longer step, the distance shows it.
const longStepS = 10

// covered returns the distance in cm from row i to the next while the timer
// ran.
func (v *View) covered(i int) (cm int32, ok bool) {
	a, okA := v.At(training.Distance, i)
	b, okB := v.At(training.Distance, i+1)
	return b - a, okA && okB && v.stepS[i] == v.Columns.TimeS[i+1]-v.Columns.TimeS[i]
}

func (v *View) withinTimer(s float64) float64 {
	if t := v.Recording.TimerS; t > 0 {
		return min(s, t)
	}
	return s
}

// turns reports whether row i has power or cadence.
func (v *View) turns(i int) bool {
	if p, ok := v.At(training.Power, i); ok && p > 0 {
		return true
	}
	c, ok := v.At(training.Cadence, i)
	return ok && c > 0
}

func (v *View) advances(i int, threshold int32) bool {
	s, ok := v.At(training.Speed, i)
	return ok && s >= threshold
}

// swum returns the seconds of the active lengths of a pool swim.
func swum(r *training.Recording) float64 { return swumUntil(r, math.Inf(1)) }

// swumUntil does the same as [swum], but only up to the given time. A length in progress at
// that time counts in part.
func swumUntil(r *training.Recording, atS float64) float64 {
	s := 0.0
	for i := range r.Lengths {
		l := &r.Lengths[i]
		if !l.Active || l.StartS >= atS {
			continue
		}
		took := cmp.Or(l.TimerS, l.ElapsedS)
		s += took
		if lasts := cmp.Or(l.ElapsedS, l.TimerS); atS < l.StartS+lasts {
			s -= took * (l.StartS + lasts - atS) / lasts
		}
	}
	return s
}

// RulesetVersion returns one version for several rules. It changes if any of their versions
// changes. A sum of the versions might not change if one version rises and another rule is
// removed. The result is not negative, and does not necessarily increase over time.
func RulesetVersion(of ...int) int {
	h := fnv.New64a()
	for _, v := range of {
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, uint64(v)))
	}
	return int(h.Sum64() & (1<<53 - 1)) // exact even as a JSON number
}

// farBeyond is a multiple of a sport's speed limit. If the speed over a whole
// distance is above it, the distance is assumed to be in a different unit.
const farBeyond = 3

// silentRows is the minimum number of rows with 0 for a channel to count as silent; fewer
// may be a stop.
const silentRows = 60

// silence finds recorded channels without information. A channel that is 0 in every
// row belongs to a sensor that was not present: devices write zeros for a missing
// power meter, for a foot pod that is not worn, and for the distance on a trainer.
func (v *View) silence() {
	for _, ch := range [...]training.Channel{
		training.Power, training.Cadence, training.Distance, training.Speed, training.LeftBalance,
		training.VerticalOscillation, training.GroundContact, training.StepLength, training.RespirationRate, training.CoreTemperature,
		training.GroundContactBalance,
	} {
		if v.Recording.Columns.Data[ch].Present() && v.zeros(ch) >= silentRows {
			v.Silent[ch] = i18n.Sentencef("the recorded %s is 0 throughout", i18n.Word(ch.Words()))
		}
	}
}

// zeros returns the number of rows of a channel if all of them are 0, or else 0.
func (v *View) zeros(ch training.Channel) int {
	col, n := &v.Recording.Columns.Data[ch], 0
	for i, x := range col.Values {
		if !col.Valid.Get(i) {
			continue
		}
		if n++; x != 0 {
			return 0
		}
	}
	return n
}

// otherUnit reports whether the distance is in a different unit, because neither the distance
// nor most of its steps are possible in the time. If so, the speed is also rejected.
func (v *View) otherUnit(speedLimit int32) bool {
	low, high, n := v.span(training.Distance)
	if n < silentRows || v.Recording.TimerS <= 0 || 2*v.Leaps[training.Distance].Count < n {
		return false
	}
	mps := float64(int64(high)-int64(low)) / training.Distance.Scale() / v.Recording.TimerS
	if mps*1000 <= farBeyond*float64(speedLimit) {
		return false
	}
	v.Silent[training.Distance] = i18n.Sentencef("the recorded distance would need %s on average, which is not possible",
		i18n.Measured("%.0f ", mps*3.6, i18n.KilometresPerHour()))
	v.Leaps[training.Distance] = Leaps{}
	return true
}

// span returns the lowest and the highest of the recorded values of a channel,
// and their number.
func (v *View) span(ch training.Channel) (low, high int32, n int) {
	col := &v.Recording.Columns.Data[ch]
	if !col.Present() {
		return 0, 0, 0
	}
	for i, x := range col.Values {
		switch {
		case !col.Valid.Get(i):
			continue
		case n == 0:
			low, high = x, x
		}
		low, high, n = min(low, x), max(high, x), n+1
	}
	return low, high, n
}
