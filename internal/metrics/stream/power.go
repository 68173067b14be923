package stream

import (
	"math/bits"

	"lapkeep/internal/training"
)

// Samples is power at one value a second of timer time: invalid seconds are
// dropped. Row[i] is the row that Watts[i] came from.
type Samples struct {
	Watts []int32
	Row   []int32
	// Interpolated counts values that no sensor sent (smart recording).
	Interpolated int
}

// SumJ is the energy of the samples in J.
func (s Samples) SumJ() float64 {
	var sum int64
	for _, w := range s.Watts {
		sum += int64(w)
	}
	return float64(sum)
}

// Power is the recording's power samples: one a usable row. Of rows in the
// same second the last counts. Under smart recording a value holds to the
// next row if that is at most HoldS away, otherwise zeros follow it, for CapS
// at most; what is longer is a gap. They are the view's own, not to be changed.
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

// held is the power of the rest of the seconds that row i stands for. Where
// rows are far apart as a rule no zeros follow it.
func (v *View) held(i int, watts int32) int32 {
	if v.stepS[i] > v.HoldS && v.HoldS < v.CapS {
		return 0
	}
	return watts
}

// hold adds the rest of the seconds that a row stands for.
func (s *Samples) hold(seconds, watts, row int32) {
	for range seconds - 1 {
		s.Watts, s.Row = append(s.Watts, watts), append(s.Row, row)
		s.Interpolated++
	}
}

// maxGridS bounds the memory that grids take, whatever times a file claims.
const maxGridS = 1 << 21 // 24 days

// pieceGapS is a gap without a row after which a piece ends even though the
// timer claims to have run.
const pieceGapS = 3600

// PowerPieces is power on the timer's own clock, one value a second with 0
// where it is missing, cut at every pause. Under smart recording a value holds
// as in [View.Power].
func (v *View) PowerPieces() [][]int32 {
	var out [][]int32
	var piece []int32
	rest := int32(0) // what follows the last row until the next
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

// EnergyGapPct is how much more energy the power rows add up to than the
// device's own total work, in percent of the latter; false if either is
// missing. Beyond about 0.4 % the rows are not what the device computed from.
func (v *View) EnergyGapPct() (float64, bool) {
	work, ok := v.Recording.DeviceValues[training.MetricWorkKJ]
	if !ok || work <= 0 || !v.Has(training.Power) {
		return 0, false
	}
	return (v.Power().SumJ()/1000 - work) / work * 100, true
}
