package fitness

import (
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// heatLevels is the number of colours for days with load.
const heatLevels = 4

// heatDay is a day of the calendar heat map, at its place in weeks and weekdays.
type heatDay struct {
	x, y, class, date, said string
}

// The pitch of the heat map's squares, and the room for the names of months.
const heatPitch, heatTop = 12, 14

// heatMap returns the days of the year, and the months with the place of their names.
func (v *seasonView) heatMap(p *page.Page) (days []heatDay, months [][2]string) {
	actual := page.Or(v.load.V.Actual)
	at := map[training.Day]int{}
	for i, d := range actual.Dates {
		at[d] = i
	}
	bounds := heatBounds(actual.Load)
	first := day(v.year, 1, 1).WeekStart(p.Call.Week)
	for d := day(v.year, 1, 1); d <= day(v.year, 12, 31); d++ {
		x := int(d.WeekStart(p.Call.Week)-first) / 7 * heatPitch
		y := int(d-d.WeekStart(p.Call.Week))*heatPitch + heatTop
		if t := d.Time(time.UTC); t.Day() == 1 {
			months = append(months, [2]string{strconv.Itoa(x), p.Month(int(t.Month()))})
		}
		one := heatDay{x: strconv.Itoa(x), y: strconv.Itoa(y), class: "heat-0"}
		i, ok := at[d]
		if ok && (actual.Load[i] > 0 || len(actual.Without) > i && actual.Without[i] > 0) {
			level := 1
			for _, b := range bounds {
				if actual.Load[i] > b {
					level++
				}
			}
			one.class, one.date = "heat-"+strconv.Itoa(min(level, heatLevels)), d.String()
			one.said = p.Say("%s: load %s", p.Day(one.date), p.Number("load", actual.Load[i]).Text)
		}
		days = append(days, one)
	}
	return days, months
}

// heatBounds returns the loads at which the colour changes, so that each colour has as many
// days.
func heatBounds(loads []float64) (out []float64) {
	some := slices.DeleteFunc(slices.Clone(loads), func(x float64) bool { return x <= 0 })
	slices.Sort(some)
	for i := 1; i < heatLevels && len(some) > 0; i++ {
		out = append(out, some[i*(len(some)-1)/heatLevels])
	}
	return out
}
