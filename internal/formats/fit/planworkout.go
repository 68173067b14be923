package fit

import (
	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// PlanWorkout is a workout as a file has it.
type PlanWorkout struct {
	Name, Notes string
	Sport       training.Sport
	SubSport    string
	PoolLengthM float64
	Steps       []training.WorkoutStep
}

// Unread is something that a file says of a step, or of the workout where Step
// is 0, and a workout has no place for. Steps count from 1, a repeat behind its
// steps.
type Unread struct {
	Step          int
	What, Instead i18n.Sentence
}

// FIT writes a percentage as it is, and a value in W or bpm with this added.
const (
	WattsAbove = 1000
	BeatsAbove = 100
)

// The highest percentages that are no values.
const (
	MostPercentFTP   = 1000
	MostPercentMaxHR = 100
)

// shown are the targets of power by what a device shows of it.
var shown = map[training.PowerShown]typedef.WktStepTarget{
	training.Show3S:  typedef.WktStepTargetPower3S,
	training.Show10S: typedef.WktStepTargetPower10S,
	training.Show30S: typedef.WktStepTargetPower30S,
	training.ShowLap: typedef.WktStepTargetPowerLap,
}

// PowerTarget is the kind of a target of power that is shown so; false where
// FIT has none.
func PowerTarget(p training.PowerShown) (typedef.WktStepTarget, bool) {
	kind, ok := shown[p]
	if !ok {
		kind = typedef.WktStepTargetPower
	}
	return kind, ok || p == ""
}

// Shown is what a device shows by a kind of target; empty for its own choice.
func Shown(kind typedef.WktStepTarget) training.PowerShown {
	for p, k := range shown {
		if k == kind {
			return p
		}
	}
	return ""
}

// Speed says whether a sport is told in speed; others are told in pace.
func Speed(s training.Sport) bool { return s == training.Cycling }
