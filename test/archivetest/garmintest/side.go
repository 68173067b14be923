package garmintest

import (
	"fmt"
	"time"
)

// gear adds the bikes and shoes with what was done with them.
func (a *Archive) gear(o Options) {
	a.Truth.Gear = []Gear{
		{Name: "Gravel bike", Make: "Canyon", Model: "Grizl", Bike: true, Begin: "2022-05-01"},
		{Name: "Old shoes", Make: "Saucony", Model: "Ride", Retired: true, Begin: "2023-01-10", MaximumM: 800_000},
		{Name: "New shoes", Make: "Saucony", Model: "Endorphin", Begin: "2024-03-18", MaximumM: 700_000},
	}
	var rows []object
	links := object{}
	for i := range a.Truth.Gear {
		g, pk := &a.Truth.Gear[i], 9_100_000+i
		kind, status := "Shoes", "active"
		if g.Bike {
			kind = "Bike"
		}
		row := object{
			"gearPk": pk, "uuid": fmt.Sprintf("%032x", pk), "userProfilePk": 2_923_446, "gearMakeName": "Other",
			"gearModelName": "Unknown " + kind, "gearTypeName": kind, "displayName": g.Name,
			"customMakeModel": g.Make + " " + g.Model, "dateBegin": g.Begin + "T00:00:00.0", "maximumMeters": o.Generation.number(g.MaximumM),
			"notified": false, "createDate": g.Begin + "T10:00:00.0",
		}
		if g.Retired {
			status = "retired"
			row["dateEnd"] = "2024-03-17T00:00:00.0"
		}
		row["gearStatusName"] = status
		rows = append(rows, row)
		links[fmt.Sprint(pk)] = a.linked(g, pk)
	}
	a.add("DI-Connect-Fitness/"+Account+"_gear.json", []object{{"gearDTOS": rows, "gearActivityDTOs": links}})
}

// linked lists a gear's activities and notes them in the truth.
func (a *Archive) linked(g *Gear, pk int) []object {
	links := []object{}
	for _, act := range a.Truth.Activities {
		for _, name := range act.Gear {
			if name == g.Name {
				g.Activities = append(g.Activities, act.ID)
				links = append(links, object{"gearPk": pk, "activityId": act.ID})
			}
		}
	}
	return links
}

// records adds the personal records; what their numbers mean depends on their type.
func (a *Archive) records(o Options) {
	var run, ride Activity
	for _, act := range a.Truth.Activities {
		switch {
		case act.Sport == "running" && act.DistanceM > run.DistanceM:
			run = act
		case act.Sport == "cycling" && act.DistanceM > ride.DistanceM:
			ride = act
		}
	}
	a.Truth.Records = []Record{
		{Type: "Best 1km Run", Value: 251.5, Unit: "s", Activity: run.ID, At: run.Start},
		{Type: "Farthest Run", Value: run.DistanceM, Unit: "m", Activity: run.ID, At: run.Start},
		{Type: "Farthest Ride", Value: ride.DistanceM, Unit: "m", Activity: ride.ID, At: ride.Start},
		{Type: "Most Steps in a Day", Value: 31_234, At: o.From.Add(24 * time.Hour)},
	}
	var rows []object
	for i, r := range a.Truth.Records {
		rows = append(rows, object{
			"personalRecordId": 700_000 + i, "activityId": r.Activity, "value": o.Generation.number(r.Value),
			"prStartTimeGMT": r.At.UTC().Format("Mon Jan 02 15:04:05 GMT 2006"), "personalRecordType": r.Type,
			"createdDate": r.At.UTC().Format("2006-01-02"), "current": true, "confirmed": true,
		})
	}
	a.add("DI-Connect-Fitness/"+Account+"_personalRecord.json", []object{{"personalRecords": rows}})
}

// side adds thresholds, what no importer needs, and what none may read.
func (a *Archive) side(o Options) {
	a.Truth.LTHR, a.Truth.MaxHR, a.Truth.FTPW = 168, 187, 255
	zones := "DI-Connect-Wellness/2923446_"
	if o.Generation == Older {
		zones = "DI-Connect-Fitness/" + Account + "_"
	}
	a.add(zones+"heartRateZones.json", []object{
		{
			"sport": "DEFAULT", "trainingMethod": "HR_MAX", "maxHeartRateUsed": a.Truth.MaxHR, "restingHeartRateUsed": 46,
			"zone1Floor": 94, "zone2Floor": 112, "zone3Floor": 131, "zone4Floor": 150, "zone5Floor": 168,
		},
		{
			"sport": "RUNNING", "trainingMethod": "LACTATE_THRESHOLD", "lactateThresholdHeartRateUsed": a.Truth.LTHR,
			"maxHeartRateUsed": a.Truth.MaxHR, "zone1Floor": 109, "zone2Floor": 134, "zone3Floor": 149, "zone4Floor": 158, "zone5Floor": 168,
		},
	})
	a.add(zones+"powerZones.json", []object{
		{
			"sport": "CYCLING", "functionalThresholdPower": o.Generation.number(float64(a.Truth.FTPW)), "zone1Floor": 1,
			"zone2Floor": 140, "zone3Floor": 191, "zone4Floor": 230, "zone5Floor": 268, "zone6Floor": 306, "zone7Floor": 382,
		},
	})
	a.add("DI-Connect-Fitness/"+Account+"_workout.json", []object{{"workoutList": []object{}, "workoutScheduleList": []object{}}})
	a.add("DI-Connect-User/user_settings.json", object{"preferredLocale": "de", "measurementSystem": "metric"})
	a.private("customer_data/customer.json", object{"email": Account, "note": Canary})
	a.private(root+"DI-Connect-User/user_contact.json", []object{{"name": Canary}})
	a.private(root+"DI-Connect-Social/messages.json", []object{{"text": Canary}})
}

func (a *Archive) private(name string, v any) {
	var hidden Archive
	hidden.add("", v)
	a.Add(name, hidden.Files[0].Data)
	a.Truth.Private = append(a.Truth.Private, name)
}
