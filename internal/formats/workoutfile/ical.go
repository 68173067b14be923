package workoutfile

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Placeholder is written for the day of an event that has none. Once it is replaced by
// YYYYMMDD, the file is valid.
const Placeholder = "{{SCHEDULED_DATE}}"

// Event is a calendar entry.
type Event struct {
	// UID identifies the entry permanently; it must not be empty.
	UID string
	// Stamp is the time of the entry's last change, or of writing the file.
	Stamp time.Time
	// Day is the day of an all-day event. An unscheduled event has no day and is
	// written with the [Placeholder].
	Day         training.Day
	Unscheduled bool
	// Start is the time of an event with a time, on the clock of Zone. Without a
	// zone it is local time, wherever the calendar is read.
	Start training.LocalTime
	Zone  *time.Location
	// For an all-day event, Duration is rounded up to whole days: a workout of an
	// hour takes one day, a holiday of 72 hours three.
	Duration             time.Duration
	Summary, Description string
	Categories           []string
	// URL is left out unless it is an address.
	URL string
}

// OfWorkout returns a workout as an event: its name, its notes with one line
// per step, and the sum of its steps' lengths, in the language of say. The
// caller sets UID, Stamp and the time.
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

// ICalOptions apply to the whole file.
type ICalOptions struct {
	// Name is the name of the calendar, for programs that keep imported files separate.
	Name string
}

// product identifies the program that wrote a file.
const product = "-//Lapkeep//Lapkeep//EN"

// WriteICal returns events as one calendar.
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

// The layouts of dates and times.
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

// address returns an address with all unsafe characters escaped, or "" if s is not
// an address.
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

// descriptionRunes limits a description: the largest workout has some tens of
// thousands.
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
		f.property("DURATION", fmt.Sprintf("P%dD", days)) // the day on which it ends is unknown
	} else {
		f.property("DTSTART;VALUE=DATE", e.Day.Time(time.UTC).Format(dateForm))
		f.property("DTEND;VALUE=DATE", (e.Day + days).Time(time.UTC).Format(dateForm))
	}
	f.line("TRANSP:TRANSPARENT") // a day with a workout is not busy
}

const wholeDay = 24 * time.Hour

// at returns the start of an event with a time, or the zero time. A time that the
// clock shows twice means the first of the two (RFC 5545, 3.3.5).
func (e *Event) at() time.Time {
	if e.Zone == nil {
		return e.Start.In(time.UTC)
	}
	at, _ := firstShown(e.Start.In(e.Zone))
	return at
}

// clock writes a time. Events have an end instead of a duration, because other
// programs add a duration to the clock time even if clocks change in between. A
// time that the clock shows for the second time is written as an instant.
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

// line returns a text on one line.
func line(s string) string { return textclean.Line(s, textclean.NameRunes) }

// written is the form in which a time is written.
type written int

const (
	// floating is local time, wherever it is read.
	floating written = iota
	// byName uses the clock of a zone: a workout at six remains at six even if a
	// country changes its rules after the file was written.
	byName
	// instant is in UTC, for UTC itself and for zones with a name that calendars do not recognise.
	instant
)

// zoneName matches a name in the IANA database.
var zoneName = textclean.LazyRegexp(`^[A-Za-z]+(/[A-Za-z0-9_+-]+)+$`)

func (e *Event) writtenIn() written {
	switch {
	case e.Zone == nil:
		return floating
	case zoneName.Get().MatchString(e.Zone.String()):
		return byName
	}
	return instant
}

// zone is a time zone with the years for which events need it.
type zone struct {
	of    *time.Location
	years map[int]bool
}

// zonesOf returns the zones of events in the order of their first use.
func zonesOf(events []Event) []zone {
	var out []zone
	for i := range events {
		e := &events[i]
		at := e.at()
		if e.Unscheduled || at.IsZero() || e.writtenIn() != byName {
			continue
		}
		k := slices.IndexFunc(out, func(z zone) bool { return z.of.String() == e.Zone.String() })
		if k < 0 {
			out, k = append(out, zone{e.Zone, map[int]bool{}}), len(out)
		}
		out[k].years[at.Year()] = true
		out[k].years[at.Add(e.Duration).Year()] = true
	}
	return out
}

// onset is a clock change.
type onset struct {
	at       time.Time
	from, to int // seconds east of UTC
}

func onsetAt(at time.Time, before int) onset {
	_, to := at.Zone()
	return onset{at, before, to}
}

