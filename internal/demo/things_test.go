package demo_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/demo"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// TestWhatIsWornOutIsRetired: shoes go over 700 km and no further than a long
// run beyond, by what was recorded with them, and the last pair is not retired.
func TestWhatIsWornOutIsRetired(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	km := map[string]float64{}
	for it := range p.Items() {
		for i, r := range it.Recordings() {
			if i < len(it.Gear) {
				for _, id := range it.Gear[i] {
					km[id] += r.DeviceValues[training.MetricDistanceKM]
				}
			}
		}
	}
	gear, _ := p.Gear()
	retired, going := 0, 0
	for _, g := range gear {
		if g.Kind != training.GearShoes || g.ID == "demo-trail-shoes" {
			continue
		}
		switch {
		case g.Retired && (km[g.ID] < 700 || km[g.ID] > 745):
			t.Errorf("%s is retired after %.0f km", g.Name, km[g.ID])
		case g.Retired:
			retired++
		case km[g.ID] > 745:
			t.Errorf("%s goes on after %.0f km", g.Name, km[g.ID])
		default:
			going++
		}
	}
	if retired < 2 || going != 1 {
		t.Errorf("%d pairs are retired, %d go on", retired, going)
	}
}

// TestActivitiesNameTheirGear, and only what there is.
func TestActivitiesNameTheirGear(t *testing.T) {
	t.Parallel()
	for _, day := range beginnings() {
		p := demo.Athlete(day)
		gear, reminders := p.Gear()
		used, kinds := map[string]int{}, map[training.GearKind]int{}
		for it := range p.Items() {
			several := false
			for _, of := range it.Gear {
				several = several || len(of) > 1
				for _, id := range of {
					used[id]++
				}
			}
			named := len(it.Gear) > 0 && len(it.Gear[0]) > 0
			if wants := it.Sport == training.Cycling || it.Sport == training.Running; named != wants {
				t.Errorf("%s: gear %q", it.ID, it.Gear)
			}
			if indoor := it.Sport == training.Cycling && it.Weather == nil; indoor && !several && it.Note == "" {
				t.Errorf("%s: a ride inside without the trainer", it.ID)
			}
		}
		ids := map[string]bool{}
		for _, g := range gear {
			kinds[g.Kind]++
			if ids[g.ID] || g.Name == "" || used[g.ID] == 0 && g.Part != "chain" {
				t.Errorf("%+v", g)
			}
			ids[g.ID] = true
		}
		for id := range used {
			if !ids[id] {
				t.Errorf("%s is used and is not there", id)
			}
		}
		for _, r := range reminders {
			if !ids[r.GearID] || r.LastDone.IsZero() || r.LastDone.After(day.Time(time.UTC).AddDate(0, 0, 1)) {
				t.Errorf("%+v", r)
			}
		}
		if kinds[training.GearBike] < 3 || kinds[training.GearShoes] < 3 || kinds[training.GearComponent] < 2 || len(reminders) < 4 {
			t.Errorf("%v, %d reminders", kinds, len(reminders))
		}
	}
}

// TestTheWeatherIsOfTheSeason, and of the remark and the device.
func TestTheWeatherIsOfTheSeason(t *testing.T) {
	t.Parallel()
	byMonth, rain, outside := map[time.Month][]float64{}, 0, 0
	for it := range demo.Athlete(today()).Items() {
		r := it.Recordings()[0]
		if outdoors := r.Columns.Has(training.Latitude); (it.Weather != nil) != outdoors {
			t.Errorf("%s: weather %v", it.ID, it.Weather)
		}
		if it.Weather == nil {
			continue
		}
		w := func(m training.Metric) float64 { return it.Weather[m] }
		outside++
		air := w(training.MetricWeatherTempC)
		byMonth[it.Start.Month()] = append(byMonth[it.Start.Month()], air)
		if w(training.MetricMaxRainMM) > 0 {
			rain++
		}
		if temp := series(r, training.Temperature); len(temp) > 0 {
			if device := naive.Mean(temp) / training.Temperature.Scale(); device < air || device > air+3 {
				t.Errorf("%s: %.1f °C, and %.1f °C by the device", it.ID, air, device)
			}
		}
		for _, wrong := range []bool{
			w(training.MetricWeatherMinTempC) > air, w(training.MetricWeatherMaxTempC) < air, w(training.MetricFeelsLikeC) > air+0.5,
			w(training.MetricWindGustKMH) < w(training.MetricWindSpeedKMH), w(training.MetricWindSpeedKMH) > 50,
			w(training.MetricHeadwindPct)+w(training.MetricTailwindPct) > 100,
			w(training.MetricMaxRainMM) > 0 && w(training.MetricCloudsPct) < 80, w(training.MetricMaxSnowMM) > 0 && air > 1,
			it.Description == "Headwind home." && w(training.MetricWindSpeedKMH) < 15,
			it.Description == "Muddy." && w(training.MetricMaxRainMM)+w(training.MetricMaxSnowMM) == 0,
		} {
			if wrong {
				t.Errorf("%s %q: %v", it.ID, it.Description, it.Weather)
			}
		}
	}
	if july, january := naive.Mean(byMonth[time.July]), naive.Mean(byMonth[time.January]); july < january+12 {
		t.Errorf("%.1f °C in July, %.1f °C in January", july, january)
	}
	if rain < outside/20 || rain > outside/3 {
		t.Errorf("rain on %d of %d", rain, outside)
	}
}

