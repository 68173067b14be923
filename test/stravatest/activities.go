package stravatest

import (
	"slices"
	"time"
)

// listActivities has the newest first; with after the oldest, as was seen.
func listActivities(c *call) (any, error) {
	rows := []*Activity{}
	var bounds [2]time.Time
	for i, name := range []string{"after", "before"} {
		if c.query.Has(name) {
			n, ok := number(c.query, name)
			if !ok {
				return nil, bad("Application", name, "invalid")
			}
			bounds[i] = time.Unix(n, 0)
		}
	}
	for _, a := range c.athlete.Activities {
		if !c.token.grant.sees(a) || c.query.Has("after") && !a.Start.After(bounds[0]) || c.query.Has("before") && !a.Start.Before(bounds[1]) {
			continue
		}
		rows = append(rows, a)
	}
	if c.query.Has("after") && c.server.options.AfterOrder == OldestFirst {
		slices.Reverse(rows)
	}
	rows, err := paged(c, rows)
	if err != nil {
		return nil, err
	}
	out := make([]Doc, len(rows))
	for i, a := range rows {
		out[i] = c.summary(a)
	}
	return out, nil
}

func getActivity(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	all, ok := flag(c.query.Get("include_all_efforts"))
	if !ok {
		return nil, bad("Application", "include_all_efforts", "invalid")
	}
	return c.detail(a, all), nil
}

func getLaps(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	return c.laps(a), nil
}

func knownSports() []string {
	return []string{
		"AlpineSki", "BackcountrySki", "Badminton", "Basketball", "Canoeing", "Cricket", "Crossfit", "Dance", "EBikeRide", "Elliptical",
		"EMountainBikeRide", "Golf", "GravelRide", "Handcycle", "HighIntensityIntervalTraining", "Hike", "IceSkate", "InlineSkate",
		"Kayaking", "Kitesurf", "MountainBikeRide", "NordicSki", "Padel", "PhysicalTherapy", "Pickleball", "Pilates", "Racquetball",
		"Ride", "RockClimbing", "RollerSki", "Rowing", "Run", "Sail", "Skateboard", "Snowboard", "Snowshoe", "Soccer", "Squash",
		"StairStepper", "StandUpPaddling", "Surfing", "Swim", "TableTennis", "Tennis", "TrailRun", "Velomobile", "VirtualRide",
		"VirtualRow", "VirtualRun", "Volleyball", "Walk", "WeightTraining", "Wheelchair", "Windsurf", "Workout", "Yoga",
	}
}

func createFields() []string {
	return []string{"name", "type", "sport_type", "start_date_local", "elapsed_time", "description", "distance", "trainer", "commute"}
}

// createActivity makes what somebody types in. The start is local to the
// athlete, whatever zone it has written on it.
func createActivity(c *call) (any, error) {
	for _, name := range []string{"name", "sport_type", "start_date_local", "elapsed_time"} {
		if c.form.Get(name) == "" {
			return nil, bad("Activity", name, "missing")
		}
	}
	start, err := localTime(c.form.Get("start_date_local"), c.athlete.Zone)
	if err != nil {
		return nil, bad("Activity", "start_date_local", "invalid")
	}
	elapsed, ok := number(c.form, "elapsed_time")
	if !ok || elapsed < 1 {
		return nil, bad("Activity", "elapsed_time", "invalid")
	}
	if !slices.Contains(knownSports(), c.form.Get("sport_type")) {
		return nil, bad("Activity", "sport_type", "invalid")
	}
	distance, ok := decimal(c.form, "distance")
	if c.form.Has("distance") && (!ok || distance < 0) {
		return nil, bad("Activity", "distance", "invalid")
	}
	a := &Activity{
		Name: c.form.Get("name"), Description: c.form.Get("description"), SportType: c.form.Get("sport_type"), Start: start,
		Seconds: int(elapsed), DistanceM: distance, Manual: true, WorkoutType: -1,
	}
	for name, at := range map[string]*bool{"trainer": &a.Trainer, "commute": &a.Commute} {
		if *at, ok = flag(c.form.Get(name)); !ok {
			return nil, bad("Activity", name, "invalid")
		}
	}
	c.server.add(c.athlete, a)
	return created{c.detail(a, false)}, nil
}

// localTime reads ISO 8601 as a wall clock, without what it says of a zone.
func localTime(text, zone string) (time.Time, error) {
	if len(text) > len("2006-01-02T15:04:05") {
		text = text[:len("2006-01-02T15:04:05")]
	}
	return time.ParseInLocation("2006-01-02T15:04:05", text, location(zone))
}

// updateFields are what PUT changes. Others it takes without a word and leaves
// as they are: visibility and workout_type too.
func updateFields() []string {
	return []string{"commute", "trainer", "hide_from_home", "description", "name", "type", "sport_type", "gear_id", "private_note"}
}

func updateActivity(c *call) (any, error) {
	a, err := c.activity()
	if err != nil {
		return nil, err
	}
	if c.body == nil {
		return nil, bad("Application", "body", "missing")
	}
	changed := *a
	if err := c.change(&changed); err != nil {
		return nil, err
	}
	c.server.edit(c.athlete, a, func(a *Activity) { *a = changed })
	return c.detail(a, false), nil
}

func (c *call) change(a *Activity) error {
	for name, at := range map[string]*bool{"commute": &a.Commute, "trainer": &a.Trainer, "hide_from_home": &a.HideHome} {
		if v, ok := c.body[name]; ok {
			if *at, ok = v.(bool); !ok {
				return bad("Activity", name, "invalid")
			}
		}
	}
	sport := ""
	for name, at := range map[string]*string{
		"description": &a.Description, "name": &a.Name, "sport_type": &sport, "gear_id": &a.GearID, "private_note": &a.PrivateNote,
	} {
		if v, ok := c.body[name]; ok {
			if *at, ok = v.(string); !ok && v != nil {
				return bad("Activity", name, "invalid")
			}
		}
	}
	if old, ok := c.body["type"].(string); ok && sport == "" {
		sport = old
	}
	if sport != "" && !slices.Contains(knownSports(), sport) {
		return bad("Activity", "sport_type", "invalid")
	}
	a.SportType = orElse(sport, a.SportType)
	if a.GearID == "none" {
		a.GearID = ""
	}
	if a.GearID != "" && !slices.ContainsFunc(c.athlete.Gear, func(g Gear) bool { return g.ID == a.GearID }) {
		return bad("Activity", "gear_id", "invalid")
	}
	return nil
}
