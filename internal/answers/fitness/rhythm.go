package fitness

import (
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// rhythmDays is how long a period has to be for weekdays and hours to say
// more than its days do.
const rhythmDays = 8

// ByWeekday are totals by day of the week, from the athlete's first.
type ByWeekday struct {
	Weekday    []string  `json:"weekday"`
	Activities []int     `json:"activities"`
	DurationS  []float64 `json:"duration_s"`
	DistanceKM []float64 `json:"distance_km"`
	TSS        []float64 `json:"tss"`
}

// ByHour are totals by the local hour of the start, of hours with any.
type ByHour struct {
	Hour       []int     `json:"hour"`
	Activities []int     `json:"activities"`
	DurationS  []float64 `json:"duration_s"`
}

// rhythm adds activities up by weekday and by hour.
type rhythm struct {
	days  [7]sums
	hours [24]sums
}

func (r *rhythm) add(in *store.LoadInput, tss float64) {
	r.days[in.Day.Weekday()].add(in, tss)
	if in.Hour >= 0 && in.Hour < len(r.hours) {
		r.hours[in.Hour].add(in, tss)
	}
}

func (r *rhythm) byWeekday(first time.Weekday) *ByWeekday {
	v := &ByWeekday{}
	for i := range r.days {
		day := (int(first) + i) % len(r.days)
		d := &r.days[day]
		v.Weekday = append(v.Weekday, time.Weekday(day).String())
		v.Activities = append(v.Activities, d.n)
		v.DurationS = append(v.DurationS, answers.Round(d.timer, 0))
		v.DistanceKM = append(v.DistanceKM, answers.Round(d.distanceM/1000, 1))
		v.TSS = append(v.TSS, answers.Round(d.tss, 0))
	}
	return v
}

func (r *rhythm) byHour() *ByHour {
	v := &ByHour{}
	for hour := range r.hours {
		if h := &r.hours[hour]; h.n > 0 {
			v.Hour = append(v.Hour, hour)
			v.Activities = append(v.Activities, h.n)
			v.DurationS = append(v.DurationS, answers.Round(h.timer, 0))
		}
	}
	return v
}

// tellRhythm shows it to who asks for it, and where the period is long enough.
func (v *SummaryView) tellRhythm(r *rhythm, q SummaryQuery, done training.DayRange, first time.Weekday) {
	if v.Totals.Activities == 0 {
		return
	}
	long := len(q.Sections) > 0 || done.Days() >= rhythmDays
	if q.wants(SummaryByWeekday) && long {
		v.ByWeekday = r.byWeekday(first)
	}
	if q.wants(SummaryByHour) && long {
		v.ByHour = r.byHour()
	}
}
