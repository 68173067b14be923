package profiletest

import (
	"maps"
	"slices"

	"lapkeep/test/intervalstest/apitest"
)

func settingsHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listSettings": func(c *apitest.Call) (any, error) {
			return c.Wholes("SportSettings", c.Athlete.Settings.Rows), nil
		},
		"getSettings_1":             getSportSettings,
		"createSettings":            createSportSettings,
		"updateSettings":            updateSportSettings,
		"updateSettingsMulti":       updateSeveralSettings,
		"deleteSettings":            deleteSportSettings,
		"applyToActivities":         applySettings,
		"listMatchingActivities":    matchingActivities,
		"listPaceDistances":         paceDistances,
		"listPaceDistancesForSport": paceDistances,
	}
}

// settingsOf are the settings of the path, by number or by sport.
func settingsOf(c *apitest.Call) (doc, error) {
	id := c.Path("id")
	for _, d := range c.Athlete.Settings.Rows {
		if types, _ := d["types"].([]any); apitest.IDOf(d) == id || slices.Contains(types, any(id)) {
			return d, nil
		}
	}
	return nil, apitest.NotFound("Sport settings")
}

func getSportSettings(c *apitest.Call) (any, error) {
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	return c.Whole("SportSettings", d), nil
}

// setSettings changes what is supplied. Heart rate zones follow the threshold
// only if that is asked for.
func setSettings(c *apitest.Call, d, patch doc) error {
	types, told := patch["types"].([]any)
	if told {
		for _, other := range c.Athlete.Settings.Rows {
			theirs, _ := other["types"].([]any)
			for _, t := range types {
				if other["id"] != d["id"] && slices.Contains(theirs, t) {
					return apitest.Invalid("%v already has settings", t)
				}
			}
		}
	}
	trial := maps.Clone(d)
	c.Merge("SportSettings", trial, patch)
	if types, _ := trial["types"].([]any); len(types) == 0 {
		return apitest.Invalid("types is required")
	}
	if lthr := apitest.Number(trial, "lthr"); c.Flag("recalcHrZones", false) && lthr > 0 {
		zones := []any{}
		for _, percent := range []float64{81, 89, 93, 99, 102, 106} {
			zones = append(zones, apitest.Round(lthr*percent/100, 0))
		}
		trial["hr_zones"] = append(zones, trial["max_hr"])
	}
	trial["updated"] = c.Stamp()
	clear(d)
	maps.Copy(d, trial)
	return nil
}

// createSportSettings starts from standard values, whatever else is supplied.
func createSportSettings(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d := apitest.PlainDoc(doc{
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

func updateSportSettings(c *apitest.Call) (any, error) {
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

func updateSeveralSettings(c *apitest.Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	out := []doc{}
	for _, patch := range list {
		d := c.Athlete.Settings.Find(apitest.IDOf(patch))
		if d == nil {
			return nil, apitest.NotFound("Sport settings")
		}
		if err := setSettings(c, d, patch); err != nil {
			return nil, err
		}
		out = append(out, c.Whole("SportSettings", d))
	}
	return out, nil
}

func deleteSportSettings(c *apitest.Call) (any, error) {
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	if apitest.Truth(d, "other") {
		return nil, apitest.Invalid("Cannot delete the settings for other sports")
	}
	c.Athlete.Settings.Remove(func(e doc) bool { return e["id"] == d["id"] })
	return doc{}, nil
}

func matched(c *apitest.Call, d doc) []*apitest.Activity {
	types, _ := d["types"].([]any)
	var out []*apitest.Activity
	for _, a := range c.Athlete.NewestFirst() {
		if !a.Stub && slices.Contains(types, a.Doc["type"]) {
			out = append(out, a)
		}
	}
	return out
}

// applySettings rewrites the whole history, after it has answered: the next
// request still finds the old values.
func applySettings(c *apitest.Call) (any, error) {
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
	return doc{}, nil
}

func matchingActivities(c *apitest.Call) (any, error) {
	d, err := settingsOf(c)
	if err != nil {
		return nil, err
	}
	out := []doc{}
	for _, a := range matched(c, d) {
		out = append(out, doc{"id": a.Doc["id"], "name": a.Doc["name"], "type": a.Doc["type"], "start_date_local": a.Doc["start_date_local"]})
	}
	return out, nil
}

func paceDistances(c *apitest.Call) (any, error) {
	if c.Path("id") != "" {
		if _, err := settingsOf(c); err != nil {
			return nil, err
		}
	}
	return doc{
		"distances": []float64{400, 800, 1000, 1500, 1609.344, 3000, 5000, 10000, 21097.5, 42195},
		"defaults":  []float64{1000, 5000, 10000},
	}, nil
}
