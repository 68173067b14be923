package stravatest

import (
	"math"
	"strconv"
	"strings"
)

// runs tells whether splits and best efforts are made of an activity.
func (a *Activity) runs() bool { return typeOf(a.SportType) == "Run" && !a.Manual }

// detail is an activity as it is asked for alone. Of its efforts on segments
// those that are hidden come only if all are asked for.
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

// shown is the recording as a token is shown it.
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

// splits cuts a recording at every so many metres; the last one is shorter.
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

// bests are the fastest stretches of a run.
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
