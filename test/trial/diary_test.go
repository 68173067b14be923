package trial

import (
	"cmp"
	"math"
	"slices"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// event is planned by the athlete.
type event struct {
	Date      string  `json:"date"`
	EndDate   string  `json:"end_date,omitempty"`
	Name      string  `json:"name"`
	Category  string  `json:"category,omitempty"`
	Sport     string  `json:"sport,omitempty"`
	DurationS float64 `json:"duration_s,omitempty"`
	Load      float64 `json:"load,omitempty"`
}

// entered are the events that the trial enters beside the athlete's own calendar.
func entered() []event {
	return []event{
		{Date: "2026-08-27", Name: "Pool", Category: "workout", Sport: "swim", DurationS: 2700, Load: 30},
		{Date: "2026-09-06", Name: "Hill climb", Category: "race_b", Sport: "ride", DurationS: 2400, Load: 60},
		{Date: "2026-09-16", EndDate: "2026-09-19", Name: "Holiday in Italy", Category: "holiday"},
		{Date: "2026-10-04", Name: "City half marathon", Category: "race_a", Sport: "run", DurationS: 5700, Load: 120},
	}
}

// planned are the events of some days: those of the athlete's own calendar, of
// which the load is that of their texts, and those that were entered.
func (b *book) planned(from, to training.Day) (out []event) {
	for _, e := range b.plan.Events() {
		if d := e.Start.Day(); d >= from && d <= to {
			out = append(out, event{Date: d.String(), Name: e.Name, Sport: string(e.Sport), Load: b.loadOfText(e)})
		}
	}
	for _, e := range entered() {
		if e.Date >= from.String() && e.Date <= to.String() {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b event) int { return cmp.Compare(a.Date, b.Date) })
	return out
}

func (b *book) calendar() {
	names := func(of []event) (out []string) {
		for _, e := range of {
			out = append(out, e.Name)
		}
		return out
	}
	next := b.planned(day(time.August, 24), day(time.August, 30))
	load := 0.0
	for _, e := range next {
		load += e.Load
	}
	b.put("next_week_names", names(next))
	b.put("next_week_load", load)
	b.put("saturday_event", names(b.planned(day(time.August, 22), day(time.August, 22))))
	b.put("tomorrow_event", names(b.planned(b.today+1, b.today+1)))
	b.put("weekend_names", names(b.planned(day(time.August, 22), day(time.August, 23))))
	done, missed := b.doneOf(b.planned(lastWeek, sunday))
	b.put("done_last_week", names(done))
	b.put("missed_last_week", names(missed))
	b.put("holiday_days", []string{"2026-09-16", "2026-09-19"})
	b.put("next_race_name", "Hill climb")
	b.put("next_race_day", "2026-09-06")
	b.put("next_race_in_days", 17.0)
	b.put("a_race_name", "City half marathon")
	b.put("a_race_day", "2026-10-04")
}

// doneOf parts events that something of their sport was done of, on the day or
// on the next, from others.
func (b *book) doneOf(events []event) (done, missed []event) {
	for _, e := range events {
		on, err := training.ParseDay(e.Date)
		if err != nil {
			panic(err)
		}
		if len(b.those(on, on+1, training.Sport(e.Sport))) > 0 {
			done = append(done, e)
		} else {
			missed = append(missed, e)
		}
	}
	return done, missed
}

// writes put down the days that a dry run has to show. A day of the week that is
// planned for is one to come, and nobody who says Tuesday on a Thursday means the last.
func (b *book) writes() {
	b.put("write_tuesday", "2026-08-25")
	b.put("write_tomorrow", "2026-08-21")
	b.put("write_friday", "2026-08-21")
	b.put("write_sunday", "2026-08-23")
	b.put("write_in_three_days", "2026-08-23")
	b.put("write_race", "2026-09-26")
	b.put("moved_day", "2026-08-23")
	b.put("copied_day", "2026-09-01")
	b.put("deleted_name", "Pool")
	b.put("write_weight", "60.4")
	b.put("write_sleep", "27000")
	b.put("write_ftp", "250")
	b.put("write_max_hr", "188")
}

// night holds an athlete's measurements of a morning.
type night struct {
	day                training.Day
	sleepS, hrvMS, rhr float64
	weightKG           float64 // 0 is not weighed
}

// forgotten is the morning on which nothing was measured.
var forgotten = day(time.August, 12)

func nights() (out []night) {
	for d := august; d <= day(time.August, 20); d++ {
		n := float64(d - august)
		m := night{day: d, sleepS: 25200 + 600*math.Mod(n, 7), hrvMS: 62 + math.Mod(5*n, 9), rhr: 46 + math.Mod(n, 4)}
		if d%10 == 0 || d == day(time.August, 20) {
			m.weightKG = 60.9 - 0.02*n
		}
		if d != forgotten {
			out = append(out, m)
		}
	}
	return out
}

func (b *book) wellness() {
	mean := func(from training.Day, what func(night) float64) float64 {
		var in []float64
		for _, n := range nights() {
			if n.day >= from {
				in = append(in, what(n))
			}
		}
		return naive.Mean(in)
	}
	sleep := func(n night) float64 { return n.sleepS }
	hrv := func(n night) float64 { return n.hrvMS }
	last := nights()[len(nights())-1]
	b.put("sleep_today_h", last.sleepS/3600)
	b.put("sleep_7d_h", mean(b.today-6, sleep)/3600)
	b.put("sleep_week_h", mean(thisWeek, sleep)/3600)
	b.put("hrv_today", last.hrvMS)
	b.put("hrv_7d", mean(b.today-6, hrv))
	b.put("hrv_week", mean(thisWeek, hrv))
	b.put("rhr_week", mean(thisWeek, func(n night) float64 { return n.rhr }))
	b.put("rhr_yesterday", nights()[len(nights())-2].rhr)
	b.put("weight_today", last.weightKG)
}

// The athlete's things, and what they did before the recordings name them:
// shoes on every run and a bike on every ride outside since 1 August.
const (
	shoesName, shoesEarlierKM = "Road shoes", 212
	bikeName, bikeEarlierKM   = "Road bike", 4200
	chainName, chainKM        = "Chain", 3000
)

func (b *book) gear() {
	b.put("shoes_km", shoesEarlierKM+total(b.shod(), km))
	ridden := total(b.ridden(), km)
	b.put("bike_km", bikeEarlierKM+ridden)
	b.put("chain_left_km", chainKM-ridden)
	b.put("gear_names", slices.SortedFunc(slices.Values([]string{shoesName, bikeName, chainName}), cmp.Compare[string]))
}

func (b *book) shod() []*outing { return b.those(august, b.today, training.Running) }

func (b *book) ridden() []*outing { return b.those(august, b.today, training.Cycling) }

func (b *book) missing() {
	for _, name := range []string{
		"no_spo2", "no_steps", "no_swim_power", "no_track_hr", "no_hrv_in_may", "no_hrv_12_august", "no_blood_pressure", "no_run_power_may_2025",
	} {
		b.put(name, absent{})
	}
	b.put("none_in_break", float64(len(b.those(training.NewDay(2025, time.November, 3), training.NewDay(2025, time.November, 16), ""))))
	b.put("none_in_2019", 0.0)
}

func (b *book) status() {
	b.put("activity_count", float64(len(b.all)))
	b.put("first_day", b.all[0].Day.String())
	b.put("last_day", b.today.String())
	b.put("version", version)
	for _, name := range []string{"strava_not_connected", "intervals_not_connected", "no_sources"} {
		b.put(name, 0.0)
	}
	b.put("sync_says_no_source", "connect") // how to get one
}
