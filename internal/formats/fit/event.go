package fit

import (
	"strconv"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
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

// bookkeeping events say nothing that the messages they accompany do not.
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

// pauses are the stretches between timer stops and starts within [0, elapsed]
// seconds after start. A stop without a start pauses until the end, unless
// the device went on recording.
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
	// The end itself is a stop; more than a second before it, it is a pause.
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

// events are the other marks of [start, end), in order of time.
func events(marks []mark, start, from, until uint32) []training.Event {
	var out []training.Event
	for _, e := range marks {
		if e.event == typedef.EventTimer || e.at < from || e.at >= until {
			continue
		}
		kind := word(e.event.String())
		if kind == "" {
			kind = "event_" + strconv.Itoa(int(e.event))
		}
		out = append(out, training.Event{AtS: float64(int64(e.at) - int64(start)), Kind: kind, Data: e.data})
	}
	return out
}
