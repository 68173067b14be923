package jsonfile

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Ride holds the parts of a file other than its samples.
type Ride struct {
	Start     time.Time
	Tags      map[string]string
	Overrides map[string]float64 // the athlete's own values, by GoldenCheetah's names
	Sampled   bool

	device    string
	intervals []interval
}

// interval is a marked stretch. Its ends are in s and inclusive.
type interval struct {
	Start float64 `json:"START"`
	Stop  float64 `json:"STOP"`
}

var errForm = errors.New("it has a different structure")

// Head reads everything in a file except the samples.
func Head(r io.Reader) (*Ride, error) { return read(r, nil) }

// read reads a file and calls each with every sample. If each is nil, it stops at
// the first sample.
func read(r io.Reader, each func(*goldencheetahSample) error) (*Ride, error) {
	in := bufio.NewReader(r)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // Peek has already read it
	}
	d := reading.NewDecoder(in)
	h := &Ride{Tags: map[string]string{}, Overrides: map[string]float64{}}
	if err := h.document(d, each); err != nil {
		if training.KindOf(err) == training.KindTooLarge {
			return nil, err
		}
		return nil, damaged(err)
	}
	if h.Start.IsZero() {
		return nil, damaged(errors.New("it has no start"))
	}
	return h, nil
}

func (h *Ride) document(d *json.Decoder, each func(*goldencheetahSample) error) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != "RIDE" {
			if err := d.Decode(new(json.RawMessage)); err != nil {
				return err
			}
			continue
		}
		return h.ride(d, each) // the rest of the file is not needed
	}
	return errForm
}

func (h *Ride) ride(d *json.Decoder, each func(*goldencheetahSample) error) error {
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == "SAMPLES" {
			h.Sampled = true
			if each == nil {
				return nil
			}
			if err := samples(d, each); err != nil {
				return err
			}
			continue
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		if err := h.field(fmt.Sprint(key), raw); training.KindOf(err) == training.KindTooLarge {
			return err
		}
	}
	return expect(d, json.Delim('}'))
}

func expect(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = errForm
	}
	return err
}

// field reads a member of a ride, and skips members of an unexpected type. It
// returns an error if a list could not be read.
func (h *Ride) field(key string, raw json.RawMessage) (err error) {
	switch key {
	case "STARTTIME":
		if t, err := time.Parse("2006/01/02 15:04:05 UTC", word(raw)); err == nil {
			h.Start = t
		}
	case "DEVICETYPE":
		h.device = textclean.Line(word(raw), textclean.NameRunes)
	case "TAGS":
		var tags map[string]json.RawMessage
		err = reading.Unmarshal(raw, &tags, reading.MostValues)
		for k, v := range tags {
			h.Tags[k] = word(v)
		}
	case "INTERVALS":
		if err = reading.Unmarshal(raw, &h.intervals, reading.MostValues); err != nil {
			h.intervals = nil
		}
	case "OVERRIDES":
		var list []map[string]struct {
			Value json.RawMessage `json:"value"`
		}
		err = reading.Unmarshal(raw, &list, reading.MostValues)
		for _, m := range list {
			for name, o := range m {
				if v, err := strconv.ParseFloat(word(o.Value), 64); err == nil && v-v == 0 {
					h.Overrides[name] = v
				}
			}
		}
	}
	return err
}

// word returns a text without the space that the program writes at its end, or a
// number as text.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = string(bytes.Trim(raw, `"`))
	}
	return strings.TrimSpace(s)
}

// Sport returns the sport of a ride, or "" if the program states none.
func (h *Ride) Sport() training.Sport {
	w := h.Tags["Sport"]
	if s, _, ok := training.ParseKind(w); ok || w == "" {
		return s
	}
	if strings.EqualFold(w, "ski") {
		return training.CrossCountry
	}
	return training.Sport(strings.ReplaceAll(strings.ToLower(textclean.Line(w, textclean.NameRunes)), " ", "_"))
}

func damaged(err error) error {
	return training.Errorf(training.KindCorrupt, "It is not a GoldenCheetah activity, or it is damaged: %w.",
		err).WithFix("Open it in GoldenCheetah and save it again.")
}

// goldencheetahSample is one row; a nil field was not measured.
type goldencheetahSample struct {
	Secs        *float64 `json:"SECS"`
	KM          *float64 `json:"KM"`
	KPH         *float64 `json:"KPH"`
	Watts       *float64 `json:"WATTS"`
	Cadence     *float64 `json:"CAD"`
	HR          *float64 `json:"HR"`
	Altitude    *float64 `json:"ALT"`
	Lat         *float64 `json:"LAT"`
	Lon         *float64 `json:"LON"`
	Temperature *float64 `json:"TEMP"`
	Left        *float64 `json:"LRBALANCE"`
}

func samples(d *json.Decoder, each func(*goldencheetahSample) error) error {
	if err := expect(d, json.Delim('[')); err != nil {
		return err
	}
	for d.More() {
		var s goldencheetahSample
		if err := d.Decode(&s); err != nil {
			return err
		}
		if err := each(&s); err != nil {
			return err
		}
	}
	return expect(d, json.Delim(']'))
}

