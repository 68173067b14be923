package stravatest

import (
	"cmp"
	"slices"
	"time"
)

// listActivities returns the newest first; with after the oldest first, as
// seen.
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
	if c.query.Has("after") {
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

// createActivity creates a manual activity. The start is the athlete's local
// time, whatever zone it states.
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

// localTime reads ISO 8601 as local time, ignoring its zone.
func localTime(text, zone string) (time.Time, error) {
	if len(text) > len("2006-01-02T15:04:05") {
		text = text[:len("2006-01-02T15:04:05")]
	}
	return time.ParseInLocation("2006-01-02T15:04:05", text, location(zone))
}

// updateFields returns the fields that PUT changes. It silently ignores others,
// including visibility and workout_type.
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
	a.SportType = cmp.Or(sport, a.SportType)
	if a.GearID == "none" {
		a.GearID = ""
	}
	if a.GearID != "" && !slices.ContainsFunc(c.athlete.Gear, func(g Gear) bool { return g.ID == a.GearID }) {
		return bad("Activity", "gear_id", "invalid")
	}
	return nil
}

// operations returns the current calls of the service.
func operations() []*operation {
	return slices.Concat(connecting(), athletes(), activities(), grounds(), sending())
}

func connecting() []*operation {
	ask := authorizeFields()
	return []*operation{
		{name: "authorize", method: "GET", path: "/oauth/authorize", web: true, query: ask, answer: authorize},
		{name: "authorize", method: "GET", path: "/oauth/mobile/authorize", web: true, query: ask, answer: authorize},
		{
			name: "accept", method: "POST", path: "/oauth/accept_application", web: true, query: ask,
			form: []string{"decision", "scope", "athlete"}, answer: accept,
		},
		{
			name: "token", method: "POST", path: "/oauth/token", web: true, alias: true, query: tokenFields(), form: tokenFields(), answer: token,
		},
		{name: "revoke", method: "POST", path: "/oauth/revoke", web: true, form: []string{"token", "token_type_hint"}, answer: revoke},
		{name: "deauthorize", method: "POST", path: "/oauth/deauthorize", web: true, answer: deauthorize},
	}
}

func athletes() []*operation {
	seeing := []string{"activity:read", "activity:read_all"}
	return []*operation{
		{name: "getLoggedInAthlete", method: "GET", path: "/athlete", answer: getAthlete},
		{
			name: "updateLoggedInAthlete", method: "PUT", path: "/athlete", scopes: []string{"profile:write"}, query: []string{"weight"},
			form: []string{"weight"}, answer: putAthlete,
		},
		{name: "getLoggedInAthleteZones", method: "GET", path: "/athlete/zones", scopes: []string{"profile:read_all"}, answer: getZones},
		{
			name: "getStats", method: "GET", path: "/athletes/{id}/stats", scopes: []string{"activity:read", "activity:read_all", "read"},
			answer: getStats,
		},
		{
			name: "getLoggedInAthleteActivities", method: "GET", path: "/athlete/activities", scopes: seeing,
			query: []string{"before", "after", "page", "per_page"}, answer: listActivities,
		},
		{name: "getLoggedInAthleteClubs", method: "GET", path: "/athlete/clubs", query: []string{"page", "per_page"}, answer: listClubs},
		{name: "getClubById", method: "GET", path: "/clubs/{id}", answer: getClub},
		{name: "getGearById", method: "GET", path: "/gear/{word}", answer: getGear},
		{name: "getRoutesByAthleteId", method: "GET", path: "/athletes/{id}/routes", query: []string{"page", "per_page"}, answer: listRoutes},
	}
}

