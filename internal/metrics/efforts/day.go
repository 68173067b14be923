package efforts

import (
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Day resolves relative targets: it holds the thresholds of a sport on the day of a session.
type Day struct {
	Sport      training.Sport
	Thresholds training.Thresholds
}

// What a target can lack on a day.
const (
	LacksFTP           = "ftp_w"
	LacksLTHR          = "lthr_bpm"
	LacksMaxHR         = "max_hr_bpm"
	LacksThresholdPace = "threshold pace"
	LacksBestPower     = "best power"
	LacksOwnZones      = "own zones"
)

// Bounds are the bounds of a target in W, bpm, m/s, rpm or, of exertion, from
// 1 to 10; 0 is no bound. Lacks names what the target needs and is not set.
func (d Day) Bounds(t training.StepTarget) (low, high float64, lacks string) {
	const percent = 0.01
	th := &d.Thresholds
	scale := 1.0
	switch t.Unit {
	case training.TargetZone:
		return d.zone(t)
	case training.TargetFTP:
		scale, lacks = th.FTPW*percent, LacksFTP
	case training.TargetLTHR:
		scale, lacks = th.LTHRBpm*percent, LacksLTHR
	case training.TargetMaxHR:
		scale, lacks = th.MaxHRBpm*percent, LacksMaxHR
	case training.TargetPacePct:
		scale, lacks = th.ThresholdMPS*percent, LacksThresholdPace
	case training.TargetBest:
		return 0, 0, LacksBestPower
	case training.TargetOwnZone:
		return 0, 0, LacksOwnZones
	}
	if scale <= 0 {
		return 0, 0, lacks
	}
	return t.Low * scale, t.High * scale, ""
}

// zone gives the bounds of a range of zones: from the lower bound of the first,
// which zone 1 has not, to the lower bound of the zone above the last, if there
// is one.
func (d Day) zone(t training.StepTarget) (low, high float64, lacks string) {
	kind, lacks := training.ZonesPower, LacksFTP
	switch t.Of {
	case training.TargetHR:
		kind, lacks = training.ZonesHR, LacksLTHR
	case training.TargetPace:
		kind, lacks = training.ZonesPace, LacksThresholdPace
	}
	scheme, missing := zones.For(kind, d.Sport, d.Thresholds)
	if missing != "" {
		return 0, 0, lacks
	}
	from, to := int(t.Low), int(t.High)
	if from >= 2 {
		low = scheme.Lower[min(from-2, len(scheme.Lower)-1)]
	}
	if to >= 1 && to <= len(scheme.Lower) {
		high = scheme.Lower[to-1]
	}
	if low <= 0 && high <= 0 {
		return 0, 0, lacks
	}
	return low, high, ""
}
