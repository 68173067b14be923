package intake

import (
	"slices"

	"lapkeep/internal/training"
)

// zoneSetting is one of a service's lists of zones that has a dated setting
// here, which holds the lower bounds of the second zone and up.
type zoneSetting struct {
	key             training.ThresholdKey
	lowest, highest float64 // beyond these it is a slip
	at              func(*training.SportSettings) []float64
	here            func(*training.Thresholds) []float64
	// follows says that they are the usual ones, which follow from the threshold.
	follows func(*training.SportSettings) bool
}

func zoneSettings() []zoneSetting {
	own := func(*training.SportSettings) bool { return false }
	return []zoneSetting{
		{
			training.KeyPowerZones, 10, 3000,
			func(s *training.SportSettings) []float64 { return shares(s.PowerZonesPct, s.FTPW, 0) },
			func(t *training.Thresholds) []float64 { return t.PowerZones },
			func(s *training.SportSettings) bool { return slices.Equal(s.PowerZonesPct, usualPowerZones()) },
		},
		{
			training.KeyHRZones, 40, 250, func(s *training.SportSettings) []float64 { return above(s.HRZonesBpm) },
			func(t *training.Thresholds) []float64 { return t.HRZones }, own,
		},
		{
			training.KeyPaceZones, 0.2, 20, func(s *training.SportSettings) []float64 { return shares(s.PaceZonesPct, s.ThresholdMPS, 3) },
			func(t *training.Thresholds) []float64 { return t.PaceZones }, own,
		},
	}
}

// usualPowerZones are in percent of FTP.
func usualPowerZones() []float64 { return []float64{55, 75, 90, 105, 120, 150, 999} }

// newZones are those of a sport that hold from today on, by the rule by which
// thresholds do: where there are none, or the service's former ones.
func newZones(
	now, was *training.SportSettings, known bool, sport training.Sport, today training.Day, holds *training.Thresholds,
) (fresh []training.ThresholdEntry) {
	for _, z := range zoneSettings() {
		v, had := z.at(now), z.here(holds)
		var former []float64
		if known {
			former = z.at(was)
		}
		switch {
		case len(v) == 0 || v[0] < z.lowest || v[len(v)-1] > z.highest || !slices.IsSorted(v):
		case len(had) > 0 && !slices.Equal(had, former) || slices.Equal(v, had) || slices.Equal(v, former):
		case len(had) == 0 && z.follows(now):
		default:
			fresh = append(fresh, training.ThresholdEntry{Key: z.key, Sport: sport, From: today, Values: v})
		}
	}
	return fresh
}
