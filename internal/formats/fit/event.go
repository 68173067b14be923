package fit

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// mark is an event message.
type mark struct {
	at    uint32
	event typedef.Event
	kind  typedef.EventType
	data  string
}

// bookkeeping reports whether an event only repeats the message that it accompanies.
func bookkeeping(e typedef.Event) bool {
	switch e {
	case typedef.EventSession, typedef.EventLap, typedef.EventActivity, typedef.EventLength, typedef.EventInvalid:
		return true
	}
	return false
}

func (f *file) onEvent(m *proto.Message) {
	e := mark{
		at:    FieldTime(m, fieldnum.EventTimestamp),
		event: Code[typedef.Event](m, fieldnum.EventEvent),
		kind:  Code[typedef.EventType](m, fieldnum.EventEventType),
	}
	if e.at == 0 || bookkeeping(e.event) {
		return
	}
	if n, ok := Int(m, fieldnum.EventData); ok {
		e.data = strconv.FormatInt(n, 10)
	} else if n, ok := Int(m, fieldnum.EventData16); ok {
		e.data = strconv.FormatInt(n, 10)
	}
	f.marks = append(f.marks, e)
}

// pauses returns the stretches between timer stops and starts within [0,
// elapsed] seconds after start. A stop without a start pauses until the end,
// unless the device continued to record.
func pauses(marks []mark, start uint32, elapsed float64, lastRow float64) []training.Span {
	var out []training.Span
	stopped := false
	var from float64
	for _, e := range marks {
		if e.event != typedef.EventTimer {
			continue
		}
		at := float64(int64(e.at) - int64(start))
		switch e.kind {
		case typedef.EventTypeStop, typedef.EventTypeStopAll, typedef.EventTypeStopDisable, typedef.EventTypeStopDisableAll:
			if !stopped {
				stopped, from = true, at
			}
		case typedef.EventTypeStart:
			if stopped {
				out = appendPause(out, from, at, elapsed)
			}
			stopped = false
		}
	}
	// A stop within a second of the end is the end itself; an earlier stop is a pause.
	if stopped && elapsed-from > 1 && lastRow <= from+1 {
		out = appendPause(out, from, elapsed, elapsed)
	}
	return out
}

func appendPause(out []training.Span, from, to, elapsed float64) []training.Span {
	from, to = max(from, 0), min(to, elapsed)
	if n := len(out); n > 0 {
		from = max(from, out[n-1].ToS)
	}
	if to <= from {
		return out
	}
	return append(out, training.Span{FromS: from, ToS: to})
}

// events returns the marks in [from, until) other than the timer's, in order of
// time, with times in seconds after start.
func events(marks []mark, start, from, until uint32) []training.Event {
	var out []training.Event
	for _, e := range marks {
		if e.event == typedef.EventTimer || e.at < from || e.at >= until {
			continue
		}
		kind := plain(e.event.String())
		if kind == "" {
			kind = "event_" + strconv.Itoa(int(e.event))
		}
		out = append(out, training.Event{AtS: float64(int64(e.at) - int64(start)), Kind: kind, Data: e.data})
	}
	return out
}

// within returns the marks of a part.
func (f *file) within(p part) []mark {
	lo := slices.IndexFunc(f.marks, func(m mark) bool { return m.at >= p.from })
	if lo < 0 {
		return nil
	}
	hi := lo
	for hi < len(f.marks) && f.marks[hi].at < p.until {
		hi++
	}
	return f.marks[lo:hi]
}

type encodeMark struct {
	at      float64
	message *message
}

// marks returns the timer's starts and stops and the device's own events, in
// order of time.
func (f *encodeFile) marks(r *training.Recording) []encodeMark {
	out := []encodeMark{timer(r, 0, typedef.EventTypeStart)}
	stopped, end := false, r.ElapsedS
	for _, p := range r.Pauses {
		out = append(out, timer(r, p.FromS, typedef.EventTypeStopAll))
		if stopped = p.ToS >= r.ElapsedS && unended(r, p); !stopped {
			to := p.ToS
			if to >= r.ElapsedS {
				to = math.Ceil(to) // marks are in whole seconds; a mark before the end would end the pause early
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

// unended reports whether a pause that lasts until the end is read back from its
// stop alone. A reader treats a stop within a second of the end as the end itself,
// and ignores a stop with more rows after it.
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

// beats holds intervals between heartbeats in ms. The messages contain no time;
// their time is that of the record before them in the file.
type beats struct {
	ms []uint16
	// runs gives the time of the beats from each index on.
	runs []beatRun
}

type beatRun struct {
	from int
	at   uint32
}

func (b *beats) add(at uint32, m *proto.Message) {
	f := m.FieldByNum(fieldnum.HrvTime)
	if f == nil {
		return
	}
	if n := len(b.runs); n == 0 || b.runs[n-1].at != at {
		b.runs = append(b.runs, beatRun{from: len(b.ms), at: at})
	}
	for _, ms := range f.Value.SliceUint16() {
		if ms != 0xFFFF && ms != 0 {
			b.ms = append(b.ms, ms)
		}
	}
}

// between returns the intervals after records in [from, until).
func (b *beats) between(from, until uint32) []uint16 {
	var out []uint16
	for i, run := range b.runs {
		if run.at < from || run.at >= until {
			continue
		}
		end := len(b.ms)
		if i+1 < len(b.runs) {
			end = b.runs[i+1].from
		}
		out = append(out, b.ms[run.from:end]...)
	}
	return out
}

// heartbeats holds the intervals that are not written yet, and the time in s that
// has been reached.
type heartbeats struct {
	ms  []uint16
	now float64
}

// beats writes the intervals up to time t, or all remaining intervals if t is negative.
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
