package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// stop leaves out the sessions that a red flag rules out in the next days, and makes hard and long ones easy.
func (x *replanner) stop() {
	for i := range x.Load.flags {
		f, n := &x.Load.flags[i], 0
		for s := range x.open {
			switch d := x.day(s); {
			case d >= x.Today+stopDays || s.races() || !f.Stops(s.Sport, s.hard() || isLong(s.Sport, s.DurationS, s.Type)):
				continue
			case f.Stops(s.Sport, false):
				x.gone[s.ID] = true
			case s.eased() || x.marks[s.ID] != "":
				continue
			default:
				x.ease(s, 0.5, false)
				x.marks[s.ID] = easedMark + "red flag " + f.Region.ID
			}
			n++
		}
		if n > 0 {
			x.says = append(x.says, i18n.Sentencef("%s %s changed or left out in the next %d days. Replan again when the mark on the body map is "+
				"cleared.", f.Why(), i18n.Numbered(n, "session is", "sessions are"), stopDays))
		}
	}
}

// breaks leaves out the sessions during time without training, and eases those after it.
func (x *replanner) breaks() {
	for i := range x.Load.away {
		a := &x.Load.away[i]
		n := x.leaveOut(func(d training.Day) bool { return a.RulesOut && a.Days().Contains(d) }, func(d training.Day) i18n.Sentence {
			return i18n.Sentencef("The race on %s is during the time off up to %s: only a person can decide about it, with a doctor after an "+
				"illness or injury.", d, a.To)
		})
		if n > 0 {
			x.says = append(x.says, i18n.Sentencef(
				"%s left out because of the time off %s, and not made up.", i18n.Numbered(n, "session is", "sessions are"), a.When()))
		}
	}
	for _, e := range x.Load.Breaks() {
		n := x.leaveOut(func(d training.Day) bool { return d > e.Break.To && d <= e.Break.To+training.Day(e.Rest) }, nil)
		if x.easeAll(&e, fmt.Sprintf("%s%s to %s (%s)", easedMark, e.Break.From, e.Break.To, e.Break.Kind)) || n > 0 {
			x.says = append(x.says, e.Why)
		}
		x.shorten(&e)
	}
}

// shorten cuts the longest sessions of the first week after a break, until the gate of load finds the week short enough. The
// steps of hard sessions are not cut.
func (x *replanner) shorten(e *Easing) {
	_, most := x.Load.firstWeek(e)
	first := training.DayRange{From: max(e.Break.To+1, x.Today), To: e.Break.To + weekDays}
	var week []*Session
	for _, b := range x.others() {
		if first.Contains(b.day) && !b.race {
			most -= b.seconds
		}
	}
	for s := range x.open {
		if first.Contains(x.day(s)) && !s.races() {
			most -= x.seconds(s)
			if s.DurationS > 0 && (!s.hard() || len(s.Steps) == 0 || x.fields[s.ID][keyType] != nil) {
				week = append(week, s)
			}
		}
	}
	slices.SortStableFunc(week, func(a, b *Session) int { return cmp.Compare(x.seconds(b), x.seconds(a)) })
	for _, s := range week {
		if most >= 0 {
			return
		}
		now := x.seconds(s)
		x.ease(s, max(now/2, math.Floor((now+most)/60/StepMin)*60*StepMin)/s.DurationS, x.fields[s.ID][keyType] == nil)
		most += now - x.seconds(s)
	}
}

// seconds returns the time of a session after the changes so far.
func (x *replanner) seconds(s *Session) float64 {
	if m, eased := x.fields[s.ID][keyMinutes].(int); eased {
		return float64(60 * m)
	}
	return s.DurationS
}

