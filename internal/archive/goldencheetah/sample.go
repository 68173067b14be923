package goldencheetah

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"time"

	"lapkeep/internal/recording/fit"
	"lapkeep/internal/recording/track"
	"lapkeep/internal/training"
)

// sample is one row; what is not there was not measured.
type sample struct {
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

func samples(d *json.Decoder, each func(*sample)) error {
	if err := expect(d, json.Delim('[')); err != nil {
		return err
	}
	for d.More() {
		var s sample
		if err := d.Decode(&s); err != nil {
			return err
		}
		each(&s)
	}
	return expect(d, json.Delim(']'))
}

// mostSeconds is longer than anything that was recorded in one piece.
const mostSeconds = 14 * 24 * 3600

// notMeasuredC is what the program writes for a temperature that is none.
const notMeasuredC = -255

// point is the row at a ride's start and so many seconds.
func (s *sample) point(start time.Time) (p track.Point, ok bool) {
	if s.Secs == nil || *s.Secs < 0 || *s.Secs > mostSeconds {
		return p, false
	}
	p.Time = start.Add(time.Duration(math.Floor(*s.Secs)) * time.Second)
	const perKM, perKMH = 1000, 1 / 3.6
	for _, v := range []struct {
		from  *float64
		to    training.Channel
		scale float64
		least float64 // what is below stands for nothing
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

// fitFile is an activity as a FIT file. local is the local time of its name.
// The same activity gives the same bytes, whatever the athlete writes on it.
func fitFile(data []byte, local time.Time) ([]byte, error) {
	var rows []*sample
	h, err := read(bytes.NewReader(data), func(s *sample) { rows = append(rows, s) })
	if err != nil {
		return nil, err
	}
	r := &training.Recording{Format: training.FormatFIT, Sport: h.sport(), Device: training.Device{Product: h.device}, Sessions: 1}
	if r.Sport == "" {
		r.Sport = training.Other
	}
	if offset := int(local.Sub(h.start).Seconds()); offset%900 == 0 && offset >= -14*3600 && offset <= 14*3600 {
		r.OffsetS = &offset
	}
	var b track.Builder
	for _, s := range rows {
		if p, ok := s.point(h.start); ok {
			b.Add(p)
		}
	}
	if b.Len() == 0 {
		return nil, training.Errorf(training.KindCorrupt, "The activity has no samples.").WithFix("Add its figures in GoldenCheetah, or leave it.")
	}
	b.Build(r, h.start)
	r.TimerS = track.Timer(r.ElapsedS, r.Pauses)
	r.Laps = h.laps(r)
	var out bytes.Buffer
	if err := fit.Write(&out, []*training.Recording{r}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// laps are the marked stretches that do not overlap an earlier one, and what
// is between them.
func (h *ride) laps(r *training.Recording) (out []training.Lap) {
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
	return track.Laps(r, marks, "manual")
}
