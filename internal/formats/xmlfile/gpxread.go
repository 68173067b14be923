package xmlfile

import (
	"bytes"
	"context"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
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

// gpxReader follows the document; trk is the track it is in.
type gpxReader struct {
	s       *reading.Scanner
	creator string
	root    bool
	routes  bool // a route, a waypoint or a track without times
	points  int
	likely  int // points of the document
	trk     *trk
	done    []*training.Recording
}

// trk is one trk element as far as it was read.
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
		r.root = true
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
		if !t.value(r.s.Name, r.s.Parent(), r.s.Text) {
			t.build.Refuse()
		}
	case r.s.Parent() == "trk":
		t.word(r.s.Name, r.s.Text)
	case r.s.Name == "trk":
		r.finish()
	}
}

// gpxPointChannel knows the spellings under which recorders write a channel.
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
	case "hr", "heartrate", "HeartRateBpm":
		return training.HeartRate, true
	case "distance":
		return training.Distance, true
	}
	return 0, false
}

// value takes one element of a point; it is false for what cannot be.
func (t *trk) value(name, parent, text string) bool {
	if name == "time" && parent == "trkpt" {
		at, offset, has, ok := reading.ParseTime(text)
		if has && !t.offset {
			t.offset = true
			t.rec.OffsetS = &offset
		}
		t.point.Time = at
		return ok
	}
	ch, is := gpxPointChannel(name)
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

// stravaTypes are the numbers that a service once wrote for sports.
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

// finish closes the track that is open.
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
	switch {
	case len(r.done) > 0:
	case r.routes:
		out.Kind, out.Ignored = reading.Course, "The file has a route without times; it was not recorded."
	case r.s.Cut():
		return out, reading.Damaged("GPX")
	default:
		out.Kind, out.Ignored = reading.Unknown, "The GPX file has no track."
	}
	return out, nil
}
