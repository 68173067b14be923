package reading

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Kind is the kind of a file's content.
type Kind string

// The kinds of files. Only activities contain recordings; other kinds are
// recognised and ignored, with a reason.
const (
	Activity      Kind = "activity"
	Settings      Kind = "settings"
	Monitoring    Kind = "monitoring"
	Course        Kind = "course"
	Workout       Kind = "workout"
	Weight        Kind = "weight"
	BloodPressure Kind = "blood_pressure"
	Sport         Kind = "sport"
	Schedule      Kind = "schedule"
	Totals        Kind = "totals"
	Goals         Kind = "goals"
	Segment       Kind = "segment"
	Device        Kind = "device"
	Unknown       Kind = "unknown"
)

// Result holds the content of one file.
type Result struct {
	Format training.Format
	Kind   Kind
	// Recordings has one entry per session, in the order of the file. It is empty
	// if and only if Ignored is set.
	Recordings []*training.Recording
	// Routes holds the routes of a course, which contains no recording.
	Routes []training.Route
	// Ignored is a sentence that says why nothing was read from the file.
	Ignored i18n.Sentence
	// Warnings describe everything unusual in the file. Each recording also has those
	// warnings that concern it.
	Warnings []string
	// Salvaged is set if the file is damaged and only its readable part was kept.
	Salvaged bool
}

// Take sets the recordings of the result, in the order of the file. cut means that the file
// ends early or is not well formed.
func (r *Result) Take(recs []*training.Recording, cut bool) {
	if r.Recordings, r.Salvaged = recs, cut; cut {
		r.Warnings = append(r.Warnings, string(i18n.Sentence("The file is cut off or malformed; what could be read was kept.")))
	}
	ofAll := slices.Clone(r.Warnings)
	for i, rec := range recs {
		rec.Format, rec.SessionIndex, rec.Sessions = r.Format, i, len(recs)
		rec.Warnings = slices.Concat(ofAll, rec.Warnings)
		r.Warnings = AppendNew(r.Warnings, rec.Warnings)
	}
}

// XMLDocument is the state that XML readers share while they read a document.
type XMLDocument struct {
	*Scanner
	Points int // number of points so far
	Done   []*training.Recording
	Clock  Clock
}

// Read reads the document. It calls edge at each edge of an element, and finish at
// the end. name is the format's name for errors; nothing is the reason to give if a
// document has no recordings.
func (d *XMLDocument) Read(out Result, name string, limits Limits, edge, finish func(), nothing i18n.Sentence) (Result, error) {
	for d.Next() {
		edge()
		if d.Points > limits.MaxRecords {
			return out, TooMany(limits.MaxRecords)
		}
	}
	if err := d.Err(); err != nil {
		return out, err
	}
	finish()
	out.Take(d.Done, d.Cut())
	switch err := d.Clock.Refusal(); {
	case len(d.Done) > 0:
	case err != nil:
		return out, err
	case d.Cut():
		return out, Damaged(name)
	default:
		out.Kind, out.Ignored = Unknown, nothing
	}
	return out, nil
}

// TooMany returns the error for a file with more points than the limit.
func TooMany(limit int) error {
	return training.Errorf(training.KindTooLarge, "The file contains more than %d points.", limit).
		WithFix("Split the recording and import its parts.")
}

// Damaged returns the error for a file from which nothing can be read.
func Damaged(form string) error {
	return training.Errorf(training.KindCorrupt, "The %s file is damaged: nothing in it can be read.", form).
		WithFix("Copy or export the file again.")
}

// SamplesExtension is the extension of files with samples.
const SamplesExtension = ".samples.json"

// form is the beginning of such files.
const form = "lapkeep samples 1"

// file holds one or more sessions. It leaves out the fields of a recording that are not
// listed here: names can change on a service, but the same samples must always give the same
// bytes.
type file struct {
	Form string `json:"form"`
	session
	Further []session `json:"further,omitempty"`
}

// session is one recording.
type session struct {
	Format   training.Format  `json:"format"`
	Sport    training.Sport   `json:"sport"`
	SubSport string           `json:"sub_sport,omitempty"`
	Start    time.Time        `json:"start"`
	OffsetS  *int             `json:"offset_s,omitempty"`
	ElapsedS float64          `json:"elapsed_s"`
	TimerS   float64          `json:"timer_s"`
	Device   training.Device  `json:"device"`
	Warnings []string         `json:"warnings,omitempty"`
	TimeS    []int32          `json:"time_s"`
	Channels map[string]track `json:"channels"` // in the integer units of training.Channel
	Others   []other          `json:"others,omitempty"`
	Pauses   []training.Span  `json:"pauses,omitempty"`
	Laps     []training.Lap   `json:"laps,omitempty"`
	Values   training.Values  `json:"values,omitempty"` // the device's own values
}

// other is a stream without a channel. A missing value is null.
type other struct {
	Name   string     `json:"name"`
	Units  string     `json:"units,omitempty"`
	Values []*float32 `json:"values"`
}

type track struct {
	Values []int32 `json:"values"`
	// Gaps holds, for each stretch without a value, its first row and the row
	// after its last.
	Gaps []int `json:"gaps,omitempty"`
}

