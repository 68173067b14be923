package xmlfile

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ReadGPX reads a GPX file.
func ReadGPX(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := gpxReader{s: reading.NewXMLReader(ctx, data, limits)}
	r.likely = min(bytes.Count(data, []byte("trkpt"))/2, limits.MaxRecords) // tags come in pairs
	out := reading.Result{Format: training.FormatGPX}
	for r.s.Next() {
		if r.s.Start {
			r.start()
		} else {
			r.end()
		}
		if r.points > limits.MaxRecords {
			return out, reading.TooMany(limits.MaxRecords)
		}
	}
	if err := r.s.Err(); err != nil {
		return out, err
	}
	r.finish()
	return r.result(out)
}

// gpxReader holds the state while a document is read; trk is the open track.
type gpxReader struct {
	s       *reading.Scanner
	creator string
	routes  bool // there is a route, a waypoint or a track without times
	points  int
	likely  int // estimated number of points in the document
	trk     *trk
	done    []*training.Recording
	clock   reading.Clock
	unread  unread
}

// trk is the part of a trk element that has been read.
type trk struct {
	rec    training.Recording
	build  reading.Builder
	point  reading.Point
	open   bool // a trkpt is open
	offset bool
}

func (r *gpxReader) start() {
	switch r.s.Name {
	case "gpx":
		r.creator = reading.Text(r.s.Attr("creator"))
	case "rte", "wpt":
		r.routes = true
	case "trk":
		r.finish()
		r.trk = &trk{}
		if len(r.done) == 0 {
			r.trk.build.Expect(r.likely)
		}
	case "trkseg":
		if r.trk != nil {
			r.trk.build.Break()
		}
	case "trkpt":
		if r.trk == nil {
			return
		}
		r.points++
		r.trk.point, r.trk.open = reading.Point{}, true
		if !r.trk.point.Position(r.s.Attr("lat"), r.s.Attr("lon")) {
			r.trk.build.Refuse()
		}
	}
}

func (r *gpxReader) end() {
	t := r.trk
	switch {
	case t == nil:
	case r.s.Name == "trkpt":
		if t.open {
			t.build.Add(t.point)
		}
		t.open = false
	case t.open:
		if !r.value(r.s.Name, r.s.Parent(), r.s.Text) {
			t.build.Refuse()
		}
	case r.s.Parent() == "trk":
		t.word(r.s.Name, r.s.Text)
	case r.s.Name == "trk":
		r.finish()
	}
}

// gpxPointChannel returns the channel of an element in any device's spelling, or
// false for any other element.
func gpxPointChannel(name string) (ch training.Channel, is bool) {
	switch name {
	case "ele":
		return training.Altitude, true
	case "cad", "cadence":
		return training.Cadence, true
	case "atemp", "temp", "temperature":
		return training.Temperature, true
	case "power", "watts", "PowerInWatts":
		return training.Power, true
	case "speed", "Speed":
		return training.Speed, true
	case "hr", "heartrate", "HeartRateBpm", "bpm":
		return training.HeartRate, true
	case "distance":
		return training.Distance, true
	}
	return 0, false
}

// value reads one element of a point. It returns false for an impossible value.
func (r *gpxReader) value(name, parent, text string) bool {
	t := r.trk
	if name == "time" && parent == "trkpt" {
		at, offset, has, ok := r.clock.Read(text)
		if has && !t.offset {
			t.offset = true
			t.rec.OffsetS = &offset
		}
		t.point.Time = at
		return ok
	}
	ch, is := gpxPointChannel(name)
	if !is && parent != "trkpt" {
		r.unread.number(name, text)
	}
	if !is || ch == training.HeartRate && text == "0" {
		return true
	}
	return t.point.SetText(ch, text)
}

func (t *trk) word(name, text string) {
	switch name {
	case "name":
		t.rec.Name = reading.Text(text)
	case "desc":
		t.rec.Description = reading.Text(text)
	case "type":
		t.rec.Sport, t.rec.SubSport = gpxSport(text)
	}
}

// stravaTypes are numbers that a service once wrote for sports.
var stravaTypes = map[string]training.Sport{
	"1": training.Cycling, "4": training.Hiking, "9": training.Running, "10": training.Walking, "16": training.Swimming,
}

func gpxSport(text string) (training.Sport, string) {
	if sp, ok := stravaTypes[strings.TrimSpace(text)]; ok {
		return sp, ""
	}
	if sp, sub, ok := training.ParseKind(text); ok {
		return sp, sub
	}
	return training.Other, ""
}

// finish closes the open track.
func (r *gpxReader) finish() {
	t := r.trk
	r.trk = nil
	if t == nil {
		return
	}
	if t.build.Len() == 0 {
		r.routes = r.routes || t.build.Timeless() > 0
		return
	}
	rec := &t.rec
	rec.Device.Product = r.creator
	if rec.Sport == "" {
		rec.Sport, rec.SportUnsaid = training.Other, true
	}
	t.build.Build(rec, time.Time{})
	rec.TimerS = reading.Timer(rec.ElapsedS, rec.Pauses)
	r.done = append(r.done, rec)
}

func (r *gpxReader) result(out reading.Result) (reading.Result, error) {
	out.Kind = reading.Activity
	out.Take(r.done, r.s.Cut())
	out.Warnings = append(out.Warnings, r.unread.warnings()...)
	switch err := r.clock.Refusal(); {
	case len(r.done) > 0:
	case err != nil:
		return out, err
	case r.routes:
		out.Kind, out.Ignored = reading.Course, "The file has a route without times; it was not recorded."
	case r.s.Cut():
		return out, reading.Damaged("GPX")
	default:
		out.Kind, out.Ignored = reading.Unknown, "The GPX file has no track."
	}
	return out, nil
}

