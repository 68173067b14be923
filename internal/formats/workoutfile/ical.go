package workoutfile

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Placeholder stands where the day of an event that has none yet is to be
// written, as YYYYMMDD. The file is valid once that is done.
const Placeholder = "{{SCHEDULED_DATE}}"

// Event is an entry of a calendar.
type Event struct {
	// UID names it for ever; it must not be empty.
	UID string
	// Stamp is when the entry was last changed, or when the file is made.
	Stamp time.Time
	// Day is that of an event of the whole day. An unscheduled one has none and
	// is written with the [Placeholder].
	Day         training.Day
	Unscheduled bool
	// Start is the time of an event that has one, on the clock of Zone. Without
	// a zone it is on the clock of wherever the calendar is read.
	Start training.LocalTime
	Zone  *time.Location
	// Duration of an event of whole days is counted in days that it touches: a
	// workout of an hour is of one, a holiday of 72 hours of three.
	Duration             time.Duration
	Summary, Description string
	Categories           []string
	// URL is left out unless it is an address.
	URL string
}

// OfWorkout is a workout as an event: its name, its notes with a line a step,
// and how long it is by its steps, in the words of say. UID, Stamp and when it is are left to be said.
func OfWorkout(say workout.Say, w *workout.Workout, day efforts.Day) Event {
	e := Event{
		Summary: w.Name, Description: workout.Body(say, w, day),
		Duration: time.Duration(workout.TotalOf(w.Steps).DurationS * float64(time.Second)),
	}
	if w.Sport != "" {
		e.Categories = []string{string(w.Sport)}
	}
	return e
}

// ICalOptions are about the file as a whole.
type ICalOptions struct {
	// Name is what a calendar that keeps files apart calls it.
	Name string
}

// product names who wrote a file.
const product = "-//Lapkeep//Lapkeep//EN"

// WriteICal gives events as one calendar.
func WriteICal(events []Event, o ICalOptions) []byte {
	var f icalFile
	f.line("BEGIN:VCALENDAR")
	f.line("VERSION:2.0")
	f.line("PRODID:" + product)
	f.line("CALSCALE:GREGORIAN")
	f.text("X-WR-CALNAME", line(o.Name))
	for _, z := range zonesOf(events) {
		z.write(&f)
	}
	for i := range events {
		events[i].write(&f)
	}
	f.line("END:VCALENDAR")
	return f.Bytes()
}

// The forms of dates and times.
const (
	dateForm  = "20060102"
	localForm = "20060102T150405"
	utcForm   = "20060102T150405Z"
)

func (e *Event) write(f *icalFile) {
	stamp := e.Stamp.UTC().Format(utcForm)
	f.line("BEGIN:VEVENT")
	f.text("UID", line(e.UID))
	f.property("DTSTAMP", stamp)
	f.property("LAST-MODIFIED", stamp)
	e.when(f)
	f.text("SUMMARY", line(e.Summary))
	f.text("DESCRIPTION", textclean.Text(e.Description, descriptionRunes))
	var categories []string
	for _, category := range e.Categories {
		categories = append(categories, line(category))
	}
	f.text("CATEGORIES", categories...)
	f.property("URL", address(e.URL))
	f.line("END:VEVENT")
}

// address is an address in the letters that one may have, empty if it is none.
func address(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || !u.IsAbs() || u.Host == "" {
		return ""
	}
	var b strings.Builder
	for _, c := range []byte(u.String()) {
		if c <= ' ' || c > '~' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// descriptionRunes bounds a description: a workout of the most steps has some
// tens of thousands.
const descriptionRunes = 50_000

// when writes the time of an event.
func (e *Event) when(f *icalFile) {
	if at := e.at(); !e.Unscheduled && !at.IsZero() {
		e.clock(f, "DTSTART", at)
		if e.Duration > 0 {
			e.clock(f, "DTEND", at.Add(e.Duration))
		}
		return
	}
	days := training.Day(max(1, (e.Duration+wholeDay-1)/wholeDay))
	if e.Unscheduled {
		f.property("DTSTART;VALUE=DATE", Placeholder)
		f.property("DURATION", fmt.Sprintf("P%dD", days)) // an end cannot be told
	} else {
		f.property("DTSTART;VALUE=DATE", e.Day.Time(time.UTC).Format(dateForm))
		f.property("DTEND;VALUE=DATE", (e.Day + days).Time(time.UTC).Format(dateForm))
	}
	f.line("TRANSP:TRANSPARENT") // a day with a workout is not a day that is taken
}

const wholeDay = 24 * time.Hour

// at is when an event with a clock time starts, the zero time for others. Of a
// time that the clock shows twice the first is meant (RFC 5545, 3.3.5).
func (e *Event) at() time.Time {
	if e.Zone == nil {
		return e.Start.In(time.UTC)
	}
	at, _ := firstShown(e.Start.In(e.Zone))
	return at
}

// clock writes a time. An end is written and not a duration, which other
// programs add to the clock where it is set in between; and it is an instant if
// the clock shows its time for the second time.
func (e *Event) clock(f *icalFile, name string, at time.Time) {
	kind := e.writtenIn()
	if _, twice := firstShown(at); twice && kind == byName {
		kind = instant
	}
	switch kind {
	case floating:
		f.property(name, at.Format(localForm))
	case byName:
		f.property(name+";TZID="+e.Zone.String(), at.Format(localForm))
	default:
		f.property(name, at.UTC().Format(utcForm))
	}
}

// line is a text of one line.
func line(s string) string { return textclean.Line(s, textclean.NameRunes) }
