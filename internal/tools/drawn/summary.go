package drawn

import (
	"slices"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
)

// Summary draws the totals of a period, its course, and the time in zones.
func Summary(of tools.Voice, t *fitness.SummaryView) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if t.Totals.Activities == 0 {
		return nil, "there are no activities in this period"
	}
	s := v.sheet(v.Say("Training summary"), span(t.Period.From, t.Period.To))
	all := t.Totals
	s.Blocks = []picture.Block{v.tiles(activity.Facts{
		"activities": all.Activities, "duration_s": all.DurationS, "distance_km": all.DistanceKM, "elevation_gain_m": all.ElevationGainM,
		"tss": all.TSS, "work_kj": all.WorkKJ, "calories_kcal": all.CaloriesKcal,
	}, "activities", "duration_s", "distance_km", "elevation_gain_m", "tss", "work_kj", "calories_kcal")}
	drawn := "totals by_sport time_in_zones"
	for _, by := range []struct {
		*fitness.Series

		key   string
		title i18n.Sentence
	}{{t.ByDay, "by_day", "%s by day"}, {t.ByWeek, "by_week", "%s by week"}, {t.ByMonth, "by_month", "%s by month"}} {
		if by.Series == nil || len(by.From) < 2 {
			continue
		}
		titled := func(key string) string {
			return strings.Replace(v.titled(key), v.label(key), v.Say(string(by.title), v.label(key)), 1)
		}
		plots, _ := v.plots(v.entries(by.From), 88, 3,
			course{key: "duration_s", title: titled("duration_s"), values: by.DurationS, form: picture.Bars, paint: blue()},
			course{key: "distance_km", title: titled("distance_km"), values: by.DistanceKM, form: picture.Bars, paint: green()},
			course{key: "tss", title: titled("tss"), values: by.TSS, form: picture.Bars, paint: pale()})
		s.Blocks = append(s.Blocks, plots...)
		s.Remarks = append(v.parts(by.Parts), v.cut(by.Truncated)...)
		drawn += " " + by.key
		break
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

// bySport draws the time in each sport.
func (v voice) bySport(all []fitness.SportTotals) picture.Rows {
	out := picture.Rows{Title: v.Say("Time by sport")}
	for i, x := range all {
		if x.DurationS == nil {
			continue
		}
		row := picture.Row{
			Name: v.label(string(x.Sport)), Value: v.told("duration_s", *x.DurationS), Size: *x.DurationS, Paint: paints()[i%len(paints())],
		}
		if x.DistanceKM != nil {
			row.Value += " · " + v.told("distance_km", *x.DistanceKM)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
