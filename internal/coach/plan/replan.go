package plan

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Replanning is what a plan is adapted to.
type Replanning struct {
	ID    string // of the plan
	Today training.Day
	// Text is the plan as written, and There as it is in the calendar, with the results of its sessions.
	Text, There *Plan
	States      map[string]*AdherenceSession
	Load        *Load
	History     training.History
	// Since is the day on which the text was written.
	Since training.Day
}

// The limits of [Replanning.Edits]. All are custom.
const (
	taperDays    = 14 // Bosquet 2007: two weeks
	sharpDays    = 2  // days before a race without a hard or long session
	missedBack   = 14
	moveBack     = 4 // a key session that was missed longer ago is not made up
	moveAhead    = 6 // days after its day on which it can be made up
	leastMissed  = 3 // sessions
	easyRate     = 45.0
	easedMark    = "eased after "
	shortMinutes = 15
	firstMinutes = 30 // the longest session on the first days after an illness
	firstDays    = 3
)

// Edits returns the changes that adapt the plan from today on to a moved race, to time off and the return from
// it, to red flags, missed sessions, other races and new thresholds, and the reason for each. Nothing before today changes, and a
// session that was eased once is not eased again.
func (r Replanning) Edits() ([]Edit, []i18n.Sentence) {
	x := replanner{
		Replanning: r, at: map[string]training.Day{}, gone: map[string]bool{}, fields: map[string]map[string]any{}, marks: map[string]string{},
	}
	x.moveRace()
	x.stop()
	x.breaks()
	x.missed()
	x.sharpen()
	x.growRuns()
	x.thresholds()
	return x.edits(), x.says
}

type replanner struct {
	Replanning
	at     map[string]training.Day // new days, by session
	gone   map[string]bool
	fields map[string]map[string]any
	marks  map[string]string
	adds   []Edit
	addsOn []training.Day
	weeks  []Edit
	race   *Edit
	says   []i18n.Sentence
}

// open yields the sessions that can still change.
func (x *replanner) open(yield func(*Session) bool) {
	for s := range x.There.Sessions {
		f := x.States[s.ID]
		free := f == nil || f.Status == calendar.Upcoming || f.Status == calendar.Changed || f.Status == calendar.Excused
		if s.Day >= x.Today && s.Type != Rest && !s.Deleted && !x.gone[s.ID] && free && !yield(s) {
			return
		}
	}
}

// day returns the day of a session after the changes so far.
func (x *replanner) day(s *Session) training.Day {
	if d, ok := x.at[s.ID]; ok {
		return d
	}
	return s.Day
}

func (s *Session) races() bool { return s.Type == RaceDay || s.Type == TuneupRace }
func (s *Session) hard() bool  { return slices.Contains(hardTypes(), s.Type) }
func (s *Session) long() bool  { return s.Type == LongRun || s.Type == Long }

// moveRace moves the taper with a race that has another day now. A later race gets more weeks like the last one
// before the taper; for an earlier race, the last weeks before the taper are left out.
func (x *replanner) moveRace() {
	race, day := x.raceSession(), x.There.Race.Day
	if race == nil || day == 0 || race.Day == day && x.Text.Race.Day == day || day < x.Today {
		return
	}
	old := race.PlanDay
	if race.Event == nil {
		old = race.Day
	}
	if x.Text.Race.Day != day {
		x.race = &Edit{Op: OpSet, Fields: map[string]any{keyRace: map[string]any{"date": day.String()}}}
	}
	if old != day {
		x.moveTaper(race, old, day)
	}
}

// moveTaper moves the sessions before a race that was on the day old.
func (x *replanner) moveTaper(race *Session, old, day training.Day) {
	weeks := int(math.Floor(float64(day-old) / weekDays))
	taper, shift := old-taperDays, training.Day(weekDays*weeks)
	for s := range x.open {
		switch was := s.Day; {
		case s.ID == race.ID:
		case was >= taper && (was+shift < x.Today || was < old && was+shift >= day):
			x.gone[s.ID] = true
		case was >= taper:
			x.at[s.ID] = was + shift
		case was >= taper+shift:
			x.gone[s.ID] = true // its place is taken by the taper
		}
	}
	x.at[race.ID] = day
	for i := 1; i <= weeks; i++ {
		x.repeat(taper, i)
	}
	x.labels(taper, shift)
	x.says = append(x.says, i18n.Sentencef(
		"The race is on %s instead of %s: the last %d days before it move along (taper: Bosquet 2007), and the weeks before them become "+
			"more or fewer (custom).", day, old, taperDays))
}

