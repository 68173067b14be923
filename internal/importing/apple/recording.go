package apple

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// recordings are a workout, one a leg.
func (h *health) recordings(ctx context.Context, w *workout, routes []*training.Recording) ([]*training.Recording, error) {
	legs := []leg{w.whole()}
	if w.several() {
		legs = w.legs
	}
	recs := make([]*training.Recording, 0, len(legs))
	for i := range legs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		recs = append(recs, h.recording(w, &legs[i], routes))
	}
	return recs, nil
}

// whole is the workout as one stretch, with what its only leg alone says.
func (w *workout) whole() leg {
	l := w.leg
	l.values = training.Values{}
	if len(w.legs) == 1 {
		for m, v := range w.legs[0].values {
			l.values[m] = v
		}
	}
	for m, v := range w.values {
		l.values[m] = v
	}
	return l
}

// recording is one leg of a workout.
func (h *health) recording(w *workout, l *leg, routes []*training.Recording) *training.Recording {
	r := &training.Recording{Format: "apple", DeviceValues: l.values, Device: deviceOf(w.device)}
	r.Sport = sportOf(w.word)
	if w.several() {
		r.Sport = l.sport()
	}
	r.SubSport = w.refined(r.Sport)
	offset := w.offset(l.start)
	r.OffsetS = &offset
	points := h.points(w, l, routes)
	var b reading.Builder
	for i := range points {
		b.Add(points[i])
	}
	b.Build(r, time.Unix(l.start.unix, 0))
	r.Start = time.Unix(l.start.unix, 0).UTC()
	r.ElapsedS = float64(l.end.unix - l.start.unix)
	r.Pauses = w.pauses(l)
	r.TimerS = reading.Timer(r.ElapsedS, r.Pauses)
	if l.start == w.start && l.end == w.end && w.durationS > 0 && w.durationS <= r.ElapsedS {
		r.TimerS = w.durationS
	}
	r.Laps = w.laps(l, r.Pauses)
	return r
}

// offset is that of the place, in seconds east of UTC. Without a zone it is
// the telephone's at the time of the export.
func (w *workout) offset(at stamp) int {
	if zone, err := time.LoadLocation(w.zone); err == nil && w.zone != "" {
		_, off := time.Unix(at.unix, 0).In(zone).Zone()
		return off
	}
	return int(at.offset)
}

// deviceOf reads what Apple says of a device.
func deviceOf(words string) training.Device {
	d := training.Device{Product: property(words, "name"), Software: property(words, "software")}
	if d.Product == "Apple Watch" && property(words, "hardware") != "" {
		d.Product += " " + property(words, "hardware")
	}
	if maker := property(words, "manufacturer"); maker != "" && !strings.HasPrefix(maker, "Apple") {
		d.Manufacturer = maker
	}
	return d
}

// points are the track and the samples of a leg, in order of time.
func (h *health) points(w *workout, l *leg, routes []*training.Recording) (all []reading.Point) {
	for _, r := range routes {
		for i, t := range r.Columns.TimeS {
			p := reading.Point{Time: r.Start.Add(time.Duration(t) * time.Second)}
			if u := p.Time.Unix(); u < l.start.unix || u > l.end.unix {
				continue
			}
			for _, ch := range []training.Channel{training.Latitude, training.Longitude, training.Altitude, training.Speed} {
				if v, ok := r.Columns.At(ch, i); ok {
					p.Set(ch, float64(v)/ch.Scale())
				}
			}
			all = append(all, p)
		}
	}
	for ch := range training.NumChannels {
		s := h.seriesOf(ch, w.from, l)
		s.each(l.start.unix, l.end.unix, func(at, v int64) bool {
			p := reading.Point{Time: time.Unix(at, 0).UTC()}
			p.Set(ch, float64(v)/ch.Scale())
			all = append(all, p)
			return true
		})
	}
	slices.SortStableFunc(all, func(a, b reading.Point) int { return a.Time.Compare(b.Time) })
	return all
}

// seriesOf are the samples of a channel in a leg, from the source that wrote
// the workout or else from the best that has any.
func (h *health) seriesOf(ch training.Channel, from sourceID, l *leg) *samples {
	if s := h.series[seriesKey{ch, from}]; s.any(l.start.unix, l.end.unix) {
		return s
	}
	for _, s := range h.ranked[ch] {
		if s.any(l.start.unix, l.end.unix) {
			return s
		}
	}
	return nil
}

// pauses are the stretches of a leg in which the clock stood.
func (w *workout) pauses(l *leg) (out []training.Span) {
	events := slices.Clone(w.events)
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	since := int64(0)
	end := func(at int64) {
		if from, to := max(since, l.start.unix), min(at, l.end.unix); since > 0 && to > from {
			out = append(out, training.Span{FromS: float64(from - l.start.unix), ToS: float64(to - l.start.unix)})
		}
		since = 0
	}
	for _, e := range events {
		switch e.word {
		case "Pause", "MotionPaused":
			if since == 0 {
				since = e.at
			}
		case "Resume", "MotionResumed":
			end(e.at)
		}
	}
	end(l.end.unix)
	return out
}

// laps cut a leg where the athlete pressed the button.
func (w *workout) laps(l *leg, pauses []training.Span) (out []training.Lap) {
	elapsed := float64(l.end.unix - l.start.unix)
	cuts := []float64{0, elapsed}
	for _, e := range w.events {
		if e.word != "Lap" {
			continue
		}
		for _, s := range []float64{float64(e.at - l.start.unix), float64(e.at-l.start.unix) + float64(int64(e.lastS+0.5))} {
			if s > 0 && s < elapsed {
				cuts = append(cuts, s)
			}
		}
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) < 3 {
		return nil
	}
	for i := 1; i < len(cuts); i++ {
		lap := training.Lap{StartS: cuts[i-1], EndS: cuts[i], ElapsedS: cuts[i] - cuts[i-1], Trigger: "manual"}
		if i == len(cuts)-1 {
			lap.Trigger = "session_end"
		}
		lap.TimerS = lap.ElapsedS
		for _, p := range pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
		out = append(out, lap)
	}
	return out
}
