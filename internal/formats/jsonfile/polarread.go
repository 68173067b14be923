package jsonfile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// PolarIs reports whether JSON is a training session of Polar.
func PolarIs(data []byte) bool {
	for _, word := range []string{`"exercises"`, `"startTime"`} {
		if !bytes.Contains(data, []byte(word)) {
			return false
		}
	}
	// A watch that does not know its offset leaves it out.
	return slices.ContainsFunc([]string{`"timezoneOffsetMinutes"`, `"timezoneOffset"`, `"exportVersion"`, `"durationMillis"`},
		func(word string) bool { return bytes.Contains(data, []byte(word)) })
}

// ReadPolar reads a training session.
func ReadPolar(ctx context.Context, data []byte, limits reading.Limits) (reading.Result, error) {
	limits = limits.WithDefaults()
	out := reading.Result{Format: "polar", Kind: reading.Activity}
	s := session{ctx: ctx, d: reading.NewDecoder(bytes.NewReader(withoutNaN(data))), limit: limits.MaxRecords}
	err := s.read()
	switch {
	case ctx.Err() != nil:
		return out, ctx.Err()
	case training.KindOf(err) == training.KindTooLarge:
		return out, err
	case errors.Is(err, errTooMany):
		return out, reading.TooMany(limits.MaxRecords)
	}
	var recs []*training.Recording
	for i := range s.exercises {
		if r := s.recording(&s.exercises[i]); r != nil {
			recs = append(recs, r)
		}
	}
	out.Take(recs, err != nil)
	switch {
	case len(recs) > 0:
	case err != nil:
		return out, reading.Damaged("Polar")
	default:
		out.Kind, out.Ignored = reading.Unknown, "The session has no exercise with a start and a duration."
	}
	return out, nil
}

var errTooMany = errors.New("there are too many values")

// withoutNaN replaces NaN values with empty strings of the same length, so that everything
// else keeps its position.
func withoutNaN(data []byte) []byte {
	data = bytes.Clone(bytes.TrimPrefix(data, []byte("\ufeff")))
	text, escaped := false, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case escaped:
			escaped = false
		case text && c == '\\':
			escaped = true
		case c == '"':
			text = !text
		case !text && c == 'N' && bytes.HasPrefix(data[i:], []byte("NaN")):
			i += copy(data[i:], `"" `) - 1
		}
	}
	return data
}

// session is the part of a file that has been read. Each field belongs to one of
// the two generations.
type session struct {
	ctx   context.Context //nolint:containedctx // the context of one read
	d     *json.Decoder
	limit int
	left  int // number of values that may still follow

	head      head
	exercises []exercise
}

// head holds the fields that both a session and its exercises have.
type head struct {
	Start      string   `json:"startTime"`
	Minutes    *float64 `json:"timezoneOffsetMinutes"`
	OldMinutes *float64 `json:"timezoneOffset"` // names are compared case-insensitively
	Millis     float64  `json:"durationMillis"`
	Duration   string   `json:"duration"` // "PT2754.128S"
	Metres     float64  `json:"distanceMeters"`
	OldMetres  float64  `json:"distance"`
	Calories   float64  `json:"calories"`
	OldKcal    float64  `json:"kiloCalories"`
	HRAvg      float64  `json:"hrAvg"`
	HRMax      float64  `json:"hrMax"`
	Name       string   `json:"name"`
	Note       string   `json:"note"`
	Sport      any      `json:"sport"` // {"id":"1"} or "RUNNING"
	Product    struct {
		Model string `json:"modelName"`
	} `json:"product"`
	HeartRate struct {
		Avg float64 `json:"avg"`
		Max float64 `json:"max"`
	} `json:"heartRate"`
}

// exercise is an exercise of a session.
type exercise struct {
	head     head
	channels []channel
	route    []waypoint
	routeAt  string // the start of the waypoints in the newer format
	pauses   []pause
	power    bool // there is power, but from one pedal only
}

// channel is a list of values.
type channel struct {
	kind     string
	interval float64 // in ms; 0 if each value has a time
	times    []int64 // in ms, as if local time were UTC
	values   []float32
}

type waypoint struct {
	Lat      *reading.JSONNumber `json:"latitude"`
	Lon      *reading.JSONNumber `json:"longitude"`
	Altitude *reading.JSONNumber `json:"altitude"`
	Millis   float64             `json:"elapsedMillis"`
	At       string              `json:"dateTime"`
}

type pause struct {
	From string `json:"startTime"`
	To   string `json:"endTime"`
}

// read reads the file. It skips unused members and those of an unexpected type.
func (s *session) read() error {
	s.left = 16 * s.limit // enough for the channels of one exercise, with room for more
	rest := map[string]json.RawMessage{}
	err := reading.Object(s.d, func(name string) error {
		if name == "exercises" {
			return reading.Array(s.d, func() error {
				s.exercises = append(s.exercises, exercise{})
				return s.exercise(&s.exercises[len(s.exercises)-1])
			})
		}
		return s.keep(rest, name)
	})
	s.head.from(rest)
	return err
}

