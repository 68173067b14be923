package fitness

import (
	"context"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// seasonsShown is the number of years that the page compares.
const seasonsShown = 6

type seasonView struct {
	year     int
	years    []page.Answer[views.SummaryView] // newest first
	sport    string
	sports   []string
	now, was page.Answer[views.SummaryView]
	all      page.Answer[views.SummaryView] // of all years: an Eddington number grows over them
	load     page.Answer[views.LoadView]

	seasons, months, bests, milestones, eddington, streaks *page.Table
}

// Season shows a year beside the years before, its days, and what has been reached so far.
func Season(ctx context.Context, p *page.Page) (templ.Component, error) {
	status := page.Ask[athlete.StatusView](ctx, p, "get_status", nil)
	p.Found(status)
	today := p.Call.Today.Time(time.UTC).Year()
	v := &seasonView{year: today, sport: p.AskedSport(), sports: page.SportsOf(status.V.Data.BySport)}
	if y, err := strconv.Atoi(p.Query("year")); err == nil && y > 1900 && y <= today {
		v.year = y
	}
	first := today
	if d := status.V.Data.First; d != nil {
		first = max(d.Time(time.UTC).Year(), today-seasonsShown+1)
	}
	v.years = make([]page.Answer[views.SummaryView], max(1, today-first+1))
	asks := []func(){
		func() {
			v.now = v.ask(ctx, p, v.year, "by_month", "previous", "streaks", "bests", "eddington", "milestones")
		},
		func() { v.was = v.ask(ctx, p, v.year-1, "by_month") },
		func() {
			v.all = page.Ask[views.SummaryView](ctx, p, "get_training_summary", v.with(page.Args{"sections": []string{"eddington"}}))
		},
		func() {
			v.load = page.Ask[views.LoadView](ctx, p, "analyze_training_load", v.with(page.Args{
				"from": day(v.year, 1, 1).String(), "to": min(day(v.year, 12, 31), p.Call.Today).String(),
				"resolution": "day", "sections": []string{"series"},
			}))
		},
	}
	for i := range v.years {
		asks = append(asks, func() { v.years[i] = v.ask(ctx, p, today-i, "totals") })
	}
	page.Together(asks...)
	v.tables(p)
	return seasonBody(p, v), nil
}

func day(year, month, of int) training.Day {
	return training.DayOf(time.Date(year, time.Month(month), of, 0, 0, 0, 0, time.UTC))
}

// with adds the chosen sport to a tool's arguments.
func (v *seasonView) with(in page.Args) page.Args {
	if v.sport != "" {
		in["sport"] = v.sport
	}
	return in
}

// ask asks for sections of a year's summary.
func (v *seasonView) ask(ctx context.Context, p *page.Page, year int, sections ...string) page.Answer[views.SummaryView] {
	return page.Ask[views.SummaryView](ctx, p, "get_training_summary", v.with(page.Args{
		"period": "year", "date": min(day(year, 12, 31), p.Call.Today).String(), "sections": sections,
	}))
}

func (v *seasonView) tables(p *page.Page) {
	v.seasons = p.Show(seasonsTable(p, v.years))
	v.months = p.Show(monthsTable(p, v))
	v.bests = p.Show(page.TableOf("bests", p.Say("Biggest of the year"), v.now.V.Bests,
		page.TextField("most", p.Say("Most"), func(b *views.Best) page.Cell { return p.Named(string(b.Most)) }),
		page.MeasureField(p, "value", p.Say("Value"), func(b *views.Best) (string, any) { return string(b.Most), b.Value }),
		page.TextField("name", p.Say("Activity"), func(b *views.Best) page.Cell {
			return page.NameCell(b.Name, p.Sport(string(b.Sport)), page.Link("/activities/", string(b.ID)))
		}),
		page.TextField("local_date", p.Say("Date"), func(b *views.Best) page.Cell { return p.DateCell(b.LocalDate.String()) }),
	))
	v.milestones = p.Show(milestonesTable(p, v.now.V.Milestones))
	v.eddington = p.Show(eddingtonTable(p, v.all.V.Eddingtons))
	v.streaks = p.Show(page.TableOf("streaks", p.Say("Streaks by sport"), page.Or(v.now.V.Streaks).BySport,
		page.TextField("sport", p.Say("Sport"), func(s *views.SportStreak) page.Cell { return page.Words(p.Sport(string(s.Sport))) }),
		page.NumberField(p, "current_days", func(s *views.SportStreak) any { return s.CurrentDays }),
		page.NumberField(p, "current_weeks", func(s *views.SportStreak) any { return s.CurrentWeeks }),
		page.NumberField(p, "longest_days", func(s *views.SportStreak) any { return page.NonZero(s.LongestDays) }),
		page.NumberField(p, "longest_weeks", func(s *views.SportStreak) any { return page.NonZero(s.LongestWeeks) }),
	))
}

func seasonsTable(p *page.Page, all []page.Answer[views.SummaryView]) *page.Table {
	var told []views.SummaryView
	for _, a := range all {
		if a.V.Period.From != 0 {
			told = append(told, a.V)
		}
	}
	return page.TableOf("seasons", p.Say("Year by year"), told,
		page.TextField("year", p.Say("Year"), func(v *views.SummaryView) page.Cell {
			name := strconv.Itoa(v.Period.From.Time(time.UTC).Year())
			c := page.Words(name).To(p.With("year", name))
			if v.Period.Partial {
				c.Text = p.Say("%s so far", name)
			}
			return c
		}),
		page.NumberField(p, "activities", func(v *views.SummaryView) any { return page.NonZero(v.Totals.Activities) }),
		page.NumberField(p, "active_days", func(v *views.SummaryView) any { return page.NonZero(v.Totals.ActiveDays) }),
		page.NumberField(p, "duration_s", func(v *views.SummaryView) any { return v.Totals.DurationS }),
		page.NumberField(p, "distance_km", func(v *views.SummaryView) any { return v.Totals.DistanceKM }),
		page.NumberField(p, "elevation_gain_m", func(v *views.SummaryView) any { return v.Totals.ElevationGainM }),
		page.NumberField(p, "tss", func(v *views.SummaryView) any { return v.Totals.TSS }),
	)
}

// monthsTable returns the months of a year beside those of the year before.
func monthsTable(p *page.Page, v *seasonView) *page.Table {
	now, was := page.Or(v.now.V.ByMonth), page.Or(v.was.V.ByMonth)
	months := make([]int, max(len(now.From), len(was.From)))
	for i := range months {
		months[i] = i
	}
	fields := []page.Field[int]{
		page.TextField("month", p.Say("Month"), func(i *int) page.Cell { return page.Words(p.Month(*i + 1)) }),
	}
	for _, c := range []struct {
		key      string
		now, was []*float64
	}{
		{"duration_s", now.DurationS, was.DurationS},
		{"distance_km", now.DistanceKM, was.DistanceKM},
		{"elevation_gain_m", now.ElevationGainM, was.ElevationGainM},
		{"tss", now.TSS, was.TSS},
	} {
		before := page.NumberField(p, c.key, func(i *int) any { return page.At(c.was, *i) })
		before.Key, before.Title = "previous_"+c.key, p.Say("%s, %d", before.Title, v.year-1)
		fields = append(fields, page.NumberField(p, c.key, func(i *int) any { return page.At(c.now, *i) }), before)
	}
	return page.TableOf("months", p.Say("Month by month"), months, fields...)
}

func milestonesTable(p *page.Page, all []views.Milestone) *page.Table {
	number := func(key, title string, of func(m *views.Milestone) any) page.Field[views.Milestone] {
		return page.MeasureField(p, key, title, func(m *views.Milestone) (string, any) { return m.Of, of(m) })
	}
	last := func(m *views.Milestone) int { return min(len(m.Reached), len(m.ReachedOn)) - 1 }
	return page.TableOf("milestones", p.Say("Milestones"), all,
		page.TextField("of", p.Say("Of"), func(m *views.Milestone) page.Cell { return p.Named(m.Of) }),
		number("total", p.Say("Total"), func(m *views.Milestone) any { return page.NonZero(m.Total) }),
		number("reached", p.Say("Last milestone"), func(m *views.Milestone) any { return page.At(m.Reached, last(m)) }),
		page.TextField("reached_on", p.Say("Reached on"), func(m *views.Milestone) page.Cell {
			if i := last(m); i >= 0 {
				return p.DateCell(m.ReachedOn[i].String())
			}
			return page.Words("")
		}),
		number("next", p.Say("Next one"), func(m *views.Milestone) any { return page.NonZero(m.Next) }),
		number("to_next", p.Say("Still missing"), func(m *views.Milestone) any { return page.NonZero(m.ToNext) }),
	)
}

func eddingtonTable(p *page.Page, all []views.Eddington) *page.Table {
	number := func(key, title string, of func(e *views.Eddington) int) page.Field[views.Eddington] {
		return page.MeasureField(p, key, title, func(e *views.Eddington) (string, any) { return key, page.NonZero(of(e)) })
	}
	next := p.Say("Days to the next one")
	return page.TableOf("eddington", p.Say("Eddington number"), all,
		page.TextField("sport", p.Say("Sport"), func(e *views.Eddington) page.Cell { return page.Words(p.Sport(string(e.Sport))) }),
		number("eddington_km", p.Say("In km"), func(e *views.Eddington) int { return e.KM }),
		number("km_days_to_next", next, func(e *views.Eddington) int { return e.KMMissing }),
		number("eddington_mi", p.Say("In miles"), func(e *views.Eddington) int { return e.Miles }),
		number("mi_days_to_next", next, func(e *views.Eddington) int { return e.MilesMissing }),
	)
}
