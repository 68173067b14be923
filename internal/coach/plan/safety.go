package plan

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// These are the limits of what is hard on the body, all custom.
const (
	longRunS = 75 * 60 // a longer run is a long one, whatever its type
	longS    = 90 * 60 // and so is anything else
	stopDays = 14      // for which a red flag is looked at; by then, somebody has looked at it
)

// isLong reports whether a session is long: by its time if that is known, or else by its type.
func isLong(sport training.Sport, seconds float64, kind Type) bool {
	switch {
	case seconds == 0:
		return kind == Long || kind == LongRun
	case sport == training.Running:
		return seconds >= longRunS
	}
	return seconds >= longS
}

// doneOf returns what was done. It was hard by its load, or because it was planned so.
func doneOf(agenda *calendar.Agenda) (out []bout) {
	hard := map[training.ActivityID]bool{}
	for _, e := range agenda.Events() {
		if p, ok := agenda.Paired(e.ID); ok && p.Activity != nil && e.Session() && boutOf(&e, "").hard {
			hard[p.Activity.ID] = true
		}
	}
	for _, a := range agenda.Done() {
		out = append(out, bout{
			day: a.Day, sport: a.Sport, seconds: a.DurationS, km: a.DistanceKm, tss: a.Load, done: true,
			hard: hard[a.ID] || a.DurationS > 0 && a.Load/a.DurationS*3600 >= hardRate, long: isLong(a.Sport, a.DurationS, ""),
		})
	}
	slices.SortStableFunc(out, byDay)
	return out
}

// unpublishedRaces returns the races of training plans that are not in the calendar.
func unpublishedRaces(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, plans *Cache, there []calendar.Event,
) (out []calendar.Event, err error) {
	texts, err := memory.ListText(ctx, r, s, memory.TrainingPlan)
	if err != nil {
		return nil, err
	}
	for i := range texts {
		if !strings.Contains(texts[i].Body, keyRace) {
			continue
		}
		p, err := plans.Of(ctx, texts[i])
		if err != nil {
			return nil, err
		}
		if p.Template || p.Race.Day < f.Today {
			continue
		}
		for _, e := range p.Events(texts[i].ID, training.DayRange{From: f.Today, To: p.Race.Day}) {
			if e.Category.Race() && !slices.ContainsFunc(there, func(has calendar.Event) bool { return has.ExternalID == e.ExternalID }) {
				out = append(out, e)
			}
		}
	}
	return out, calendar.Figure(ctx, r, s, out)
}

