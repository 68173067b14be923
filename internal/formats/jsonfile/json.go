package jsonfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

const format training.Format = "suunto"

// IsJSON reports whether JSON is a recording of the Suunto app.
func IsJSON(data []byte) bool {
	head := data[:min(len(data), 64<<10)]
	return bytes.Contains(head, []byte(`"suunto/sml"`)) ||
		bytes.Contains(head, []byte(`"DeviceLog"`)) && bytes.Contains(data, []byte(`"TimeISO8601"`))
}

// ReadJSON reads the JSON of the app.
func ReadJSON(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: format, Kind: reading.Activity}
	w := workout{ctx: ctx, d: reading.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))), limit: limits.MaxRecords}
	w.build.AnyOrder()
	const mostLevels = 4
	err := w.document(mostLevels)
	if err != nil && (ctx.Err() != nil || errors.Is(err, errSuuntoTooMany)) {
		return out, stopped(ctx, limits)
	}
	rec := w.recording()
	switch {
	case training.KindOf(err) == training.KindTooLarge:
		return out, err
	case rec != nil:
		out.Take([]*training.Recording{rec}, err != nil)
	case err != nil:
		return out, reading.Damaged("Suunto")
	case w.n > 0 && w.clock.Refusal() != nil:
		return out, w.clock.Refusal()
	default:
		out.Kind, out.Ignored = reading.Unknown, "The file contains no samples of a workout."
	}
	return out, nil
}

var errSuuntoTooMany = errors.New("there are too many samples")

// stopped returns the reason why reading stopped: a cancelled context, or too
// many records.
func stopped(ctx context.Context, limits reading.Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return reading.TooMany(limits.MaxRecords)
}

type workout struct {
	ctx   context.Context //nolint:containedctx // the context of one read
	d     *json.Decoder
	limit int

	rec    training.Recording
	build  reading.Builder
	header header
	device device
	n      int
	start  time.Time
	pause  time.Time // when the timer stopped; zero while it runs
	laps   []time.Time
	words  []string
	// ahead is how far the samples' times are ahead of UTC if they have no zone. It
	// comes from the first sample that also has a UTC time.
	ahead   time.Duration
	aligned bool
	clock   reading.Clock
}

type header struct {
	ActivityType float64
	Activity     string
	DateTime     string
	Duration     float64
	Distance     float64
	Energy       float64
}

type device struct {
	Name         string
	SerialNumber string
	Info         struct{ SW string }
}

// sample is one sample in either form; a nil field was not measured.
type sample struct {
	At          string `json:"TimeISO8601"`
	UTC         any
	HR          *reading.JSONNumber
	Cadence     *reading.JSONNumber
	Power       *reading.JSONNumber
	BikePower   *reading.JSONNumber
	Speed       *reading.JSONNumber
	Distance    *reading.JSONNumber
	Altitude    *reading.JSONNumber
	GPSAltitude *reading.JSONNumber
	Temperature *reading.JSONNumber
	Latitude    *reading.JSONNumber
	Longitude   *reading.JSONNumber
	Events      []event
}

type event struct {
	Pause *struct{ State any }
	Lap   *struct{ Type string }
	// Activity is the mode of the watch.
	Activity *struct{ Type any }
}

// document searches for the samples under any name, down to the given number of levels.
func (w *workout) document(levels int) error {
	return reading.Object(w.d, func(name string) error {
		switch name {
		case "DeviceLog", "Data":
			if levels > 0 {
				return w.document(levels - 1)
			}
		case "Header":
			return reading.DecodeJSON(w.d, &w.header)
		case "Device":
			return reading.DecodeJSON(w.d, &w.device)
		case "Samples":
			return reading.Array(w.d, w.next)
		}
		return reading.Skip(w.d)
	})
}

