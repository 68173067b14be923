//go:build e2e

package trial

import (
	"math"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// asked is when the questions are asked: a Thursday, noon where the athlete
// lives.
var asked = time.Date(2026, time.August, 20, 10, 0, 0, 0, time.UTC)

// book is all that the answers are computed from: the generator's recordings
// and thresholds, what the trial itself entered, and, for what rests on load,
// the load that the server tells of each activity.
type book struct {
	plan  demo.Plan
	all   []*outing
	today training.Day
	loads map[training.Day]float64 // told, by day
	told  map[string]float64       // the same by day and sport
	facts map[string]any
}

// absent is the fact that something is not known: an answer must say so.
type absent struct{}

func newBook() *book {
	b := &book{today: training.DayOf(asked), facts: map[string]any{}}
	b.plan = demo.Athlete(b.today)
	b.all = outings(b.plan)
	return b
}

func (b *book) put(name string, v any) {
	if _, twice := b.facts[name]; twice {
		panic("two facts are called " + name)
	}
	b.facts[name] = v
}

func day(month time.Month, d int) training.Day { return training.NewDay(2026, month, d) }

// those returns the outings that a choice accepts, in order of time.
func (b *book) those(from, to training.Day, sport training.Sport) (out []*outing) {
	for _, o := range b.all {
		if o.Day >= from && o.Day <= to && (sport == "" || o.sport == sport) {
			out = append(out, o)
		}
	}
	return out
}

// of returns the only outing of a day and sport.
func (b *book) of(d training.Day, sport training.Sport) *outing {
	found := b.those(d, d, sport)
	if len(found) != 1 {
		panic("not one outing on " + d.String())
	}
	return found[0]
}

func (b *book) last(sport training.Sport) *outing {
	found := b.those(0, b.today, sport)
	return found[len(found)-1]
}

func total(of []*outing, what func(*outing) float64) float64 {
	sum := 0.0
	for _, o := range of {
		sum += what(o)
	}
	return sum
}

func km(o *outing) float64    { return o.km }
func hours(o *outing) float64 { return o.rec.TimerS / 3600 }

func days(of []*outing) (out []string) {
	for _, o := range of {
		if d := o.Day.String(); !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// newest turns a list round: answers begin with the latest.
func newest[T any](list []T) []T {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

func most(of []*outing, what func(*outing) float64) *outing {
	return slices.MaxFunc(of, func(a, b *outing) int { return int(math.Copysign(1, what(a)-what(b))) })
}

// threshold returns the last value that a day had, by the plain list.
func (b *book) threshold(key training.ThresholdKey, sport training.Sport, on training.Day) float64 {
	found := math.NaN()
	for _, e := range b.plan.Thresholds {
		if e.Key == key && e.Sport == sport.Plain() && e.From <= on {
			found = e.Values[0]
		}
	}
	return found
}

// The days of the questions.
var (
	year         = day(time.January, 1)
	june, july   = day(time.June, 1), day(time.July, 1)
	august       = day(time.August, 1)
	lastWeek     = day(time.August, 10)
	thisWeek     = day(time.August, 17)
	saturday     = day(time.August, 15)
	sunday       = day(time.August, 16)
	tuesday      = day(time.August, 18)
	yesterday    = day(time.August, 19)
	trackDay     = day(time.August, 9)
	poolDay      = day(time.August, 13)
	triathlonDay = day(time.July, 12)
)

// ofRecordings fills in what follows from recordings, thresholds and entries.
func (b *book) ofRecordings() {
	for _, chapter := range []func(){
		b.recent, b.volumes, b.intensity, b.bests, b.estimates, b.settings, b.rides, b.runs, b.swims, b.races, b.notes,
		b.calendar, b.writes, b.wellness, b.gear, b.timed, b.missing, b.status, b.threads,
	} {
		chapter()
	}
}

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

// streak returns how many days until today have a recording.
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

// climb returns the gain by the documented rule: smoothed over 5 s, turns of 3
// m.
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

// daily returns the told load of each day from the first activity to today.
func (b *book) daily() []float64 {
	var out []float64
	for d := b.plan.Days.From; d <= b.today; d++ {
		out = append(out, b.loads[d])
	}
	return out
}

func (b *book) loadOf(from, to training.Day) float64 {
	sum := 0.0
	for d := from; d <= to; d++ {
		sum += b.loads[d]
	}
	return sum
}

// ofLoads applies the documented definitions to the told loads: averages of 42
// and 7 days from 0, form from the day before.
func (b *book) ofLoads() {
	loads := b.daily()
	ctl := naive.Smoothed(loads, naive.AlphaExp(42), 0)
	atl := naive.Smoothed(loads, naive.AlphaExp(7), 0)
	at := func(series []float64, d training.Day) float64 { return series[d-b.plan.Days.From] }
	b.put("ctl", at(ctl, b.today))
	b.put("atl", at(atl, b.today))
	b.put("tsb", at(ctl, b.today-1)-at(atl, b.today-1))
	b.put("ctl_six_weeks_ago", at(ctl, b.today-42))
	b.put("ramp", at(ctl, b.today)-at(ctl, b.today-7))
	b.put("ctl_gran_fondo", at(ctl, training.NewDay(2025, 6, 22)))
	b.put("acwr", naive.ACWRCoupled(loads))
	b.put("monotony", naive.Monotony(loads[len(loads)-7:], true))
	top := year
	for d := year; d <= b.today; d++ {
		if at(ctl, d) > at(ctl, top) {
			top = d
		}
	}
	b.put("ctl_top", at(ctl, top))
	b.put("ctl_top_day", top.String())
	b.put("load_last_week", b.loadOf(lastWeek, sunday))
	b.put("load_july", b.loadOf(july, august-1))
	b.heaviest()
	b.put("ctl_planned", b.goingOn(at(ctl, b.today)))
	b.threadLoads(ctl, atl)
}

// checkLoads holds the told load of every ride with power against TSS by the FTP of its day.
func (b *book) checkLoads(t *testing.T) {
	t.Helper()
	rides := 0
	for _, o := range b.those(0, b.today, training.Cycling) {
		if o.series(training.Power) == nil {
			continue
		}
		rides++
		np, windows := naive.NPGarmin(o.series(training.Power), nil)
		want := naive.TSS(np, b.threshold(training.KeyFTP, training.Cycling, o.Day), windows)
		if told := b.told[o.Day.String()+" cycling"]; math.Abs(told-want) > 0.05+0.001*want {
			t.Errorf("%s: the load told is %.2f, TSS is %.2f", o.ID, told, want)
		}
	}
	if rides < 200 {
		t.Errorf("only %d rides have power", rides)
	}
}

func (b *book) heaviest() {
	best := june
	for monday := june; monday <= thisWeek; monday += 7 { // 1 June is a Monday
		if b.loadOf(monday, monday+6) > b.loadOf(best, best+6) {
			best = monday
		}
	}
	b.put("heaviest_week", best.String())
	b.put("heaviest_week_load", b.loadOf(best, best+6))
}

// goingOn goes on from today's fitness over the planned loads to 30 August.
func (b *book) goingOn(ctl float64) float64 {
	for d := b.today + 1; d <= day(8, 30); d++ {
		sum := 0.0
		for _, e := range b.planned(d, d) {
			sum += e.Load
		}
		ctl += naive.AlphaExp(42) * (sum - ctl)
	}
	return ctl
}

// zones returns the seconds by zone of a channel, each outing with the bounds
// of its day.
func (b *book) zones(of []*outing, ch training.Channel, bounds func(*outing) []float64) []float64 {
	sum := make([]float64, 7)
	for _, o := range of {
		for i, s := range naive.TimeInZones(o.series(ch), nil, bounds(o)) {
			sum[i] += s
		}
	}
	return sum
}

func (b *book) hrBounds(o *outing) []float64 {
	shares, sport := cyclingShares, o.sport
	if sport == training.Running {
		shares = runningShares
	}
	lthr := b.threshold(training.KeyLTHR, sport, o.Day)
	if math.IsNaN(lthr) {
		lthr = b.threshold(training.KeyLTHR, "", o.Day)
	}
	return beats(shares, lthr)
}

func (b *book) powerBounds(o *outing) []float64 {
	return naive.Bounds(naive.CogganShares, b.threshold(training.KeyFTP, training.Cycling, o.Day))
}

func (b *book) intensity() {
	inJuly := b.those(july, august-1, "")
	b.put("hr_zones_july", b.zones(inJuly, training.HeartRate, b.hrBounds))
	b.put("power_zones_july", b.zones(b.those(july, august-1, training.Cycling), training.Power, b.powerBounds))
	rides := b.zones(b.those(lastWeek, sunday, training.Cycling), training.Power, b.powerBounds)
	b.put("power_above_threshold_last_week", rides[4]+rides[5]+rides[6]) // from 105 %
	b.put("hr_zone2_last_week", b.zones(b.those(lastWeek, sunday, ""), training.HeartRate, b.hrBounds)[1])
	month := b.zones(b.those(b.today-27, b.today, ""), training.HeartRate, b.hrBounds)
	all := 0.0
	for _, s := range month {
		all += s
	}
	b.put("easy_share_28d", 100*(month[0]+month[1])/all)
	b.put("power_zones_tuesday", b.zones([]*outing{b.of(tuesday, training.Cycling)}, training.Power, b.powerBounds))
}
