package profiletest

import (
	"strconv"

	"lapkeep/test/intervalstest/apitest"
)

// placeHandlers are routes, weather and the races of others.
func placeHandlers() map[string]apitest.Handler {
	return map[string]apitest.Handler{
		"listAthleteRoutes":   listRoutes,
		"getAthleteRoute":     getRoute,
		"updateAthleteRoute":  updateRoute,
		"checkMerge":          compareRoutes,
		"getWeatherConfig":    func(c *apitest.Call) (any, error) { return c.Athlete.Weather, nil },
		"updateWeatherConfig": updateWeather,
		"getForecast":         func(c *apitest.Call) (any, error) { return doc{"forecasts": c.Athlete.Weather["forecasts"]}, nil },
		"getSharedEvent":      getSharedEvent,
	}
}

func routeOf(c *apitest.Call, param string) (doc, error) {
	for _, d := range c.Athlete.Routes.Rows {
		if apitest.NumberText(d["route_id"]) == c.Path(param) {
			return d, nil
		}
	}
	return nil, apitest.NotFound("Route")
}

// without is a route without its way, unless that is wanted.
func without(c *apitest.Call, d doc, path bool) doc {
	out := c.Whole("AthleteRoute", d)
	if !path {
		out["latlngs"] = nil
	}
	return out
}

func ridden(c *apitest.Call, d doc) (n int, last *apitest.Activity) {
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

func listRoutes(c *apitest.Call) (any, error) {
	out := []doc{}
	for _, d := range c.Athlete.Routes.Rows {
		row := c.Whole("WithCount", without(c, d, false))
		n, last := ridden(c, d)
		row["activity_count"], row["distance"] = n, 24500.0
		if last != nil {
			row["most_recent_id"], row["most_recent_start_date_local"], row["most_recent_type"] = last.Doc["id"],
				last.Doc["start_date_local"], last.Doc["type"]
		}
		out = append(out, row)
	}
	return out, nil
}

func getRoute(c *apitest.Call) (any, error) {
	d, err := routeOf(c, "route_id")
	if err != nil {
		return nil, err
	}
	return without(c, d, c.Flag("includePath", false)), nil
}

// updateRoute can give the activities of a route its name.
func updateRoute(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	d, err := routeOf(c, "route_id")
	if err != nil {
		return nil, err
	}
	c.Merge("AthleteRoute", d, patch)
	if apitest.Truth(d, "rename_activities") {
		for _, a := range c.Athlete.Activities {
			if a.Doc["route_id"] == d["route_id"] {
				a.Doc["name"] = d["name"]
			}
		}
	}
	return without(c, d, false), nil
}

func compareRoutes(c *apitest.Call) (any, error) {
	d, err := routeOf(c, "route_id")
	if err != nil {
		return nil, err
	}
	other, err := routeOf(c, "other_id")
	if err != nil {
		return nil, err
	}
	alike := 0.42
	if d["route_id"] == other["route_id"] {
		alike = 1
	}
	n, _ := ridden(c, d)
	m, _ := ridden(c, other)
	return doc{
		"route": without(c, d, true), "other": without(c, other, true), "similarity": alike, "route_activity_count": n, "other_activity_count": m,
		"route_distance": 24500.0, "other_distance": 24500.0, "bounds": nil,
	}, nil
}

func updateWeather(c *apitest.Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	list, _ := patch["forecasts"].([]any)
	for _, v := range list {
		if d, _ := v.(doc); d != nil && d["id"] == nil {
			d["id"] = float64(c.Next())
		}
	}
	c.Athlete.Weather = doc{"forecasts": append([]any{}, list...)}
	return c.Athlete.Weather, nil
}

// getSharedEvent knows one race of others.
func getSharedEvent(c *apitest.Call) (any, error) {
	id, err := strconv.Atoi(c.Path("id"))
	if err != nil || id != 77 {
		return nil, apitest.NotFound("Shared event")
	}
	d := c.Whole("WithCourses", doc{
		"id": id, "name": "Autumn race", "category": "RACE", "start_date_local": "2026-10-11T09:00:00", "types": []string{"Ride"},
		"country": "Germany", "visibility": "PUBLIC", "usage_count": 12, "courses": []doc{},
	})
	return d, nil
}