// WriteSamples returns a file for recordings that came without one.
func WriteSamples(recs []*training.Recording) ([]byte, error) {
	f := file{Form: form}
	for i, r := range recs {
		if i == 0 {
			f.session = sessionOf(r)
		} else {
			f.Further = append(f.Further, sessionOf(r))
		}
	}
	data, err := json.Marshal(f)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "samples cannot be written: %w", err)
	}
	return data, nil
}

func sessionOf(r *training.Recording) session {
	s := session{
		Format: r.Format, Sport: r.Sport, SubSport: r.SubSport, Start: r.Start.UTC(), OffsetS: r.OffsetS, ElapsedS: r.ElapsedS, TimerS: r.TimerS,
		Device: r.Device, Warnings: r.Warnings, TimeS: r.Columns.TimeS, Channels: map[string]track{}, Pauses: r.Pauses,
		Laps: r.Laps, Values: r.DeviceValues,
	}
	for ch := range training.NumChannels {
		if r.Columns.Has(ch) {
			s.Channels[ch.String()] = trackOf(&r.Columns, ch)
		}
	}
	for _, d := range r.Columns.Developer {
		s.Others = append(s.Others, otherOf(d))
	}
	return s
}

func trackOf(c *training.Columns, ch training.Channel) (t track) {
	t.Values = make([]int32, c.Len())
	gap := false
	for i := range t.Values {
		v, ok := c.At(ch, i)
		t.Values[i] = v
		if ok == gap {
			t.Gaps, gap = append(t.Gaps, i), !gap
		}
	}
	if gap {
		t.Gaps = append(t.Gaps, c.Len())
	}
	return t
}

// SamplesIs reports whether JSON has the form written by [WriteSamples].
func SamplesIs(data []byte) bool { return bytes.HasPrefix(data, []byte(`{"form":"`+form)) }

// mostNumbers is the largest number of values in a file: a week at 1 Hz with times
// and seven channels.
const mostNumbers = 5 << 20

// ReadSamples reads a file written by [WriteSamples].
func ReadSamples(ctx context.Context, data []byte, limits Limits) (Result, error) {
	var f file
	out := Result{Kind: Activity}
	if err := Unmarshal(data, &f, mostNumbers); training.KindOf(err) == training.KindTooLarge {
		return out, err
	} else if err != nil {
		return out, damaged("cannot be read")
	}
	out.Format = f.Format
	var recs []*training.Recording
	for _, s := range append([]session{f.session}, f.Further...) {
		if len(s.TimeS) > limits.WithDefaults().MaxRecords {
			return out, TooMany(limits.WithDefaults().MaxRecords)
		}
		r := s.recording()
		if r == nil {
			return out, damaged("are of different lengths")
		}
		recs = append(recs, r)
	}
	out.Take(recs, false)
	return out, ctx.Err()
}

func damaged(why string) error {
	return training.Errorf(training.KindCorrupt, "The samples %s.", why).WithFix("Sync or import it again.")
}

// recording returns the recording of a session, or nil if the columns do not fit together.
func (s *session) recording() *training.Recording {
	r := &training.Recording{
		Sport: s.Sport, SubSport: s.SubSport, Start: s.Start, OffsetS: s.OffsetS, ElapsedS: s.ElapsedS, TimerS: s.TimerS,
		Device: s.Device, Warnings: s.Warnings, Columns: training.Columns{TimeS: s.TimeS}, Pauses: s.Pauses, Laps: s.Laps, DeviceValues: s.Values,
	}
	for name, t := range s.Channels {
		ch, ok := training.ParseChannel(name)
		if ok && !t.into(&r.Columns, ch) { // an unknown channel is from a later version
			return nil
		}
	}
	for _, o := range s.Others {
		if len(o.Values) != r.Columns.Len() {
			return nil
		}
		r.Columns.Developer = append(r.Columns.Developer, o.column())
	}
	r.Columns.Pad()
	return r
}

// into copies the track into columns. It reports whether the track fits the columns.
func (t track) into(c *training.Columns, ch training.Channel) bool {
	if len(t.Values) != c.Len() || len(t.Gaps)%2 != 0 {
		return false
	}
	gaps := t.Gaps
	for i, v := range t.Values {
		for len(gaps) > 0 && i >= gaps[1] {
			gaps = gaps[2:]
		}
		if len(gaps) == 0 || i < gaps[0] {
			c.Put(ch, i, v)
		}
	}
	return true
}

func otherOf(d training.DeveloperColumn) other {
	o := other{Name: d.Name, Units: d.Units, Values: make([]*float32, len(d.Values))}
	for i := range d.Values {
		if v := float64(d.Values[i]); !math.IsNaN(v) && !math.IsInf(v, 0) {
			o.Values[i] = &d.Values[i]
		}
	}
	return o
}

func (o other) column() training.DeveloperColumn {
	d := training.DeveloperColumn{Name: o.Name, Units: o.Units, Values: make([]float32, len(o.Values))}
	for i, v := range o.Values {
		d.Values[i] = float32(math.NaN())
		if v != nil {
			d.Values[i] = *v
		}
	}
	return d
}
