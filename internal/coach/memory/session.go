package memory

import (
	"slices"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// The lengths of what is distilled, in runes: a session, and all of a day.
const (
	sessionRunes = 120
	dayRunes     = 300
)

// historyLines is how many days the history has. Those before are in their logs.
const historyLines = 30

// AppendSession gives the log of a day with a session more: what was said and
// agreed, by whom, at what time of the athlete's day.
func AppendSession(log string, day training.Day, at time.Time, coach, summary string) string {
	heading := at.Format("15:04")
	if coach = textclean.Line(coach, textclean.NameRunes); coach != "" {
		heading += " — " + coach
	}
	if log = strings.TrimRight(log, " \r\n"); log == "" {
		log = "# Sessions of " + day.String()
	}
	return log + "\n\n## " + heading + "\n\n" + Body("", summary) + "\n"
}

// Distill is a day's log as one line: the first words of each session.
func Distill(log string) string {
	var said []string
	wanted := true
	for _, l := range lines(log) {
		text := strings.TrimSpace(l.text)
		switch {
		case !l.fenced && headingLevel(l.text) > 0 && headingLevel(l.text) <= 2:
			wanted = true
		case wanted && text != "" && headingLevel(l.text) == 0 && strings.Trim(text, "-*_=` ~") != "":
			said = append(said, textclean.Line(strings.TrimLeft(text, "-*> "), sessionRunes))
			wanted = false
		}
	}
	return textclean.Line(strings.Join(said, "; "), dayRunes)
}

// historyLine reads a line of the history.
func historyLine(text string) (day training.Day, ok bool) {
	rest, is := strings.CutPrefix(strings.TrimSpace(text), "- ")
	date, _, has := strings.Cut(rest, ":")
	day, err := training.ParseDay(date)
	return day, is && has && err == nil
}

// Remember gives the memory with the line of a day in its history, the newest
// first, one a day. Beyond so many days only those go that have a log of their
// own, which can be read; what else stands there stays.
func Remember(text string, day training.Day, distilled string, logged func(training.Day) bool) string {
	s, _ := Find(Sections(text), SessionHistory)
	type dated struct {
		day  training.Day
		text string
	}
	var days []dated
	var others []string
	for _, l := range lines(s.Content) {
		if d, ok := historyLine(l.text); !ok || l.fenced {
			others = append(others, l.text)
		} else if d != day {
			days = append(days, dated{d, l.text})
		}
	}
	days = append(days, dated{day, "- " + day.String() + ": " + distilled})
	slices.SortStableFunc(days, func(a, b dated) int { return int(b.day - a.day) })
	out := others
	for i, d := range days {
		if i < historyLines || !logged(d.day) {
			out = append(out, d.text)
		}
	}
	return set(text, SessionHistory, strings.Join(out, "\n"))
}
