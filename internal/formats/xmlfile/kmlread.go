package xmlfile

import (
	"cmp"
	"context"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// ReadKML reads a KML file.
func ReadKML(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := kmlReader{XMLDocument: reading.XMLDocument{Scanner: reading.NewXMLReader(ctx, data, limits)}}
	edge := func() {
		r.edge()
		if r.Points = r.points; r.t != nil {
			r.Points += max(len(r.t.times), len(r.t.points))
		}
	}
	finish := func() {
		r.finish()
		r.close()
	}
	out, err := r.Read(reading.Result{Format: "kml", Kind: reading.Activity}, "KML", limits, edge, finish,
		"The KML file has no track with times; it was not recorded.")
	out.Warnings = append(out.Warnings, r.unread.warnings()...)
	return out, err
}

// kmlReader holds the state while a document is read. t is the open track, which is part of
// the activity act. said holds the name of its placemark and the words for its sport.
type kmlReader struct {
	reading.XMLDocument

	name   string // of the document
	data   string // name of the open value
	title  string
	said   []string
	t      *gxTrack
	act    *gxActivity
	points int
	unread unread
}

// gxActivity holds the tracks of one placemark, with a break after each.
type gxActivity struct {
	rec   training.Recording
	build reading.Builder
}

// gxTrack is one gx:Track. Its times and places are lists of the same length, which
// are written either one after the other or alternating.
type gxTrack struct {
	rec     training.Recording
	times   []time.Time
	points  []reading.Point
	channel training.Channel
	listed  bool // the open list belongs to the channel
	row     int  // of the list
	list    string
	refused int
}

func (r *kmlReader) edge() {
	switch s := r.Scanner; {
	case s.Start && s.Name == "Track":
		r.finish()
		r.t = &gxTrack{rec: training.Recording{Sport: training.Other}}
	case r.t == nil:
		r.outside()
	case s.Start && s.Name == "SchemaData":
		r.t.sport(strings.TrimSuffix(strings.TrimPrefix(s.Attr("schemaUrl"), "#"), "-schema"))
	case s.Start && s.Name == "SimpleArrayData":
		r.t.channel, r.t.listed = listed(s.Attr("name"))
		r.t.list = s.Attr("name")
		r.t.row = 0
	case s.Start:
	case s.Name == "Track":
		r.finish()
	default:
		if s.Name == "value" && !r.t.listed {
			r.unread.number(r.t.list, s.Text)
		}
		if s.Name == "when" {
			r.Clock.Note(s.Text)
		}
		r.t.take(s.Name, s.Text)
	}
}

// outside reads the elements around a track: its name and its sport. An
// activity ends with its placemark.
func (r *kmlReader) outside() {
	switch s := r.Scanner; {
	case s.Name == "Placemark" || s.Name == "MultiTrack":
		if s.Start && s.Name == "Placemark" {
			r.title, r.said = "", nil
		}
		if s.Start || !s.Within("Placemark") {
			r.close()
		}
	case s.Start:
		if s.Name == "Data" {
			r.data = s.Attr("name")
		}
	case s.Name == "name" && s.Parent() == "Document":
		r.name = reading.Text(s.Text)
	case s.Name == "name" && s.Parent() == "Placemark":
		r.title = reading.Text(s.Text)
	case s.Name == "value" && (r.data == "activityType" || r.data == "type"):
		r.said = append(r.said, s.Text)
	}
}

// listed returns the channel of a list by the names that programs give it, or false
// for an unknown name.
func listed(name string) (training.Channel, bool) {
	switch strings.Map(func(c rune) rune {
		if c == ' ' || c == '_' || c == '-' {
			return -1
		}
		return c
	}, strings.ToLower(name)) {
	case "heartrate", "hr", "bpm":
		return training.HeartRate, true
	case "cadence", "cad":
		return training.Cadence, true
	case "power", "watts":
		return training.Power, true
	case "temperature", "temp":
		return training.Temperature, true
	}
	return 0, false
}

func (t *gxTrack) sport(word string) {
	if sport, sub, ok := training.ParseKind(word); ok && t.rec.Sport == training.Other {
		t.rec.Sport, t.rec.SubSport = sport, sub
	}
}

func (t *gxTrack) take(name, text string) {
	switch name {
	case "when":
		at, offset, has, ok := reading.ParseTime(text)
		if has && t.rec.OffsetS == nil {
			t.rec.OffsetS = &offset
		}
		if !ok {
			t.refused++
		}
		t.times = append(t.times, at)
	case "coord":
		var p reading.Point
		if f := strings.Fields(text); len(f) >= 2 {
			good := p.Position(f[1], f[0])
			if len(f) > 2 {
				good = p.SetText(training.Altitude, f[2]) && good
			}
			if !good {
				t.refused++
			}
		}
		t.points = append(t.points, p)
	case "value":
		t.value(text)
	}
}

func (t *gxTrack) value(text string) {
	if t.listed && t.row < len(t.points) && text != "" && (t.channel != training.HeartRate || text != "0") {
		if !t.points[t.row].SetText(t.channel, text) {
			t.refused++
		}
	}
	t.row++
}

// finish closes the open track. A track by itself is an activity.
func (r *kmlReader) finish() {
	t := r.t
	r.t = nil
	if t == nil {
		return
	}
	if r.act == nil {
		r.act = &gxActivity{rec: t.rec}
	}
	if r.act.rec.Sport == training.Other {
		r.act.rec.Sport, r.act.rec.SubSport = t.rec.Sport, t.rec.SubSport
	}
	b := &r.act.build
	b.Break()
	for i, p := range t.points {
		if i < len(t.times) {
			p.Time = t.times[i]
		}
		b.Add(p)
	}
	for range t.refused {
		b.Refuse()
	}
	r.points += len(t.points)
	if r.act.rec.OffsetS == nil {
		r.act.rec.OffsetS = t.rec.OffsetS
	}
	if !r.Within("Placemark") && !r.Within("MultiTrack") {
		r.close()
	}
}

// close ends the open activity.
func (r *kmlReader) close() {
	a := r.act
	r.act = nil
	if a == nil || a.build.Len() == 0 {
		return
	}
	kind, _, _ := strings.Cut(r.name, "_") // "Running_10:34:59 AM_08-Sep-2013"
	for _, word := range append(r.said, kind) {
		if sport, sub, ok := training.ParseKind(word); ok && a.rec.Sport == training.Other {
			a.rec.Sport, a.rec.SubSport = sport, sub
		}
	}
	a.rec.Name = cmp.Or(r.title, r.name)
	a.build.Build(&a.rec, time.Time{})
	reading.Timed(&a.rec, 0)
	r.Done = append(r.Done, &a.rec)
}
