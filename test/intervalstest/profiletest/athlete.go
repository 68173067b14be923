package profiletest

import (
	"time"

	"lapkeep/test/intervalstest/apitest"
)

func athleteHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"getAthlete":            getAthlete,
		"updateAthlete":         updateAthlete,
		"getAthleteProfile":     getAthleteProfile,
		"listAthletes":          listAthletes,
		"getAthleteConnections": getConnections,
		"getAthleteSummary":     getSummary,
		"getSettings": func(c *apitest.Call) (any, error) {
			return doc{"deviceClass": c.Path("deviceClass")}, nil
		},
		"disconnectApp": func(*apitest.Call) (any, error) { return nil, nil },
	}
}

// getAthlete has neither FTP nor form at the top; the settings and the custom
// items are beside the secrets of the account.
func getAthlete(c *apitest.Call) (any, error) {
	d := c.Whole("WithSportSettings", c.Athlete.Profile)
	d["sportSettings"] = c.Wholes("SportSettings", c.Athlete.Settings.Rows)
	d["custom_items"] = c.Wholes("CustomItem", c.Athlete.Items.Rows)
	return d, nil
}

func updateAthlete(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	if zone, ok := patch["timezone"].(string); ok {
		loaded, err := time.LoadLocation(zone)
		if err != nil {
			return nil, apitest.Invalid("Invalid timezone [%s]", zone)
		}
		c.Athlete.Zone = loaded
	}
	c.Merge("AthleteUpdateDTO", c.Athlete.Profile, patch)
	return c.Whole("Athlete", c.Athlete.Profile), nil
}

func getAthleteProfile(c *apitest.Call) (any, error) {
	person := doc{}
	for name := range c.Contract.Schemas["AthleteForProfile"] {
		if name != "email" {
			person[name] = c.Athlete.Profile[name]
		}
	}
	public := func(d doc) bool { return apitest.Text(d, "visibility") == "PUBLIC" }
	return doc{
		"athlete": person, "sharedFolders": c.Wholes("Folder", c.Athlete.Folders.Where(public)),
		"customItems": c.Wholes("CustomItem", c.Athlete.Items.Where(public)),
	}, nil
}

func listAthletes(c *apitest.Call) (any, error) {
	list := []doc{}
	for _, a := range c.Athletes {
		d := c.Whole("AthleteWithTags", a.Profile)
		if a != c.Athletes[0] {
			delete(d, "icu_api_key")
		}
		if d["icu_tags"] == nil {
			d["icu_tags"] = []string{}
		}
		list = append(list, d)
	}
	return list, nil
}

func getConnections(c *apitest.Call) (any, error) {
	d := doc{"id": c.Athlete.ID}
	for name, k := range c.Contract.Schemas["AthleteConnections"] {
		if k == "bool" {
			d[name] = name == "strava_connected" || name == "garmin_health_connected"
		}
	}
	return d, nil
}