// TestTheClimbIsRiddenFasterAndFaster: of the rides over the hills, the best of
// the second year beats that of the first, as the threshold rises.
func TestTheClimbIsRiddenFasterAndFaster(t *testing.T) {
	t.Parallel()
	p := demo.Athlete(today())
	all := p.Segments()
	i := slices.IndexFunc(all, func(s demo.Segment) bool { return s.Kind == training.SegmentClimb })
	if len(all) != 2 || i < 0 {
		t.Fatalf("%d segments", len(all))
	}
	best := [2]float64{math.Inf(1), math.Inf(1)}
	times := 0
	for _, it := range find(p, "hills") {
		r := it.Recordings()[0]
		from, to := -1.0, -1.0
		var foot, top int32
		for k, cm := range r.Columns.Data[training.Distance].Values {
			at := float64(r.Columns.TimeS[k])
			if km := float64(cm) / 100_000; km >= all[i].FromKm && from < 0 {
				from, foot = at, r.Columns.Data[training.Altitude].Values[k]
			} else if km >= all[i].ToKm && to < 0 {
				to, top = at, r.Columns.Data[training.Altitude].Values[k]
			}
		}
		if gain := float64(top-foot) / training.Altitude.Scale(); gain < 240 || gain > 290 {
			t.Errorf("%s: the climb rises by %.0f m", it.ID, gain)
		}
		year := min(1, int(it.Day-p.Days.From)/370)
		best[year] = min(best[year], to-from)
		times++
	}
	if times < 15 || best[1] > 0.97*best[0] {
		t.Errorf("%d times, the best in %.0f s and then %.0f s", times, best[0], best[1])
	}
}

// TestWhatIsEatenFollowsFromTheWay: on long rides and in races, at a rate that
// a stomach bears, and nothing on short ones.
func TestWhatIsEatenFollowsFromTheWay(t *testing.T) {
	t.Parallel()
	noted := 0
	for it := range demo.Athlete(today()).Items() {
		if it.CarbsG == 0 {
			continue
		}
		noted++
		r := it.Recordings()[0]
		if rate := it.CarbsG / r.TimerS * 3600; rate < 10 || rate > 90 {
			t.Errorf("%s: %g g in %.1f h", it.ID, it.CarbsG, r.TimerS/3600)
		}
		if rate := it.FluidML / r.TimerS * 3600; it.Sport == training.Cycling && (rate < 300 || rate > 950) {
			t.Errorf("%s: %g ml in %.1f h", it.ID, it.FluidML, r.TimerS/3600)
		}
	}
	if noted < 60 {
		t.Errorf("noted %d times", noted)
	}
}

func TestGoalsAreGoals(t *testing.T) {
	t.Parallel()
	for _, day := range beginnings() {
		periods := map[training.GoalPeriod]bool{}
		for id, g := range demo.Athlete(day).Goals() {
			if err := g.Check(); err != nil {
				t.Errorf("%s: %v", id, err)
			}
			if g.Period == training.GoalSeason && g.From > day {
				t.Errorf("on %s the season begins on %s", day, g.From)
			}
			periods[g.Period] = true
		}
		if len(periods) != len(training.GoalPeriods()) {
			t.Errorf("%v", periods)
		}
	}
}
