package stravatest

import (
	"slices"
	"strings"
)

func streamKeys() []string {
	return []string{
		"time", "distance", "latlng", "altitude", "velocity_smooth", "heartrate", "cadence", "watts", "temp", "moving", "grade_smooth",
	}
}

func streamFields() []string { return []string{"keys", "key_by_type", "resolution", "series_type"} }

// columns are a recording's by their keys; what there is not is not there.
func (r *recording) columns() map[string]any {
	out := map[string]any{}
	put := func(key string, n int, rows any) {
		if n > 0 {
			out[key] = rows
		}
	}
	watts := make([]any, len(r.watts)) // null where there is none
	for i, w := range r.watts {
		if w >= 0 {
			watts[i] = w
		}
	}
	put("time", len(r.time), r.time)
	put("distance", len(r.distance), r.distance)
	put("latlng", len(r.latlng), r.latlng)
	put("altitude", len(r.altitude), r.altitude)
	put("velocity_smooth", len(r.speed), r.speed)
	put("heartrate", len(r.heart), r.heart)
	put("cadence", len(r.cadence), r.cadence)
	put("watts", len(watts), watts)
	put("temp", len(r.temp), r.temp)
	put("moving", len(r.moving), r.moving)
	put("grade_smooth", len(r.grade), r.grade)
	return out
}

func getActivityStreams(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	if a.Manual {
		if c.server.options.Manual == ManualEmpty {
			return Doc{}, nil
		}
		return nil, missing("Stream")
	}
	return c.streams(c.shown(a), streamKeys())
}

func getSegmentStreams(c *call) (any, error) {
	g, err := c.segment()
	if err != nil {
		return nil, err
	}
	return c.streams(g.recording(), []string{"distance", "latlng", "altitude"})
}

func getEffortStreams(c *call) (any, error) {
	e, err := c.effortAsked()
	if err != nil {
		return nil, err
	}
	return c.streams(e.activity.make().cut(e.from, e.to+1), streamKeys())
}

// getRouteStreams takes no keys. Its schema is an object, its example an array.
func getRouteStreams(c *call) (any, error) {
	r, err := c.route()
	if err != nil {
		return nil, err
	}
	columns := r.recording().columns()
	if c.server.options.RoutesKeyed {
		return c.keyed(columns, []string{"latlng", "distance", "altitude"}, len(r.points), "high"), nil
	}
	list := []Doc{}
	for _, key := range []string{"latlng", "distance", "altitude"} {
		list = append(list, Doc{"type": key, "data": columns[key]})
	}
	return list, nil
}

// streams answers for keys. The distance comes though nobody asked for it.
func (c *call) streams(r *recording, known []string) (any, error) {
	o := c.server.options
	keys := strings.Split(c.query.Get("keys"), ",")
	if c.query.Get("keys") == "" {
		return nil, bad("Stream", "keys", "missing")
	}
	for _, k := range keys {
		if !slices.Contains(known, k) {
			c.server.violated("%s: there is no stream %q", c.op.name, k)
		}
	}
	if !slices.Contains(keys, "distance") {
		keys = append(keys, "distance")
	}
	keyed, ok := flag(c.query.Get("key_by_type"))
	if !keyed || !ok {
		c.server.violated("%s: key_by_type must be true", c.op.name)
	}
	resolution := orElse(c.query.Get("resolution"), "high")
	points, ok := map[string]int{"low": 100, "medium": 1000, "high": 10000}[resolution]
	if !ok {
		return nil, bad("Stream", "resolution", "invalid")
	}
	size := max(len(r.time), len(r.latlng))
	if o.ResolutionWorks {
		r = r.thin(points)
	} else {
		resolution = "high"
	}
	columns := r.columns()
	for _, k := range o.NoStreams {
		delete(columns, k)
	}
	if o.UnequalStreams {
		shorten(columns)
	}
	if watts, ok := columns["watts"].([]any); ok && o.NullWatts {
		clear(watts)
	}
	if !keyed || o.StreamsAsArray {
		list := []Doc{}
		for _, k := range keys {
			if rows, ok := columns[k]; ok {
				d := c.stream(rows, size, resolution)
				d["type"] = k
				list = append(list, d)
			}
		}
		return list, nil
	}
	return c.keyed(columns, keys, size, resolution), nil
}

// shorten takes the ends off two columns.
func shorten(columns map[string]any) {
	if heart, ok := columns["heartrate"].([]int); ok && len(heart) > 3 {
		columns["heartrate"] = heart[:len(heart)-3]
	}
	if watts, ok := columns["watts"].([]any); ok && len(watts) > 1 {
		columns["watts"] = watts[:len(watts)-1]
	}
}

func (c *call) keyed(columns map[string]any, keys []string, size int, resolution string) Doc {
	out := Doc{}
	for _, k := range keys {
		if rows, ok := columns[k]; ok {
			out[k] = c.stream(rows, size, resolution)
		}
	}
	return out
}

// stream is one of them. It goes by the distance unless series_type says
// otherwise.
func (c *call) stream(rows any, size int, resolution string) Doc {
	return Doc{"data": rows, "series_type": orElse(c.query.Get("series_type"), "distance"), "original_size": size, "resolution": resolution}
}

func (r *recording) thin(points int) *recording {
	return &recording{
		time: thinned(r.time, points), moving: thinned(r.moving, points), distance: thinned(r.distance, points),
		altitude: thinned(r.altitude, points), speed: thinned(r.speed, points), grade: thinned(r.grade, points),
		latlng: thinned(r.latlng, points), heart: thinned(r.heart, points), cadence: thinned(r.cadence, points),
		watts: thinned(r.watts, points), temp: thinned(r.temp, points),
	}
}
