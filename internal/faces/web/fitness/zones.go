package fitness

import (
	"context"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

type zonesView struct {
	total     page.Answer[views.SummaryView]
	weeks     []page.Answer[views.SummaryView] // oldest first
	intensity page.Answer[views.LoadView]
	count     string // number of weeks, from the address
	sport     string
	sports    []string // the athlete's sports, for the switch
	of        string   // the scheme in which the weeks are shown
	byWeek    *page.Table
	sums      *page.Table
	thirds    *page.Table
}

func zoneWeeks(p *page.Page) [][2]string {
	return [][2]string{{"6", p.Say("6 weeks")}, {"12", p.Say("12 weeks")}, {"26", p.Say("26 weeks")}}
}

// Zones shows the time in zones, by week and in total.
func Zones(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &zonesView{count: p.Query("weeks"), of: p.Query("by"), sport: p.AskedSport()}
	n := 12
	if i := slices.IndexFunc(zoneWeeks(p), func(c [2]string) bool { return c[0] == v.count }); i >= 0 {
		n, _ = strconv.Atoi(v.count)
	}
	v.count = strconv.Itoa(n)
	v.askWeeks(ctx, p, n)
	v.lay(p)
	if v.byWeek == nil {
		p.FindData(ctx)
	}
	return zonesBody(p, v), nil
}

// askWeeks requests each week, and then all days together.
func (v *zonesView) askWeeks(ctx context.Context, p *page.Page, n int) {
	in := func(more page.Args) page.Args {
		if v.sport != "" {
			more["sport"] = v.sport
		}
		return more
	}
	v.weeks = make([]page.Answer[views.SummaryView], n)
	all := []func(){func() { v.sports = page.OwnSports(ctx, p) }}
	for i := range v.weeks {
		day := p.Call.Today - training.Day(7*(n-1-i))
		all = append(all, func() {
			v.weeks[i] = page.Ask[views.SummaryView](ctx, p, "get_training_summary", in(page.Args{
				"period": "week", "date": day.String(), "sections": []string{"time_in_zones"},
			}))
		})
	}
	page.Together(all...)
	from, to := v.weeks[0].V.Period.From, p.Call.Today
	if v.weeks[0].Err != nil {
		from = to - training.Day(7*n-1)
	}
	page.Together(
		func() {
			v.total = page.Ask[views.SummaryView](ctx, p, "get_training_summary", in(page.Args{
				"from": from, "to": to, "sections": []string{"time_in_zones"},
			}))
		},
		func() {
			v.intensity = page.Ask[views.LoadView](ctx, p, "analyze_training_load", in(page.Args{
				"from": from, "to": to, "sections": []string{"intensity"},
			}))
		},
	)
}

// keyOf returns the name of totals in addresses. It is the same in every week, although
// zones of heart rate may be of fewer sports in some.
func keyOf(z *views.ZoneTotals) string {
	key := string(z.Kind) + "." + z.Scheme
	if z.Kind == training.ZonesPower && len(z.Sports) > 0 {
		key += "." + string(z.Sports[0])
	}
	return key
}

// zoneName returns the title of a kind of zones and its sports.
func zoneName(p *page.Page, kind training.ZoneKind, sports []training.Sport) string {
	text := ""
	for _, s := range sports {
		if text == "" {
			text = p.Sport(string(s))
		} else {
			text = p.Say("%s, %s", text, p.Sport(string(s)))
		}
	}
	return p.Say("%s: %s", p.ZoneKind(string(kind)), text)
}

func zoneChoices(p *page.Page, v *zonesView) [][2]string {
	var out [][2]string
	for _, z := range v.total.V.Zones {
		out = append(out, [2]string{keyOf(&z), zoneName(p, z.Kind, z.Sports)})
	}
	return out
}

func zonesBy(all []views.ZoneTotals, key string) *views.ZoneTotals {
	for i := range all {
		if keyOf(&all[i]) == key {
			return &all[i]
		}
	}
	return nil
}

func (v *zonesView) lay(p *page.Page) {
	all := v.total.V.Zones
	if len(all) == 0 {
		return
	}
	whole := zonesBy(all, v.of)
	if whole == nil {
		whole = &all[0]
	}
	v.of = keyOf(whole)
	v.byWeek = p.Show(zoneWeekTable(p, v, whole))
	v.sums = p.Show(zoneSumTable(p, whole))
	v.thirds = p.Show(thirdsTable(p, v))
}

func zoneWeekTable(p *page.Page, v *zonesView, whole *views.ZoneTotals) *page.Table {
	t := &page.Table{ID: "zone-weeks", Caption: p.Say("Time in zones by week"), Folded: true, Chart: "zones", Columns: []page.Column{
		{Key: "week_start", Title: p.Say("Week from"), Text: true},
	}}
	for i, name := range whole.Names {
		n := strconv.Itoa(i + 1)
		t.Columns = append(t.Columns, page.Column{
			Key: "zone_" + n + "_s", Title: page.Clean(name), Line: "bar", Color: "zone-" + strconv.Itoa(min(i+1, page.MostZones)), Scale: "bars",
		})
	}
	for i := range v.weeks {
		if v.weeks[i].Err != nil {
			continue
		}
		start := v.weeks[i].V.Period.From.String()
		r := page.Row{Cells: []page.Cell{p.DateCell(start).To("/calendar?view=week&date=" + start)}}
		z := page.Or(zonesBy(v.weeks[i].V.Zones, v.of))
		for j := range whole.Names {
			r.Cells = append(r.Cells, p.Cell("duration_s", page.At(z.Seconds, j)))
		}
		t.Rows = append(t.Rows, r)
	}
	t.Said = []string{zoneSaid(p, whole)}
	return t
}

// zoneSaid describes the chart in one sentence, with the percentage of each zone.
func zoneSaid(p *page.Page, whole *views.ZoneTotals) string {
	text := ""
	for i, name := range whole.Names {
		if i < len(whole.SharePct) {
			part := p.Say("%s %s %%", page.Clean(name), page.Digits(whole.SharePct[i]).String())
			if text == "" {
				text = part
			} else {
				text = p.Say("%s, %s", text, part)
			}
		}
	}
	return p.Say("All weeks: %s.", text)
}

func zoneSumTable(p *page.Page, whole *views.ZoneTotals) *page.Table {
	t := &page.Table{ID: "zones-sums", Caption: zoneName(p, whole.Kind, whole.Sports), Columns: []page.Column{
		{Key: "zone", Title: p.Say("Zone"), Text: true},
		{Key: "duration_s", Title: p.Say("Time")},
		{Key: "share_pct", Title: p.Say("Share")},
	}}
	for i, name := range whole.Names {
		if i < len(whole.Seconds) && i < len(whole.SharePct) {
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
				page.Words(name), p.Cell("duration_s", whole.Seconds[i]), p.Cell("share_pct", whole.SharePct[i]),
			}})
		}
	}
	return t
}

