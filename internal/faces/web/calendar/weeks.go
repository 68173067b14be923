package calendar

import (
	"slices"

	"lapkeep/internal/faces/web/page"
)

// barsClimb are bars of the climb, of which no plan says anything.
const barsClimb = "elevation"

// sportBars are the weeks of one sport as bars: done, by the week's first day.
type sportBars struct {
	sport string
	done  map[string]page.Num
}

// barsBySport is what is drawn of the weeks of each sport; one without any is left
// out.
func barsBySport(weeks []page.Week, bars string) (out []sportBars) {
	for _, s := range SportWeeks(weeks) {
		one := sportBars{s.Sport, map[string]page.Num{}}
		for _, w := range s.Weeks {
			if n := w.Done.Of(Measured(bars)); n != "" {
				one.done[w.Start] = n
			}
		}
		if len(one.done) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// weeksTable has the weeks of the calendar, planned beside done, with bars of one
// of the numbers, those that are done stacked by sport.
func weeksTable(p *page.Page, weeks []page.Week, bars string, sports []sportBars) *page.Table {
	t := &page.Table{ID: "weeks", Caption: p.Say("Weeks, planned and done"), Chart: "weeks", Columns: []page.Column{
		{Key: "week_start", Title: p.Say("Week of"), Text: true},
		{Key: "planned_duration_s", Title: p.Say("Planned time")},
		{Key: "done_duration_s", Title: p.Say("Done time")},
		{Key: "planned_load", Title: p.Say("Planned load")},
		{Key: "done_load", Title: p.Say("Done load")},
		{Key: "planned_distance_km", Title: p.Say("Planned distance")},
		{Key: "done_distance_km", Title: p.Say("Done distance")},
		{Key: "sessions", Title: p.Say("Sessions")},
		{Key: "completed", Title: p.Say("Completed")},
	}}
	if bars != barsClimb {
		at := 1 + 2*max(0, slices.IndexFunc(weekBars(p), func(b [2]string) bool { return b[0] == bars }))
		t.Columns[at].Line, t.Columns[at].Color, t.Columns[at].Scale = "bar-open", "planned", "bars"
		if len(sports) == 0 {
			t.Columns[at+1].Line, t.Columns[at+1].Color, t.Columns[at+1].Scale = "bar", "ctl", "bars"
		}
	}
	key, title := barsOf(p, bars)
	names := make([]string, 0, len(sports))
	for _, s := range sports {
		names = append(names, s.sport)
	}
	classes := page.SportClasses(names)
	for _, s := range sports {
		t.Columns = append(t.Columns, page.Column{
			Key: s.sport + "_" + key, Title: p.Say("%s, %s", title, p.Sport(s.sport)),
			Line: "bar", Color: "sport-" + classes[s.sport], Scale: "bars",
		})
	}
	for _, w := range weeks {
		t.Rows = append(t.Rows, weekRow(p, w, key, sports))
	}
	return t
}

// barsOf are the name of the number that bars are of, and what it is called.
func barsOf(p *page.Page, bars string) (key, title string) {
	switch bars {
	case barsClimb:
		return "elevation_gain_m", p.Say("Climb")
	case "load":
		return "load", p.Say("Load")
	case "distance":
		return "distance_km", p.Say("Distance")
	}
	return "duration_s", p.Say("Time")
}

func weekRow(p *page.Page, w page.Week, key string, sports []sportBars) page.Row {
	planned, done := page.Amounts{}, page.Amounts{}
	if w.Planned != nil {
		planned = *w.Planned
	}
	if w.Done != nil {
		done = *w.Done
	}
	class := "" // the chart opens at the week before those to come
	if w.Start > p.Call.Today.String() {
		class = "projected"
	}
	r := page.Row{Class: class, Cells: []page.Cell{
		p.DateCell(w.Start).To("/calendar?view=week&date=" + w.Start), p.Cell("duration_s", planned.Duration),
		p.Cell("duration_s", done.Duration), p.Cell("load", planned.Load), p.Cell("load", done.Load),
		p.Cell("distance_km", planned.Of("distance_km")), p.Cell("distance_km", done.Distance),
		p.Cell("sessions", planned.Sessions), p.Cell("completed", w.Completed),
	}}
	for _, s := range sports {
		r.Cells = append(r.Cells, p.Cell(key, s.done[w.Start]))
	}
	return r
}