// labels moves the phase and focus of each week with its sessions. A week that a later race adds has the phase of the last
// week before the taper.
func (x *replanner) labels(taper, shift training.Day) {
	last := x.Text.lastWeek()
	if last == nil {
		return
	}
	var before Week
	at := map[training.Day]Week{}
	for _, w := range x.Text.Weeks {
		if at[w.Start] = w; w.Start < taper {
			before = Week{Phase: w.Phase}
		}
	}
	for start := x.Text.Weeks[0].Start; start <= last.Start+max(shift, 0); start += weekDays {
		is, of := at[start], at[start-shift]
		if start < taper+shift {
			of = before
		}
		if start < taper+min(shift, 0) || of.Phase == is.Phase && of.Focus == is.Focus {
			continue
		}
		fields := map[string]any{keyPhase: nil, keyFocus: nil} // of a week after an earlier race, nothing remains
		if of.Phase != "" {
			fields[keyPhase] = of.Phase
		}
		if of.Focus != "" {
			fields[keyFocus] = of.Focus
		}
		x.weeks = append(x.weeks, Edit{Op: OpWeek, Week: x.number(start), Fields: fields})
	}
}

// raceSession returns the session of the plan's race.
func (x *replanner) raceSession() (out *Session) {
	for s := range x.There.Sessions {
		if s.Type == RaceDay && (out == nil || s.PlanDay == x.Text.Race.Day || s.Day == x.Text.Race.Day) {
			out = s
		}
	}
	return out
}

// repeat adds the last week before the taper again, n weeks later. The first of four is easier.
func (x *replanner) repeat(taper training.Day, n int) {
	share := 1.0
	if n%RecoveryEvery == 1 {
		share = RecoveryShare
	}
	for s := range x.There.Sessions {
		if s.Day < taper-weekDays || s.Day >= taper || s.races() || s.Deleted {
			continue
		}
		fields := map[string]any{keyType: string(s.Type)}
		text := func(key, v string) {
			if v != "" {
				fields[key] = v
			}
		}
		text(keySport, string(s.Sport))
		text(keyName, s.Name)
		text(keyStructure, s.Structure)
		text(keyDescription, s.Description)
		maps.Copy(fields, s.amounts(share))
		if share == 1 {
			text(keyWorkout, s.Workout)
		} else if s.hard() {
			fields[keyType] = string(Easy)
			if s.Load > 0 && s.DurationS > 0 {
				fields[keyLoad] = easyLoad(s, share)
			}
			delete(fields, keyName)
			delete(fields, keyStructure)
			delete(fields, keyDescription)
		}
		d := s.Day + training.Day(weekDays*n)
		x.adds, x.addsOn = append(x.adds, Edit{Op: OpAdd, Day: d.Weekday().String(), Fields: fields}), append(x.addsOn, d)
	}
}

// amounts returns a share of a session's amounts as fields of the text; a part of its time is in whole steps.
func (s *Session) amounts(share float64) map[string]any {
	out := map[string]any{}
	switch {
	case s.DurationS > 0 && share == 1:
		out[keyMinutes] = rounded(s.DurationS / 60)
	case s.DurationS > 0:
		out[keyMinutes] = minutesOf(s, share)
	}
	if s.DistanceKm > 0 {
		out[keyDistance] = math.Round(10*s.DistanceKm*share) / 10
	}
	if s.Load > 0 {
		out[keyLoad] = math.Round(s.Load * share)
	}
	return out
}

func minutesOf(s *Session, share float64) int {
	return max(shortMinutes, StepMin*int(math.Round(s.DurationS/60*share/StepMin)))
}

// easyLoad returns the load of a session that becomes easy.
func easyLoad(s *Session, share float64) float64 {
	return math.Round(easyRate * float64(minutesOf(s, share)) / 60)
}

// ease reduces a session to a share of its amounts. Unless hard is set, a hard or long session becomes an easy one.
func (x *replanner) ease(s *Session, share float64, hard bool) {
	fields := s.amounts(share)
	if (s.hard() || s.long()) && !hard {
		for _, key := range []string{keyName, keyStructure, keyDescription, keyWorkout, keyPace} {
			fields[key] = nil
		}
		fields[keyType] = string(Easy)
		if s.Load > 0 && s.DurationS > 0 {
			fields[keyLoad] = easyLoad(s, share)
		}
	} else if len(s.Steps) > 0 {
		if s.hard() {
			return // the steps of a hard session that stays are not cut
		}
		fields[keyWorkout] = nil
	}
	if x.fields[s.ID] == nil {
		x.fields[s.ID] = map[string]any{}
	}
	maps.Copy(x.fields[s.ID], fields)
}

