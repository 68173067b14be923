package intake

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"time"

	"lapkeep/internal/recording"
	"lapkeep/internal/training"
)

// sampleExtension ends the names of files that hold samples.
const sampleExtension = ".samples.json"

// samplesForm marks such files, by their beginning.
const samplesForm = "lapkeep samples 1"

// samples is a recording that a service gave without a file, in a form that
// is kept like one. Words that change at the service are not in it, so that
// the same samples are the same bytes.
type samples struct {
	Form     string                 `json:"form"`
	Format   training.Format        `json:"format"`
	Sport    training.Sport         `json:"sport"`
	SubSport string                 `json:"sub_sport,omitempty"`
	Start    time.Time              `json:"start"`
	OffsetS  *int                   `json:"offset_s,omitempty"`
	ElapsedS float64                `json:"elapsed_s"`
	TimerS   float64                `json:"timer_s"`
	Device   training.Device        `json:"device"`
	Warnings []string               `json:"warnings,omitempty"`
	TimeS    []int32                `json:"time_s"`
	Channels map[string]sampleTrack `json:"channels"` // in the integer units of training.Channel
	Others   []sampleOther          `json:"others,omitempty"`
}

// sampleOther is a stream that has no channel; a place without a value is null.
type sampleOther struct {
	Name   string     `json:"name"`
	Units  string     `json:"units,omitempty"`
	Values []*float32 `json:"values"`
}

type sampleTrack struct {
	Values []int32 `json:"values"`
	// Gaps are first and one past the last row of each stretch without a value.
	Gaps []int `json:"gaps,omitempty"`
}

// Samples is the file of a recording that came without one.
func Samples(r *training.Recording) ([]byte, error) {
	f := samples{
		Form: samplesForm, Format: r.Format, Sport: r.Sport, SubSport: r.SubSport, Start: r.Start.UTC(), OffsetS: r.OffsetS, ElapsedS: r.ElapsedS, TimerS: r.TimerS,
		Device: r.Device, Warnings: r.Warnings, TimeS: r.Columns.TimeS, Channels: map[string]sampleTrack{},
	}
	for ch := range training.NumChannels {
		if r.Columns.Has(ch) {
			f.Channels[ch.String()] = track(&r.Columns, ch)
		}
	}
	for _, d := range r.Columns.Developer {
		f.Others = append(f.Others, otherOf(d))
	}
	data, err := json.Marshal(f)
	if err != nil {
		return nil, training.Errorf(training.KindInternal, "samples cannot be written: %w", err)
	}
	return data, nil
}

func track(c *training.Columns, ch training.Channel) (t sampleTrack) {
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

// Read reads files of samples, and every other file as [recording.Read] does.
func Read(ctx context.Context, name string, data []byte, limits recording.Limits) (recording.Result, error) {
	if !bytes.HasPrefix(data, []byte(`{"form":"`+samplesForm)) {
		return recording.Read(ctx, name, data, limits)
	}
	var f samples
	if err := json.Unmarshal(data, &f); err != nil {
		return recording.Result{}, training.Errorf(training.KindCorrupt, "The samples of %s cannot be read.", name).WithFix("Sync it again.")
	}
	r := &training.Recording{
		Format: f.Format, Sport: f.Sport, SubSport: f.SubSport, Start: f.Start, OffsetS: f.OffsetS, ElapsedS: f.ElapsedS, TimerS: f.TimerS,
		Device: f.Device, Warnings: f.Warnings, Columns: training.Columns{TimeS: f.TimeS}, Sessions: 1,
	}
	for name, t := range f.Channels {
		ch, ok := training.ParseChannel(name)
		if !ok {
			continue // of a later version
		}
		if !t.into(&r.Columns, ch) {
			return recording.Result{}, training.Errorf(training.KindCorrupt, "The samples of %s are of different lengths.", name).WithFix("Sync it again.")
		}
	}
	for _, o := range f.Others {
		if len(o.Values) != r.Columns.Len() {
			return recording.Result{}, training.Errorf(training.KindCorrupt, "The samples of %s are of different lengths.", name).WithFix("Sync it again.")
		}
		r.Columns.Developer = append(r.Columns.Developer, o.column())
	}
	r.Columns.Pad()
	return recording.Result{Format: f.Format, Kind: "activity", Recordings: []*training.Recording{r}}, ctx.Err()
}

// into puts the track into columns, and reports whether it fits.
func (t sampleTrack) into(c *training.Columns, ch training.Channel) bool {
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

func otherOf(d training.DeveloperColumn) sampleOther {
	o := sampleOther{Name: d.Name, Units: d.Units, Values: make([]*float32, len(d.Values))}
	for i := range d.Values {
		if v := float64(d.Values[i]); !math.IsNaN(v) && !math.IsInf(v, 0) {
			o.Values[i] = &d.Values[i]
		}
	}
	return o
}

func (o sampleOther) column() training.DeveloperColumn {
	d := training.DeveloperColumn{Name: o.Name, Units: o.Units, Values: make([]float32, len(o.Values))}
	for i, v := range o.Values {
		d.Values[i] = float32(math.NaN())
		if v != nil {
			d.Values[i] = *v
		}
	}
	return d
}
