package fit

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// epoch is 1989-12-31T00:00:00Z in Unix seconds, where FIT time begins.
const epoch = 631065600

// FirstDate is the least FIT time that is a date; smaller ones are seconds
// since a device was switched on.
const FirstDate = 0x10000000

// ProfileTime is the instant of a FIT time.
func ProfileTime(s uint32) time.Time { return time.Unix(epoch+int64(s), 0).UTC() }

// Seconds is the FIT time of an instant, rounded down to the second and
// bounded by what the format can hold.
func Seconds(t time.Time) int64 {
	return min(max(t.Unix()-epoch, 0), 1<<32-2)
}

// recording writes what happened, in order of time: timer events, marks,
// records and heartbeats, then the lengths and laps. What happens from until
// on, in FIT time, would be read as of the next session.
func (f *encodeFile) recording(r *training.Recording, until int64) {
	marks := slices.DeleteFunc(f.marks(r), func(m encodeMark) bool { return after(r, m.at) >= until })
	rr := heartbeats{ms: r.RR}
	f.counter.begin(r, until)
	for row := range r.Columns.TimeS {
		t := float64(r.Columns.TimeS[row])
		for len(marks) > 0 && marks[0].at <= t {
			f.add(marks[0].message)
			marks = marks[1:]
		}
		if !ends(r, row, until) {
			f.record(r, row)
		}
		f.beats(&rr, t)
	}
	for _, m := range marks {
		f.add(m.message)
	}
	f.beats(&rr, -1)
	f.lengthMessages(r)
	f.first = append(f.first, f.laps)
	f.lapMessages(r)
}

// ends says that a row is the end of a leg's distance, which a reader finds by
// itself: at that second the next leg begins, whose row it would be read as.
func ends(r *training.Recording, row int, until int64) bool {
	if row != r.Columns.Len()-1 || after(r, float64(r.Columns.TimeS[row])) < until {
		return false
	}
	for ch := range training.NumChannels {
		if _, has := r.Columns.At(ch, row); has != (ch == training.Distance) {
			return false
		}
	}
	return true
}

type encodeMark struct {
	at      float64
	message *message
}

// marks are the timer's starts and stops and the device's own events.
func (f *encodeFile) marks(r *training.Recording) []encodeMark {
	out := []encodeMark{timer(r, 0, typedef.EventTypeStart)}
	stopped, end := false, r.ElapsedS
	for _, p := range r.Pauses {
		out = append(out, timer(r, p.FromS, typedef.EventTypeStopAll))
		if stopped = p.ToS >= r.ElapsedS && unended(r, p); !stopped {
			to := p.ToS
			if to >= r.ElapsedS {
				to = math.Ceil(to) // marks are whole seconds; one before the end would end it early
			}
			out, end = append(out, timer(r, to, typedef.EventTypeStart)), max(end, to)
		}
	}
	if !stopped {
		out = append(out, timer(r, end, typedef.EventTypeStopAll))
	}
	for _, e := range r.Events {
		code := typedef.EventFromString(e.Kind)
		if n, err := strconv.ParseUint(strings.TrimPrefix(e.Kind, "event_"), 10, 8); code == typedef.EventInvalid && err == nil {
			code = typedef.Event(n)
		}
		if code == typedef.EventInvalid || code == typedef.EventTimer {
			continue
		}
		m := eventMessage(r, e.AtS, code, typedef.EventTypeMarker)
		if n, err := strconv.ParseUint(e.Data, 10, 32); err == nil {
			m.int(fieldnum.EventData, int64(n))
		}
		out = append(out, encodeMark{at: e.AtS, message: m})
	}
	slices.SortStableFunc(out, func(a, b encodeMark) int { return cmp.Compare(a.at, b.at) })
	return out
}

// unended says that a pause until the end is read back from its stop alone: a
// stop right before the end is the end itself, and one before further rows
// was not heeded.
func unended(r *training.Recording, p training.Span) bool {
	from := math.Floor(p.FromS)
	n := r.Columns.Len()
	return r.ElapsedS-from > 1 && (n == 0 || float64(r.Columns.TimeS[n-1]) <= from+1)
}

func timer(r *training.Recording, at float64, kind typedef.EventType) encodeMark {
	return encodeMark{at: at, message: eventMessage(r, at, typedef.EventTimer, kind)}
}

func eventMessage(r *training.Recording, at float64, event typedef.Event, kind typedef.EventType) *message {
	m := newMessage(mesgnum.Event)
	m.int(fieldnum.EventTimestamp, after(r, at))
	m.int(fieldnum.EventEvent, int64(event))
	m.int(fieldnum.EventEventType, int64(kind))
	return m
}

// heartbeats are the intervals not yet written, and the time they have come to.
type heartbeats struct {
	ms  []uint16
	now float64
}

// beats writes the intervals up to t, all that are left if t is negative.
func (f *encodeFile) beats(h *heartbeats, t float64) {
	const perMessage = 5 // as devices do
	for len(h.ms) > 0 && (t < 0 || h.now <= t) {
		n := min(perMessage, len(h.ms))
		m := newMessage(mesgnum.Hrv)
		m.put(fieldnum.HrvTime, proto.SliceUint16(h.ms[:n:n]))
		f.add(m)
		for _, ms := range h.ms[:n] {
			h.now += float64(ms) / 1000
		}
		h.ms = h.ms[n:]
	}
}
