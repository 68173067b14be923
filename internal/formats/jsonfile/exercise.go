package jsonfile

import (
	"encoding/json"
	"math"

	"lapkeep/internal/formats/reading"
)

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

// decode reads one value, within what may come of them.
func (s *session) decode(to any) error {
	if s.left--; s.left < 0 {
		return errTooMany
	}
	if s.left%4096 == 0 && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return reading.DecodeJSON(s.d, to)
}

// samples reads the lists of either generation: those of the newer one stand in a
// list, those of the older one are members.
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

// oldKinds are the newer names of the older form's lists.
var oldKinds = map[string]string{
	"heartRate": "HEART_RATE", "speed": "SPEED", "distance": "DISTANCE", "altitude": "ALTITUDE", "cadence": "CADENCE",
	"temperature": "TEMPERATURE",
}

// list reads a channel of values at one interval.
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

// timed reads a channel of values that each have a time.
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

// routes reads the newer form's route. That of a transition is the next
// exercise's way to its start.
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