func activities() []*operation {
	seeing := []string{"activity:read", "activity:read_all"}
	pages := []string{"page", "per_page"}
	return []*operation{
		{
			name: "createActivity", method: "POST", path: "/activities", scopes: []string{"activity:write"}, write: true, form: createFields(),
			answer: createActivity,
		},
		{
			name: "getActivityById", method: "GET", path: "/activities/{id}", scopes: seeing, query: []string{"include_all_efforts"},
			answer: getActivity,
		},
		{
			name: "updateActivityById", method: "PUT", path: "/activities/{id}", scopes: []string{"activity:write"}, form: updateFields(),
			answer: updateActivity,
		},
		{name: "getLapsByActivityId", method: "GET", path: "/activities/{id}/laps", scopes: seeing, answer: getLaps},
		{
			name: "getZonesByActivityId", method: "GET", path: "/activities/{id}/zones", scopes: seeing, subscribed: true,
			answer: getActivityZones,
		},
		{
			name: "getCommentsByActivityId", method: "GET", path: "/activities/{id}/comments", scopes: seeing,
			query: []string{"page", "per_page", "page_size", "after_cursor"}, answer: getComments,
		},
		{name: "getKudoersByActivityId", method: "GET", path: "/activities/{id}/kudos", scopes: seeing, query: pages, answer: getKudos},
		{
			name: "getPhotosByActivityId", method: "GET", path: "/activities/{id}/photos", scopes: seeing, query: []string{"size"},
			answer: getPhotos,
		},
		{
			name: "getActivityStreams", method: "GET", path: "/activities/{id}/streams", scopes: seeing, query: streamFields(),
			answer: getActivityStreams,
		},
	}
}

func grounds() []*operation {
	return []*operation{
		{name: "getSegmentById", method: "GET", path: "/segments/{id}", scopes: []string{"read", "read_all"}, answer: getSegment},
		{
			name: "getLoggedInAthleteStarredSegments", method: "GET", path: "/segments/starred", scopes: []string{"read", "read_all"},
			query: []string{"page", "per_page"}, answer: listStarred,
		},
		{
			name: "starSegment", method: "PUT", path: "/segments/{id}/starred", scopes: []string{"profile:write"}, form: []string{"starred"},
			answer: starSegment,
		},
		{
			name: "exploreSegments", method: "GET", path: "/segments/explore", scopes: []string{"read", "read_all"}, extended: true,
			query: []string{"bounds", "activity_type", "min_cat", "max_cat"}, answer: exploreSegments,
		},
		{
			name: "getSegmentStreams", method: "GET", path: "/segments/{id}/streams", scopes: []string{"read", "read_all"}, query: streamFields(),
			answer: getSegmentStreams,
		},
		{
			name: "getEffortsBySegmentId", method: "GET", path: "/segment_efforts",
			scopes:     []string{"activity:read", "activity:read_all", "read", "read_all"},
			subscribed: true, query: []string{"segment_id", "start_date_local", "end_date_local", "per_page"}, answer: listEfforts,
		},
		{name: "getSegmentEffortById", method: "GET", path: "/segment_efforts/{id}", subscribed: true, answer: getEffort},
		{
			name: "getSegmentEffortStreams", method: "GET", path: "/segment_efforts/{id}/streams", query: streamFields(),
			answer: getEffortStreams,
		},
		{name: "getRouteById", method: "GET", path: "/routes/{id}", answer: getRoute},
		{name: "getRouteAsGPX", method: "GET", path: "/routes/{id}/export_gpx", answer: exportGPX},
		{name: "getRouteAsTCX", method: "GET", path: "/routes/{id}/export_tcx", answer: exportTCX},
		{name: "getRouteStreams", method: "GET", path: "/routes/{id}/streams", answer: getRouteStreams},
	}
}

func sending() []*operation {
	writing := []string{"activity:write"}
	who := []string{"client_id", "client_secret"}
	return []*operation{
		{name: "createUpload", method: "POST", path: "/uploads", scopes: writing, write: true, form: uploadFields(), answer: createUpload},
		{name: "getUploadById", method: "GET", path: "/uploads/{id}", scopes: writing, answer: getUpload},
		{
			name: "createSubscription", method: "POST", path: "/push_subscriptions", client: true,
			form: slices.Concat(who, []string{"callback_url", "verify_token"}), answer: createSubscription,
		},
		{name: "listSubscriptions", method: "GET", path: "/push_subscriptions", client: true, query: who, answer: listSubscriptions},
		{
			name: "deleteSubscription", method: "DELETE", path: "/push_subscriptions/{id}", client: true, query: who, form: who,
			answer: deleteSubscription,
		},
	}
}
