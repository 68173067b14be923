package endomondo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"lapkeep/internal/recording/jsonscan"
	"lapkeep/internal/recording/reading"
	"lapkeep/internal/recording/track"
	"lapkeep/internal/training"
)

// longestS bounds how long a workout may take.
const longestS = 30 * 24 * 3600

// Is says that a list in JSON is a workout.
func Is(data []byte) bool {
	head := data[:min(len(data), 16<<10)]
	return bytes.Contains(head, []byte(`"start_time"`)) && bytes.Contains(head, []byte(`"duration_s"`))
}

// Read reads a workout. One without points that have a time is a recording of no
// more than its figures.
func Read(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: "endomondo", Kind: reading.Activity}
	w := workout{
		ctx: ctx, d: jsonscan.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))), limit: limits.MaxRecords,
		rec: training.Recording{Sport: training.Other, SportUnsaid: true},
	}
	err := w.members(w.member)
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case training.KindOf(err) == training.KindTooLarge:
		return out, err
	case errors.Is(err, errTooMany):
		return out, reading.TooMany(limits.MaxRecords)
	case w.finish():
		out.Take([]*training.Recording{&w.rec}, err != nil)
	case err != nil:
		return out, reading.Damaged("Endomondo")
	default:
		out.Kind, out.Ignored = reading.Unknown, "The workout has no start with a duration or points."
	}
	return out, nil
}

var errTooMany = errors.New("there are too many points")

// workout is a file as far as it was read.
type workout struct {
	ctx   context.Context //nolint:containedctx // that of the reading
	d     *json.Decoder
	limit int

	rec    training.Recording
	build  track.Builder
	points int
	start  time.Time
	timerS float64
}

// figures are the service's own values, where they are above zero.
var figures = map[string]training.Metric{
	"distance_km": training.MetricDistanceKM, "calories_kcal": training.MetricCaloriesKcal,
	"heart_rate_avg_bpm": training.MetricAvgHRBpm, "heart_rate_max_bpm": training.MetricMaxHRBpm,
	"speed_avg_kmh": training.MetricAvgSpeedKMH, "speed_max_kmh": training.MetricMaxSpeedKMH,
	"ascend_m": training.MetricElevationGainM, "descend_m": training.MetricElevationLossM,
}

// member takes a member of the workout. Comments are other people's.
func (w *workout) member(name string) error {
	if metric, known := figures[name]; known {
		x, err := w.number()
		if x > 0 {
			w.rec.DeviceValues = w.rec.DeviceValues.Put(metric, x)
		}
		return err
	}
	switch name {
	case "name", "notes", "sport", "start_time":
		var text string
		err := jsonscan.Decode(w.d, &text)
		w.word(name, text)
		return err
	case "duration_s":
		x, err := w.number()
		if x > 0 && x < longestS {
			w.timerS = x
		}
		return err
	case "points":
		return jsonscan.Array(w.d, w.point)
	}
	return jsonscan.Skip(w.d)
}

func (w *workout) word(name, text string) {
	switch name {
	case "name":
		w.rec.Name = reading.Text(text)
	case "notes":
		w.rec.Description = reading.Text(text)
	case "sport":
		if text != "" {
			w.rec.SportUnsaid = false
			w.rec.Sport, w.rec.SubSport = sportOf(text)
		}
	case "start_time":
		w.start, _ = instant("2006-01-02 15:04:05", text)
	}
}

// number reads a number, NaN where something else stands.
func (w *workout) number() (float64, error) {
	x := jsonscan.Number(math.NaN())
	err := w.d.Decode(&x)
	return float64(x), err
}

// channels are the members of a point, and what one of their unit is in the
// channel's.
var channels = map[string]struct {
	channel training.Channel
	scale   float64
}{
	"altitude": {training.Altitude, 1}, "distance_km": {training.Distance, 1000}, "speed_kmh": {training.Speed, 1 / 3.6},
	"heart_rate_bpm": {training.HeartRate, 1}, "latitude": {training.Latitude, 1}, "longitude": {training.Longitude, 1},
}

