package trial

import (
	"math"
	"testing"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// daily is the told load of each day from the first activity to today.
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

// zones are the seconds by zone of a channel, each outing with the bounds of
// its day.
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
