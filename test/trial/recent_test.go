package trial

import (
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func (b *book) recent() {
	week := b.those(thisWeek, b.today, "")
	b.put("week_count", float64(len(week)))
	var names []string
	for _, o := range newest(week) {
		names = append(names, o.Name)
	}
	b.put("week_names", names)
	run, ride, swim := b.last(training.Running), b.those(year, b.today, training.Cycling), b.last(training.Swimming)
	b.put("last_run_day", run.Day.String())
	b.put("last_run_km", run.km)
	b.put("last_swim_day", swim.Day.String())
	b.put("last_five_days", newest(days(b.all))[:5]) // one activity on each
	longest := most(ride, km)
	b.put("longest_ride_km", longest.km)
	b.put("longest_ride_day", longest.Day.String())
	b.put("last_three_ride_days", newest(days(ride))[:3])
	b.put("yesterday_name", b.of(yesterday, "").Name)
	b.put("streak_days", b.streak())
	b.put("busiest_weekday", b.busiest())
	b.put("hilliest_day", most(b.those(year, b.today, ""), climb).Day.String())
	var intervals, long []*outing
	for _, o := range b.those(july, august-1, "") {
		if len(o.Tags) > 0 && o.Tags[0] == "intervals" {
			intervals = append(intervals, o)
		}
	}
	for _, o := range b.those(june, b.today, training.Cycling) {
		if o.km > 80 {
			long = append(long, o)
		}
	}
	b.put("interval_days_july", newest(days(intervals)))
	b.put("long_ride_days", newest(days(long)))
}

// streak is how many days until today have a recording.
func (b *book) streak() float64 {
	n := 0.0
	for len(b.those(b.today-training.Day(n), b.today-training.Day(n), "")) > 0 {
		n++
	}
	return n
}

func (b *book) busiest() string {
	var byDay [7]float64
	for _, o := range b.all {
		byDay[o.Day.Weekday()] += hours(o)
	}
	best := time.Sunday
	for d, h := range byDay {
		if h > byDay[best] {
			best = time.Weekday(d)
		}
	}
	return best.String()
}

// climb is the gain by the documented rule: smoothed over 5 s, turns of 3 m.
func climb(o *outing) float64 {
	alt := o.series(training.Altitude)
	if alt == nil {
		return 0
	}
	gain, _ := naive.Reversals(naive.Centred(alt, 2), 3)
	return gain
}

func (b *book) volumes() {
	span := func(name string, from, to training.Day) {
		b.put("run_km_"+name, total(b.those(from, to, training.Running), km))
		b.put("ride_km_"+name, total(b.those(from, to, training.Cycling), km))
		b.put("swim_km_"+name, total(b.those(from, to, training.Swimming), km))
		b.put("hours_"+name, total(b.those(from, to, ""), hours))
	}
	span("june", june, july-1)
	span("july", july, august-1)
	span("august", august, b.today)
	span("year", year, b.today)
	span("last_year_same", training.NewDay(2025, time.January, 1), training.NewDay(2025, time.August, 20))
	span("last_week", lastWeek, sunday)
	b.put("count_last_week", float64(len(b.those(lastWeek, sunday, ""))))
	b.put("days_july", float64(len(days(b.those(july, august-1, "")))))
	b.put("climb_m_june", total(b.those(june, july-1, training.Cycling), climb))
	b.put("kcal_rides_last_week", total(b.those(lastWeek, sunday, training.Cycling), func(o *outing) float64 {
		v := o.rec.DeviceValues[training.MetricCaloriesKcal]
		return v
	}))
	runs := b.those(july, august-1, training.Running)
	b.put("run_pace_july", 3600*total(runs, hours)/total(runs, km))
}
