package fit

import (
	"math"
	"slices"
	"strconv"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/reading"
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
		kind := plain(e.event.String())
		if kind == "" {
			kind = "event_" + strconv.Itoa(int(e.event))
		}
		out = append(out, training.Event{AtS: float64(int64(e.at) - int64(start)), Kind: kind, Data: e.data})
	}
	return out
}

// recordings makes one recording a session of an activity.
func (f *file) recordings(kind reading.Kind) []*training.Recording {
	if kind != reading.Activity || len(f.sessions)+len(f.laps)+len(f.lengths) == 0 && len(f.rows.At) < 2 {
		return nil
	}
	f.notes = reading.AppendNew(f.notes, f.complete())
	out := make([]*training.Recording, 0, len(f.sessions))
	if len(f.sessions) > 1 {
		f.steps = nil // nobody says whose they are
	}
	workout, legs := f.workoutSteps(), f.legs()
	for i := range f.sessions {
		out = append(out, f.recording(i, legs[i]))
		out[i].Workout = workout
	}
	return out
}

// part is the share of one session in a file: everything that happened in [from, until).
type part struct {
	from, until uint32
	lo, hi      int    // rows
	start       uint32 // where the recording's clock begins
}

func (f *file) part(i int) part {
	p := part{until: math.MaxUint32, hi: len(f.rows.At)}
	if i > 0 {
		p.from = f.sessions[i].start
		p.lo, _ = slices.BinarySearch(f.rows.At, p.from)
	}
	if i+1 < len(f.sessions) {
		p.until = f.sessions[i+1].start
		p.hi, _ = slices.BinarySearch(f.rows.At, p.until)
	}
	p.start = f.sessions[i].start
	if p.lo < p.hi && f.rows.At[p.lo] < p.start {
		p.start = f.rows.At[p.lo]
	}
	return p
}

func (f *file) recording(i int, l Part) *training.Recording {
	s := &f.sessions[i]
	p := f.part(i)
	r := &training.Recording{
		Format:       training.FormatFIT,
		Name:         f.workout,
		Start:        ProfileTime(p.start),
		OffsetS:      f.offsetS,
		ElapsedS:     s.elapsed,
		TimerS:       s.timer,
		Device:       f.device,
		PowerMeter:   f.meter,
		App:          f.app,
		DeviceValues: s.values,
		DeviceZones:  f.zones.of(s, i),
		RR:           f.beats.between(p.from, p.until),
		Warnings:     slices.Clone(f.notes),
	}
	r.Sport, r.SubSport = f.sportOf(s)
	SplitCycles(r.DeviceValues, r.Sport)
	r.Columns = f.columns(p, l, s.elapsed)
	lastRow := -1.0
	if n := r.Columns.Len(); n > 0 {
		lastRow = float64(r.Columns.TimeS[n-1])
	}
	if s.synthesised || r.ElapsedS == 0 {
		r.ElapsedS = max(r.ElapsedS, lastRow)
	}
	r.Pauses = pauses(f.within(p), p.start, r.ElapsedS, lastRow)
	if !s.hasTimer {
		r.TimerS = timerOf(r.ElapsedS, r.Pauses)
	}
	r.Events = events(f.marks, p.start, p.from, p.until)
	r.Laps = f.lapsOf(p, max(r.ElapsedS, lastRow+1))
	r.Lengths = f.lengthsOf(p, r.Laps)
	r.DeviceEfforts = f.effortsOf(p)
	return r
}

func (f *file) sportOf(s *session) (training.Sport, string) {
	sport, sub := s.sport, s.sub
	if sport == typedef.SportInvalid {
		sport = f.sport
		if sub == typedef.SubSportInvalid {
			sub = f.sub
		}
	}
	return Sport(sport, sub)
}

// within are the marks of a part.
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

// offset is a FIT time in seconds since the part's start, 0 for earlier ones.
func (p part) offset(t uint32) float64 { return math.Max(0, float64(int64(t)-int64(p.start))) }

func (f *file) lapsOf(p part, end float64) []training.Lap {
	var out []training.Lap
	for i := range f.laps {
		l := &f.laps[i]
		if l.start < p.from || l.start >= p.until {
			continue
		}
		out = append(out, training.Lap{
			StartS: p.offset(l.start), ElapsedS: l.elapsed, TimerS: l.timer,
			Trigger: l.trigger, Intensity: l.intensity, Device: l.values, Step: f.numbers[l.step],
		})
	}
	for i := range out {
		if i+1 < len(out) {
			out[i].EndS = out[i+1].StartS
		} else {
			out[i].EndS = max(end, out[i].StartS)
		}
	}
	return out
}

func (f *file) lengthsOf(p part, laps []training.Lap) []training.Length {
	var out []training.Length
	lap := 0
	for i := range f.lengths {
		l := &f.lengths[i]
		if l.start < p.from || l.start >= p.until {
			continue
		}
		at := p.offset(l.start)
		for lap+1 < len(laps) && laps[lap+1].StartS <= at {
			lap++
		}
		out = append(out, training.Length{
			StartS: at, ElapsedS: l.elapsed, TimerS: l.timer,
			Strokes: l.strokes, Stroke: l.stroke, Active: l.active, Lap: lap,
		})
	}
	return out
}

// beats are intervals between heartbeats. The messages carry no time; what
// places them is the record before them in the file.
type beats struct {
	ms []uint16
	// runs say from which index on beats belong to which time.
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

// between are the beats that came after records of [from, until).
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
