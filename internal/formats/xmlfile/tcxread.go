package xmlfile

import (
	"bytes"
	"context"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// ReadTCX reads a TCX file.
func ReadTCX(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := reader{s: reading.NewXMLReader(ctx, data, limits), limits: limits, kind: reading.Unknown}
	r.likely = min(bytes.Count(data, []byte("Trackpoint"))/2, limits.MaxRecords) // tags come in pairs
	out := reading.Result{Format: training.FormatTCX}
	for r.s.Next() {
		if err := r.edge(); err != nil {
			return out, err
		}
	}
	if err := r.s.Err(); err != nil {
		return out, err
	}
	if r.act != nil {
		r.finish()
	}
	return r.result(out)
}

// reader holds the state while a document is read; act is the open activity.
type reader struct {
	s      *reading.Scanner
	likely int // estimated number of points in the document
	limits reading.Limits
	root   bool
	kind   reading.Kind
	act    *activity
	author string // the application that wrote the file
	done   []*training.Recording
	empty  int
	clock  reading.Clock
	unread unread
}

// activity is the part of an Activity element that has been read.
type activity struct {
	rec    training.Recording
	build  reading.Builder
	laps   []lap
	point  reading.Point
	points bool // a Trackpoint is open
	offset bool
}

func (r *reader) edge() error {
	switch {
	case r.s.Start:
		r.start()
	case r.s.Name == "Name" && r.s.Parent() == "Author":
		r.author = reading.Text(r.s.Text)
	case r.act != nil:
		r.end()
		if r.act != nil && r.act.build.Len() > r.limits.MaxRecords {
			return reading.TooMany(r.limits.MaxRecords)
		}
	}
	return nil
}

func (r *reader) start() {
	switch r.s.Name {
	case "TrainingCenterDatabase":
		r.root = true
	case "Course", "Workout":
		if r.kind == reading.Unknown {
			r.kind = reading.Kind(strings.ToLower(r.s.Name))
		}
	case "Activity":
		if r.act != nil {
			r.finish()
		}
		r.act = &activity{}
		if len(r.done) == 0 {
			r.act.build.Expect(r.likely)
		}
		r.act.rec.Sport, r.act.rec.SubSport = sport(r.s.Attr("Sport"))
	case "Lap":
		if r.act != nil {
			r.act.startLap(r.clock.Read(r.s.Attr("StartTime")))
		}
	case "Track":
		// A lap's first track continues where the last lap ended.
		if a := r.act; a != nil && (len(a.laps) == 0 || a.laps[len(a.laps)-1].points < a.build.Len()) {
			a.build.Break()
		}
	case "Trackpoint":
		if r.act != nil {
			r.act.point, r.act.points = reading.Point{}, true
		}
	}
}

func sport(s string) (training.Sport, string) {
	if sp, sub, ok := training.ParseKind(s); ok {
		return sp, sub
	}
	return training.Other, ""
}

// end reads the value of an element at its end.
func (r *reader) end() {
	a := r.act
	switch {
	case r.s.Name == "Activity":
		r.finish()
	case r.s.Name == "Trackpoint":
		if a.points {
			a.hold(a.point.Time)
			a.build.Add(a.point)
		}
		a.points = false
	case a.points:
		r.pointValue(r.s.Name, r.s.Parent(), r.s.Text)
	case r.s.Within("Creator"):
		a.creator(r.s.Name, r.s.Text)
	case len(a.laps) > 0 && r.s.Within("Lap"): // in an activity within a lap, the lap belongs to a different activity
		a.lapValue(r.s.Name, r.s.Parent(), r.s.Text)
	case r.s.Name == "Notes" && r.s.Parent() == "Activity":
		a.rec.Description = reading.Text(r.s.Text)
	}
}

// pointChannel returns the channel of a numeric element of a Trackpoint, or false
// for any other element.
func pointChannel(name string) (ch training.Channel, is bool) {
	switch name {
	case "AltitudeMeters":
		return training.Altitude, true
	case "DistanceMeters":
		return training.Distance, true
	case "Cadence", "RunCadence":
		return training.Cadence, true
	case "Speed":
		return training.Speed, true
	case "Watts":
		return training.Power, true
	}
	return 0, false
}

func (r *reader) pointValue(name, parent, text string) {
	a, ok := r.act, true
	switch name {
	case "Time":
		ok = r.time(text)
	case "LatitudeDegrees":
		ok = a.point.SetText(training.Latitude, text)
	case "LongitudeDegrees":
		ok = a.point.SetText(training.Longitude, text)
	case "Position":
		a.point.DropNoFix()
	case "Value":
		if parent == "HeartRateBpm" && text != "0" {
			ok = a.point.SetText(training.HeartRate, text)
		}
	default:
		if ch, is := pointChannel(name); is {
			ok = a.point.SetText(ch, text)
		} else {
			r.unread.number(name, text)
		}
	}
	if !ok {
		a.build.Refuse()
	}
}

func (r *reader) time(text string) bool {
	a := r.act
	t, offset, has, ok := r.clock.Read(text)
	if !ok {
		return false
	}
	if has && !a.offset {
		a.offset = true
		a.rec.OffsetS = &offset
	}
	a.point.Time = t
	return true
}

// creator reads an element of the recording device.
func (a *activity) creator(name, text string) {
	d := &a.rec.Device
	switch name {
	case "Name":
		d.Product = reading.Text(text)
	case "UnitId":
		if text != "0" {
			d.Serial = reading.Text(text)
		}
	case "VersionMajor":
		d.Software = reading.Text(text)
	case "VersionMinor":
		if d.Software != "" {
			d.Software += "." + reading.Text(text)
		}
	}
}

// finish closes the open activity.
func (r *reader) finish() {
	a := r.act
	r.act = nil
	r.kind = reading.Activity
	if a.build.Len() == 0 && len(a.laps) == 0 {
		r.empty++
		return
	}
	var start time.Time
	if len(a.laps) > 0 && a.laps[0].starts() {
		start = a.laps[0].start
	}
	if start.IsZero() && a.build.Len() == 0 {
		r.empty++
		return
	}
	a.build.Build(&a.rec, start)
	a.finishLaps()
	r.done = append(r.done, &a.rec)
}

func (r *reader) result(out reading.Result) (reading.Result, error) {
	out.Kind = r.kind
	for _, rec := range r.done {
		rec.App = r.author
	}
	if out.Take(r.done, r.s.Cut()); len(r.done) > 0 {
		out.Warnings = append(out.Warnings, r.unread.warnings()...)
		return out, nil
	}
	switch err := r.clock.Refusal(); {
	case err != nil && r.empty > 0:
		return out, err
	case !r.root && !r.s.Cut() && r.empty == 0:
		out.Ignored = "The XML contains no training data."
	case r.kind == reading.Course:
		out.Ignored = "The file is a course to follow; it was not recorded."
	case r.kind == reading.Workout:
		out.Ignored = "The file is a planned workout; it was not recorded."
	case r.s.Cut():
		return out, reading.Damaged("TCX")
	default:
		out.Ignored = "The activity in the file is empty: it has no laps and no points."
	}
	return out, nil
}

// lap is a Lap element.
type lap struct {
	start       time.Time
	first, last time.Time // of its points, zero if it has none
	points      int       // number of points before the lap
	timer       float64
	lap         training.Lap
}

// starts reports whether the lap's own start is plausible: not after the lap's
// first point, and not before it by more than the duration of the lap.
func (l *lap) starts() bool {
	if l.start.IsZero() || l.first.IsZero() {
		return !l.start.IsZero()
	}
	wait := l.first.Sub(l.start).Seconds()
	return wait >= 0 && (l.timer == 0 || wait <= l.timer)
}

// hold adds the time of a point to the open lap.
func (a *activity) hold(t time.Time) {
	if len(a.laps) == 0 || t.IsZero() {
		return
	}
	l := &a.laps[len(a.laps)-1]
	if l.first.IsZero() || t.Before(l.first) {
		l.first = t
	}
	if t.After(l.last) {
		l.last = t
	}
}

func (a *activity) startLap(t time.Time, _ int, _, _ bool) {
	a.laps = append(a.laps, lap{start: t, points: a.build.Len()})
}

// lapMetrics are the numeric elements of a Lap, with the factors to the
// metrics' units.
var lapMetrics = map[string]struct {
	metric training.Metric
	factor float64
}{
	"DistanceMeters": {training.MetricDistanceKM, 0.001},
	"MaximumSpeed":   {training.MetricMaxSpeedKMH, 3.6},
	"AvgSpeed":       {training.MetricAvgSpeedKMH, 3.6},
	"Calories":       {training.MetricCaloriesKcal, 1},
	"Cadence":        {training.MetricAvgCadenceRPM, 1},
	"AvgRunCadence":  {training.MetricAvgCadenceRPM, 1},
	"MaxRunCadence":  {training.MetricMaxCadenceRPM, 1},
	"MaxBikeCadence": {training.MetricMaxCadenceRPM, 1},
	"AvgWatts":       {training.MetricAvgPowerW, 1},
	"MaxWatts":       {training.MetricMaxPowerW, 1},
}

func (a *activity) lapValue(name, parent, text string) {
	l := &a.laps[len(a.laps)-1]
	if m, ok := lapMetrics[name]; ok {
		l.put(m.metric, text, m.factor)
		return
	}
	switch name {
	case "TotalTimeSeconds":
		if x, ok := reading.TrackNumber(text); ok && x >= 0 {
			l.timer = x
		}
	case "Value":
		switch parent {
		case "AverageHeartRateBpm":
			l.put(training.MetricAvgHRBpm, text, 1)
		case "MaximumHeartRateBpm":
			l.put(training.MetricMaxHRBpm, text, 1)
		}
	case "Intensity":
		l.lap.Intensity = intensities[text]
	case "TriggerMethod":
		l.lap.Trigger = strings.ToLower(text)
	}
}

var intensities = map[string]string{"Active": "active", "Resting": "rest"}

func (l *lap) put(m training.Metric, text string, factor float64) {
	if x, ok := reading.TrackNumber(text); ok && x > 0 {
		l.lap.Device = l.lap.Device.Put(m, x*factor)
	}
}

// maxLapStart is the latest start of a lap, in seconds after the start.
const maxLapStart = 30 * 24 * 3600
