package intervalstest

import (
	"slices"
	"strings"
	"time"
)

// Writable returns the fields of an activity that an update can change. The
// service ignores the others, including Strava's perceived effort, which it
// accepts without changing the one that it shows.
func Writable() []string {
	return []string{
		"name", "description", "type", "feel", "icu_rpe", "perceived_exertion", "trainer", "commute", "race", "sub_type",
		"carbs_ingested", "tags",
		"icu_training_load", "icu_ignore_power", "icu_ignore_hr", "icu_ignore_time", "ignore_pace", "ignore_velocity",
		"paired_event_id", "kg_lifted",
		"icu_ftp", "icu_w_prime", "p_max", "lthr", "athlete_max_hr", "icu_resting_hr", "icu_weight", "threshold_pace",
		"icu_warmup_time", "icu_cooldown_time",
		"icu_color", "lock_intervals", "device_name", "power_meter", "external_id", "coach_tick", "pool_length", "workout_shift_secs", "route_id",
	}
}

// measured lists the fields that can be set only for an activity without a
// file.
var measured = []string{
	"start_date_local", "distance", "moving_time", "elapsed_time", "total_elevation_gain", "average_heartrate", "max_heartrate", "calories",
	"average_cadence", "average_speed", "max_speed",
}

const stravaRefusal = "Cannot read Strava activities via the API"

func activityHandlers() map[string]Handler {
	return map[string]Handler{
		"listActivities":                 listActivities,
		"getActivity":                    getActivity,
		"getActivities":                  getActivities,
		"updateActivity":                 updateActivity,
		"deleteActivity":                 deleteActivity,
		"deleteTombstone":                deleteTombstone,
		"createManualActivity":           createManual,
		"createMultipleManualActivities": createManuals,
	}
}

func listActivities(c *Call) (any, error) {
	oldest, newest, err := c.Span("oldest", "newest", "", c.Now().Format(LocalTime))
	if err != nil {
		return nil, err
	}
	fields, list := c.List("fields"), []Doc{}
	limit := c.AtMost(1 << 30)
	for _, a := range c.Athlete.NewestFirst() {
		start := Text(a.Doc, "start_date_local")
		if start < oldest || start > newest || len(list) >= limit {
			continue
		}
		if r := c.Query.Get("route_id"); r != "" && r != NumberText(a.Doc["route_id"]) {
			continue
		}
		d := c.Shown(a)
		if fields != nil {
			d = Only(d, fields)
		}
		list = append(list, d)
	}
	return list, nil
}

func getActivity(c *Call) (any, error) {
	d := c.Shown(c.Activity)
	if !c.Activity.Stub && c.Flag("intervals", false) {
		found := rated(c.Activity)
		d["icu_intervals"], d["icu_groups"] = c.Wholes("Interval", found), groupsOf(c, found)
	}
	return d, nil
}

func getActivities(c *Call) (any, error) {
	list := []Doc{}
	for id := range strings.SplitSeq(c.Path("ids"), ",") {
		if a := c.Athlete.Activities[id]; a != nil {
			list = append(list, c.Shown(a))
		}
	}
	return list, nil
}

func updateActivity(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	a := c.Activity
	if a.Stub || Text(a.Doc, "source") == "STRAVA" {
		return nil, Invalid("Cannot update Strava activities")
	}
	if err := InRange(patch, "feel", 1, 5); err != nil {
		return nil, err
	}
	if err := InRange(patch, "icu_rpe", 0, 10); err != nil {
		return nil, err
	}
	allowed := Writable()
	if Text(a.Doc, "source") == "MANUAL" {
		allowed = slices.Concat(Writable(), measured)
	}
	setActivity(c, a.Doc, patch, allowed)
	Settle(c.Athlete, c.Today())
	return c.Shown(a), nil
}

// setActivity sets the supplied fields and those derived from them.
func setActivity(c *Call, d, patch Doc, allowed []string) {
	if v, told := patch["icu_training_load"]; told {
		d[OwnLoad] = v
	}
	for name, v := range patch {
		switch {
		case !slices.Contains(allowed, name) && !c.CustomCode("ACTIVITY_FIELD", name):
		case v == nil:
			delete(d, name)
		default:
			d[name] = v
		}
	}
	delete(d, "session_rpe")
	if rpe := Number(d, "icu_rpe"); rpe > 0 {
		d["session_rpe"] = Round(rpe*Number(d, "moving_time")/60, 0)
	}
	if id := NumberText(d["paired_event_id"]); d["paired_event_id"] != nil && c.Athlete.Events.Find(id) == nil {
		delete(d, "paired_event_id") // pairing with a missing event is ignored
	}
}

func deleteActivity(c *Call) (any, error) {
	a := c.Activity
	delete(c.Athlete.Activities, IDOf(a.Doc))
	c.Athlete.Tombstones[IDOf(a.Doc)] = hashOf(a)
	return Doc{"icu_athlete_id": c.Athlete.ID, "id": IDOf(a.Doc)}, nil
}

// deleteTombstone removes the tombstone of a deleted activity, so that its file
// can be imported again.
func deleteTombstone(c *Call) (any, error) {
	for _, a := range c.Athletes {
		if _, ok := a.Tombstones[c.Path("id")]; ok {
			delete(a.Tombstones, c.Path("id"))
			return nil, nil
		}
	}
	return nil, NotFound("Tombstone")
}

func createManual(c *Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	return manual(c, d)
}

func createManuals(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	made := []Doc{}
	for _, d := range list {
		m, err := manual(c, d)
		if err != nil {
			return nil, err
		}
		made = append(made, m)
	}
	return made, nil
}

// manual creates an activity without a file, or changes the one that this
// client created with the same external id.
func manual(c *Call, d Doc) (Doc, error) {
	start, err := Moment(Text(d, "start_date_local"), "T00:00:00")
	if err != nil {
		return nil, err
	}
	if Text(d, "type") == "" {
		return nil, Invalid("Missing type")
	}
	a := byExternalID(c, Text(d, "external_id"))
	if a == nil || c.Op.ID == "createManualActivity" {
		id := "i" + NumberText(float64(c.Next()))
		a = &Activity{Doc: Doc{
			"id": id, "icu_athlete_id": c.Athlete.ID, "source": "MANUAL", "created": c.Stamp(),
			"trainer": false, "commute": false, "race": false, "icu_ignore_power": false, "icu_ignore_hr": false,
		}}
		c.Athlete.Activities[id] = a
	}
	setActivity(c, a.Doc, d, slices.Concat(Writable(), measured))
	a.Doc["start_date_local"] = start
	if local, err := time.ParseInLocation(LocalTime, start, c.Athlete.Zone); err == nil {
		a.Doc["start_date"] = local.UTC().Format(time.RFC3339)
	}
	Settle(c.Athlete, c.Today())
	return c.Shown(a), nil
}

func byExternalID(c *Call, id string) *Activity {
	for _, a := range c.Athlete.Activities {
		if id != "" && Text(a.Doc, "external_id") == id && Text(a.Doc, "source") == "MANUAL" {
			return a
		}
	}
	return nil
}
