package route

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ElevationVersion is the version of the rule of [Relief.Elevation].
const ElevationVersion = 3

// HysteresisM is how far the altitude of a barometer has to come back for a
// turn to count.
const HysteresisM = 3.0

// Elevation is metres climbed and descended.
type Elevation struct{ GainM, LossM float64 }

// Elevation sums the climb between two moments in seconds since the start, or
// says why it is not known: altitude smoothed over 5 s, then the legs between
// turns of 3 m or more, of GPS 5 m or what its noise spans; every rise of a
// virtual course. What the altitude does in a pause is not climbed.
func (r *Relief) Elevation(span training.Span) (Elevation, i18n.Sentence) {
	from, to := r.view.Rows(span)
	t := terrainTurns{hysteresis: r.hysteresis}
	r.between(from, to, t.follow)
	if !t.begun {
		return Elevation{}, training.NoAltitude
	}
	return t.sum(), ""
}

// Whole is the span of the whole recording.
func Whole(v *stream.View) training.Span {
	end := v.Recording.ElapsedS + 1
	if n := v.Columns.Len(); n > 0 {
		end = max(end, float64(v.Columns.TimeS[n-1])+1)
	}
	return training.Span{FromS: 0, ToS: end}
}

// Reversals adds up the legs between turning points of an altitude in metres.
// A turn counts once the altitude has come back hysteresis metres or more
// from the extreme; a smaller leg counts nowhere.
func Reversals(alt []float64, hysteresis float64) Elevation {
	t := terrainTurns{hysteresis: hysteresis}
	t.follow(alt)
	return t.sum()
}

// terrainTurns is how far an altitude was followed from turn to turn.
type terrainTurns struct {
	hysteresis float64
	begun      bool
	low, high  float64
	direction  int
	done       Elevation // of the legs that have ended
}

func (t *terrainTurns) follow(alt []float64) {
	if len(alt) == 0 {
		return
	}
	if !t.begun {
		t.begun, t.low, t.high = true, alt[0], alt[0]
	}
	low, high, direction := t.low, t.high, t.direction
	for _, a := range alt {
		if direction >= 0 {
			high = max(high, a)
		}
		if direction <= 0 {
			low = min(low, a)
		}
		switch {
		case direction <= 0 && a > low && a-low >= t.hysteresis:
			if direction < 0 {
				t.done.LossM += high - low
			}
			direction, high = 1, a
		case direction >= 0 && a < high && high-a >= t.hysteresis:
			if direction > 0 {
				t.done.GainM += high - low
			}
			direction, low = -1, a
		}
	}
	t.low, t.high, t.direction = low, high, direction
}

// sum adds the leg that has not ended to the ascent and descent.
func (t *terrainTurns) sum() Elevation {
	e := t.done
	switch t.direction {
	case 1:
		e.GainM += t.high - t.low
	case -1:
		e.LossM += t.high - t.low
	}
	return e
}

// StepRule is GoldenCheetah's gain in m: a reference follows only when the
// altitude is more than stepM away from it, and its upward jumps add up.
func StepRule(alt []float64, stepM float64) float64 {
	if len(alt) == 0 {
		return 0
	}
	reference, gain := alt[0], 0.0
	for _, a := range alt {
		if d := a - reference; d > stepM || -d > stepM {
			gain += max(0, d)
			reference = a
		}
	}
	return gain
}