// eased reports whether a session was eased before.
func (s *Session) eased() bool {
	return slices.ContainsFunc(s.Comments, func(c string) bool { return strings.Contains(c, easedMark) })
}

// thresholds scales targets in watts and paces to thresholds that changed after the text was written.
func (x *replanner) thresholds() {
	told := map[training.Sport]bool{}
	for s := range x.open {
		of := training.DisciplineOf(s.Sport, s.SubSport)
		was, now := x.History.At(of, x.Since), x.History.At(of, x.Today)
		watts, speed := ratio(was.FTPW, now.FTPW), ratio(was.ThresholdMPS, now.ThresholdMPS)
		if watts == 1 && speed == 1 {
			continue
		}
		fields := map[string]any{}
		if s.PaceSPerKm > 0 && speed != 1 {
			fields[keyPace] = paces(s.PaceSPerKm/speed, s.PaceToSPerKm/speed)
		}
		if text := scaled(s.Workout, watts, speed); text != s.Workout {
			fields[keyWorkout] = text
		}
		if _, dropped := x.fields[s.ID][keyWorkout]; dropped || len(fields) == 0 {
			continue
		}
		if x.fields[s.ID] == nil {
			x.fields[s.ID] = map[string]any{}
		}
		maps.Copy(x.fields[s.ID], fields)
		if !told[s.Sport] {
			told[s.Sport] = true
			x.says = append(x.says, i18n.Sentencef(
				"The threshold in %s has changed since the plan was written: targets in watts and paces follow it; targets in percent do so by "+
					"themselves.", i18n.Word(strings.ReplaceAll(string(s.Sport), "_", " "))))
		}
	}
}

func ratio(was, now float64) float64 {
	if was > 0 && now > 0 {
		return now / was
	}
	return 1
}

func paces(from, to float64) string {
	a, b := i18n.Clock(math.Round(from)), i18n.Clock(math.Round(to))
	if to <= 0 || a == b {
		return a
	}
	return a + "-" + b
}

var (
	wattsIn = regexp.MustCompile(`(?i)\b(\d{2,4})(?:-(\d{2,4}))?( ?w)\b`)
	pacesIn = regexp.MustCompile(`\b(\d{1,2}:\d\d)(?:-(\d{1,2}:\d\d))?(/(?:km|mi|100m|100y|500m))`)
)

// scaled returns the text of a workout with its watts and paces scaled.
func scaled(text string, watts, speed float64) string {
	each := func(form *regexp.Regexp, factor float64, one func(string) string) {
		if factor == 1 {
			return
		}
		text = form.ReplaceAllStringFunc(text, func(all string) string {
			m := form.FindStringSubmatch(all)
			out := one(m[1])
			if m[2] != "" {
				out += "-" + one(m[2])
			}
			return out + m[3]
		})
	}
	each(wattsIn, watts, func(s string) string {
		n, _ := strconv.Atoi(s) //nolint:errcheck // the form has only digits
		return strconv.Itoa(int(math.Round(float64(n) * watts)))
	})
	each(pacesIn, speed, func(s string) string {
		m, sec, _ := strings.Cut(s, ":")
		a, _ := strconv.Atoi(m)   //nolint:errcheck // the form has only digits
		b, _ := strconv.Atoi(sec) //nolint:errcheck // the same
		return i18n.Clock(math.Round(float64(60*a+b) / speed))
	})
	return text
}

// edits returns the changes as operations on the text.
func (x *replanner) edits() (out []Edit) {
	last := training.Day(0)
	for s := range x.There.Sessions {
		if d, moves := x.at[s.ID]; moves && !x.gone[s.ID] {
			last = max(last, d)
		}
	}
	for _, d := range x.addsOn {
		last = max(last, d)
	}
	out = append(append(out, x.newWeeks(last)...), x.weeks...)
	if x.race != nil {
		out = append(out, *x.race)
	}
	var moves, removes []Edit
	for s := range x.Text.Sessions {
		switch d, moved := x.at[s.ID]; {
		case x.gone[s.ID]:
			removes = append(removes, Edit{Op: OpRemove, Session: s.ID})
			continue
		case moved && d != s.Day:
			moves = append(moves, Edit{Op: OpMove, Session: s.ID, Day: d.Weekday().String(), ToWeek: x.number(d)})
		}
		if f := x.fields[s.ID]; len(f) > 0 {
			out = append(out, Edit{Op: OpSet, Session: s.ID, Fields: f})
			if mark := x.marks[s.ID]; mark != "" {
				out = append(out, Edit{Op: OpComment, Session: s.ID, Text: mark})
			}
		}
	}
	for i, e := range x.adds {
		e.Week = x.number(x.addsOn[i])
		moves = append(moves, e)
	}
	return slices.Concat(out, removes, moves, x.emptied())
}

