package workoutfile

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/platform/textclean"
)

// written is how a time is written.
type written int

const (
	// floating is on the clock of whoever reads it.
	floating written = iota
	// byName keeps the clock of a zone: a workout at six stays at six where a
	// country changes its rules after the file was made.
	byName
	// instant is in UTC: of UTC itself, and of zones whose name a calendar
	// cannot know.
	instant
)

// zoneName is a name of the IANA's database.
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

// zone is a time zone with the years that events need it for.
type zone struct {
	of    *time.Location
	years map[int]bool
}

// zonesOf are the zones of events in the order in which they first stand there.
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

// onset is when clocks are set, and to what.
type onset struct {
	at       time.Time
	from, to int // seconds east of UTC
}

func onsetAt(at time.Time, before int) onset {
	_, to := at.Zone()
	return onset{at, before, to}
}

// onsets are those of the zone's years, from the data that Go has.
func (z *zone) onsets() (out []onset) {
	for _, year := range slices.Sorted(maps.Keys(z.years)) {
		begin, end := time.Date(year, 1, 1, 0, 0, 0, 0, z.of), time.Date(year+1, 1, 1, 0, 0, 0, 0, z.of)
		if !z.years[year-1] { // what is in force at its beginning
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

// changes are the instants after one and up to another at which clocks are set.
// [time.Time.ZoneBounds] does not tell them: beyond its table Go ends a leap
// year a day early.
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

// icalSame reports that clocks are set alike at two instants.
func icalSame(a, b time.Time) bool {
	nameA, offsetA := a.Zone()
	nameB, offsetB := b.Zone()
	return nameA == nameB && offsetA == offsetB && a.IsDST() == b.IsDST()
}

// write gives each onset a part of its own: of parts that repeat, other programs
// read less.
func (z *zone) write(f *icalFile) {
	f.line("BEGIN:VTIMEZONE")
	f.property("TZID", z.of.String())
	for _, o := range z.onsets() {
		part := "STANDARD"
		if o.at.IsDST() {
			part = "DAYLIGHT"
		}
		f.line("BEGIN:" + part)
		f.property("DTSTART", o.at.In(time.FixedZone("", o.from)).Format(localForm)) // on the clock before
		f.property("TZOFFSETFROM", offset(o.from))
		f.property("TZOFFSETTO", offset(o.to))
		f.text("TZNAME", o.at.Format("MST"))
		f.line("END:" + part)
	}
	f.line("END:VTIMEZONE")
}

// firstShown is when a clock shows the time of an instant for the first time,
// and whether that is before the instant: clocks were set back in between.
func firstShown(at time.Time) (first time.Time, twice bool) {
	const longest = 3 * time.Hour // that clocks are set back by
	_, now := at.Zone()
	_, before := at.Add(-longest).Zone()
	first = at.Add(-time.Duration(before-now) * time.Second)
	if before > now && first.Format(localForm) == at.Format(localForm) {
		return first, true
	}
	return at, false
}

// offset is "+0100", with seconds where a zone of old has them.
func offset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if s := seconds % 60; s > 0 {
		text += fmt.Sprintf("%02d", s)
	}
	return text
}
