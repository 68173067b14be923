package fitness

import (
	"time"

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

// firstOf is the first day of the day, week or month of a day.
func firstOf(by string, d training.Day, first time.Weekday) training.Day {
	switch by {
	case SummaryByWeek:
		return d.WeekStart(first)
	case SummaryByMonth:
		return d.MonthStart()
	}
	return d
}

// after is the first day of the next one.
func after(by string, d training.Day) training.Day {
	switch by {
	case SummaryByWeek:
		return d + 7
	case SummaryByMonth:
		return (d + 31).MonthStart()
	}
	return d + 1
}

// seriesOf adds up activities in order of day, by the section of that name.
func seriesOf(by string, all []rated, done training.DayRange, first time.Weekday) *Series {
	s := &Series{}
	var starts []training.Day
	for d := firstOf(by, done.From, first); d <= done.To; d = after(by, d) {
		starts = append(starts, d)
	}
	if len(starts) > mostPoints {
		starts, s.Truncated = starts[len(starts)-mostPoints:], true
		s.Narrow = narrowSeries
	}
	one, i := oneSport(all), 0
	for i < len(all) && all[i].Day < starts[0] {
		i++
	}
	for _, d := range starts {
		var n sums
		for ; i < len(all) && all[i].Day < after(by, d); i++ {
			n.add(all[i].LoadInput, all[i].load.TSS)
		}
		s.From = append(s.From, d)
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
