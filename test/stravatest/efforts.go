package stravatest

import (
	"slices"
	"time"
)

// effort is an activity's time on a segment.
type effort struct {
	id       int64
	activity *Activity
	segment  *segment
	from, to int // rows of the recording, both in it
	start    time.Time
	elapsed  int
	totals   totals
	hidden   bool
	rank     int // 0 is none
}

// ridden are the segments that an activity goes over: two on rides with GPS.
func (s *Server) ridden(a *Activity) []*segment {
	if a.Manual || a.Indoor || a.Pool || a.Still || typeOf(a.SportType) != "Ride" || a.Seconds < 300 {
		return nil
	}
	rides := []*segment{}
	for _, g := range s.segments {
		if g.kind == "Ride" {
			rides = append(rides, g)
		}
	}
	if len(rides) == 0 {
		return nil
	}
	return []*segment{rides[a.serial%len(rides)], rides[(a.serial+3)%len(rides)]}
}

// effortsOf are the efforts of an activity, the second of which is hidden.
func (s *Server) effortsOf(a *Activity) []*effort {
	ridden := s.ridden(a)
	if len(ridden) == 0 {
		return nil
	}
	r := a.make()
	n, out := len(r.time), []*effort{}
	for i, g := range ridden {
		e := &effort{
			id: firstEffort + int64(a.serial)*4 + int64(i), activity: a, segment: g, from: n * (20 + 50*i) / 100, to: n * (30 + 50*i) / 100,
			hidden: i == 1,
		}
		e.start = a.Start.Add(seconds(r.time[e.from]))
		e.elapsed = r.time[e.to] - r.time[e.from]
		e.totals = r.cut(e.from, e.to+1).totals()
		if i == 0 && a.serial%5 == 0 {
			e.rank = 1 + a.serial%3
		}
		out = append(out, e)
	}
	return out
}

// effortsOn are an athlete's efforts on a segment, newest first.
func (s *Server) effortsOn(m *Athlete, g *segment) []*effort {
	out := []*effort{}
	for _, a := range m.Activities {
		if !slices.Contains(s.ridden(a), g) {
			continue // its recording need not be made
		}
		for _, e := range s.effortsOf(a) {
			if e.segment == g {
				out = append(out, e)
			}
		}
	}
	return out
}

func (c *call) effort(e *effort) Doc {
	a := e.activity
	d := Doc{
		"id": e.id, "resource_state": 2, "name": e.segment.name, "activity": Doc{"id": a.ID, "resource_state": 1},
		"athlete": Doc{"id": c.athlete.ID, "resource_state": 1}, "elapsed_time": e.elapsed, "moving_time": e.totals.moving,
		"start_date": utc(e.start), "start_date_local": falseUTC(e.start, a.zone.at), "distance": e.segment.metres,
		"start_index": e.from, "end_index": e.to, "device_watts": a.Power == Metered, "segment": e.segment.summary(c.athlete),
		"pr_rank": nil, "kom_rank": nil, "hidden": e.hidden, "achievements": []Doc{}, "visibility": string(a.Visibility),
	}
	if e.rank > 0 {
		d["pr_rank"] = e.rank
	}
	if a.HeartRate {
		d["average_heartrate"], d["max_heartrate"] = e.totals.heart, float64(e.totals.maxHeart)
	}
	if a.Cadence > 0 {
		d["average_cadence"] = e.totals.cadence
	}
	if a.Power != NoPower {
		d["average_watts"] = e.totals.watts
	}
	return d
}

// listEfforts has the fastest first, of local days.
func listEfforts(c *call) (any, error) {
	id, ok := number(c.query, "segment_id")
	if !ok {
		return nil, bad("SegmentEffort", "segment_id", "missing")
	}
	c.id = id
	g, err := c.segment()
	if err != nil {
		return nil, err
	}
	size, err := c.size("per_page")
	if err != nil {
		return nil, err
	}
	efforts := []*effort{}
	from, to := c.query.Get("start_date_local"), c.query.Get("end_date_local")
	for _, e := range c.server.effortsOn(c.athlete, g) {
		local := falseUTC(e.start, e.activity.zone.at)
		if c.token.grant.sees(e.activity) && local >= from && (to == "" || local <= to) {
			efforts = append(efforts, e)
		}
	}
	slices.SortStableFunc(efforts, func(x, y *effort) int { return x.elapsed - y.elapsed })
	out := []Doc{}
	for _, e := range efforts[:min(size, len(efforts))] {
		out = append(out, c.effort(e))
	}
	return out, nil
}

// effortAsked is the effort of the path, if it may be seen.
func (c *call) effortAsked() (*effort, error) {
	for _, a := range c.athlete.Activities {
		if c.id < firstEffort || int64(a.serial) != (c.id-firstEffort)/4 || !c.token.grant.sees(a) {
			continue
		}
		for _, e := range c.server.effortsOf(a) {
			if e.id == c.id {
				return e, nil
			}
		}
	}
	return nil, missing("SegmentEffort")
}

func getEffort(c *call) (any, error) {
	e, err := c.effortAsked()
	if err != nil {
		return nil, err
	}
	return c.effort(e), nil
}
