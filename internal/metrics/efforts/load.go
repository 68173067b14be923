package efforts

import "math"

// ComplianceRule says where a planned load comes from.
type ComplianceRule string

// The rules.
const (
	Stated            ComplianceRule = "stated"             // the plan names it
	DurationIntensity ComplianceRule = "duration_intensity" // hours · intensity² · 100
	Steps             ComplianceRule = "steps"              // of the workout's steps, by the thresholds of its day
)

// maxIntensity is the greatest intensity factor that a plan can mean; a
// greater one is a percentage that lost its sign.
const maxIntensity = 2

// LoadOfPlan is the training stress of a planned session: the load that the plan
// names, else what its duration at its intensity factor makes. False if it
// says neither.
func LoadOfPlan(stated, durationS, intensity float64) (tss float64, by ComplianceRule, ok bool) {
	switch {
	case stated > 0 && !math.IsInf(stated, 0):
		return stated, Stated, true
	case durationS > 0 && intensity > 0 && intensity <= maxIntensity && !math.IsInf(durationS, 0):
		return durationS / 3600 * intensity * intensity * 100, DurationIntensity, true
	}
	return 0, "", false
}