// sharpen leaves out the sessions on the day of another race of priority A or B, and of the plan's own race if it moves.
// Hard and long sessions on the days before it become easy.
func (x *replanner) sharpen() {
	var races []training.Day
	for _, b := range slices.Concat(x.Load.off, x.Load.ahead) {
		if b.key && b.plan != x.ID {
			races = append(races, b.day)
		}
	}
	if own := x.raceSession(); own != nil {
		if d, moves := x.at[own.ID]; moves {
			races = append(races, d)
		}
	}
	for _, race := range races {
		n := x.leaveOut(func(d training.Day) bool { return d == race }, nil)
		for s := range x.open {
			if d := x.day(s); d < race && d >= race-sharpDays && !s.races() && x.fields[s.ID][keyType] == nil &&
				(s.hard() || isLong(s.Sport, s.DurationS, s.Type)) {
				share := 0.5
				if s.DurationS > 0 {
					share = min(x.seconds(s)/2, longRunS-StepMin*60) / s.DurationS
				}
				x.ease(s, share, false)
				n++
			}
		}
		if n > 0 {
			x.says = append(x.says, i18n.Sentencef(
				"Nothing else of the plan is on the day of the race on %s, and nothing hard or long on the %d days before it (custom).",
				race, sharpDays))
		}
	}
}

// leaveOut removes the open sessions on some days and returns their number. Races stay, and race says why.
func (x *replanner) leaveOut(on func(training.Day) bool, race func(training.Day) i18n.Sentence) (n int) {
	for s := range x.open {
		switch d := x.day(s); {
		case !on(d):
		case !s.races():
			x.gone[s.ID] = true
			n++
		case race != nil:
			x.says = append(x.says, race(d))
		}
	}
	return n
}

// growRuns shortens runs that would be more than a tenth longer than the longest of the 30 days before, as the gate of
// load counts it.
func (x *replanner) growRuns() {
	if !slices.ContainsFunc(x.Load.done, func(b bout) bool { return b.sport == training.Running }) {
		return // the athlete does not record runs
	}
	before := slices.Concat(x.Load.done, x.others())
	for s := range x.open {
		if s.Sport != training.Running || s.races() {
			continue
		}
		now := bout{day: x.day(s), sport: s.Sport, seconds: x.seconds(s), km: s.DistanceKm}
		if km, eased := x.fields[s.ID][keyDistance].(float64); eased {
			now.km = km
		}
		keeps := x.fields[s.ID][keyType] == nil
		cut := !s.hard() || !keeps || len(s.Steps) == 0 // the steps of a hard session that stays are not cut
		if share := shortened(before, now); share < 1 && cut {
			now.seconds, now.km = now.seconds*share, now.km*share
			if s.DurationS > 0 {
				x.ease(s, now.seconds/s.DurationS, keeps)
			} else {
				x.ease(s, now.km/s.DistanceKm, keeps)
			}
			if x.marks[s.ID] == "" {
				x.marks[s.ID] = easedMark + "run length"
			}
			if !slices.Contains(x.says, runsGrow) {
				x.says = append(x.says, runsGrow)
			}
		}
		before = append(before, now)
	}
}

// runsGrow is the reason why a run is shortened.
const runsGrow i18n.Sentence = "No run is more than 10 % longer than the longest of the 30 days before (Frandsen 2025)."

// shortened returns the share of a run that is at most a tenth longer than the longest before, in whole steps, or 1.
func shortened(before []bout, b bout) float64 {
	if longer(before, b) <= RunGrowth {
		return 1
	}
	_, km, seconds := longestRun(before, b.day)
	if km > 0 && b.km > 0 {
		return math.Floor(10*km*RunGrowth) / 10 / b.km
	}
	return math.Floor(seconds*RunGrowth/60/StepMin) * 60 * StepMin / b.seconds
}

// others returns the sessions to come that are not of the plan.
func (x *replanner) others() []bout {
	return slices.DeleteFunc(slices.Clone(x.Load.ahead), func(b bout) bool { return b.plan == x.ID })
}

