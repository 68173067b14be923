package drawn

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Summary draws the totals of a period, its course, and the time in zones.
func Summary(of tools.Voice, t *fitness.SummaryView) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if t.Totals.Activities == 0 {
		return nil, "there are no activities in this period"
	}
	s := v.sheet(v.Say("Training summary"), span(t.Period.From, t.Period.To))
	tiles := picture.Tiles{{Name: v.label("activities"), Value: strconv.Itoa(t.Totals.Activities)}}
	for _, x := range []struct {
		key   string
		value *float64
	}{
		{"duration_s", t.Totals.DurationS},
		{"distance_km", t.Totals.DistanceKM},
		{"elevation_gain_m", t.Totals.ElevationGainM},
		{"tss", t.Totals.TSS},
		{"work_kj", t.Totals.WorkKJ},
		{"calories_kcal", t.Totals.CaloriesKcal},
	} {
		if x.value != nil {
			tiles = append(tiles, picture.Tile{Name: v.label(x.key), Value: v.told(x.key, *x.value)})
		}
	}
	s.Blocks = []picture.Block{tiles}
	drawn := "totals by_sport time_in_zones"
	for _, by := range []struct {
		*fitness.Series

		key   string
		title func(name string) string
	}{
		{t.ByDay, "by_day", func(name string) string { return v.Say("%s by day", name) }},
		{t.ByWeek, "by_week", func(name string) string { return v.Say("%s by week", name) }},
		{t.ByMonth, "by_month", func(name string) string { return v.Say("%s by month", name) }},
	} {
		if by.Series != nil && len(by.From) > 1 {
			s.Blocks = append(s.Blocks, v.course(by.Series, by.title, t.Period.To)...)
			s.Remarks = append(v.parts(by.Parts), v.cut(by.Truncated)...)
			drawn += " " + by.key
			break
		}
	}
	if len(t.BySport) > 1 {
		s.Blocks = append(s.Blocks, v.bySport(t.BySport))
	}
	for _, z := range t.Zones {
		if len(z.Seconds) > 0 {
			s.Blocks = append(s.Blocks, v.inZones(z.Kind, z.Sports, z.Names, slices.Clone(z.Seconds)))
		}
	}
	if t.Period.Partial {
		s.Remarks = append(s.Remarks, v.Say("The period has not ended yet."))
	}
	if n := t.Coverage.Activities - t.Coverage.WithLoad; n > 0 {
		s.Remarks = append(s.Remarks, v.Say("%s without a load.", i18n.Numbered(n, "activity", "activities")))
	}
	total := slices.IndexFunc(t.Words, func(w i18n.Sentence) bool { return strings.Contains(string(w), t.Period.From.String()) })
	s.Remarks = append(s.Remarks, v.notes(slices.Concat(t.Words[:max(total, 0)], t.Notes))...) // the tiles are the totals
	return v.canvas(s, "", drawn)
}

// course draws the time and the load of the days, weeks or months of a period.
func (v voice) course(x *fitness.Series, title func(name string) string, to training.Day) (out []picture.Block) {
	positions, _ := at(x.From)
	end := max(to+1, x.From[len(x.From)-1]+1)
	long := widths(x.From, end-1)
	if n := len(long); n > 1 { // the last is as wide as the others, although it has not ended
		long[n-1] = max(long[n-1], long[n-2])
	}
	for _, c := range []struct {
		key    string
		values []*float64
		paint  picture.Paint
	}{{"duration_s", x.DurationS, blue()}, {"distance_km", x.DistanceKM, green()}, {"tss", x.TSS, pale()}} {
		values := v.column(c.key, c.values)
		if empty(values) {
			continue
		}
		out = append(out, &picture.Plot{
			Title: strings.Replace(v.titled(c.key), v.label(c.key), title(v.label(c.key)), 1),
			At:    positions, Widths: long, Height: 88,
			Series: []picture.Series{{Values: values, Form: picture.Bars, Paint: c.paint}},
		})
	}
	if n := len(out); n > 0 {
		out[n-1].(*picture.Plot).Ticks = v.entries(positions, long, x.From[0])
	}
	return out
}

// bySport draws the time in each sport.
func (v voice) bySport(all []fitness.SportTotals) picture.Rows {
	out, most := picture.Rows{Title: v.Say("Time by sport")}, 0.0
	for _, x := range all {
		if x.DurationS != nil {
			most = max(most, *x.DurationS)
		}
	}
	for i, x := range all {
		if x.DurationS == nil || most == 0 {
			continue
		}
		row := picture.Row{
			Name: v.label(string(x.Sport)), Value: v.told("duration_s", *x.DurationS), Share: *x.DurationS / most, Paint: paints()[i%len(paints())],
		}
		if x.DistanceKM != nil {
			row.Value += " · " + v.told("distance_km", *x.DistanceKM)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
