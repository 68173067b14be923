package fit

import (
	"math"
	"slices"
	"strconv"

	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// recordings makes a recording from each session of an activity.
func (f *file) recordings(kind reading.Kind) []*training.Recording {
	if kind != reading.Activity || len(f.sessions)+len(f.laps)+len(f.lengths) == 0 && len(f.rows.At) < 2 {
		return nil
	}
	f.notes = reading.AppendNew(f.notes, f.complete())
	out := make([]*training.Recording, 0, len(f.sessions))
	if len(f.sessions) > 1 {
		f.steps = nil // it is unknown to which session the steps belong
	}
	workout, legs := f.workoutSteps(), f.legs()
	for i := range f.sessions {
		out = append(out, f.recording(i, legs[i]))
		out[i].Workout = workout
	}
	return out
}

// part is one session's share of a file: everything that happened in [from, until).
type part struct {
	from, until uint32
	lo, hi      int    // range of rows
	start       uint32 // start of the recording's clock
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

// offset returns a FIT time in seconds since the start of the part, or 0 for an
// earlier one.
func (p part) offset(t uint32) float64 { return math.Max(0, float64(int64(t)-int64(p.start))) }

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
	r.Sets = f.setsOf(p)
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

// count shifts the distances of a session's columns so that they run from 0 to the
// end of its leg. It adds a row if the end is beyond the last distance.
func count(c *training.Columns, l Part, p part, elapsed float64) {
	rebase(c, l.From)
	n := c.Len()
	if !l.Ends || n == 0 || !c.Has(training.Distance) {
		return
	}
	total := l.To - l.From
	if total <= lastBefore(&c.Data[training.Distance], n) {
		return
	}
	last, next := c.TimeS[n-1], int32(p.until-p.start)
	c.TimeS = append(c.TimeS, min(next, max(last+1, int32(math.Round(elapsed)))))
	c.Put(training.Distance, n, total)
	c.Pad()
	for i := range c.Developer {
		c.Developer[i].Values = append(c.Developer[i].Values, float32(math.NaN()))
	}
}

// columns returns the rows of a part, with times from its start and the
// distances of its leg.
func (f *file) columns(p part, l Part, elapsed float64) training.Columns {
	r := &f.rows
	if p.lo >= p.hi {
		return training.Columns{}
	}
	c := training.Columns{TimeS: make([]int32, p.hi-p.lo)}
	for i := range c.TimeS {
		c.TimeS[i] = int32(int64(r.At[p.lo+i]) - int64(p.start))
	}
	for ch := range r.Data {
		c.Data[ch] = cutColumn(&r.Data[ch], p.lo, p.hi)
	}
	dropNullIsland(&c)
	names := map[string]int{}
	for i := range r.Developer {
		d := &r.Developer[i]
		if d.Values == nil || !hasValue(d.Values[p.lo:p.hi]) {
			continue
		}
		name := d.Name
		if names[name]++; names[name] > 1 {
			name += " " + strconv.Itoa(names[d.Name])
		}
		c.Developer = append(c.Developer, training.DeveloperColumn{Name: name, Units: d.Units, Values: d.Values[p.lo:p.hi:p.hi]})
	}
	count(&c, l, p, elapsed)
	return c
}

// cutColumn returns rows [lo, hi) of a column. The values are shared; the bitmap is
// shared only if no row moves.
func cutColumn(col *training.Column, lo, hi int) training.Column {
	if !col.Present() {
		return training.Column{}
	}
	out := training.Column{Values: col.Values[lo:hi:hi]}
	if lo == 0 && hi == len(col.Values) {
		out.Valid = col.Valid
	} else {
		out.Valid = training.NewBitmap(hi - lo)
		for i := lo; i < hi; i++ {
			if col.Valid.Get(i) {
				out.Valid.Set(i - lo)
			}
		}
	}
	if out.Valid.Count() == 0 {
		return training.Column{}
	}
	return out
}

// dropNullIsland drops positions at 0,0, which mean "no fix", and positions
// with only one coordinate.
func dropNullIsland(c *training.Columns) {
	lat, lon := &c.Data[training.Latitude], &c.Data[training.Longitude]
	if !lat.Present() && !lon.Present() {
		return
	}
	for i := range c.TimeS {
		y, okY := c.At(training.Latitude, i)
		x, okX := c.At(training.Longitude, i)
		if okX && okY && (x != 0 || y != 0) {
			continue
		}
		if okY {
			lat.Values[i] = 0
			lat.Valid.Clear(i)
		}
		if okX {
			lon.Values[i] = 0
			lon.Valid.Clear(i)
		}
	}
	for _, col := range []*training.Column{lat, lon} {
		if col.Present() && col.Valid.Count() == 0 {
			*col = training.Column{}
		}
	}
}

// lastBefore returns the last valid value before a row, or 0 if there is none.
func lastBefore(col *training.Column, row int) int32 {
	for i := min(row, len(col.Values)) - 1; i >= 0; i-- {
		if col.Valid.Get(i) {
			return col.Values[i]
		}
	}
	return 0
}

// rebase subtracts base from the distances. The values are shared with the
// other sessions, so they are copied first.
func rebase(c *training.Columns, base int32) {
	col := &c.Data[training.Distance]
	if base == 0 || !col.Present() {
		return
	}
	out := make([]int32, len(col.Values))
	for i, v := range col.Values {
		if col.Valid.Get(i) {
			out[i] = max(0, v-base)
		}
	}
	col.Values = out
}