// thirdsTable returns the percentages of easy, moderate and hard, by time and by session.
func thirdsTable(p *page.Page, v *zonesView) *page.Table {
	t := &page.Table{ID: "thirds", Caption: p.Say("Easy, moderate and hard"), Columns: []page.Column{
		{Key: "by", Title: p.Say("By"), Text: true},
		{Key: "easy_pct", Title: p.Say("Easy")},
		{Key: "between_pct", Title: p.Say("Moderate")},
		{Key: "hard_pct", Title: p.Say("Hard")},
		{Key: "shape", Title: p.Say("Shape"), Text: true},
		{Key: "polarization_index", Title: p.Say("Polarization index")},
	}}
	add := func(by string, s views.Spread) {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			page.Words(by), p.Cell("share_pct", s.SharePct[0]), p.Cell("share_pct", s.SharePct[1]), p.Cell("share_pct", s.SharePct[2]),
			page.Words(shapeWord(p, s.Shape)), p.Cell("polarization_index", s.Polarization),
		}})
	}
	intensity := page.Or(v.intensity.V.Intensity)
	for _, x := range intensity.ByTime {
		add(zoneName(p, x.Kind, x.Sports), x.Spread)
	}
	if s := intensity.BySession; s != nil {
		add(p.Say("Sessions"), s.Spread)
	}
	return t
}