// point reads a point, and keeps it if all of it is there.
func (w *workout) point() error {
	if w.points++; w.points > w.limit {
		return errTooMany
	}
	if w.points%1024 == 0 && w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	var p track.Point
	if err := w.members(w.value(&p)); err != nil {
		return err
	}
	if p.DropNoFix(); !p.Empty() {
		w.build.Add(p)
	}
	return nil
}

// members reads a list of objects.
func (w *workout) members(member func(name string) error) error {
	return jsonscan.Array(w.d, func() error { return jsonscan.Object(w.d, member) })
}

// value takes a member of a point.
func (w *workout) value(p *track.Point) func(name string) error {
	place := func(name string) error {
		switch name {
		case "latitude", "longitude":
			return w.set(p, name)
		}
		return jsonscan.Skip(w.d)
	}
	return func(name string) error {
		switch name {
		case "location":
			return jsonscan.Array(w.d, func() error { return w.members(place) })
		case "altitude", "distance_km", "speed_kmh", "heart_rate_bpm":
			return w.set(p, name)
		case "timestamp":
			var text string
			err := jsonscan.Decode(w.d, &text)
			p.Time, _ = instant("Mon Jan 02 15:04:05 UTC 2006", text)
			return err
		}
		return jsonscan.Skip(w.d)
	}
}

// set takes a number of a point. A heart rate of 0 is a strap without contact.
func (w *workout) set(p *track.Point, name string) error {
	x, err := w.number()
	c := channels[name]
	unsaid := math.IsNaN(x) || c.channel == training.HeartRate && x == 0
	if !unsaid && !p.Set(c.channel, x*c.scale) {
		w.build.Refuse()
	}
	return err
}

// instant reads a time; it is zero and false for one in which nobody trained.
func instant(layout, text string) (time.Time, bool) {
	t, err := time.Parse(layout, text)
	if err != nil || t.Year() < 1970 || t.Year() > 9000 {
		return time.Time{}, false
	}
	return t, true
}

// finish makes the recording of what was read, and is false if nothing of it took
// time.
func (w *workout) finish() bool {
	timed := w.build.Len() > 0
	if !timed && (w.start.IsZero() || w.timerS == 0) {
		return false
	}
	w.build.Build(&w.rec, w.start)
	track.Timed(&w.rec, w.timerS)
	return true
}

// sportOf is a sport by the service's word. One that is none of Lapkeep's stays as
// the refinement.
func sportOf(word string) (training.Sport, string) {
	if k, ok := sports[word]; ok {
		return k.sport, k.sub
	}
	if sport, sub, ok := training.ParseKind(word); ok {
		return sport, sub
	}
	return training.Other, strings.ToLower(reading.Text(word))
}

// sports are the words that are the service's alone.
var sports = map[string]struct {
	sport training.Sport
	sub   string
}{
	"CYCLING_TRANSPORTATION": {training.Cycling, ""}, "CYCLING_INDOOR": {training.Cycling, training.SubIndoor},
	"RUNNING_TRAIL": {training.Running, training.SubTrail}, "ROWING_INDOOR": {training.Rowing, training.SubIndoor},
	"FITNESS_WALKING": {training.Walking, ""}, "WALKING_TRANSPORTATION": {training.Walking, ""},
	"TREADMILL_WALKING": {training.Walking, training.SubIndoor}, "SKIING_DOWNHILL": {training.AlpineSki, ""},
	"ROLLER_SKATING": {training.Skating, "inline"}, "AEROBICS": {training.Fitness, ""}, "CIRCUIT_TRAINING": {training.Fitness, ""},
	"CROSS_TRAINING": {training.Fitness, ""}, "GYMNASTICS": {training.Fitness, ""}, "STRETCHING": {training.Fitness, ""},
	"ROPE_JUMPING": {training.Fitness, ""}, "CLIMBING_STAIRS": {training.Fitness, "stairs"},
	"ELLIPTICAL_TRAINING": {training.Fitness, "elliptical"},
}
