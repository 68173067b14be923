package intervalstest

import (
	"maps"
	"slices"
)

func settingsHandlers() map[string]Handler {
	return map[string]Handler{
		"listSettings": func(c *Call) (any, error) {
			return c.Wholes("SportSettings", c.Athlete.Settings.Rows), nil
		},
		"createSettings":    createSportSettings,
		"updateSettings":    updateSportSettings,
		"deleteSettings":    deleteSportSettings,
		"applyToActivities": applySettings,
	}
}

// settingsOf returns the settings in the path, by number or by sport.
func settingsOf(c *Call) (Doc, error) {
	id := c.Path("id")
	for _, d := range c.Athlete.Settings.Rows {
		if types, _ := d["types"].([]any); IDOf(d) == id || slices.Contains(types, any(id)) {
			return d, nil
		}
	}
	return nil, NotFound("Sport settings")
}

// setSettings changes the supplied fields. Heart rate zones follow the
// threshold only if requested.
func setSettings(c *Call, d, patch Doc) error {
	types, told := patch["types"].([]any)
	if told {
		for _, other := range c.Athlete.Settings.Rows {
			theirs, _ := other["types"].([]any)
			for _, t := range types {
				if other["id"] != d["id"] && slices.Contains(theirs, t) {
					return Invalid("%v already has settings", t)
				}
			}
		}
	}
	trial := maps.Clone(d)
	c.Merge("SportSettings", trial, patch)
	if types, _ := trial["types"].([]any); len(types) == 0 {
		return Invalid("types is required")
	}
	if lthr := Number(trial, "lthr"); c.Flag("recalcHrZones", false) && lthr > 0 {
		zones := []any{}
		for _, percent := range []float64{81, 89, 93, 99, 102, 106} {
			zones = append(zones, Round(lthr*percent/100, 0))
		}
		trial["hr_zones"] = append(zones, trial["max_hr"])
	}
	trial["updated"] = c.Stamp()
	clear(d)
	maps.Copy(d, trial)
	return nil
}

// createSportSettings starts from default values, whatever else is supplied.
func createSportSettings(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d := PlainDoc(Doc{
		"athlete_id": c.Athlete.ID, "created": c.Stamp(), "lthr": 168, "max_hr": 190, "hr_zones": []int{136, 150, 156, 167, 171, 176, 190},
		"warmup_time": 1200, "cooldown_time": 600, "load_order": "POWER_HR_PACE",
	})
	if err := setSettings(c, d, patch); err != nil {
		return nil, err
	}
	d["id"] = float64(c.Next())
	c.Athlete.Settings.Add(d)
	return c.Whole("SportSettings", d), nil
}

func updateSportSettings(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	if err := setSettings(c, d, patch); err != nil {
		return nil, err
	}
	return c.Whole("SportSettings", d), nil
}

func deleteSportSettings(c *Call) (any, error) {
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	if Truth(d, "other") {
		return nil, Invalid("Cannot delete the settings for other sports")
	}
	c.Athlete.Settings.Remove(func(e Doc) bool { return e["id"] == d["id"] })
	return Doc{}, nil
}

func matched(c *Call, d Doc) []*Activity {
	types, _ := d["types"].([]any)
	var out []*Activity
	for _, a := range c.Athlete.NewestFirst() {
		if !a.Stub && slices.Contains(types, a.Doc["type"]) {
			out = append(out, a)
		}
	}
	return out
}

// applySettings rewrites the whole history after it has answered: the next
// request still sees the old values.
func applySettings(c *Call) (any, error) {
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	found, values := matched(c, d), maps.Clone(d)
	c.Later = append(c.Later, func() {
		for _, a := range found {
			for field, from := range map[string]string{
				"icu_ftp": "ftp", "lthr": "lthr", "athlete_max_hr": "max_hr", "threshold_pace": "threshold_pace",
				"icu_power_zones": "power_zones", "icu_hr_zones": "hr_zones", "pace_zones": "pace_zones", "icu_w_prime": "w_prime", "p_max": "p_max",
			} {
				if values[from] != nil {
					a.Doc[field] = values[from]
				}
			}
		}
	})
	return Doc{}, nil
}

// placeHandlers returns the handlers of routes.
func placeHandlers() map[string]Handler {
	return map[string]Handler{
		"listAthleteRoutes": listRoutes,
		"getAthleteRoute":   getRoute,
	}
}

func routeOf(c *Call, param string) (Doc, error) {
	for _, d := range c.Athlete.Routes.Rows {
		if NumberText(d["route_id"]) == c.Path(param) {
			return d, nil
		}
	}
	return nil, NotFound("Route")
}

// without returns a route without its path, unless the path is requested.
func without(c *Call, d Doc, path bool) Doc {
	out := c.Whole("AthleteRoute", d)
	if !path {
		out["latlngs"] = nil
	}
	return out
}

func riddenRoute(c *Call, d Doc) (n int, last *Activity) {
	for _, a := range c.Athlete.NewestFirst() {
		if a.Doc["route_id"] == d["route_id"] {
			if n == 0 {
				last = a
			}
			n++
		}
	}
	return n, last
}

func listRoutes(c *Call) (any, error) {
	out := []Doc{}
	for _, d := range c.Athlete.Routes.Rows {
		row := c.Whole("WithCount", without(c, d, false))
		n, last := riddenRoute(c, d)
		row["activity_count"], row["distance"] = n, 24500.0
		if last != nil {
			row["most_recent_id"], row["most_recent_start_date_local"], row["most_recent_type"] = last.Doc["id"],
				last.Doc["start_date_local"], last.Doc["type"]
		}
		out = append(out, row)
	}
	return out, nil
}

func getRoute(c *Call) (any, error) {
	d, err := routeOf(c, "route_id")
	if err != nil {
		return nil, err
	}
	return without(c, d, c.Flag("includePath", false)), nil
}
