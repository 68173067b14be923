package reckontest

import (
	"slices"
	"strings"
	"time"

	"lapkeep/test/intervalstest/apitest"
)

// wear sets what gear has done: all activities with it, or for a component
// those with what it is mounted on since it was bought. Withheld activities
// count too.
func wear(a *apitest.Athlete, g apitest.Doc, today string) {
	distance, seconds, count := 0.0, 0.0, 0.0
	for _, v := range a.Activities {
		day := apitest.Text(v.Doc, "start_date_local")[:10]
		if !usedOn(a, g, v.Doc) || day < apitest.Text(g, "purchased") || g["retired"] != nil && day > apitest.Text(g, "retired") {
			continue
		}
		length := "moving_time"
		if apitest.Truth(g, "use_elapsed_time") {
			length = "elapsed_time"
		}
		distance, seconds, count = distance+apitest.Number(v.Doc, "distance"), seconds+apitest.Number(v.Doc, length), count+1
	}
	g["distance"], g["time"], g["activities"] = apitest.Round(distance, 1), seconds, count
	list, _ := g["reminders"].([]any)
	for _, r := range list {
		if d, ok := r.(apitest.Doc); ok {
			remind(g, d, today)
		}
	}
}

// usedOn tells whether gear, or what it is part of, is that of an activity.
func usedOn(a *apitest.Athlete, g, activity apitest.Doc) bool {
	worn := activity[apitest.Worn]
	if worn == nil {
		return false
	}
	if worn == g["id"] {
		return true
	}
	whole := a.Gear.Find(apitest.Text(activity, apitest.Worn))
	parts, _ := whole["component_ids"].([]any)
	return slices.Contains(parts, g["id"])
}

// remind sets how much of a reminder is used up since it was last reset: of
// its limits the one that is nearest.
func remind(g, r apitest.Doc, today string) {
	most := 0.0
	for _, name := range []string{"distance", "time", "activities"} {
		used := max(apitest.Number(g, name)-apitest.Number(r, "starting_"+name), 0)
		r[name+"_used"] = apitest.Round(used, 1)
		if limit := apitest.Number(r, name); limit > 0 {
			most = max(most, 100*used/limit)
		}
	}
	reset, _, _ := strings.Cut(apitest.Text(r, "last_reset"), "T")
	from, err1 := time.Parse(time.DateOnly, reset)
	to, err2 := time.Parse(time.DateOnly, today)
	if err1 == nil && err2 == nil {
		days := to.Sub(from).Hours() / 24
		r["days_used"] = days
		if limit := apitest.Number(r, "days"); limit > 0 {
			most = max(most, 100*days/limit)
		}
	}
	r["percent_used"] = apitest.Round(most, 1)
}

// nameGear puts the gear object in each activity.
func nameGear(a *apitest.Athlete) {
	for _, v := range a.Activities {
		delete(v.Doc, "gear")
		if g := a.Gear.Find(apitest.Text(v.Doc, apitest.Worn)); g != nil {
			v.Doc["gear"] = apitest.Doc{"id": g["id"], "name": g["name"], "distance": g["distance"], "primary": apitest.Truth(g, "-primary")}
		}
	}
}
