package dashboard

import (
	"context"
	"slices"
)

// barsClimb are bars of the climb, of which no plan says anything.
const barsClimb = "elevation"

// sportBars are the weeks of one sport as bars: done, by the week's first day.
type sportBars struct {
	sport string
	done  map[string]num
}

// sportBars asks each sport for what is drawn of its weeks; one without any is
// left out.
func (p *page) sportBars(ctx context.Context, rng, bars string) (out []sportBars) {
	if bars == barsClimb {
		return p.climbBars(ctx, rng)
	}
	for _, s := range p.sportWeeks(ctx, rng) {
		one := sportBars{s.sport, map[string]num{}}
		for _, w := range s.weeks {
			if n := w.Done.of(measured(bars)); n != "" {
				one.done[w.Start] = n
			}
		}
		if len(one.done) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// climbBars are those of the climb, which the summary tells by week.
func (p *page) climbBars(ctx context.Context, rng string) (out []sportBars) {
	all := make([]sportBars, len(weekSports()))
	var asks []func()
	for i, sport := range weekSports() {
		asks = append(asks, func() {
			a := ask[summaryView](ctx, p, "get_training_summary", args{"range": rng, "sport": sport, "sections": []string{"by_week"}})
			all[i] = sportBars{sport, map[string]num{}}
			for n, start := range a.V.ByWeek.From {
				if n < len(a.V.ByWeek.Climb) && a.V.ByWeek.Climb[n] != "" {
					all[i].done[start] = a.V.ByWeek.Climb[n]
				}
			}
		})
	}
	together(asks...)
	for _, s := range all {
		if len(s.done) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// weeksTable has the weeks of the calendar, planned beside done, with bars of one
// of the numbers, those that are done stacked by sport.
func (p *page) weeksTable(weeks []weekView, bars string, sports []sportBars) *table {
	t := &table{ID: "weeks", Caption: p.say("Weeks, planned and done"), Chart: "weeks", Columns: []column{
		{Key: "week_start", Title: p.say("Week of"), Text: true},
		{Key: "planned_duration_s", Title: p.say("Planned time")},
		{Key: "done_duration_s", Title: p.say("Done time")},
		{Key: "planned_load", Title: p.say("Planned load")},
		{Key: "done_load", Title: p.say("Done load")},
		{Key: "planned_distance_km", Title: p.say("Planned distance")},
		{Key: "done_distance_km", Title: p.say("Done distance")},
		{Key: "sessions", Title: p.say("Sessions")},
		{Key: "completed", Title: p.say("Completed")},
	}}
	if bars != barsClimb {
		at := 1 + 2*max(0, slices.IndexFunc(p.weekBars(), func(b [2]string) bool { return b[0] == bars }))
		t.Columns[at].Line, t.Columns[at].Color, t.Columns[at].Scale = "bar-open", "planned", "bars"
		if len(sports) == 0 {
			t.Columns[at+1].Line, t.Columns[at+1].Color, t.Columns[at+1].Scale = "bar", "ctl", "bars"
		}
	}
	key, title := p.barsOf(bars)
	for _, s := range sports {
		t.Columns = append(t.Columns, column{
			Key: s.sport + "_" + key, Title: p.say("%s, %s", title, p.sport(s.sport)), Line: "bar", Color: "sport-" + s.sport, Scale: "bars",
		})
	}
	for _, w := range weeks {
		t.Rows = append(t.Rows, p.weekRow(w, key, sports))
	}
	return t
}

// barsOf are the name of the number that bars are of, and what it is called.
func (p *page) barsOf(bars string) (key, title string) {
	switch bars {
	case barsClimb:
		return "elevation_gain_m", p.say("Climb")
	case "load":
		return "load", p.say("Load")
	case "distance":
		return "distance_km", p.say("Distance")
	}
	return "duration_s", p.say("Time")
}

func (p *page) weekRow(w weekView, key string, sports []sportBars) row {
	planned, done := amounts{}, amounts{}
	if w.Planned != nil {
		planned = *w.Planned
	}
	if w.Done != nil {
		done = *w.Done
	}
	r := row{Cells: []cell{
		p.dateCell(w.Start).to("/calendar?view=week&date=" + w.Start), p.cell("duration_s", planned.Duration),
		p.cell("duration_s", done.Duration), p.cell("load", planned.Load), p.cell("load", done.Load),
		p.cell("distance_km", planned.Distance), p.cell("distance_km", done.Distance),
		p.cell("sessions", planned.Sessions), p.cell("completed", w.Completed),
	}}
	for _, s := range sports {
		r.Cells = append(r.Cells, p.cell(key, s.done[w.Start]))
	}
	return r
}
