package fitness

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	views "lapkeep/internal/answers/fitness"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// seasonsShown is the number of years that the page compares.
const seasonsShown = 6

type seasonView struct {
	page.Own

	year     int
	years    []page.Answer[views.SummaryView] // newest first
	now, was page.Answer[views.SummaryView]
	all      page.Answer[views.SummaryView] // of all years: an Eddington number grows over them
	load     page.Answer[views.LoadView]

	seasons, months, bests, milestones, eddington, streaks *page.Table
}

// Season shows a year beside the years before, its days, and what has been reached so far.
func Season(ctx context.Context, p *page.Page) (templ.Component, error) {
	today := p.Call.Today.Time(time.UTC).Year()
	v := &seasonView{Own: p.FindOwn(ctx), year: today}
	if y, err := strconv.Atoi(p.Query("year")); err == nil && y > 1900 && y <= today {
		v.year = y
	}
	first := today
	if v.First != 0 {
		first = max(v.First.Time(time.UTC).Year(), today-seasonsShown+1)
	}
	v.years = make([]page.Answer[views.SummaryView], max(1, today-first+1))
	asks := []func(){
		func() {
			v.now = v.ask(ctx, p, v.year, "by_month", "previous", "streaks", "bests", "milestones")
		},
		func() { v.was = v.ask(ctx, p, v.year-1, "by_month") },
		func() {
			v.all = page.Ask[views.SummaryView](ctx, p, "get_training_summary", page.Args{"sport": v.Sport, "sections": []string{"eddington"}})
		},
		func() {
			v.load = page.Ask[views.LoadView](ctx, p, "analyze_training_load", page.Args{
				"sport": v.Sport, "from": day(v.year, 1, 1).String(), "to": min(day(v.year, 12, 31), p.Call.Today).String(),
				"resolution": "day", "sections": []string{"series"},
			})
		},
	}
	for i := range v.years {
		if year := today - i; year != v.year && year != v.year-1 { // these have been asked
			asks = append(asks, func() { v.years[i] = v.ask(ctx, p, year, "totals") })
		}
	}
	page.Together(asks...)
	for i, a := range []page.Answer[views.SummaryView]{v.now, v.was} {
		if at := today - v.year + i; at < len(v.years) {
			v.years[at] = a
		}
	}
	v.tables(p)
	return seasonBody(p, v), nil
}

func day(year, month, of int) training.Day {
	return training.DayOf(time.Date(year, time.Month(month), of, 0, 0, 0, 0, time.UTC))
}

// ask asks for sections of a year's summary.
func (v *seasonView) ask(ctx context.Context, p *page.Page, year int, sections ...string) page.Answer[views.SummaryView] {
	return page.Ask[views.SummaryView](ctx, p, "get_training_summary", page.Args{
		"sport": v.Sport, "period": "year", "date": min(day(year, 12, 31), p.Call.Today).String(), "sections": sections,
	})
}

func (v *seasonView) tables(p *page.Page) {
	v.seasons = p.Show(seasonsTable(p, v.years))
	v.months = p.Show(monthsTable(p, v))
	v.bests = p.Show(biggestTable(p, "bests", p.Say("Biggest of the year"), v.now.V.Bests))
	v.milestones = p.Show(milestonesTable(p, v.now.V.Milestones))
	v.eddington = p.Show(eddingtonTable(p, v.all.V.Eddingtons))
	v.streaks = p.Show(streaksTable(p, page.Or(v.now.V.Streaks)))
}

// biggestTable returns the activities with the most of something, with their sports unless the
// page is about one.
func biggestTable(p *page.Page, id, title string, all []views.Best) *page.Table {
	fields := []page.Field[views.Best]{
		page.TextField("most", p.Say("Most"), func(b *views.Best) page.Cell { return p.Named(string(b.Most)) }),
		page.MeasureField(p, "value", p.Say("Value"), func(b *views.Best) (string, any) { return string(b.Most), b.Value }),
		page.TextField("name", p.Say("Activity"), func(b *views.Best) page.Cell {
			return page.NameCell(b.Name, cmp.Or(p.Sport(string(b.Sport)), string(b.ID)), page.Link("/activities/", string(b.ID)))
		}),
		page.TextField("local_date", p.Say("Date"), func(b *views.Best) page.Cell { return p.DateCell(b.LocalDate.String()) }),
	}
	if p.Doing == "" {
		fields = append(fields, page.SportField(p, func(b *views.Best) training.Sport { return b.Sport }))
	}
	return page.TableOf(id, title, all, fields...)
}

// streaksTable returns the streaks of all sports together, if there are any, and of each.
func streaksTable(p *page.Page, s views.Streaks) *page.Table {
	all := s.BySport
	if s.CurrentDays != nil || s.LongestDays != nil {
		all = append([]views.SportStreak{{
			CurrentDays: s.CurrentDays, CurrentWeeks: s.CurrentWeeks,
			LongestDays: page.Or(s.LongestDays).Count, LongestWeeks: page.Or(s.LongestWeeks).Count,
		}}, all...)
	}
	longest := func(key, title string) page.Field[views.SportStreak] { // a count, if it is of all sports
		return page.MeasureField(p, key, title, func(s *views.SportStreak) (string, any) {
			return map[bool]string{true: "count", false: key}[s.Sport == ""], page.Member(s, key)
		})
	}
	return page.TableOf("streaks", p.Say("Streaks"), all,
		page.TextField("sport", p.Say("Sport"), func(s *views.SportStreak) page.Cell {
			return page.Words(cmp.Or(p.Sport(string(s.Sport)), p.Say("All sports")))
		}),
		page.Numbers[views.SportStreak](p, "current_days", "current_weeks"),
		longest("longest_days", p.Say("Longest of the year, days")), longest("longest_weeks", p.Say("Longest of the year, weeks")))
}

