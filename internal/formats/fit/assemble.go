package fit

import (
	"math"
	"slices"

	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

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