// onsets returns the changes of the offset in the years of the zone, from Go's
// time zone data.
func (z *zone) onsets() (out []onset) {
	for _, year := range slices.Sorted(maps.Keys(z.years)) {
		begin, end := time.Date(year, 1, 1, 0, 0, 0, 0, z.of), time.Date(year+1, 1, 1, 0, 0, 0, 0, z.of)
		if !z.years[year-1] { // the offset in force at the beginning
			if before := changes(begin.AddDate(-1, 0, 0), begin); len(before) > 0 {
				begin = before[len(before)-1].Add(-time.Second)
			} else {
				_, offset := begin.Zone()
				out = append(out, onsetAt(begin, offset))
			}
		}
		for _, at := range changes(begin, end) {
			_, before := at.Add(-time.Second).Zone()
			out = append(out, onsetAt(at, before))
		}
	}
	return out
}

// changes returns the instants between from and to at which clocks change. It does
// not use [time.Time.ZoneBounds]: for years beyond its table, that function ends a
// leap year a day early.
func changes(from, to time.Time) (out []time.Time) {
	for day := from; day.Before(to); day = day.Add(wholeDay) {
		next := day.Add(wholeDay)
		if next.After(to) {
			next = to
		}
		if icalSame(day, next) {
			continue
		}
		low, high := day.Unix(), next.Unix()
		for high-low > 1 {
			if mid := (low + high) / 2; icalSame(day, time.Unix(mid, 0).In(from.Location())) {
				low = mid
			} else {
				high = mid
			}
		}
		out = append(out, time.Unix(high, 0).In(from.Location()))
	}
	return out
}

// icalSame reports whether clocks have the same offset and name at two instants.
func icalSame(a, b time.Time) bool {
	nameA, offsetA := a.Zone()
	nameB, offsetB := b.Zone()
	return nameA == nameB && offsetA == offsetB && a.IsDST() == b.IsDST()
}

// write writes each clock change separately, because other programs do not read recurring
// changes reliably.
func (z *zone) write(f *icalFile) {
	f.line("BEGIN:VTIMEZONE")
	f.property("TZID", z.of.String())
	for _, o := range z.onsets() {
		part := "STANDARD"
		if o.at.IsDST() {
			part = "DAYLIGHT"
		}
		f.line("BEGIN:" + part)
		f.property("DTSTART", o.at.In(time.FixedZone("", o.from)).Format(localForm)) // in the clock time before the change
		f.property("TZOFFSETFROM", offset(o.from))
		f.property("TZOFFSETTO", offset(o.to))
		f.text("TZNAME", o.at.Format("MST"))
		f.line("END:" + part)
	}
	f.line("END:VTIMEZONE")
}

// firstShown returns the first instant at which a clock shows the same time as at the given
// instant, and whether it is earlier because clocks were set back in between.
func firstShown(at time.Time) (first time.Time, twice bool) {
	const longest = 3 * time.Hour // the largest step by which clocks are set back
	_, now := at.Zone()
	_, before := at.Add(-longest).Zone()
	first = at.Add(-time.Duration(before-now) * time.Second)
	if before > now && first.Format(localForm) == at.Format(localForm) {
		return first, true
	}
	return at, false
}

// offset returns "+0100", including seconds if an old zone has them.
func offset(seconds int) string {
	form := "-0700"
	if seconds%60 != 0 {
		form = "-070000"
	}
	return time.Time{}.In(time.FixedZone("", seconds)).Format(form)
}

// icalFile writes the lines of iCalendar. It is used for writing instead of the
// iCalendar library, because that writes each category as a separate property, and
// some programs read only the first one. Tests read the result with the library.
type icalFile struct{ bytes.Buffer }

// A line has at most 75 octets without its end (RFC 5545, 3.1). The rest
// follows on lines that begin with a space.
const (
	lineOctets = 75
	lineEnd    = "\r\n"
)

// line writes a line, which must be valid UTF-8, folded between characters.
func (f *icalFile) line(s string) {
	for room := lineOctets; len(s) > room; room = lineOctets - 1 {
		n := room
		for !utf8.RuneStart(s[n]) {
			n--
		}
		f.WriteString(s[:n] + lineEnd + " ")
		s = s[n:]
	}
	f.WriteString(s + lineEnd)
}

// property writes a value unchanged, unless it is empty.
func (f *icalFile) property(name, value string) {
	if value != "" {
		f.line(name + ":" + value)
	}
}

// text writes one text, or several as a list.
func (f *icalFile) text(name string, texts ...string) {
	var escaped []string
	for _, s := range texts {
		if s != "" {
			escaped = append(escaped, escaper.Replace(s))
		}
	}
	f.property(name, strings.Join(escaped, ","))
}

// escaper escapes texts (3.3.11).
var escaper = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)
