package structure

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// classes tells levels of a basis by the thresholds of one sport and day.
type classes struct {
	threshold float64
	scheme    zones.Scheme
	missing   i18n.Sentence
}

func classesOf(b efforts.Basis, sport training.Sport, t training.Thresholds) classes {
	kind, threshold := scaleOf(b, t)
	c := classes{threshold: threshold}
	c.scheme, c.missing = zones.For(kind, sport, t)
	return c
}

// scaleOf is the kind of zones and the threshold that levels of a basis are
// compared with, 0 without one.
func scaleOf(b efforts.Basis, t training.Thresholds) (training.ZoneKind, float64) {
	switch b {
	case efforts.ByPower:
		return training.ZonesPower, t.FTPW
	case efforts.ByHR:
		return training.ZonesHR, t.LTHRBpm
	}
	return training.ZonesPace, t.ThresholdMPS
}

// percent is a level in percent of the threshold, 0 without one.
func (c classes) percent(level float64) float64 {
	if c.threshold <= 0 {
		return 0
	}
	return 100 * level / c.threshold
}

// zone is the zone of a level, 0 if there are no zones.
func (c classes) zone(level float64) int {
	if c.missing != "" {
		return 0
	}
	return c.scheme.Zone(level)
}
