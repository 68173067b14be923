package efforts

import "math"

// Version is the version of the rules that find intervals.
const Version = 2

// Basis names the values in which the intervals of a session were found.
type Basis string

// The bases. Levels are W, m/s, bpm, and m/s again for lengths of a pool.
const (
	ByPower   Basis = "power"
	BySpeed   Basis = "speed"
	ByHR      Basis = "hr"
	ByLengths Basis = "lengths"
)

// Kind says what a work interval is.
type Kind string

// The kinds. A ramp's level rises or falls through it; over and under are the
// alternating parts of one block.
const (
	Work  Kind = "work"
	Ramp  Kind = "ramp"
	Over  Kind = "over"
	Under Kind = "under"
)

// Interval is one work interval [StartS, EndS) in seconds of the recording.
type Interval struct {
	StartS, EndS int32
	Kind         Kind
	// Level is the mean of the basis; FirstLevel and LastLevel are those at the
	// ends of a ramp, and equal to Level otherwise.
	Level, FirstLevel, LastLevel float64
	// RestLevel is the mean of the basis from here to the next interval; 0 if
	// nothing lies between or nothing was recorded there.
	RestLevel float64
	// Laps says that both bounds are the device's.
	Laps bool
	Means
}

// Means hold further values of an interval; 0 is not known.
type Means struct {
	PowerW, HRBpm, MaxHRBpm, SpeedMPS, CadenceRPM float64
	DistanceM                                     float64
	ClimbM                                        float64 // from its start to its end, 0 if it goes down
}

// Seconds is the time from start to end.
func (i Interval) Seconds() float64 { return float64(i.EndS - i.StartS) }

// Session is the structure of one recording.
type Session struct {
	Basis     Basis
	Intervals []Interval // in order, disjoint
	// EasyLevel is the level of the basis apart from the intervals.
	EasyLevel float64
	// EndS is when the recording ends.
	EndS int32
	// WarmUp and CoolDown hold the values before the first interval and after
	// the last; those of a pool are not known.
	WarmUp, CoolDown Means
}

// The parts of a unit that numbers are told in: levels and speeds in
// ten-thousandths, other means in tenths. Finer is noise, and stored and
// computed structure are the same to the digit.
const (
	LevelParts = 10_000
	MeanParts  = 10
)

// settle rounds every number to its parts.
func (s *Session) settle() {
	level := func(xs ...*float64) { settle(LevelParts, xs...) }
	mean := func(xs ...*float64) { settle(MeanParts, xs...) }
	level(&s.EasyLevel)
	means := func(m *Means) {
		level(&m.SpeedMPS)
		mean(&m.PowerW, &m.HRBpm, &m.MaxHRBpm, &m.CadenceRPM, &m.DistanceM, &m.ClimbM)
	}
	means(&s.WarmUp)
	means(&s.CoolDown)
	for i := range s.Intervals {
		iv := &s.Intervals[i]
		level(&iv.Level, &iv.FirstLevel, &iv.LastLevel, &iv.RestLevel)
		means(&iv.Means)
		if iv.Kind != Ramp {
			iv.FirstLevel, iv.LastLevel = iv.Level, iv.Level
		}
	}
}

func settle(parts float64, xs ...*float64) {
	for _, x := range xs {
		*x = math.Round(*x*parts) / parts
	}
}
