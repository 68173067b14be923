package sampletest

import (
	"strconv"

	"lapkeep/test/intervalstest/apitest"
)

// richGear is gear whose totals come from the activities, with what is mounted
// on it and what is to be done when. The answer is its ids by name.
func (s maker) richGear() map[string]string {
	today := s.Clock().In(s.Zone)
	day := func(ago int) string { return today.AddDate(0, 0, -ago).Format("2006-01-02") }
	ids := map[string]string{}
	add := func(d apitest.Doc, parts ...string) {
		id := "g" + strconv.Itoa(s.Next())
		mounted := []string{}
		for _, p := range parts {
			mounted = append(mounted, ids[p])
		}
		for k, v := range (apitest.Doc{
			"id": id, "athlete_id": s.ID, "component": false, "use_elapsed_time": false, "component_ids": mounted,
			"activity_filters": []any{},
		}) {
			if d[k] == nil {
				d[k] = v
			}
		}
		list := []any{}
		for _, r := range asDocs(d["reminders"]) {
			r["id"], r["gear_id"] = s.Next(), id
			if r["last_reset"] == nil {
				r["last_reset"] = day(richDays+10) + "T06:00:00.000+00:00"
			}
			list = append(list, r)
		}
		d["reminders"] = list
		s.Gear.Add(apitest.PlainDoc(d))
		ids[d["name"].(string)] = id
	}
	since := day(richDays + 10)
	// The first chain was worn out: it counts until the day it was taken off.
	add(apitest.Doc{
		"type": "Chain", "name": "Chain 1", "component": true, "purchased": since, "retired": day(150),
		"notes": "0.75 % at the gauge",
	})
	add(apitest.Doc{"type": "Chain", "name": "Chain 2", "component": true, "purchased": day(149), "reminders": []apitest.Doc{
		{"name": "Wax", "distance": 30000.0, "starting_distance": 21000.0, "last_reset": day(70) + "T18:30:00.000+00:00"},
		{"name": "Replace", "distance": 120000.0, "starting_distance": 0.0},
	}})
	add(apitest.Doc{
		"type": "Tyre", "name": "Rear tyre", "component": true, "purchased": day(300),
		"use_elapsed_time": true, "reminders": []apitest.Doc{
			{"name": "Look at the tread", "days": 90, "last_reset": day(81) + "T18:30:00.000+00:00"},
			{"name": "Change", "time": 32000.0, "starting_time": 0.0},
		},
	})
	add(apitest.Doc{"type": "Bike", "name": "Road bike", "purchased": since, "-primary": true, "reminders": []apitest.Doc{
		{"name": "Service", "activities": 60, "starting_activities": 10, "snoozed_until": day(-9) + "T00:00:00.000+00:00"},
	}}, "Chain 1", "Chain 2", "Rear tyre")
	add(apitest.Doc{"type": "Bike", "name": "Gravel bike", "purchased": since})
	add(apitest.Doc{"type": "Bike", "name": "Turbo bike", "purchased": since, "notes": "Stays on the trainer"})
	add(apitest.Doc{"type": "Bike", "name": "Cargo bike", "purchased": since, "retired": day(100)})
	add(apitest.Doc{
		"type": "Shoes", "name": "Road shoes", "purchased": since,
		"reminders": []apitest.Doc{{"name": "New ones", "distance": 160000.0, "starting_distance": 0.0}},
	})
	add(apitest.Doc{"type": "Shoes", "name": "Trail shoes", "purchased": since})
	add(apitest.Doc{"type": "Shoes", "name": "First shoes", "purchased": day(900), "retired": day(richDays + 5)})
	return ids
}

func asDocs(v any) []apitest.Doc {
	list, _ := v.([]apitest.Doc)
	return list
}