// easeAll eases the sessions after a break, and reports whether there were any.
func (x *replanner) easeAll(e *Easing, mark string) (any bool) {
	for s := range x.open {
		share, hard := e.Share(x.day(s))
		switch {
		case share == 1 || s.eased() || x.marks[s.ID] != "":
		case s.races():
			x.says = append(x.says, i18n.Sentencef(
				"The race on %s is %s after the break: take part only if the training before it went well, and after an illness or injury ask "+
					"a doctor.", x.day(s), i18n.Numbered(int(x.day(s)-e.Break.To), "day", "days")))
		default:
			if first := e.Break.Kind == calendar.AwaySick && x.day(s) <= e.Break.To+firstDays; first && s.DurationS > 0 {
				share = min(share, firstMinutes*60/s.DurationS)
			}
			x.ease(s, share, hard)
			x.marks[s.ID], any = mark, true
		}
	}
	return any
}

// missed moves the latest key session that was missed to a free day, if there is one. If half of the last two
// weeks was missed, the next week is easier.
func (x *replanner) missed() {
	var planned, lost float64
	var key *Session
	n := 0
	for s := range x.There.Sessions {
		f := x.States[s.ID]
		if f == nil || s.Day >= x.Today || s.Day < x.Today-missedBack || f.Status == calendar.Excused || f.Status == calendar.Rest {
			continue
		}
		planned += s.DurationS
		if f.Status != calendar.Missed {
			continue
		}
		lost += s.DurationS
		if n++; s.Day >= x.Today-moveBack && (s.hard() || s.long()) && !s.races() {
			key = s
		}
	}
	if n >= leastMissed && 2*lost >= planned {
		off := calendar.Away{From: x.Today - missedBack, To: x.Today - 1, Kind: calendar.AwayBusy}
		week := Easing{Break: off, Days: 7, First: 0.75, Second: 0.75}
		if x.easeAll(&week, fmt.Sprintf("%smissed sessions up to %s", easedMark, x.Today-1)) {
			x.says = append(x.says, i18n.Sentencef(
				"At least half of the last two weeks was missed: three quarters of the plan for a week. Missed sessions are not made up (custom)."))
		}
		return
	}
	if key == nil {
		return
	}
	for d := x.Today; d <= key.Day+moveAhead; d++ { // the last day does not depend on today, so that tomorrow's answer is the same
		if x.free(d, key) {
			x.at[key.ID] = d
			x.says = append(x.says, i18n.Sentencef(
				"The missed session of %s moves to %s, with easy days around it; other missed sessions are not made up (custom).", key.Day, d))
			if len(x.Text.Off) == 0 {
				x.says = append(x.says, "The plan has no days_off, so any free day counts: add the days on which you never train.")
			}
			return
		}
	}
	x.says = append(x.says, i18n.Sentencef(
		"The missed session of %s is not made up: no day up to %s is free for it, with easy days around it (custom).", key.Day,
		key.Day+moveAhead))
}

// possible reports whether the athlete can train as usual on a day of the plan that is not a day off.
func (x *replanner) possible(d training.Day) bool {
	off := slices.Contains(x.Text.Off, d.Weekday()) || calendar.AwayOn(x.Load.away, d) != nil
	return x.There.WeekOf(d) != nil && !off && len(x.Load.flags) == 0 && !slices.ContainsFunc(x.Load.Breaks(), func(e Easing) bool {
		share, _ := e.Share(d)
		return share < 1
	})
}

// free reports whether a key session can move to a day: it is not a day off, nothing is planned on it in any plan or the
// calendar, nothing hard or long is next to it, no race is near, and the athlete can train.
func (x *replanner) free(d training.Day, key *Session) bool {
	if !x.possible(d) {
		return false
	}
	beside := func(gap training.Day, heavy, race bool) bool {
		return gap == 0 || gap >= -1 && gap <= 1 && heavy || race && gap >= 0 && gap <= weekDays
	}
	for s := range x.There.Sessions {
		if s.ID != key.ID && s.Type != Rest && !s.Deleted && !x.gone[s.ID] && beside(x.day(s)-d, s.hard() || s.long(), s.races()) {
			return false
		}
	}
	return !slices.ContainsFunc(slices.Concat(x.Load.done, x.others()), func(b bout) bool {
		return beside(b.day-d, b.hard || b.long, b.race && !b.done)
	})
}