// shapeWord translates the name of a distribution.
func shapeWord(p *page.Page, name string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"pyramidal":      "pyramidal",
		"polarized":      "polarized",
		"threshold":      "threshold",
		"high intensity": "high intensity",
		"unclear":        "unclear",
	}, name, name)
}

// modelName returns the title of a model.
func modelName(p *page.Page, name string) string {
	return page.Word(p, map[string]i18n.Sentence{
		"cp_2p_work_time":    "Critical power (work vs. time)",
		"cp_2p_inverse_time": "Critical power (power vs. 1/time)",
		"cp_2p_time":         "Critical power (time vs. power)",
		"morton_3p":          "Morton, three parameters",
		"omni_domain":        "All durations (omni-domain)",
		"omnidomain":         "All durations (omni-domain)",
		"power_law":          "Power law",
		"critical_speed":     "Critical speed",
		"critical_power":     "Critical power",
		"riegel":             "Riegel",
		"cameron":            "Cameron",
		"vdot":               "VDOT",
	}, name, page.Clean(name))
}

func modelTable(p *page.Page, v *curvesView) *page.Table {
	t := &page.Table{ID: "models", Caption: p.Say("Critical power and W′"), Columns: []page.Column{
		{Key: "model", Title: p.Say("Model"), Text: true},
		{Key: "critical_power_w", Title: p.Say("Critical power")},
		{Key: "critical_power_se_w", Title: p.Say("± standard error")},
		{Key: "w_prime_j", Title: p.Say("W′")},
		{Key: "w_prime_se_j", Title: p.Say("± standard error")},
		{Key: "p_max_w", Title: p.Say("Highest power")},
		{Key: "rms_residual_w", Title: p.Say("Average error")},
	}}
	for _, f := range page.Or(v.answer.V.Models).Fits {
		name := page.Words(f.Model)
		name.Text = modelName(p, f.Model)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			name, p.Cell("critical_power_w", f.CPW), p.Cell("critical_power_se_w", f.CPSE), p.Cell("w_prime_j", f.WPrimeJ),
			p.Cell("w_prime_se_j", f.WPrimeSE), p.Cell("p_max_w", f.PMaxW), p.Cell("rms_residual_w", f.RMSW),
		}})
	}
	return t
}

// residualTable returns the efforts that the models are based on, and each model's
// error for them.
func residualTable(p *page.Page, v *curvesView) *page.Table {
	m, c := page.Or(v.answer.V.Models), page.Or(v.answer.V.Curve)
	t := &page.Table{ID: "residuals", Caption: p.Say("Efforts used, and each model's error"), Folded: true, Columns: []page.Column{
		{Key: "duration_s", Title: p.Say("Duration")},
		{Key: "power_w", Title: p.Say("Best")},
	}}
	for _, f := range m.Fits {
		t.Columns = append(t.Columns, page.Column{Key: "residual_" + f.Model + "_w", Title: modelName(p, f.Model)})
	}
	t.Columns = append(t.Columns, page.Column{Key: "local_date", Title: p.Say("Date"), Text: true})
	where := map[float64]int{}
	for i, d := range c.DurationS {
		where[d] = i
	}
	for i, d := range m.DurationS {
		if i >= len(m.PowerW) {
			break
		}
		r := page.Row{Cells: []page.Cell{p.Cell("duration_s", d), p.Cell("power_w", m.PowerW[i])}}
		for _, f := range m.Fits {
			r.Cells = append(r.Cells, p.Cell("residual_w", page.At(f.ResidualW, i)))
		}
		effort := page.Words("")
		if at, ok := where[d]; ok {
			effort, _ = effortCell(p, c, at)
		}
		r.Cells = append(r.Cells, effort)
		t.Rows = append(t.Rows, r)
	}
	return t
}
