package curve

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// FTPVersion is the version of the rule of [FTP].
const FTPVersion = 2

// The shares by which shorter bests become an hour's power. Critical power
// lies a few percent above what is held for an hour.
const (
	share20Min = 0.95
	shareCP    = 0.95
)

// The differences between an estimate and its cross-check that cost trust.
const (
	closeShare = 0.05
	farShare   = 0.10
)

// FTP estimates functional threshold power, or says why it cannot: 95 % of
// the best 20 minutes, or the best hour if that is higher; without either,
// 95 % of critical power; without that, what one effort of 3 minutes or more
// points to.
//
// Confidence: high for the best hour, and where 95 % of critical power is
// within 5 %; medium within 10 %, or with too few bests for a cross-check; low
// otherwise, from critical power alone and from one effort; one level less with
// under three activities.
func FTP(in Input) (Estimate, i18n.Sentence) {
	fit, noFit := CriticalPower(in)
	best20, has20 := at(in.Power, 1200)
	best60, has60 := at(in.Power, 3600)
	e := Estimate{
		Key:    training.KeyFTP,
		Advice: "Confirm with a 20-minute test: all out after a thorough warm-up, 95 % of its average power.",
	}
	switch {
	case has60 && (!has20 || best60.Value >= share20Min*best20.Value):
		e.Value, e.Method, e.Confidence = best60.Value, "best_60min", High
		e.Evidence = []ThresholdEffort{best60}
	case has20:
		e.Value, e.Method, e.Evidence = share20Min*best20.Value, "best_20min_x0.95", []ThresholdEffort{best20}
		e.crossCheck(fit, noFit)
	case noFit == "":
		e.Value, e.Method, e.Confidence = shareCP*fit.CPW, "cp_x0.95", Low
		e.Evidence = fit.Points
		e.note(false, "No ride holds a best of 20 minutes; this follows from shorter ones.")
	default:
		best, hourW, ok := oneEffort(in.Power)
		if !ok {
			return Estimate{}, i18n.Sentencef("no best power of 3 minutes or longer, and %s", noFit)
		}
		e.Value, e.Method, e.Confidence, e.Evidence = hourW, "one_effort_eftp", Low, []ThresholdEffort{best}
		e.note(false, "One effort, taken as maximal, points to it; a longer one says more.")
	}
	e.judgeCount(in.Activities)
	return e, ""
}

// oneEffort is the effort that points to the highest power for an hour, and
// that power.
func oneEffort(power []ThresholdEffort) (best ThresholdEffort, hourW float64, ok bool) {
	efforts := make([]PowerModelEffort, len(power))
	for i, e := range power {
		efforts[i] = PowerModelEffort{DurationS: e.DurationS, PowerW: e.Value}
	}
	hourW, from, ok := OneEffort(efforts)
	if !ok {
		return ThresholdEffort{}, 0, false
	}
	best, _ = at(power, from.DurationS)
	return best, hourW, true
}

// crossCheck compares an estimate with critical power.
func (e *Estimate) crossCheck(fit CPFit, noFit i18n.Sentence) {
	if noFit != "" {
		e.Confidence = Medium
		if noFit == notMaximal {
			e.Confidence = Low
		}
		e.note(false, i18n.Sentencef("No cross-check by critical power: %s.", noFit))
		return
	}
	check := shareCP * fit.CPW
	d := apart(check, e.Value)
	switch {
	case d <= closeShare:
		e.Confidence = High
	case d <= farShare:
		e.Confidence = Medium
	default:
		e.Confidence = Low
	}
	e.note(false, i18n.Sentencef("95 %% of critical power from the same days is %.0f W, %.0f %% away.", check, d*100))
}
