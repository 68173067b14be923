package fitness

import (
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// mostPoints is how many points a series has: a quarter by day, two years by week.
const mostPoints = 106

// Series are totals by day, week or month on one index, with those in which
// nothing was done. A cell is null where no activity has a value.
type Series struct {
	// From are the first days; a week that the period cuts has its own.
	From           []training.Day `json:"from"`
	Activities     []int          `json:"activities"`
	DurationS      []*float64     `json:"duration_s"`
	DistanceKM     []*float64     `json:"distance_km"`
	ElevationGainM []*float64     `json:"elevation_gain_m"`
	TSS            []*float64     `json:"tss"`
	// AvgSpeedKMH is of one sport.
	AvgSpeedKMH []*float64 `json:"avg_speed_kmh,omitempty"`
	Truncated   bool       `json:"truncated,omitempty"`
	Narrow      string     `json:"narrow,omitempty"`
}

// seriesOf adds up activities in order of day, by the section of that name.
func seriesOf(section string, all []rated, done training.DayRange, f answers.Frame) *Series {
	s := &Series{}
	bins := binsOf(done, strings.TrimPrefix(section, "by_"), f)
	if len(bins) > mostPoints {
		bins, s.Truncated, s.Narrow = bins[len(bins)-mostPoints:], true, narrowSeries
	}
	one := oneSport(all)
	for _, b := range bins {
		var n sums
		for _, r := range within(all, b.days) {
			n.add(r.LoadInput, r.load.TSS)
		}
		s.From = append(s.From, b.whole.From)
		s.Activities, s.DurationS = append(s.Activities, n.n), append(s.DurationS, n.cell(n.timer, 1, 0))
		s.DistanceKM = append(s.DistanceKM, n.cell(n.distanceM, 1000, 2))
		s.ElevationGainM = append(s.ElevationGainM, n.cell(n.gainM, 1, 0))
		s.TSS = append(s.TSS, n.cell(n.tss, 1, 1))
		if one {
			s.AvgSpeedKMH = append(s.AvgSpeedKMH, n.avgSpeed())
		}
	}
	return s
}

// cell is a sum of a series: 0 where nothing was done, null where nothing is
// known of what was.
func (s *sums) cell(v, unit float64, decimals int) *float64 {
	if s.n == 0 {
		return new(float64)
	}
	return shown(v, unit, decimals)
}

// oneSport reports whether all are of one.
func oneSport(all []rated) bool {
	for i := range all {
		if all[i].Sport != all[0].Sport {
			return false
		}
	}
	return len(all) > 0
}
