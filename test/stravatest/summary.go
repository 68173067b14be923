package stravatest

import (
	"fmt"
	"strconv"
	"time"
)

// whole tells whether a grant is shown what lies in privacy zones.
func (g *grant) whole() bool {
	for _, scope := range g.scopes {
		if scope == "activity:read_all" {
			return true
		}
	}
	return false
}

// summary is an activity as lists have it: without description.
func (c *call) summary(a *Activity) Doc {
	t := c.server.totalsOf(a)
	line := t.trimmed
	if c.token.grant.whole() {
		line = t.whole
	}
	d := Doc{
		"resource_state": 2, "athlete": Doc{"id": c.athlete.ID, "resource_state": 1}, "name": a.Name, "distance": t.distance,
		"moving_time": t.moving, "elapsed_time": t.elapsed, "total_elevation_gain": t.gain, "type": typeOf(a.SportType),
		"sport_type": a.SportType, "workout_type": nil, "device_name": textOrNull(a.DeviceName), "id": a.ID,
		"start_date": utc(a.Start), "start_date_local": falseUTC(a.Start, a.zone.at),
		"timezone": a.zone.text, "utc_offset": float64(offset(a.Start, a.zone.at)), "location_city": nil, "location_state": nil,
		"location_country": nil, "achievement_count": 0, "kudos_count": len(a.Kudos), "comment_count": len(a.Comments),
		"athlete_count": 1, "photo_count": 0, "map": Doc{"id": fmt.Sprintf("a%d", a.ID), "summary_polyline": line.line, "resource_state": 2},
		"trainer": a.Trainer, "commute": a.Commute, "manual": a.Manual, "private": a.Visibility == OnlyMe,
		"visibility": string(a.Visibility), "flagged": a.Flagged, "gear_id": textOrNull(a.GearID), "start_latlng": []float64{},
		"end_latlng": []float64{}, "average_speed": t.speed, "max_speed": t.maxSpeed, "has_heartrate": a.HeartRate && !a.Manual,
		"heartrate_opt_out": false, "display_hide_heartrate_option": false, "upload_id": nil, "external_id": textOrNull(a.ExternalID),
		"from_accepted_tag": false, "pr_count": 0, "total_photo_count": a.Photos, "has_kudoed": false, "hide_from_home": a.HideHome,
	}
	if a.Manual {
		d["start_latlng"], d["end_latlng"] = nil, nil
	} else if line.line != "" {
		d["start_latlng"], d["end_latlng"] = line.start, line.end
	}
	if a.WorkoutType >= 0 {
		d["workout_type"] = a.WorkoutType
	}
	if a.UploadID != 0 {
		d["upload_id"], d["upload_id_str"] = a.UploadID, strconv.FormatInt(a.UploadID, 10)
	}
	if !a.Manual {
		a.sensors(t, d)
	}
	return d
}

func offset(at time.Time, zone *time.Location) int {
	_, seconds := at.In(zone).Zone()
	return seconds
}

// sensors are the fields that are there only if something measured them. Of
// estimated power there is a mean, without the others.
func (a *Activity) sensors(t *totals, d Doc) {
	if t.hasAltitude {
		d["elev_high"], d["elev_low"] = t.high, t.low
	}
	if a.HeartRate {
		d["average_heartrate"], d["max_heartrate"] = t.heart, float64(t.maxHeart)
		d["suffer_score"] = float64(t.moving / 40)
	}
	if a.Cadence > 0 {
		d["average_cadence"] = t.cadence
	}
	switch a.Power {
	case Metered:
		d["average_watts"], d["weighted_average_watts"], d["max_watts"] = t.watts, t.weighted, t.maxWtt
		d["kilojoules"], d["device_watts"], d["average_temp"] = t.kilojoules, true, int(t.temp)
	case Estimated:
		d["average_watts"], d["kilojoules"], d["device_watts"] = t.watts, t.kilojoules, false
	}
}
