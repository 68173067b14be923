package jsonfile

import (
	"context"
	"math"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// ReadSML reads the XML that Moveslink stored.
func ReadSML(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	r := smlReader{XMLDocument: reading.XMLDocument{Scanner: reading.NewXMLReader(ctx, data, limits)}}
	return r.Read(reading.Result{Format: format, Kind: reading.Activity}, "SML", limits, r.edge, r.finish,
		"The SML file contains no log with a start.")
}

// smlReader holds the state while a document is read; log is the open log.
type smlReader struct {
	reading.XMLDocument

	log *deviceLog
}

// deviceLog is the part of a DeviceLog that has been read. Its samples have seconds
// since the start; only some also have an instant.
type deviceLog struct {
	rec   training.Recording
	build reading.Builder

	point reading.Point
	atS   float64 // of the sample
	utc   string  // of the sample

	start  time.Time // from the first sample with an instant
	local  time.Time // from the header, or from a first sample without a zone
	pause  float64   // when the timer stopped; -1 while it runs
	marks  []float64
	number int
	words  [2]string // the watch's mode, and the athlete's name for it
	timerS float64
	metres float64
	joules float64
}

// origin returns the time from which the seconds of samples count until the start is known.
func origin() time.Time { return time.Unix(0, 0).UTC() }

func at(s float64) time.Time { return origin().Add(time.Duration(s * float64(time.Second))) }

func (r *smlReader) edge() {
	if r.Start && r.Name == "DeviceLog" {
		r.finish()
		r.log = &deviceLog{pause: -1}
		return
	}
	l := r.log
	switch s := r.Scanner; {
	case l == nil:
	case s.Start && s.Name == "Sample":
		l.point, l.atS, l.utc = reading.Point{}, -1, ""
	case s.Start:
	case s.Name == "DeviceLog":
		r.finish()
	case s.Name == "Sample":
		r.Points++
		l.sampled()
	case s.Parent() == "Sample":
		l.value(s.Name, s.Text)
	case s.Parent() == "Header":
		l.header(s.Name, s.Text)
	default:
		l.event(s.Name, s.Parent(), s.Text)
	}
}

func (l *deviceLog) header(name, text string) {
	x, _ := reading.TrackNumber(text)
	switch name {
	case "Duration":
		l.timerS = max(0, x)
	case "Distance":
		l.metres = x
	case "Energy":
		l.joules = x
	case "ActivityType":
		l.number = int(max(0, min(x, math.MaxInt16)))
	case "Activity":
		l.words[1] = text
	case "DateTime":
		if t, _, _, ok := reading.ParseTime(text); ok {
			l.local = t
		}
	}
}

// event reads nested elements: the device, and the events of a sample.
func (l *deviceLog) event(name, parent, text string) {
	d := &l.rec.Device
	switch {
	case parent == "Device" && name == "Name":
		d.Manufacturer, d.Product = "suunto", reading.Text(text)
	case parent == "Device" && name == "SerialNumber":
		d.Serial = reading.Text(text)
	case parent == "Info" && name == "SW":
		d.Software = reading.Text(text)
	case parent == "Activity" && name == "Type" && l.words[0] == "":
		l.words[0] = text
	case parent == "Pause" && name == "State" && strings.EqualFold(text, "true"):
		l.pause = l.atS
	case parent == "Pause" && name == "State" && l.pause >= 0:
		l.build.Pause(at(l.pause), at(l.atS))
		l.pause = -1
	case parent == "Lap" && name == "Type" && l.atS > 0:
		l.marks = append(l.marks, l.atS)
	}
}

func (l *deviceLog) value(name, text string) {
	switch name {
	case "UTC":
		l.utc = text
		return
	case "Time":
		if x, ok := reading.TrackNumber(text); ok && x >= 0 && x < longestS {
			l.atS = x
		}
		return
	}
	f, known := fields[name]
	if !known {
		return
	}
	x, ok := reading.TrackNumber(text)
	if !ok || !set(&l.point, f, x) {
		l.build.Refuse()
	}
}

// sampled ends a sample.
func (l *deviceLog) sampled() {
	if l.atS < 0 {
		return
	}
	if t, _, _, ok := reading.ParseTime(l.utc); ok && l.start.IsZero() && reading.Zoned(l.utc) {
		l.start = t.Add(-time.Duration(l.atS * float64(time.Second)))
	} else if ok && l.local.IsZero() {
		l.local = t
	}
	l.point.Time = at(l.atS)
	if l.point.DropNoFix(); !l.point.Empty() {
		l.build.Add(l.point)
	}
}

// finish closes the open log.
func (r *smlReader) finish() {
	l := r.log
	r.log = nil
	if l == nil || l.start.IsZero() && l.local.IsZero() || l.build.Len() == 0 && l.timerS == 0 {
		return
	}
	rec := &l.rec
	l.build.AnyOrder() // positions come after other samples
	l.build.Build(rec, origin())
	rec.Start, rec.LocalStart = l.start.Truncate(time.Second), false
	if l.start.IsZero() {
		rec.Start, rec.LocalStart = l.local.Truncate(time.Second), true
	} else if !l.local.IsZero() {
		// The watch's own clock is set by hand, or by satellite a few seconds late.
		const quarter = 15 * time.Minute
		offset := int(l.local.Sub(l.start).Round(quarter).Seconds())
		rec.OffsetS = &offset
	}
	rec.Sport, rec.SubSport = suuntoSportOf(l.number, l.words[:]...)
	totals(rec, l.metres, l.joules)
	reading.Timed(rec, l.timerS)
	rec.Laps = reading.Laps(rec, l.marks, "manual")
	r.Done = append(r.Done, rec)
}

// The factors from Suunto's units to those of the channels and metrics.
const (
	perMinute = 60              // of Hz
	degrees   = 180 / math.Pi   // of radians
	zeroC     = 273.15          // K
	kcal      = 1.0 / 4184      // of joules
	longestS  = 30 * 24 * 3600. // longer than any recording
)

// field converts one of Suunto's fields to a channel's value.
type field struct {
	channel training.Channel
	scale   float64
	add     float64
}

// fields lists the fields of a sample. A barometer's altitude is preferred to that of the
// satellites, which only some forms have.
var fields = map[string]field{
	"HR": {training.HeartRate, perMinute, 0}, "Cadence": {training.Cadence, perMinute, 0},
	"Power": {training.Power, 1, 0}, "BikePower": {training.Power, 1, 0},
	"Speed": {training.Speed, 1, 0}, "Distance": {training.Distance, 1, 0},
	"Altitude": {training.Altitude, 1, 0}, "Temperature": {training.Temperature, 1, -zeroC},
	"Latitude": {training.Latitude, degrees, 0}, "Longitude": {training.Longitude, degrees, 0},
}

// set stores a field. It returns false for an impossible value.
func set(p *reading.Point, f field, x float64) bool {
	if f.channel == training.HeartRate && x == 0 {
		return true // not measured
	}
	return p.Set(f.channel, x*f.scale+f.add)
}

// suuntoSportOf returns the sport from the watch's first known word, or else from
// its activity number.
func suuntoSportOf(number int, words ...string) (training.Sport, string) {
	for _, w := range words {
		if sport, sub, ok := training.ParseKind(w); ok {
			return sport, sub
		}
	}
	switch number {
	case 3:
		return training.Running, ""
	case 4:
		return training.Cycling, ""
	}
	return training.Other, ""
}

// totals adds the header's totals.
func totals(r *training.Recording, distanceM, energyJ float64) {
	for _, v := range []struct {
		metric training.Metric
		value  float64
	}{{training.MetricDistanceKM, distanceM / 1000}, {training.MetricCaloriesKcal, energyJ * kcal}} {
		if v.value > 0 {
			r.DeviceValues = r.DeviceValues.Put(v.metric, v.value)
		}
	}
}