// finishLaps places the laps on the recording's clock and adds the values that
// only laps have.
func (a *activity) finishLaps() {
	r := &a.rec
	a.place()
	timer, end, lastRow := 0.0, r.ElapsedS, -1.0
	if n := r.Columns.Len(); n > 0 {
		lastRow = float64(r.Columns.TimeS[n-1])
	}
	for i := range a.laps {
		timer += a.laps[i].timer
	}
	if n := len(a.laps); n > 0 && a.laps[n-1].first.IsZero() {
		end = max(end, a.laps[n-1].lap.StartS+a.laps[n-1].timer)
	}
	a.times(timer, end)
	for i := range a.laps {
		l := &a.laps[i].lap
		if i+1 < len(a.laps) {
			l.EndS = a.laps[i+1].lap.StartS
			l.ElapsedS = l.EndS - l.StartS
		} else {
			l.ElapsedS = max(0, end-l.StartS)
			l.EndS = max(end, l.StartS, lastRow+1)
		}
		r.Laps = append(r.Laps, *l)
	}
	a.totals()
	a.distances()
}

// place sets the start of each lap: the stated one, if it is between the points of
// the previous lap and the lap's own points, or else the lap's first point. A lap
// without points and with an implausible start follows the one before it.
func (a *activity) place() {
	origin := a.rec.Start
	at := func(t time.Time) float64 { return t.Sub(origin).Truncate(time.Second).Seconds() }
	placed := func(t time.Time) bool { return !t.IsZero() && math.Abs(at(t)) < maxLapStart }
	begin := func(l *lap) time.Time {
		if placed(l.first) {
			return l.first
		}
		return l.start
	}
	if !slices.ContainsFunc(a.laps, func(l lap) bool { return !placed(begin(&l)) }) {
		slices.SortStableFunc(a.laps, func(x, y lap) int { return begin(&x).Compare(begin(&y)) })
	}
	held, end := 0.0, 0.0 // time of the last lap's last point, and its end
	for i := range a.laps {
		l := &a.laps[i]
		own := placed(l.start) && l.starts() && at(l.start) >= held
		switch {
		case own && (!l.first.IsZero() || i == 0 || at(l.start) > held):
			l.lap.StartS = at(l.start)
		case placed(l.first):
			l.lap.StartS = max(held, at(l.first))
		default:
			l.lap.StartS = end
		}
		l.lap.TimerS = l.timer
		held = l.lap.StartS
		if placed(l.last) {
			held = max(held, at(l.last))
		}
		end = max(held, l.lap.StartS+l.timer)
	}
}

// times sets the timer and the elapsed time from the laps, whose times add up
// to timer, and from the points, which end at end.
func (a *activity) times(timer, end float64) {
	r := &a.rec
	r.ElapsedS = end
	byPoints := reading.Timer(end, r.Pauses)
	// The last point is shortly before the end, and laps are rounded.
	rounding := end*0.02 + 2
	switch {
	case timer <= 0:
		r.TimerS = byPoints
	case timer > end+rounding:
		r.TimerS = byPoints
		a.warn(i18n.Sentencef("Timer time: the laps add up to %.0f s, the points cover %.0f s; using the points.", timer, end))
	default:
		r.TimerS, r.ElapsedS = timer, max(end, timer)
		if math.Abs(timer-end) <= rounding { // the timer ran during the gaps
			r.Pauses, byPoints = nil, timer
		}
		if math.Abs(timer-byPoints) > rounding {
			a.warn(i18n.Sentencef("Timer time: the laps add up to %.0f s, the points to %.0f s; using the laps.", timer, byPoints))
		}
	}
}

func (a *activity) warn(what i18n.Sentence) {
	a.rec.Warnings = append(a.rec.Warnings, string(what))
}

// totals adds the sum of the laps' distances.
func (a *activity) totals() {
	r, km := &a.rec, 0.0
	for i := range a.laps {
		km += a.laps[i].lap.Device[training.MetricDistanceKM]
	}
	if km > 0 {
		r.DeviceValues = r.DeviceValues.Put(training.MetricDistanceKM, km)
	}
}

// distances adds the distance of laps without points to the points after them, unless those
// already include it. If such a lap is after the last point, it adds a row.
func (a *activity) distances() {
	c := &a.rec.Columns
	if !c.Has(training.Distance) {
		return
	}
	for i := range a.laps {
		l := &a.laps[i]
		cm := int32(min(math.Round(l.lap.Device[training.MetricDistanceKM]*100_000), math.MaxInt32/4))
		if !l.first.IsZero() || cm <= 0 {
			continue
		}
		row, _ := slices.BinarySearch(c.TimeS, int32(l.lap.StartS))
		before, after, has := around(c, row)
		switch {
		case has && after-before < cm/2:
			add(c, row, cm)
		case !has && row == c.Len():
			c.TimeS = append(c.TimeS, int32(math.Round(a.rec.Laps[i].StartS+max(l.timer, 1))))
			c.Put(training.Distance, row, before+cm)
			c.Pad()
		}
	}
}

// around returns the last distance before a row (0 if there is none), and the first
// one from the row on (has is false if there is none).
func around(c *training.Columns, row int) (before, after int32, has bool) {
	for i := row - 1; i >= 0; i-- {
		if v, ok := c.At(training.Distance, i); ok {
			before = v
			break
		}
	}
	for i := row; i < c.Len(); i++ {
		if v, ok := c.At(training.Distance, i); ok {
			return before, v, true
		}
	}
	return before, 0, false
}

func add(c *training.Columns, from int, cm int32) {
	for i := from; i < c.Len(); i++ {
		if v, ok := c.At(training.Distance, i); ok && v <= math.MaxInt32-cm {
			c.Put(training.Distance, i, v+cm)
		}
	}
}
