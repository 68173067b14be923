package drawn

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"lapkeep/internal/answers/activity"
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
	left := v.members(c.Weeks, "week_start days_so_far phase planned done band compliance_pct")
	if c.Range.Days > mostDays {
		if len(c.Events)+len(c.Unplanned) > 0 {
			left = append(left, v.label("events"))
		}
		if n := len(c.Weeks); n > 0 { // those without a session are not drawn
			s.Note = span(max(c.Range.From, c.Weeks[0].Start), min(c.Range.To, c.Weeks[n-1].Start+6))
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
	cal := days{voice: v, view: c, chips: map[training.Day][]picture.Chip{}, used: map[int]bool{}}
	for i := range c.Events {
		cal.event(&c.Events[i])
	}
	for _, u := range c.Unplanned {
		cal.add(u.Day, string(u.Status), v.label(string(u.Sport)),
			calendar.Amounts{DurationS: u.DurationS, DistanceKm: u.DistanceKm, Load: u.Load})
	}
	if len(c.Weeks) == 1 && c.Weeks[0].Done != nil {
		done := c.Weeks[0].Done
		s.Blocks = append(s.Blocks, append(picture.Tiles{{Name: v.Say("Done"), Value: strconv.Itoa(done.Sessions)}}, v.tiles(
			activity.Facts{"duration_s": done.DurationS, "distance_km": done.DistanceKm, "tss": done.Load}, "duration_s", "distance_km", "tss")...))
	}
	s.Blocks = append(s.Blocks, cal.blocks()...)
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

// weekBars draws planned and completed load, time or distance by week. A plan without anything
// done has a colour for each phase.
func (v voice) weekBars(c *calendar.View) []picture.Block {
	if len(c.Weeks) == 0 {
		return nil
	}
	var starts []training.Day
	var phases []string
	for _, w := range c.Weeks {
		if starts = append(starts, w.Start); !slices.Contains(phases, w.Phase) {
			phases = append(phases, w.Phase)
		}
	}
	var all []course
	for _, x := range []struct {
		key   string
		title i18n.Sentence
		of    func(*calendar.Sum) *float64
	}{
		{"tss", "Load by week (TSS)", func(s *calendar.Sum) *float64 { return &s.Load }},
		{"duration_s", "Time by week (h)", func(s *calendar.Sum) *float64 { return &s.DurationS }},
		{"distance_km", i18n.Sentence(v.titled("distance_km")), func(s *calendar.Sum) *float64 { return &s.DistanceKm }},
	} {
		planned := make([]*float64, len(c.Weeks))
		did := course{
			key: x.key, title: x.title.Say(v.Say), values: make([]*float64, len(c.Weeks)),
			name: v.Say("done"), form: picture.Bars, paint: green(),
		}
		for i, w := range c.Weeks {
			if w.Planned != nil {
				planned[i] = x.of(w.Planned)
			}
			if w.Done != nil {
				did.values[i] = x.of(w.Done)
			}
		}
		will := picture.Series{Name: v.Say("planned"), Values: v.column(x.key, planned), Form: picture.Bars, Paint: faded(pale())}
		switch {
		case empty(will.Values):
		case len(phases) < 2 || !empty(v.column(x.key, did.values)):
			did.behind = []picture.Series{will}
		default:
			did.title, did.behind = v.Say("Planned: %s", did.title), v.phases(c.Weeks, phases, will.Values)
		}
		all = append(all, did)
	}
	entries := v.entries(starts)
	out, _ := v.plots(entries, 170, 1, all...)
	for _, b := range out {
		plot := b.(*picture.Plot) //nolint:errcheck // plots returns nothing else
		plot.Beside = true
		if today := float64(c.LocalDate); today > entries.at[0] && today < entries.end() {
			plot.Now, plot.NowName = today+0.5, v.Say("today")
		}
	}
	return out
}

// phases returns the planned values of weeks, with a paint for each phase.
func (v voice) phases(weeks []calendar.Week, phases []string, planned []float64) (out []picture.Series) {
	for k, phase := range phases {
		one := picture.Series{Name: v.Name(phase, ""), Values: gaps(len(weeks)), Form: picture.Bars, Paint: paints()[k%len(paints())]}
		for i, w := range weeks {
			if w.Phase == phase {
				one.Values[i] = planned[i]
			}
		}
		out = append(out, one)
	}
	return out
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
	voice

	view  *calendar.View
	chips map[training.Day][]picture.Chip
	used  map[int]bool // places of states in the legend
}

// add adds a session with its state, or another kind of entry.
func (d *days) add(on training.Day, state, name string, a calendar.Amounts) {
	states, places := d.states()
	k, ok := places[state]
	if !ok {
		k = len(states) - 1
	}
	d.used[k] = true
	hollow := k == places[string(calendar.Upcoming)] || k == places[string(calendar.Missed)]
	d.chips[on] = append(d.chips[on], picture.Chip{Text: name, Below: d.amount(a), Paint: states[k].Paint, Hollow: hollow})
}

// event adds an event to its days.
func (d *days) event(e *calendar.EventRow) {
	name, state, amounts := d.Name(e.Name, d.label(string(e.Sport))), string(e.Status), calendar.Amounts{}
	if name == "" {
		name = d.Say("Event")
	}
	switch {
	case e.Category.Race():
		state = race
	case e.Planned == nil && e.Status == "":
		state = note
	}
	switch {
	case e.Done != nil:
		amounts = e.Done.Amounts
	case e.Planned != nil:
		amounts = *e.Planned
	}
	from, to := e.Day, e.Day
	if e.Done != nil && e.Done.Day != nil { // it was done on another day
		from, to = *e.Done.Day, *e.Done.Day
	} else if e.To != nil {
		to = *e.To
	}
	for on := max(from, d.view.Range.From); on <= min(to, d.view.Range.To); on++ {
		d.add(on, state, name, amounts)
	}
}

// These are kinds of entries besides the states of sessions.
const race, note = "race", "note"

// amount returns how long a session is.
func (v voice) amount(a calendar.Amounts) string {
	text := ""
	switch {
	case a.DurationS > 0:
		minutes := int(a.DurationS/60 + 0.5)
		if text = v.Say("%d h %02d", minutes/60, minutes%60); minutes < 60 {
			text = v.Say("%s min", strconv.Itoa(minutes))
		}
	case a.DistanceKm > 0:
		text = v.told("distance_km", a.DistanceKm)
	}
	if a.Load > 0 {
		if text != "" {
			text += " · "
		}
		text += workout.Decimals(a.Load, 0)
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
func (d *days) blocks() []picture.Block {
	c, g := d.view, &picture.Grid{}
	begins := d.Week
	if len(c.Weeks) > 0 {
		begins = c.Weeks[0].Start.Weekday()
	}
	first := c.Range.From.WeekStart(begins)
	for i := range g.Heads {
		g.Heads[i] = i18n.Weekday((first + training.Day(i)).Weekday()).Say(d.Say)
	}
	for start := first; start <= c.Range.To; start += 7 {
		week := picture.GridWeek{Labels: []string{d.date(start)}}
		i := slices.IndexFunc(c.Weeks, func(w calendar.Week) bool { return w.Start == start })
		if i >= 0 && start >= c.Range.From && start+6 <= c.Range.To { // sums of days that are not drawn would contradict the row
			week.Labels = d.week(c.Weeks[i])
		}
		for i := range week.Days {
			on := start + training.Day(i)
			week.Days[i] = picture.GridDay{
				Label: d.date(on), Today: on == c.LocalDate, Outside: on < c.Range.From || on > c.Range.To, Chips: d.chips[on],
			}
		}
		g.Weeks = append(g.Weeks, week)
	}
	states, _ := d.states()
	var legend picture.Legend
	for _, k := range slices.Sorted(maps.Keys(d.used)) {
		s := states[k]
		s.Form = picture.Bars
		legend = append(legend, s)
	}
	return []picture.Block{g, legend}
}
