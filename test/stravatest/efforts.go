package stravatest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the emulator's zones are the same on every machine
)

// effort is an activity's effort on a segment.
type effort struct {
	id       int64
	activity *Activity
	segment  *segment
	from, to int // rows of the recording, both included
	start    time.Time
	elapsed  int
	totals   totals
	hidden   bool
	rank     int // 0 is none
}

// ridden returns the segments of an activity: two for rides with GPS.
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

// effortsOf returns the efforts of an activity, the second of which is hidden.
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

// effortsOn returns an athlete's efforts on a segment, newest first.
func (s *Server) effortsOn(m *Athlete, g *segment) []*effort {
	out := []*effort{}
	for _, a := range m.Activities {
		if !slices.Contains(s.ridden(a), g) {
			continue // avoids making its recording
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

// listEfforts returns the fastest first, by local days.
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

// effortAsked returns the effort in the path, if it may be seen.
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

// place is the start of a ride, with the zone that the service names there.
type place struct {
	zone     string
	lat, lng float64
}

func places() []place {
	return []place{
		{"Europe/Berlin", 52.5163, 13.3777},
		{"America/Los_Angeles", 37.8331, -122.4834},
		{"Asia/Kolkata", 12.9716, 77.5946},
		{"Australia/Sydney", -33.8568, 151.2153},
		{"Pacific/Chatham", -43.9535, -176.5597},
		{"America/Sao_Paulo", -23.5505, -46.6333},
	}
}

func location(zone string) *time.Location {
	l, err := time.LoadLocation(zone)
	if err != nil {
		panic(err) // the zones are linked in
	}
	return l
}

// zoneName returns a zone in the service's form, with the winter offset all
// year.
func zoneName(zone string) string {
	l := location(zone)
	_, january := time.Date(2026, 1, 1, 0, 0, 0, 0, l).Zone()
	_, july := time.Date(2026, 7, 1, 0, 0, 0, 0, l).Zone()
	standard, sign := min(january, july), '+'
	if standard < 0 {
		standard, sign = -standard, '-'
	}
	return fmt.Sprintf("(GMT%c%02d:%02d) %s", sign, standard/3600, standard/60%60, zone)
}

// falseUTC returns local time with a Z, as the service writes it.
func falseUTC(t time.Time, zone *time.Location) string {
	return t.In(zone).Format("2006-01-02T15:04:05") + "Z"
}

func utc(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// runs reports whether an activity has splits and best efforts.
func (a *Activity) runs() bool { return typeOf(a.SportType) == "Run" && !a.Manual }

// detail returns an activity as requested alone. Hidden efforts on segments are
// included only if all are requested.
func (c *call) detail(a *Activity, all bool) Doc {
	d := c.summary(a)
	d["resource_state"] = 3
	d["description"] = textOrNull(a.Description)
	d["calories"], d["perceived_exertion"], d["prefer_perceived_exertion"] = float64(a.Seconds/6), nil, nil
	d["embed_token"] = strings.Repeat("e", 8) + strconv.Itoa(a.serial)
	d["hide_from_home"] = a.HideHome
	d["photos"] = Doc{"primary": nil, "count": a.Photos}
	d["private_note"] = a.PrivateNote
	d["gear"] = nil
	for _, g := range c.athlete.Gear {
		if g.ID == a.GearID {
			d["gear"] = g.summary()
		}
	}
	d["laps"], d["segment_efforts"], d["best_efforts"] = []Doc{}, []Doc{}, []Doc{}
	if a.Manual {
		return d
	}
	r := c.shown(a)
	if line := r.trace(400).line; line != "" {
		m := d["map"].(Doc)
		m["polyline"], m["resource_state"] = line, 3
	}
	d["laps"] = c.laps(a)
	efforts := []Doc{}
	for _, e := range c.server.effortsOf(a) {
		if all || !e.hidden {
			efforts = append(efforts, c.effort(e))
		}
	}
	d["segment_efforts"] = efforts
	if a.runs() {
		d["splits_metric"], d["splits_standard"] = splits(r, 1000), splits(r, 1609.344)
		d["best_efforts"] = c.bests(a, r)
	}
	return d
}

// shown returns the recording as a token may see it.
func (c *call) shown(a *Activity) *recording {
	if c.token.grant.whole() {
		return a.make()
	}
	return a.make().withoutHome()
}

func (c *call) laps(a *Activity) []Doc {
	out := []Doc{}
	if a.Manual {
		return out
	}
	r := a.make()
	n, laps := len(r.time), max(a.Laps, 1)
	for i := range laps {
		from, to := i*n/laps, (i+1)*n/laps
		t := r.cut(from, to).totals()
		start := a.Start.Add(seconds(r.time[from]))
		d := Doc{
			"id": 61_000_000_000 + int64(a.serial)*100 + int64(i), "resource_state": 2, "name": "Lap " + strconv.Itoa(i+1),
			"activity": Doc{"id": a.ID, "visibility": string(a.Visibility), "resource_state": 1},
			"athlete":  Doc{"id": c.athlete.ID, "resource_state": 1}, "elapsed_time": t.elapsed, "moving_time": t.moving,
			"start_date": utc(start), "start_date_local": falseUTC(start, a.zone.at), "distance": t.distance, "average_speed": t.speed,
			"max_speed": t.maxSpeed, "lap_index": i + 1, "split": i + 1, "start_index": from, "end_index": to - 1,
			"total_elevation_gain": t.gain, "device_watts": a.Power == Metered,
		}
		if a.Cadence > 0 {
			d["average_cadence"] = t.cadence
		}
		if a.HeartRate {
			d["average_heartrate"], d["max_heartrate"] = t.heart, float64(t.maxHeart)
		}
		if a.Power == Metered {
			d["average_watts"] = t.watts
		}
		if a.runs() {
			d["pace_zone"] = 1 + i%5
		}
		out = append(out, d)
	}
	return out
}

// splits cuts a recording at regular distances in metres; the last split is
// shorter.
func splits(r *recording, every float64) []Doc {
	out := []Doc{}
	if len(r.distance) == 0 {
		return out
	}
	from, base := 0, r.distance[0]
	for i := range r.distance {
		last := i == len(r.distance)-1
		if r.distance[i]-base < every*float64(len(out)+1) && !last {
			continue
		}
		t := r.cut(from, i+1).totals()
		rise := 0.0
		if r.altitude != nil {
			rise = round(r.altitude[i]-r.altitude[from], 1)
		}
		d := Doc{
			"distance": t.distance, "elapsed_time": t.elapsed, "elevation_difference": rise, "moving_time": t.moving, "split": len(out) + 1,
			"average_speed": t.speed, "average_grade_adjusted_speed": t.speed, "pace_zone": 2,
		}
		if r.heart != nil {
			d["average_heartrate"] = t.heart
		}
		out = append(out, d)
		from = i
	}
	return out
}

// bests returns the fastest stretches of a run.
func (c *call) bests(a *Activity, r *recording) []Doc {
	out := []Doc{}
	for i, goal := range []struct {
		name   string
		metres float64
	}{{"400m", 400}, {"1/2 mile", 805}, {"1K", 1000}, {"1 mile", 1609}, {"5K", 5000}} {
		best, at, to := math.MaxInt, 0, 0
		for from, end := 0, 0; end < len(r.distance); end++ {
			for r.distance[end]-r.distance[from] >= goal.metres {
				if took := r.time[end] - r.time[from]; took < best {
					best, at, to = took, from, end
				}
				from++
			}
		}
		if best == math.MaxInt {
			break
		}
		start := a.Start.Add(seconds(r.time[at]))
		out = append(out, Doc{
			"id": 71_000_000_000 + int64(a.serial)*10 + int64(i), "resource_state": 2, "name": goal.name,
			"activity": Doc{"id": a.ID, "resource_state": 1}, "athlete": Doc{"id": c.athlete.ID, "resource_state": 1},
			"elapsed_time": best, "moving_time": best, "start_date": utc(start), "start_date_local": falseUTC(start, a.zone.at),
			"distance": goal.metres, "pr_rank": nil, "achievements": []Doc{}, "start_index": at, "end_index": to,
		})
	}
	return out
}
