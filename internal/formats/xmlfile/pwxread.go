package xmlfile

import (
	"context"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// ReadPWX reads a PWX file.
func ReadPWX(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := pwxReader{XMLDocument: reading.XMLDocument{Scanner: reading.NewXMLReader(ctx, data, limits)}}
	out, err := r.Read(reading.Result{Format: "pwx", Kind: reading.Activity}, "PWX", limits, r.edge, r.finish,
		"The PWX file contains no recorded workout.")
	out.Warnings = append(out.Warnings, r.unread.warnings()...)
	return out, err
}

// pwxReader holds the state while a document is read; w is the open workout.
type pwxReader struct {
	reading.XMLDocument

	w      *workout
	unread unread
}

// workout is the part of a workout that has been read.
type workout struct {
	rec       training.Recording
	build     reading.Builder
	start     time.Time
	point     reading.Point
	offset    float64 // of the point, in seconds
	segment   bool    // a segment is open; its summary is not that of the workout
	marks     []float64
	durationS float64
	stoppedS  float64
}

func (r *pwxReader) edge() {
	if r.Start && r.Name == "workout" {
		r.finish()
		r.w = &workout{rec: training.Recording{Sport: training.Other}}
		return
	}
	w := r.w
	switch {
	case w == nil:
	case r.Start:
		w.begin(r.Scanner)
	case r.Name == "workout":
		r.finish()
	case r.Name == "sample":
		r.Points++
		w.sampled()
	case r.Parent() == "sample":
		if _, known := channels[r.Name]; !known && r.Name != "timeoffset" {
			r.unread.number(r.Name, r.Text)
		}
		w.value(r.Name, r.Text)
	case r.Parent() == "summarydata":
		w.summary(r.Name, r.Text)
	default:
		if r.Name == "time" && r.Parent() == "workout" {
			r.Clock.Note(r.Text)
		}
		w.word(r.Name, r.Parent(), r.Text)
	}
}

// begin reads the attributes of an element.
func (w *workout) begin(s *reading.Scanner) {
	switch s.Name {
	case "segment":
		w.segment = true
	case "sample":
		w.point, w.offset = reading.Point{}, -1
	case "hr", "pwr", "cad":
		if s.Parent() != "summarydata" || w.segment {
			return
		}
		m := figures[s.Name]
		w.put(m.avg, s.Attr("avg"), 1)
		w.put(m.max, s.Attr("max"), 1)
	}
}

// figures are the values of a sensor in a workout's summary.
var figures = map[string]struct{ avg, max training.Metric }{
	"hr":  {training.MetricAvgHRBpm, training.MetricMaxHRBpm},
	"pwr": {training.MetricAvgPowerW, training.MetricMaxPowerW},
	"cad": {training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM},
}

func (w *workout) put(m training.Metric, text string, factor float64) {
	if x, ok := reading.TrackNumber(text); ok && x > 0 {
		w.rec.DeviceValues = w.rec.DeviceValues.Put(m, x*factor)
	}
}

func (w *workout) summary(name, text string) {
	x, ok := reading.TrackNumber(text)
	switch {
	case !ok || x < 0:
	case w.segment && name == "beginning":
		w.marks = append(w.marks, x)
	case w.segment:
	case name == "duration":
		w.durationS = x
	case name == "durationstopped":
		w.stoppedS = x
	case name == "dist":
		w.put(training.MetricDistanceKM, text, 0.001)
	}
}

func (w *workout) word(name, parent, text string) {
	switch {
	case name == "segment":
		w.segment = false
	case parent == "device" && name == "make":
		w.rec.Device.Manufacturer = reading.Text(text)
	case parent == "device" && name == "model":
		w.rec.Device.Product = reading.Text(text)
	case parent != "workout":
	case name == "title":
		w.rec.Name = reading.Text(text)
	case name == "cmt":
		w.rec.Description = reading.Text(text)
	case name == "sportType":
		if sport, sub, ok := training.ParseKind(text); ok {
			w.rec.Sport, w.rec.SubSport = sport, sub
		}
	case name == "time":
		w.time(text)
	}
}

func (w *workout) time(text string) {
	at, offset, has, ok := reading.ParseTime(text)
	if !ok {
		return
	}
	w.start, w.rec.LocalStart = at, !reading.Zoned(text)
	if has {
		w.rec.OffsetS = &offset
	}
}

// channels are the values of a sample, each in the unit of its channel.
var channels = map[string]training.Channel{
	"hr": training.HeartRate, "spd": training.Speed, "pwr": training.Power, "cad": training.Cadence, "dist": training.Distance,
	"lat": training.Latitude, "lon": training.Longitude, "alt": training.Altitude, "temp": training.Temperature,
}

func (w *workout) value(name, text string) {
	if name == "timeoffset" {
		if x, ok := reading.TrackNumber(text); ok && x >= 0 {
			w.offset = x
		}
		return
	}
	ch, known := channels[name]
	if !known || ch == training.HeartRate && text == "0" {
		return
	}
	if !w.point.SetText(ch, text) {
		w.build.Refuse()
	}
}

// sampled ends a point. A point without an offset has no time.
func (w *workout) sampled() {
	const longestS = 30 * 24 * 3600
	if w.offset >= 0 && w.offset < longestS && !w.start.IsZero() {
		w.point.Time = w.start.Add(time.Duration(w.offset * float64(time.Second)))
	}
	w.point.DropNoFix()
	w.build.Add(w.point)
}

// finish closes the open workout. A workout without a start or a duration was not recorded.
func (r *pwxReader) finish() {
	w := r.w
	r.w = nil
	if w == nil || w.start.IsZero() || w.build.Len() == 0 && w.durationS == 0 {
		return
	}
	w.build.Build(&w.rec, w.start)
	reading.Timed(&w.rec, max(0, w.durationS-w.stoppedS))
	w.rec.Laps = reading.Laps(&w.rec, w.marks, "manual")
	r.Done = append(r.Done, &w.rec)
}

// ReadFitLog reads a FITLOG file.
func ReadFitLog(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := fitlogReader{XMLDocument: reading.XMLDocument{Scanner: reading.NewXMLReader(ctx, data, limits)}}
	return r.Read(reading.Result{Format: "fitlog", Kind: reading.Activity}, "FITLOG", limits, r.edge, r.finish,
		"The logbook has no activity with a start and a duration.")
}

// fitlogReader holds the state while a document is read; act is the open activity.
type fitlogReader struct {
	reading.XMLDocument

	act *fitlogActivity
}

// fitlogActivity is the part of an Activity element that has been read.
type fitlogActivity struct {
	rec    training.Recording
	build  reading.Builder
	start  time.Time
	track  time.Time // the time from which its points count
	laps   []time.Time
	timerS float64
}

func (r *fitlogReader) edge() {
	switch s := r.Scanner; {
	case s.Start && s.Name == "Activity":
		r.finish()
		r.act = &fitlogActivity{rec: training.Recording{Sport: training.Other}}
		r.act.begin(r.Clock.Read(s.Attr("StartTime")))
	case r.act == nil:
	case s.Start && s.Name == "pt":
		r.Points++
		r.act.add(s)
	case s.Start:
		r.act.element(s)
	case s.Name == "Activity":
		r.finish()
	case s.Parent() == "Activity" && s.Name == "Name":
		r.act.rec.Name = reading.Text(s.Text)
	case s.Parent() == "Activity" && s.Name == "Notes":
		r.act.rec.Description = reading.Text(s.Text)
	}
}

func (a *fitlogActivity) begin(at time.Time, offset int, has, ok bool) {
	if !ok {
		return
	}
	a.start, a.track = at, at
	if has {
		a.rec.OffsetS = &offset
	}
}

// element reads the attributes of an element.
func (a *fitlogActivity) element(s *reading.Scanner) {
	own := s.Parent() == "Activity"
	switch s.Name {
	case "Lap":
		if at, _, _, ok := reading.ParseTime(s.Attr("StartTime")); ok {
			a.laps = append(a.laps, at)
		}
	case "Track":
		if at, _, _, ok := reading.ParseTime(s.Attr("StartTime")); ok {
			a.track = at
		}
	case "Pause":
		from, _, _, ok1 := reading.ParseTime(s.Attr("StartTime"))
		to, _, _, ok2 := reading.ParseTime(s.Attr("EndTime"))
		if ok1 && ok2 {
			a.build.Pause(from, to)
		}
	case "Category":
		if sport, sub, ok := training.ParseKind(s.Attr("Name")); ok {
			a.rec.Sport, a.rec.SubSport = sport, sub
		}
	case "Duration":
		if x, ok := reading.TrackNumber(s.Attr("TotalSeconds")); ok && own {
			a.timerS = max(0, x)
		}
	case "Distance", "Calories", "HeartRate":
		if own {
			a.figures(s)
		}
	}
}

func (a *fitlogActivity) figures(s *reading.Scanner) {
	for _, f := range []struct {
		attr   string
		metric training.Metric
		factor float64
	}{
		{"TotalMeters", training.MetricDistanceKM, 0.001},
		{"TotalCal", training.MetricCaloriesKcal, 1},
		{"AverageBPM", training.MetricAvgHRBpm, 1},
		{"MaximumBPM", training.MetricMaxHRBpm, 1},
	} {
		if x, ok := reading.TrackNumber(s.Attr(f.attr)); ok && x > 0 {
			a.rec.DeviceValues = a.rec.DeviceValues.Put(f.metric, x*f.factor)
		}
	}
}

// values are the attributes of a point, each in the unit of its channel.
var values = []struct {
	attr    string
	channel training.Channel
}{
	{"dist", training.Distance},
	{"ele", training.Altitude},
	{"hr", training.HeartRate},
	{"cadence", training.Cadence},
	{"power", training.Power},
}

// add adds a point, whose time is relative to the start of the track.
func (a *fitlogActivity) add(s *reading.Scanner) {
	const longestS = 30 * 24 * 3600
	var p reading.Point
	if x, ok := reading.TrackNumber(s.Attr("tm")); ok && x >= 0 && x < longestS && !a.track.IsZero() {
		p.Time = a.track.Add(time.Duration(x * float64(time.Second)))
	}
	good := p.Position(s.Attr("lat"), s.Attr("lon"))
	for _, v := range values {
		if text := s.Attr(v.attr); v.channel != training.HeartRate || text != "0" {
			good = p.SetText(v.channel, text) && good
		}
	}
	if !good {
		a.build.Refuse()
	}
	a.build.Add(p)
}

// finish closes the open activity.
func (r *fitlogReader) finish() {
	a := r.act
	r.act = nil
	if a == nil || a.start.IsZero() || a.build.Len() == 0 && a.timerS == 0 {
		return
	}
	a.build.Build(&a.rec, a.start)
	reading.Timed(&a.rec, a.timerS)
	marks := make([]float64, len(a.laps))
	for i, at := range a.laps {
		marks[i] = at.Sub(a.rec.Start).Seconds()
	}
	a.rec.Laps = reading.Laps(&a.rec, marks, "manual")
	r.Done = append(r.Done, &a.rec)
}
