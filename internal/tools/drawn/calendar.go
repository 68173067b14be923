package drawn

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// mostDays is the maximum number of days that are drawn as a calendar.
const mostDays = 7 * 7

// Events draws the calendar: the sessions of each day, or a longer range by week.
func Events(of tools.Voice, c *calendar.View) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if c.Help != "" {
		return nil, "this answer has no picture"
	}
	s := v.sheet(v.Say("Calendar"), span(c.Range.From, c.Range.To))
	return v.calendar(s, c, "Below each session: its time and its load (TSS).")
}

// Plan draws a training plan as a calendar.
func Plan(of tools.Voice, name string, c *calendar.View) (*picture.Canvas, i18n.Sentence) {
	v := voice{Voice: of}
	if len(c.Weeks) == 0 {
		return nil, "the answer has no weeks with dates"
	}
	s := v.sheet(v.Name(name, v.Say("Training plan")), span(c.Range.From, c.Range.To))
	return v.calendar(s, c, "Below each session: its planned time and load (TSS), also if it is done.")
}

func (v voice) calendar(s *picture.Sheet, c *calendar.View, below i18n.Sentence) (*picture.Canvas, i18n.Sentence) {
	const drawn = "events unplanned weeks races"
	s.Remarks = v.notes(c.Notes)
	if i := slices.IndexFunc(c.Races, func(r calendar.Race) bool { return r.TSB != nil }); i >= 0 {
		s.Remarks = append(s.Remarks, v.Say("The projection: %s.", c.Races[i].Basis.Say(v.Say)))
	}
	left := v.members(c.Weeks, "week_start days_so_far phase planned done")
	if c.Range.Days > mostDays {
		if len(c.Events)+len(c.Unplanned) > 0 {
			left = append(left, v.label("events"))
		}
		s.Blocks = append(v.weekBars(c), v.racesAhead(c)...)
		return v.canvas(s, "the answer has no weeks to draw", drawn, left...)
	}
	if len(c.Events)+len(c.Unplanned) == 0 {
		if v.asked() != "" {
			return nil, "the calendar has nothing of this kind on these days"
		}
		return nil, "there is nothing in the calendar on these days"
	}
	cal := days{
		From: c.Range.From, To: c.Range.To, Today: c.LocalDate,
		Entries: map[training.Day][]entry{}, Labels: map[training.Day][]string{},
	}
	for i := range c.Events {
		cal.event(v, &c.Events[i])
	}
	for _, u := range c.Unplanned {
		cal.add(u.Day, entry{Name: v.label(string(u.Sport)), Amount: v.amount(u.DurationS, u.DistanceKm, u.Load), State: string(u.Status)})
	}
	cal.First = v.Week
	if len(c.Weeks) > 0 {
		cal.First = c.Weeks[0].Start.Weekday()
	}
	for _, w := range c.Weeks {
		if w.Start >= c.Range.From && w.Start+6 <= c.Range.To { // sums of days that are not drawn would contradict the row
			cal.Labels[w.Start] = v.week(w)
		}
	}
	if len(c.Weeks) == 1 && c.Weeks[0].Done != nil {
		s.Blocks = append(s.Blocks, v.doneInWeek(&c.Weeks[0]))
	}
	s.Blocks = append(s.Blocks, cal.blocks(v)...)
	s.Remarks = append(append(s.Remarks, below.Say(v.Say)), v.cut(c.Cut)...)
	s.Blocks = append(s.Blocks, v.racesAhead(c)...)
	if n := unloaded(c); n > 0 {
		s.Remarks = append(s.Remarks, v.Say("%s without a load.", i18n.Numbered(n, "session", "sessions")))
	}
	const row = "id local_date end_date category name sport status planned done in_days external_id sources repeats"
	left = append(left, v.members(c.Events, row)...)
	return v.canvas(s, "", drawn, left...)
}

// unloaded returns the number of drawn sessions without a load.
func unloaded(c *calendar.View) (n int) {
	for _, e := range c.Events {
		if e.Done != nil && e.Done.Load == 0 || e.Done == nil && e.Planned != nil && e.Planned.Load == 0 {
			n++
		}
	}
	for _, u := range c.Unplanned {
		if u.Load == 0 {
			n++
		}
	}
	return n
}

func (v voice) week(w calendar.Week) (out []string) {
	if out = append(out, v.date(w.Start)); w.Phase != "" {
		out = append(out, v.Name(w.Phase, ""))
	}
	if w.Planned != nil && w.Planned.Load > 0 {
		out = append(out, v.Say("plan %s", workout.Decimals(w.Planned.Load, 0)))
	}
	if w.Done != nil && w.Done.Load > 0 {
		out = append(out, v.Say("done %s", workout.Decimals(w.Done.Load, 0)))
	}
	return out
}