// totals returns the keys of a season's totals.
func totals() []string {
	return []string{"activities", "active_days", "duration_s", "distance_km", "elevation_gain_m", "tss"}
}

func seasonsTable(p *page.Page, all []page.Answer[views.SummaryView]) *page.Table {
	type season struct {
		views.Period
		views.Totals
	}
	var told []season
	for _, a := range all {
		if a.V.Totals.Activities > 0 {
			told = append(told, season{a.V.Period, a.V.Totals})
		}
	}
	return page.TableOf("seasons", p.Say("Year by year"), told,
		page.TextField("year", p.Say("Year"), func(s *season) page.Cell {
			name := strconv.Itoa(s.From.Time(time.UTC).Year())
			c := page.Words(name).To(p.With("year", name))
			if s.Partial {
				c.Text = p.Say("%s so far", name)
			}
			return c
		}),
		page.Numbers[season](p, totals()...),
	)
}

// monthsTable returns the months of a year, beside those of the year before if it has any
// activity.
func monthsTable(p *page.Page, v *seasonView) *page.Table {
	now, was := page.Or(v.now.V.ByMonth), page.Or(v.was.V.ByMonth)
	fields := []page.Field[int]{
		page.TextField("month", p.Say("Month"), func(i *int) page.Cell { return page.Words(p.Month(*i + 1)) }),
	}
	for _, key := range totals()[2:] { // months have no counts
		done, _ := page.Member(&now, key).([]*float64)
		earlier, _ := page.Member(&was, key).([]*float64)
		before := page.ColumnField(p, key, p.Say("%s, %d", p.Label(key), v.year-1), earlier)
		before.Key = "previous_" + key
		if fields = append(fields, page.ColumnField(p, key, p.Label(key), done)); v.was.V.Totals.Activities > 0 {
			fields = append(fields, before)
		}
	}
	months := page.Places(max(len(now.From), len(was.From)))
	none := func(of []*float64, month int) bool { return month >= len(of) || page.Or(of[month]) == 0 }
	for len(months) > 0 && none(now.DurationS, months[0]) && none(was.DurationS, months[0]) {
		months = months[1:] // these are before the first activity
	}
	return page.TableOf("months", p.Say("Month by month"), months, fields...)
}

func milestonesTable(p *page.Page, all []views.Milestone) *page.Table {
	number := func(key, title string, of func(m *views.Milestone) any) page.Field[views.Milestone] {
		return page.MeasureField(p, key, title, func(m *views.Milestone) (string, any) { return m.Of, of(m) })
	}
	return page.TableOf("milestones", p.Say("Milestones"), all,
		page.TextField("of", p.Say("Of"), func(m *views.Milestone) page.Cell { return p.Named(m.Of) }),
		number("total", p.Say("Total"), func(m *views.Milestone) any { return page.NonZero(m.Total) }),
		number("reached", p.Say("Last milestone"), func(m *views.Milestone) any { return page.Last(m.Reached) }),
		page.TextField("reached_on", p.Say("Reached on"), func(m *views.Milestone) page.Cell { return p.DayCell(page.Last(m.ReachedOn)) }),
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

// heatLevels is the number of colours for days with load.
const heatLevels = 4

// heatDay is a day of the heat map; a day without activities has no date.
type heatDay struct{ class, date, said string }

// heatMap returns the days of each month of the year, after empty ones that bring the first
// to its weekday. Each colour has as many days.
func (v *seasonView) heatMap(p *page.Page) (months [12][]heatDay) {
	actual := page.Or(v.load.V.Actual)
	loads := slices.DeleteFunc(slices.Clone(actual.Load), func(x float64) bool { return x <= 0 })
	slices.Sort(loads)
	for d := day(v.year, 1, 1); d <= day(v.year, 12, 31); d++ {
		t, one := d.Time(time.UTC), heatDay{class: "heat-0"}
		month := &months[t.Month()-1]
		if t.Day() == 1 {
			*month = make([]heatDay, d-d.WeekStart(p.Call.Week))
		}
		i, done := slices.BinarySearch(actual.Dates, d)
		if done && (actual.Load[i] > 0 || len(actual.Without) > i && actual.Without[i] > 0) {
			lighter, _ := slices.BinarySearch(loads, actual.Load[i])
			one.class, one.date = "heat-"+strconv.Itoa(1+lighter*heatLevels/max(1, len(loads))), d.String()
			one.said = p.Say("%s: load %s", p.Day(one.date), p.Number("load", actual.Load[i]).Text)
		}
		*month = append(*month, one)
	}
	return months
}
