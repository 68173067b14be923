//go:build e2e

package trial

import (
	"math"
	"slices"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// The days that later questions name besides those of the book.
var (
	april, may  = day(time.April, 1), day(time.May, 1)
	tempoDay    = day(time.August, 5)
	vo2Day      = day(time.August, 11)
	weekBefore  = lastWeek - 7
	aYearAgo    = training.NewDay(2025, time.August, 18) // a Monday
	earlierYear = training.NewDay(2025, time.January, 1)
	breakBegins = training.NewDay(2025, time.November, 2)
	breakEnds   = training.NewDay(2025, time.November, 16)
	firstMonday = training.NewDay(2025, time.December, 29) // of the weeks of this year
	longFromS   = 9000.0                                   // two hours and a half, in s
)

// threads fills in what the questions ask that were gathered from public
// threads after the first ones.
func (b *book) threads() {
	for _, chapter := range []func(){
		b.counted, b.months, b.streaks, b.topped, b.spent, b.repeated, b.drifted, b.swum, b.ahead, b.woken, b.worn, b.legsOfRace, b.aims,
	} {
		chapter()
	}
}

// counted puts down how often and how long something was done.
func (b *book) counted() {
	var far, long []*outing
	for _, o := range b.those(year, b.today, training.Cycling) {
		if o.km >= 90 {
			far = append(far, o)
		}
	}
	for _, o := range b.those(june, b.today, "") {
		if o.rec.TimerS >= longFromS {
			long = append(long, o)
		}
	}
	b.put("rides_over_90_year", float64(len(far)))
	b.put("long_session_days", newest(days(long)))
	b.put("days_30", float64(len(days(b.those(b.today-29, b.today, "")))))
	var names []string
	for _, o := range newest(b.those(aYearAgo, aYearAgo+6, "")) {
		names = append(names, o.Name)
	}
	b.put("year_ago_names", names)
	for _, sport := range []training.Sport{training.Cycling, training.Running, training.Swimming} {
		b.put("hours_12w_"+string(sport), total(b.those(b.today-83, b.today, sport), hours))
	}
	b.put("change_hours_week", total(b.those(lastWeek, sunday, ""), hours)-total(b.those(weekBefore, lastWeek-1, ""), hours))
	var inside, outside []*outing
	for _, o := range b.those(year, b.today, training.Cycling) {
		if o.series(training.Latitude) == nil {
			inside = append(inside, o)
		} else {
			outside = append(outside, o)
		}
	}
	b.put("trainer_rides_year", float64(len(inside)))
	b.put("trainer_hours_year", total(inside, hours))
	b.put("outdoor_speed_year", total(outside, km)/total(outside, hours))
	b.put("gym_year", float64(len(b.those(year, b.today, training.Strength))))
	b.put("swims", float64(len(b.those(0, b.today, training.Swimming))))
	b.put("usual_hour", b.usualHour())
}

// usualHour returns the hour of the clock in which most outings began.
func (b *book) usualHour() float64 {
	var begun [24]int
	for _, o := range b.all {
		begun[o.rec.Start.In(b.plan.Athlete.Location()).Hour()]++
	}
	return float64(slices.Index(begun[:], slices.Max(begun[:])))
}

// monthly returns a value of each month of this year until today.
func monthly(of func(from, to training.Day) float64) (out []float64) {
	for m := time.January; m <= asked.Month(); m++ {
		out = append(out, of(day(m, 1), day(m+1, 1)-1))
	}
	return out
}

// months puts down what each month of this year had, and the year before.
func (b *book) months() {
	all := monthly(func(from, to training.Day) float64 { return total(b.those(from, to, ""), hours) })
	ridden := monthly(func(from, to training.Day) float64 { return total(b.those(from, to, training.Cycling), km) })
	b.put("top_month_hours", day(top(all), 1).String())
	b.put("top_month_ride_km", day(top(ridden), 1).String())
	b.put("climb_m_year", total(b.those(year, b.today, training.Cycling), climb))
	b.put("climb_m_last_year_same", total(b.those(earlierYear, training.NewDay(2025, time.August, 20), training.Cycling), climb))
	b.put("run_km_june_last_year", total(b.those(training.NewDay(2025, time.June, 1), training.NewDay(2025, time.June, 30),
		training.Running), km))
	b.put("hours_april", total(b.those(april, may-1, ""), hours))
	b.put("hours_may", total(b.those(may, june-1, ""), hours))
	b.put("run_speed_months", monthly(func(from, to training.Day) float64 {
		runs := b.those(from, to, training.Running)
		return total(runs, km) / total(runs, hours)
	}))
	b.put("hrv_months", monthly(func(from, to training.Day) float64 {
		return naive.Mean(b.nights(from, min(to, b.today), training.WellnessHRVRmssdMs))
	}))
	b.put("pool_pace_months", monthly(func(from, to training.Day) float64 { return b.poolPace(from, to) }))
}

func top(values []float64) time.Month {
	return time.Month(1 + slices.Index(values, slices.Max(values)))
}

// poolPace returns the swimming time of 100 m in a pool, without rests.
func (b *book) poolPace(from, to training.Day) float64 {
	seconds, metres := 0.0, 0.0
	for _, o := range b.those(from, to, training.Swimming) {
		for _, l := range o.rec.Lengths {
			if l.Active {
				seconds, metres = seconds+l.TimerS, metres+25
			}
		}
	}
	return 100 * seconds / metres
}

// streaks puts down rows of days, weeks of running and the Eddington number.
func (b *book) streaks() {
	longest, last, n := 0, b.today, 0
	for d := b.plan.Days.From; d <= b.today; d++ {
		n++
		if len(b.those(d, d, "")) == 0 {
			n = 0
		}
		if n > longest {
			longest, last = n, d
		}
	}
	b.put("longest_streak", float64(longest))
	b.put("longest_streak_last", last.String())
	best, at := 0.0, firstMonday
	for monday := firstMonday; monday <= thisWeek; monday += 7 {
		if run := total(b.those(max(monday, year), monday+6, training.Running), km); run > best {
			best, at = run, monday
		}
	}
	b.put("biggest_run_week_km", best)
	b.put("biggest_run_week", at.String())
	var ridden []float64
	for d := b.plan.Days.From; d <= b.today; d++ {
		ridden = append(ridden, total(b.those(d, d, training.Cycling), km))
	}
	number := 0
	for slices.Sort(ridden); ridden[len(ridden)-1-number] >= float64(number+1); {
		number++
	}
	b.put("eddington", float64(number))
}

// ahead puts down what is planned for the next days.
func (b *book) ahead() {
	var names []string
	for _, e := range b.planned(b.today+1, day(time.August, 23)) {
		names = append(names, e.Name)
	}
	b.put("rest_of_week_names", names)
	b.put("tomorrow_load", b.planned(b.today+1, b.today+1)[0].Load)
	b.put("write_away_until", "2026-09-09")
}

// woken puts down what the mornings tell.
func (b *book) woken() {
	const sleep, hrv, resting = training.WellnessSleepS, training.WellnessHRVRmssdMs, training.WellnessRestingHRBpm
	b.put("sleep_july_s", b.nights(july, august-1, sleep))
	b.put("rhr_july", naive.Mean(b.nights(july, august-1, resting)))
	b.put("rhr_august", naive.Mean(b.nights(august, b.today, resting)))
	b.put("hrv_28d", naive.Mean(b.nights(b.today-27, b.today, hrv)))
	b.put("weight_7d", naive.Mean(b.nights(b.today-6, b.today, training.WellnessWeightKg)))
	b.put("steps_28d", naive.Mean(b.nights(b.today-27, b.today, training.WellnessSteps)))
	low, _, calm := b.band(hrv, true)
	_, high, pulse := b.band(resting, false)
	states := map[[2]bool]string{{false, false}: "as_usual", {true, false}: "mixed", {false, true}: "mixed", {true, true}: "strained"}
	b.put("readiness", states[[2]bool{calm < low, pulse > high}])
	b.put("hrv_usual_from", math.Exp(low))
}

// band returns the usual range of the 60 days before the last 7, and the mean
// of these, by the rule of Plews.
func (b *book) band(field training.WellnessField, logs bool) (low, high, week float64) {
	values := func(from, to training.Day) []float64 {
		out := b.nights(from, to, field)
		for i, v := range out {
			if logs {
				out[i] = math.Log(v)
			}
		}
		return out
	}
	before := values(b.today-66, b.today-7)
	mean, half := naive.Mean(before), naive.SampleDeviation(before)/2
	return mean - half, mean + half, naive.Mean(values(b.today-6, b.today))
}

// worn puts down what the gear has done.
func (b *book) worn() {
	used, rides := map[string]float64{}, map[string]int{}
	for _, o := range b.all {
		if o.leg < len(o.Gear) {
			for _, id := range o.Gear[o.leg] {
				used[id] += o.km
				rides[id]++
			}
		}
	}
	things, reminders := b.plan.Gear()
	most := ""
	for _, g := range things {
		switch g.Name {
		case "Gravel bike":
			b.put("gravel_km", g.EarlierKm+used[g.ID])
		case "Trail shoes":
			b.put("trail_shoes_km", used[g.ID])
		}
		if g.Kind == training.GearBike && (most == "" || rides[g.ID] > rides[most]) {
			most = g.ID
			b.facts["most_ridden_bike"] = g.Name
		}
	}
	for _, r := range reminders {
		if r.Text == "Wax the chain" {
			since := 0.0
			for _, o := range b.ridden(0) {
				if o.rec.Start.After(r.LastDone) {
					since += o.km
				}
			}
			b.put("wax_left_km", r.DistanceKm-since)
		}
	}
}

// aims puts down goals, the body and the coach.
func (b *book) aims() {
	goals := b.plan.Goals()
	ridden := total(b.those(year, b.today, training.Cycling), km)
	b.put("goal_year_pct", 100*ridden/goals["demo-goal-year"].Target)
	b.put("goal_month_left_km", goals["demo-goal-month"].Target-total(b.those(august, b.today, training.Running), km))
	var hurt []string
	for _, m := range b.plan.BodyMarks() {
		if m.Cleared == nil && m.Region != "right_achilles" {
			hurt = append(hurt, m.Region)
		}
	}
	b.put("hurt_regions", hurt)
	talks := b.plan.Sessions()
	b.put("last_talk_day", talks[len(talks)-1].Day.String())
	since := training.Day(0)
	for _, e := range b.plan.Thresholds {
		if e.Key == training.KeyFTP && e.Sport == training.Cycling.Plain() && e.From <= b.today {
			since = max(since, e.From)
		}
	}
	b.put("ftp_since", since.String())
	b.put("no_balance", absent{})
}

// threadLoads follows from the told loads.
func (b *book) threadLoads(ctl, atl []float64) {
	at := func(series []float64, d training.Day) float64 { return series[d-b.plan.Days.From] }
	b.put("tsb_week_ago", at(ctl, b.today-8)-at(atl, b.today-8))
	var weeks []float64
	for monday := june; monday <= thisWeek; monday += 7 {
		weeks = append(weeks, b.loadOf(monday, monday+6))
	}
	b.put("weekly_load_since_june", weeks)
	var week []float64
	for d := lastWeek; d <= sunday; d++ {
		week = append(week, b.loads[d])
	}
	b.put("monotony_last_week", naive.Monotony(week, true))
	b.put("strain_last_week", naive.Strain(week, true))
	b.put("ctl_lost_in_break", at(ctl, breakEnds)-at(ctl, breakBegins))
	b.put("change_load_week", b.loadOf(lastWeek, sunday)-b.loadOf(weekBefore, lastWeek-1))
	b.ofLastYear(ctl)
	hardest := ""
	for key, load := range b.told {
		if key >= year.String() && (hardest == "" || load > b.told[hardest]) {
			hardest = key
		}
	}
	b.put("hardest_day", hardest[:len("2026-01-02")])
	b.put("hardest_load", b.told[hardest])
}

// ofLastYear puts down the top of last year, and what a week off will cost.
func (b *book) ofLastYear(ctl []float64) {
	at := func(d training.Day) float64 { return ctl[d-b.plan.Days.From] }
	peak, heaviest := earlierYear, earlierYear-2 // the first Monday that reaches into the year
	for d := earlierYear; d < year; d++ {
		if at(d) > at(peak) {
			peak = d
		}
	}
	for monday := heaviest; monday < year; monday += 7 {
		if b.loadOf(monday, monday+6) > b.loadOf(heaviest, heaviest+6) {
			heaviest = monday
		}
	}
	b.put("peak_last_year", at(peak))
	b.put("peak_last_year_day", peak.String())
	b.put("heaviest_week_last_year", heaviest.String())
	b.put("heaviest_week_last_year_load", b.loadOf(heaviest, heaviest+6))
	rested := at(b.today)
	for d := b.today + 1; d <= day(time.August, 30); d++ {
		load := 0.0
		for _, e := range b.planned(d, d) {
			if d < day(time.August, 24) { // next week is off
				load += e.Load
			}
		}
		rested += naive.AlphaExp(42) * (load - rested)
	}
	b.put("ctl_after_week_off", rested)
}