// doneInWeek returns the sums of a week.
func (v voice) doneInWeek(w *calendar.Week) (out picture.Tiles) {
	out = picture.Tiles{{Name: v.Say("Done"), Value: strconv.Itoa(w.Done.Sessions)}}
	for _, x := range []struct {
		key   string
		value float64
	}{{"duration_s", w.Done.DurationS}, {"distance_km", w.Done.DistanceKm}, {"tss", w.Done.Load}} {
		if x.value > 0 {
			out = append(out, picture.Tile{Name: v.label(x.key), Value: v.told(x.key, x.value)})
		}
	}
	return out
}

// weekBars draws planned and completed load, time or distance by week. A plan without anything
// done has a colour for each phase.
func (v voice) weekBars(c *calendar.View) []picture.Block {
	for _, x := range []struct {
		key, title string
		of         func(*calendar.Sum) *float64
	}{
		{"tss", v.Say("Load by week (TSS)"), func(s *calendar.Sum) *float64 { return &s.Load }},
		{"duration_s", v.Say("Time by week (h)"), func(s *calendar.Sum) *float64 { return &s.DurationS }},
		{"distance_km", "", func(s *calendar.Sum) *float64 { return &s.DistanceKm }},
	} {
		plot := &picture.Plot{Title: cmp.Or(x.title, v.titled(x.key)), Wide: 7, Height: 170}
		planned, done := make([]*float64, len(c.Weeks)), make([]*float64, len(c.Weeks))
		will := picture.Series{Name: v.Say("planned"), Form: picture.Bars, Paint: faded(pale())}
		did := picture.Series{Name: v.Say("done"), Form: picture.Bars, Paint: green()}
		var phases []string
		for i, w := range c.Weeks {
			plot.At = append(plot.At, float64(w.Start))
			if w.Planned != nil {
				planned[i] = x.of(w.Planned)
			}
			if w.Done != nil {
				done[i] = x.of(w.Done)
			}
			if !slices.Contains(phases, w.Phase) {
				phases = append(phases, w.Phase)
			}
			will.Paints = append(will.Paints, paints()[slices.Index(phases, w.Phase)%len(paints())])
		}
		will.Values, did.Values = v.column(x.key, planned), v.column(x.key, done)
		switch {
		case empty(will.Values) && empty(did.Values):
			continue
		case empty(will.Values):
			plot.Series = []picture.Series{did}
		case empty(did.Values):
			plot.Series = []picture.Series{will}
			for i, name := range phases {
				if name = v.Name(name, ""); name != "" {
					plot.Series[0].Name = ""
					plot.Series = append(plot.Series, picture.Series{Name: name, Form: picture.Bars, Paint: paints()[i%len(paints())]})
				}
			}
			if len(plot.Series) > 1 {
				plot.Title = v.Say("Planned: %s", plot.Title)
			} else {
				plot.Series[0].Paints = nil
			}
		default:
			will.Paints = nil
			plot.Beside, plot.Series = true, []picture.Series{will, did}
		}
		first, last := c.Weeks[0].Start, c.Weeks[len(c.Weeks)-1].Start+6
		if plot.Ticks = v.days(first, last); c.LocalDate > first && c.LocalDate < last {
			plot.Now, plot.NowName = float64(c.LocalDate)+0.5, v.Say("today")
		}
		return []picture.Block{plot}
	}
	return nil
}

// racesAhead lists the races of a calendar with the form that is projected for them.
func (v voice) racesAhead(c *calendar.View) []picture.Block {
	var tiles picture.Tiles
	for _, r := range c.Races {
		tiles = append(tiles, picture.Tile{
			Name:  v.Say("%s: %s", v.date(r.Day), v.Name(r.Name, v.Say("Race"))),
			Value: v.Say("in %s", i18n.Numbered(r.InDays, "day", "days")),
		})
		if r.TSB != nil && r.CTL != nil {
			name, form := v.Say("Race day (projected)"), workout.Decimals(*r.TSB, 0)
			if sport := v.Asked["sport"]; sport != nil { // that of all sports is higher
				name = v.list([]string{name, v.answer(sport, true)})
			}
			if math.Round(*r.TSB) > 0 {
				form = "+" + form
			}
			tiles = append(tiles, picture.Tile{Name: name, Value: v.Say("fitness %s, form %s", workout.Decimals(*r.CTL, 0), form)})
		}
		if len(tiles) >= 4 {
			break
		}
	}
	if tiles == nil {
		return nil
	}
	return []picture.Block{tiles}
}