// emptied removes the weeks after an earlier race whose sessions are all left out or moved away.
func (x *replanner) emptied() (out []Edit) {
	race := x.raceSession()
	if race == nil || x.at[race.ID] == 0 {
		return nil
	}
	for i := range x.Text.Weeks {
		w := &x.Text.Weeks[i]
		stays := func(s Session) bool { return !x.gone[s.ID] && (x.at[s.ID] == 0 || x.number(x.at[s.ID]) == w.Number) }
		if w.Start > x.at[race.ID] && len(w.Sessions) > 0 && !slices.ContainsFunc(w.Sessions, stays) {
			out = append(out, Edit{Op: OpRemove, Week: w.Number})
		}
	}
	return out
}

// newWeeks adds weeks up to a day.
func (x *replanner) newWeeks(last training.Day) (out []Edit) {
	w := x.Text.lastWeek()
	if w == nil {
		return nil
	}
	for n := 1; w.Start+training.Day(weekDays*n) <= last; n++ {
		out = append(out, Edit{Op: OpWeek, Week: w.Number + n})
	}
	return out
}

func (p *Plan) lastWeek() *Week {
	if n := len(p.Weeks); n > 0 && p.Weeks[n-1].Start != 0 {
		return &p.Weeks[n-1]
	}
	return nil
}

// number returns the number of the week of a day, which may be one of the weeks to add.
func (x *replanner) number(d training.Day) int {
	if w := x.Text.WeekOf(d); w != nil {
		return w.Number
	}
	w := x.Text.lastWeek()
	return w.Number + int(d.WeekStart(time.Monday)-w.Start)/weekDays
}

// Difference is one session that differs between two versions of a plan.
type Difference struct {
	Session string       `json:"id"`
	Before  string       `json:"before,omitempty"` // absent for a new session
	After   string       `json:"after,omitempty"`  // absent for a session that is left out
	Day     training.Day `json:"local_date"`       // the former day, or that of a new session
}

// Line describes the difference in one line.
func (d *Difference) Line() string { return strings.TrimSpace(d.Before + " → " + d.After) }

// Differences returns the sessions that differ, by day.
func Differences(before, after *Plan) (out []Difference) {
	for s := range before.Sessions {
		now := after.Session(s.ID)
		switch {
		case now == nil:
			out = append(out, Difference{Session: s.ID, Day: s.Day, Before: s.line()})
		case now.line() != s.line():
			out = append(out, Difference{Session: s.ID, Day: s.Day, Before: s.line(), After: now.line()})
		case now.Workout != s.Workout: // day and amounts stay, so the steps are what changes
			out = append(out, Difference{Session: s.ID, Day: s.Day, Before: s.steps(), After: now.steps()})
		}
	}
	for s := range after.Sessions {
		if before.Session(s.ID) == nil {
			out = append(out, Difference{Session: s.ID, Day: s.Day, After: s.line()})
		}
	}
	slices.SortStableFunc(out, func(a, b Difference) int { return int(a.Day - b.Day) })
	return out
}

// steps describes a session by its line and its workout.
func (s *Session) steps() string {
	return s.line() + ": " + i18n.Clip(strings.Join(strings.Fields(s.Workout), " "), i18n.MostQuoted)
}

// line describes a session by day, type and amounts.
func (s *Session) line() string {
	parts := []string{s.Day.String(), string(s.Type)}
	if s.Name != "" {
		parts = append(parts, s.Name)
	}
	if s.DurationS > 0 {
		parts = append(parts, i18n.Fixed(s.DurationS/60, 0)+" min")
	}
	if s.DistanceKm > 0 {
		parts = append(parts, i18n.Fixed(s.DistanceKm, 1)+" km")
	}
	if s.Load > 0 {
		parts = append(parts, i18n.Fixed(s.Load, 0)+" TSS")
	}
	if s.PaceSPerKm > 0 {
		parts = append(parts, "@"+paces(s.PaceSPerKm, s.PaceToSPerKm)+"/km")
	}
	return strings.Join(parts, ", ")
}