// KeyRaces returns the days of the races of priority A and B, in the calendar and in training plans.
func KeyRaces(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, plans *Cache, days training.DayRange,
) (out []training.Day, err error) {
	all, err := calendar.In(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	more, err := unpublishedRaces(ctx, r, s, f, plans, all)
	for _, e := range append(all, more...) {
		if e.Category == training.EventRaceA || e.Category == training.EventRaceB {
			out = append(out, e.Days.From)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), err
}

// eachDay adds a finding about a day, or adds its value to that of the same day.
func eachDay(all []Finding, f Finding) []Finding {
	if i := slices.IndexFunc(all, func(has Finding) bool { return has.Name == f.Name && has.Day == f.Day }); i >= 0 {
		all[i].Value += f.Value
		return all
	}
	return append(all, f)
}

// about returns a finding about a session. Its value is the load, so that more on the same day is worse.
func (l *Load) about(name string, b bout, why, rule i18n.Sentence) Finding {
	return Finding{Name: name, Week: b.day.WeekStart(l.frame.Week), Day: b.day, Value: max(b.tss, 1), Why: why, Rule: rule}
}

// what names a session by what makes it too much.
func (b *bout) what() i18n.Sentence {
	switch {
	case b.race:
		return "A race"
	case b.hard && b.long:
		return "A hard and long session"
	case b.hard:
		return "A hard session"
	case b.long:
		return "A long session"
	}
	return "A session"
}

// stopped finds sessions that a red flag stops.
func (l *Load) stopped() (out []Finding) {
	for i := range l.flags {
		f := &l.flags[i]
		for _, b := range l.ahead {
			if b.day < l.frame.Today+stopDays && f.Stops(b.sport, b.hard || b.long || b.race) {
				out = eachDay(out, l.about("red_flag", b, i18n.Sentencef(
					"%s on %s, in spite of a red flag: %s (%s).", b.what(), b.day, f.What, f.Region.Label), i18n.Sentencef(
					"With a red flag: %s. Clear the mark on the body map when it has been looked at.", f.Do())))
			}
		}
	}
	return out
}

// DuringBreak is the name of a finding about a session on a day without training.
const DuringBreak = "during_break"

// duringBreaks finds hard and long sessions during an illness or injury.
func (l *Load) duringBreaks() (out []Finding) {
	for _, b := range slices.Concat(l.off, l.ahead) {
		a := calendar.AwayOn(l.away, b.day)
		if a == nil || a.Kind != calendar.AwaySick && a.Kind != calendar.AwayInjured || !b.hard && !b.long && !b.race {
			continue
		}
		out = eachDay(out, l.about(DuringBreak, b, i18n.Sentencef("%s on %s. %s", b.what(), b.day, a.Sentence()), ""))
	}
	return out
}

// beforeRaces finds hard and long sessions on the last days before a race of priority A or B, of any plan.
func (l *Load) beforeRaces() (out []Finding) {
	for _, race := range slices.Concat(l.off, l.ahead) {
		if !race.key {
			continue
		}
		for _, b := range l.ahead {
			switch before := race.day - b.day; {
			case b.race || !b.hard && !b.long || before < 0 || before > sharpDays:
			case before == 0:
				out = eachDay(out, l.about("before_race", b, i18n.Sentencef("%s is on %s, the day of a race.", b.what(), b.day), ""))
			default:
				out = eachDay(out, l.about("before_race", b, i18n.Sentencef("%s on %s, %s before the race on %s.", b.what(), b.day,
					i18n.Numbered(int(before), "day", "days"), race.day), i18n.Sentencef(
					"Nothing hard or long belongs on the %d days before an important race (custom).", sharpDays)))
			}
		}
	}
	return out
}

// Resting reports whether the athlete is ill, injured or without training on a day, or in the easy days after it.
func Resting(away []calendar.Away, today training.Day) bool {
	return slices.ContainsFunc(away, func(a calendar.Away) bool {
		e, ok := EasingAfter(a)
		return a.RulesOut && a.Days().Contains(today) || ok && a.From <= today && today <= e.Last()
	})
}

// RestingOn reads the calendar for [Resting].
func RestingOn(ctx context.Context, r store.Reader, s training.Scope, today training.Day) (bool, error) {
	away, err := AwayIn(ctx, r, s, training.DayRange{From: today - MostEasing, To: today})
	return Resting(away, today), err
}

// TooSoon says that hard training was done during a break or in the easy days after it, or returns "". It looks at
// breaks whose easy days are not over.
func TooSoon(agenda *calendar.Agenda, away []calendar.Away, today training.Day) i18n.Sentence {
	return tooSoon(doneOf(agenda), away, today)
}

// TooSoon does the same as the function [TooSoon].
func (l *Load) TooSoon() i18n.Sentence { return tooSoon(l.done, l.away, l.frame.Today) }

func tooSoon(done []bout, away []calendar.Away, today training.Day) i18n.Sentence {
	for _, a := range away {
		e, ok := EasingAfter(a)
		last := a.To + training.Day(e.Easy)
		if !ok || e.Easy == 0 || today > last {
			continue
		}
		for _, b := range slices.Backward(done) {
			if !b.hard || b.day < a.From || b.day > min(last, today) {
				continue
			}
			if a.Kind == calendar.AwaySick || a.Kind == calendar.AwayInjured {
				return i18n.Sentencef("Hard training was done on %s, although everything should be easy until %s after the illness or injury: take "+
					"the next days easy, and see a doctor if symptoms return.", b.day, last)
			}
			return i18n.Sentencef("Hard training was done on %s, although everything should be easy until %s after the break: take the next "+
				"days easy.", b.day, last)
		}
	}
	return ""
}

// Breaks returns how training begins again after each break of the last weeks or the weeks to come: time off
// in the calendar, and a time without activities up to today.
func (l *Load) Breaks() (out []Easing) {
	for _, a := range l.away {
		if e, ok := EasingAfter(a); ok && e.Last() >= l.frame.Today {
			out = append(out, e)
		}
	}
	n := len(l.done)
	if n == 0 || len(out) > 0 && out[0].Break.From <= l.frame.Today {
		return out
	}
	gap := calendar.Away{Kind: calendar.AwayBusy, From: l.done[n-1].day + 1, To: l.frame.Today - 1, RulesOut: true}
	if gap.Days().Days() >= breakDays && l.usualWeek(gap.From) > 0 {
		if e, ok := EasingAfter(gap); ok {
			out = append(out, e)
		}
	}
	return out
}

// afterBreaks finds sessions that are too hard or too long in the easy days after a break, any session on the days of
// rest after a fever, and weeks that are too long.
func (l *Load) afterBreaks() (out []Finding) {
	for _, e := range l.Breaks() {
		usual, most := l.firstWeek(&e)
		first := 0.0
		for _, b := range l.ahead {
			after := int(b.day - e.Break.To)
			if after <= 0 {
				continue
			}
			if after <= weekDays && !b.race {
				first += b.seconds
			}
			if after <= e.Rest || (b.hard || b.long) && after <= e.Easy {
				out = eachDay(out, l.about("after_break", b, i18n.Sentencef("%s on %s, %s after the break that ends on %s.",
					b.what(), b.day, i18n.Numbered(after, "day", "days"), e.Break.To), e.Why))
			}
		}
		if first > most {
			out = append(out, Finding{
				Name: "after_break", Week: e.Break.To + 1, Value: answers.Round(100*first/usual, 0), Rule: e.Why, Why: i18n.Sentencef(
					"The first week after the break that ends on %s has %g %% of the usual time; begin with at most %g %%.",
					e.Break.To, answers.Round(100*first/usual, 0), answers.Round(100*e.firstShare(), 0)),
			})
		}
	}
	return out
}

// firstWeek returns the seconds of a usual week before a break, and the most seconds of the first week after it, which are
// not limited if no usual week is known.
func (l *Load) firstWeek(e *Easing) (usual, most float64) {
	if usual = l.usualWeek(e.Break.From); usual == 0 {
		return 0, math.Inf(1)
	}
	return usual, max(e.firstShare()*usual+leastRunS, lightWeekS)
}

// usualWeek returns the seconds of training in a usual week of the four before a day, or 0 if there were too
// few or too short activities to know it.
func (l *Load) usualWeek(before training.Day) float64 {
	sum, n := 0.0, 0
	for _, b := range l.done {
		if b.day < before && b.day >= before-4*weekDays {
			sum, n = sum+b.seconds, n+1
		}
	}
	if n < leastDone || sum < 4*leastUsualS {
		return 0
	}
	return sum / 4
}

// mostSaid is the maximum number of findings in a question.