// keep stores a small member for [head.from].
func (s *session) keep(rest map[string]json.RawMessage, name string) error {
	if !headNames[name] {
		return reading.Skip(s.d)
	}
	var raw json.RawMessage
	err := s.d.Decode(&raw)
	rest[name] = raw
	return err
}

// headNames lists the members of a [head].
var headNames = map[string]bool{
	"startTime": true, "timezoneOffsetMinutes": true, "timezoneOffset": true, "timeZoneOffset": true, "durationMillis": true,
	"duration": true, "distanceMeters": true, "distance": true, "calories": true, "kiloCalories": true, "hrAvg": true, "hrMax": true,
	"name": true, "note": true, "sport": true, "product": true, "heartRate": true,
}

// from reads those members that have the right type.
func (h *head) from(members map[string]json.RawMessage) {
	for name, raw := range members {
		one, err := json.Marshal(map[string]json.RawMessage{name: raw})
		if err == nil {
			_ = json.Unmarshal(one, h) // other forms are ignored
		}
	}
}

// clock parses a local time as if it were UTC.
func clock(s string) (time.Time, bool) {
	t, ok := reading.WallTime(s)
	return t, ok && t.Year() > 1989
}

// exercise reads one exercise.
func (s *session) exercise(e *exercise) error {
	rest := map[string]json.RawMessage{}
	err := reading.Object(s.d, func(name string) error {
		switch name {
		case "samples":
			return s.samples(e)
		case "routes":
			return s.routes(e)
		case "pauseTimes":
			return reading.Array(s.d, func() error {
				var p pause
				err := s.decode(&p)
				e.pauses = append(e.pauses, p)
				return err
			})
		}
		return s.keep(rest, name)
	})
	e.head.from(rest)
	return err
}

// decode decodes one value. It returns an error after too many values.
func (s *session) decode(to any) error {
	if s.left--; s.left < 0 {
		return errTooMany
	}
	if s.left%4096 == 0 && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return reading.DecodeJSON(s.d, to)
}

// samples reads the lists of either generation: in the newer one they are in a
// list, in the older one they are members.
func (s *session) samples(e *exercise) error {
	return reading.Object(s.d, func(name string) error {
		switch name {
		case "samples":
			return reading.Array(s.d, func() error {
				c := channel{interval: 1000}
				err := s.list(&c)
				e.channels = append(e.channels, c)
				return err
			})
		case "recordedRoute":
			return s.waypoints(e)
		case "leftPedalCrankBasedPower":
			e.power = true
		}
		if _, known := oldKinds[name]; !known {
			return reading.Skip(s.d)
		}
		c := channel{kind: oldKinds[name]}
		err := s.timed(&c)
		e.channels = append(e.channels, c)
		return err
	})
}

// oldKinds maps the lists of the older format to their newer names.
var oldKinds = map[string]string{
	"heartRate": "HEART_RATE", "speed": "SPEED", "distance": "DISTANCE", "altitude": "ALTITUDE", "cadence": "CADENCE",
	"temperature": "TEMPERATURE",
}

// list reads a channel with values at one interval.
func (s *session) list(c *channel) error {
	return reading.Object(s.d, func(name string) error {
		switch name {
		case "type":
			return s.decode(&c.kind)
		case "intervalMillis":
			return s.decode(&c.interval)
		case "values":
			return reading.Array(s.d, func() error {
				v := reading.JSONNumber(math.NaN())
				err := s.decode(&v)
				c.values = append(c.values, float32(v))
				if len(c.values) > s.limit {
					return errTooMany
				}
				return err
			})
		}
		return reading.Skip(s.d)
	})
}

// timed reads a channel in which each value has a time.
func (s *session) timed(c *channel) error {
	return reading.Array(s.d, func() error {
		one := struct {
			At    string              `json:"dateTime"`
			Value *reading.JSONNumber `json:"value"`
		}{}
		if err := s.decode(&one); err != nil {
			return err
		}
		if at, ok := clock(one.At); ok && one.Value != nil {
			c.times, c.values = append(c.times, at.UnixMilli()), append(c.values, float32(*one.Value))
		}
		if len(c.values) > s.limit {
			return errTooMany
		}
		return nil
	})
}

// routes reads the route in the newer format, but not that of a transition, which
// leads to the start of the next exercise.
func (s *session) routes(e *exercise) error {
	return reading.Object(s.d, func(name string) error {
		if name != "route" {
			return reading.Skip(s.d)
		}
		return reading.Object(s.d, func(name string) error {
			switch name {
			case "startTime":
				return s.decode(&e.routeAt)
			case "wayPoints":
				return s.waypoints(e)
			}
			return reading.Skip(s.d)
		})
	})
}

func (s *session) waypoints(e *exercise) error {
	return reading.Array(s.d, func() error {
		var w waypoint
		err := s.decode(&w)
		e.route = append(e.route, w)
		if len(e.route) > s.limit {
			return errTooMany
		}
		return err
	})
}