// mostSeconds exceeds the length of any single recording.
const mostSeconds = 14 * 24 * 3600

// notMeasuredC is the value that marks a missing temperature.
const notMeasuredC = -255

// point returns the row as a point, with its time in seconds after the zero time.
// It returns false if there is no valid time.
func (s *goldencheetahSample) point() (p reading.Point, ok bool) {
	if s.Secs == nil || *s.Secs < 0 || *s.Secs > mostSeconds {
		return p, false
	}
	p.Time = time.Time{}.Add(time.Duration(math.Floor(*s.Secs)) * time.Second)
	const perKM, perKMH = 1000, 1 / 3.6
	for _, v := range []struct {
		from  *float64
		to    training.Channel
		scale float64
		least float64 // lower values mean "none"
	}{
		{s.KM, training.Distance, perKM, 0},
		{s.KPH, training.Speed, perKMH, 0},
		{s.Watts, training.Power, 1, 0},
		{s.Cadence, training.Cadence, 1, 0},
		{s.HR, training.HeartRate, 1, 1},
		{s.Altitude, training.Altitude, 1, -1000},
		{s.Temperature, training.Temperature, 1, notMeasuredC + 1},
	} {
		if v.from != nil && *v.from >= v.least {
			p.Set(v.to, *v.from*v.scale)
		}
	}
	if s.Left != nil && *s.Left > 0 && *s.Left <= 100 {
		p.Set(training.LeftBalance, *s.Left)
	}
	if s.Lat != nil && s.Lon != nil && (*s.Lat != 0 || *s.Lon != 0) && math.Abs(*s.Lat) <= 90 && math.Abs(*s.Lon) <= 180 {
		p.Set(training.Latitude, *s.Lat)
		p.Set(training.Longitude, *s.Lon)
	}
	return p, true
}

// GoldenCheetahIs reports whether JSON is an activity of GoldenCheetah.
func GoldenCheetahIs(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 128)], []byte(`"RIDE"`)) && bytes.Contains(data, []byte(`"STARTTIME"`))
}

const layout = "2006_01_02_15_04_05"

// LocalTime parses the start of an activity from the end of its file's name, in
// local time.
func LocalTime(name string) (time.Time, bool) {
	stem := strings.TrimSuffix(strings.ToLower(name), ".json")
	t, err := time.Parse(layout, stem[max(0, len(stem)-len(layout)):])
	return t, err == nil
}

// ReadGoldenCheetah reads an activity. The local time in the file's name, if there is
// one, gives the offset from UTC.
func ReadGoldenCheetah(ctx context.Context, name string, data []byte, limits reading.Limits) (reading.Result, error) {
	out := reading.Result{Format: "goldencheetah", Kind: reading.Activity}
	most := limits.WithDefaults().MaxRecords
	var points []reading.Point // in seconds after the zero time, because the start may follow them in the file
	h, err := read(bytes.NewReader(data), func(s *goldencheetahSample) error {
		if p, ok := s.point(); ok {
			points = append(points, p)
		}
		if len(points) > most {
			return reading.TooMany(most)
		}
		return ctx.Err()
	})
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		return out, err
	case len(points) == 0:
		return out, training.Errorf(training.KindCorrupt,
			"The activity has no samples.").WithFix("Add its summary values in GoldenCheetah, or skip it.")
	}
	out.Take([]*training.Recording{h.recording(name, points)}, false)
	return out, nil
}

func (h *Ride) recording(name string, points []reading.Point) *training.Recording {
	r := &training.Recording{Sport: cmp.Or(h.Sport(), training.Other), Device: training.Device{Product: h.device}}
	local, ok := LocalTime(name)
	if !ok {
		local, ok = LocalTime(h.Tags["Filename"])
	}
	if offset := int(local.Sub(h.Start).Seconds()); ok && offset%900 == 0 && offset >= -14*3600 && offset <= 14*3600 {
		r.OffsetS = &offset
	}
	var b reading.Builder
	b.Expect(len(points))
	for _, p := range points {
		p.Time = h.Start.Add(p.Time.Sub(time.Time{}))
		b.Add(p)
	}
	b.Build(r, h.Start)
	r.TimerS = reading.Timer(r.ElapsedS, r.Pauses)
	r.Laps = h.laps(r)
	return r
}

// laps returns the marked intervals that do not overlap earlier ones, and the
// stretches between them, as laps.
func (h *Ride) laps(r *training.Recording) (out []training.Lap) {
	list := slices.Clone(h.intervals)
	slices.SortStableFunc(list, func(a, b interval) int { return cmp.Compare(a.Start, b.Start) })
	var marks []float64
	until := 0.0
	for _, v := range list {
		if v.Start < until || v.Stop <= v.Start {
			continue
		}
		until = math.Floor(v.Stop) + 1
		marks = append(marks, v.Start, until)
	}
	return reading.Laps(r, marks, "manual")
}
