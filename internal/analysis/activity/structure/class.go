package structure

import (
	"lapkeep/internal/metrics/intervals"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// classes tells levels of a basis by the thresholds of one sport and day.
type classes struct {
	threshold float64
	scheme    zones.Scheme
	missing   string
}

// The threshold and the zones of each basis.
func classesOf(b intervals.Basis, sport training.Sport, t training.Thresholds) classes {
	kind, threshold := training.ZonesPace, t.ThresholdMPS
	switch b {
	case intervals.ByPower:
		kind, threshold = training.ZonesPower, t.FTPW
	case intervals.ByHR:
		kind, threshold = training.ZonesHR, t.LTHRBpm
	}
	c := classes{threshold: threshold}
	c.scheme, c.missing = zones.For(kind, sport, t)
	return c
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

// Name is the session as a coach would write it, by the thresholds of its day.
func Name(s *intervals.Session, sport training.Sport, t training.Thresholds) string {
	return s.Name(classesOf(s.Basis, sport, t).threshold)
}