// days is a calendar with the sessions of each day.
type days struct {
	From, To, Today training.Day
	First           time.Weekday
	Entries         map[training.Day][]entry
	Labels          map[training.Day][]string // of weeks, by their first day
}

// entry is one session, with its state in the calendar.
type entry struct{ Name, Amount, State string }

func (d *days) add(on training.Day, e entry) { d.Entries[on] = append(d.Entries[on], e) }

// event adds an event to its days.
func (d *days) event(v voice, e *calendar.EventRow) {
	x := entry{Name: v.Name(e.Name, v.label(string(e.Sport))), State: string(e.Status)}
	if x.Name == "" {
		x.Name = v.Say("Event")
	}
	switch {
	case e.Category.Race():
		x.State = race
	case e.Planned == nil && e.Status == "":
		x.State = note
	}
	switch {
	case e.Done != nil:
		x.Amount = v.amount(e.Done.DurationS, e.Done.DistanceKm, e.Done.Load)
	case e.Planned != nil:
		x.Amount = v.amount(e.Planned.DurationS, e.Planned.DistanceKm, e.Planned.Load)
	}
	from, to := e.Day, e.Day
	if e.Done != nil && e.Done.Day != nil { // it was done on another day
		from, to = *e.Done.Day, *e.Done.Day
	} else if e.To != nil {
		to = *e.To
	}
	for on := max(from, d.From); on <= min(to, d.To); on++ {
		d.add(on, x)
	}
}

// These are kinds of entries besides the states of sessions.
const race, note = "race", "note"

// amount returns how long a session is.
func (v voice) amount(seconds, km, load float64) string {
	text := ""
	switch {
	case seconds > 0:
		minutes := int(seconds/60 + 0.5)
		switch h, rest := minutes/60, minutes%60; {
		case h == 0:
			text = v.Say("%s min", strconv.Itoa(rest))
		case rest == 0:
			text = v.Say("%s h", strconv.Itoa(h))
		default:
			text = v.Say("%d h %02d", h, rest)
		}
	case km > 0:
		text = v.told("distance_km", km)
	}
	if load > 0 {
		if text != "" {
			text += " · "
		}
		text += workout.Decimals(load, 0)
	}
	return text
}

// states returns the words and the paints of states, in the order of the legend, and for each kind of entry its
// position; all others are notes.
func (v voice) states() ([]picture.Series, map[string]int) {
	places := map[string]int{
		string(calendar.Done): 0, string(calendar.Moved): 0, string(calendar.Partly): 1, string(calendar.Missed): 2,
		string(calendar.Upcoming): 3, string(calendar.Changed): 3, string(calendar.Extra): 4, race: 5,
	}
	return []picture.Series{
		{Name: v.Say("done"), Paint: green()},
		{Name: v.Say("partly"), Paint: gold()},
		{Name: v.Say("missed"), Paint: rust()},
		{Name: v.Say("upcoming"), Paint: blue()},
		{Name: v.Say("not planned"), Paint: pale()},
		{Name: v.Say("race"), Paint: violet()},
		{Name: v.Say("note"), Paint: grey()},
	}, places
}

// blocks returns the calendar and its legend.
func (d *days) blocks(v voice) []picture.Block {
	g := &picture.Grid{}
	first := d.From.WeekStart(d.First)
	for i := range g.Heads {
		g.Heads[i] = i18n.Weekday((first + training.Day(i)).Weekday()).Say(v.Say)
	}
	used := map[int]bool{}
	states, places := v.states()
	for w := first; w <= d.To; w += 7 {
		week := picture.GridWeek{Labels: d.Labels[w]}
		if week.Labels == nil {
			week.Labels = []string{v.date(w)}
		}
		for i := range week.Days {
			on := w + training.Day(i)
			day := picture.GridDay{Label: v.date(on), Today: on == d.Today, Outside: on < d.From || on > d.To}
			for _, e := range d.Entries[on] {
				k, ok := places[e.State]
				if !ok {
					k = len(states) - 1
				}
				used[k] = true
				day.Chips = append(day.Chips, picture.Chip{Text: e.Name, Below: e.Amount, Paint: states[k].Paint, Hollow: k == 3 || k == 2})
			}
			week.Days[i] = day
		}
		g.Weeks = append(g.Weeks, week)
	}
	var legend picture.Legend
	for _, k := range slices.Sorted(maps.Keys(used)) {
		s := states[k]
		s.Form = picture.Bars
		legend = append(legend, s)
	}
	return []picture.Block{g, legend}
}