// next reads a sample, with or without an envelope.
func (w *workout) next() error {
	if w.n++; w.n > w.limit {
		return errSuuntoTooMany
	}
	if w.n%1024 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	var e struct {
		sample

		Attributes json.RawMessage
	}
	if err := reading.DecodeJSON(w.d, &e); err != nil {
		return err
	}
	s := e.sample
	if len(e.Attributes) > 0 {
		var inner struct {
			SML struct{ Sample sample } `json:"suunto/sml"`
		}
		raw := []byte(e.Attributes)
		if raw[0] == '"' { // some programs write the object as a string
			var text string
			_ = json.Unmarshal(raw, &text) // it was a string
			raw = []byte(text)
		}
		_ = json.Unmarshal(raw, &inner) // other forms are ignored
		s = inner.SML.Sample
		s.At = e.At
	}
	w.take(&s)
	return nil
}

func (w *workout) take(s *sample) {
	when, offset, has, ok := w.clock.Read(s.At)
	if !ok {
		return
	}
	if w.start.IsZero() || when.Before(w.start) {
		w.start = when
	}
	if has && w.rec.OffsetS == nil {
		w.rec.OffsetS = &offset
	}
	w.align(s, when)
	p := reading.Point{Time: when}
	for _, v := range []struct {
		name  string
		value *reading.JSONNumber
	}{
		{"HR", s.HR},
		{"Cadence", s.Cadence},
		{"Power", s.Power},
		{"BikePower", s.BikePower},
		{"Speed", s.Speed},
		{"Distance", s.Distance},
		{"Altitude", s.Altitude},
		{"Temperature", s.Temperature},
		{"Latitude", s.Latitude},
		{"Longitude", s.Longitude},
	} {
		if v.value != nil && !set(&p, fields[v.name], float64(*v.value)) {
			w.build.Refuse()
		}
	}
	if p.DropNoFix(); !p.Empty() {
		w.build.Add(p)
	}
	for _, e := range s.Events {
		w.event(e, when)
	}
}

// align compares a sample's time with its UTC time.
func (w *workout) align(s *sample, when time.Time) {
	text, _ := s.UTC.(string)
	utc, _, _, ok := reading.ParseTime(text)
	if !ok || w.aligned || !reading.Zoned(text) {
		return
	}
	w.aligned = true
	const quarter, slack = 15 * time.Minute, 2 * time.Minute
	if d := when.Sub(utc); d.Round(quarter) != 0 && (d-d.Round(quarter)).Abs() < slack {
		w.ahead = d.Round(quarter)
	}
}

func (w *workout) event(e event, when time.Time) {
	switch {
	case e.Pause != nil && isTrue(e.Pause.State):
		w.pause = when
	case e.Pause != nil && !w.pause.IsZero():
		w.build.Pause(w.pause, when)
		w.pause = time.Time{}
	case e.Lap != nil && (e.Lap.Type == "Manual" || e.Lap.Type == "Distance"):
		w.laps = append(w.laps, when)
	case e.Activity != nil:
		if word, ok := e.Activity.Type.(string); ok {
			w.words = append(w.words, word)
		}
	}
}

func isTrue(v any) bool {
	word, _ := v.(string)
	return v == true || strings.EqualFold(word, "true")
}

// recording returns the recording, or nil if the file has no samples.
func (w *workout) recording() *training.Recording {
	if w.build.Len() == 0 {
		return nil
	}
	r := &w.rec
	w.build.Build(r, w.start)
	r.Device = training.Device{
		Manufacturer: "suunto", Product: reading.Text(w.device.Name),
		Serial: reading.Text(w.device.SerialNumber), Software: reading.Text(w.device.Info.SW),
	}
	r.Sport, r.SubSport = suuntoSportOf(int(max(0, min(w.header.ActivityType, 1000))), append(w.words, w.header.Activity)...)
	totals(r, w.header.Distance, w.header.Energy)
	reading.Timed(r, w.header.Duration)
	marks := make([]float64, len(w.laps))
	for i, l := range w.laps {
		marks[i] = l.Sub(r.Start).Seconds()
	}
	r.Laps = reading.Laps(r, marks, "manual")
	if w.ahead != 0 {
		offset := int(w.ahead.Seconds())
		r.Start, r.OffsetS = r.Start.Add(-w.ahead), &offset
	}
	return r
}
