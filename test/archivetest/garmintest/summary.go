package garmintest

import (
	"encoding/json"
	"fmt"
	"time"
)

// summaries adds the pages of words and totals. Each page but the first begins
// with the last summary of the page before it.
func (a *Archive) summaries(o Options, outings []outing) {
	var rows []object
	for n, u := range outings {
		if u.multisport() {
			a.Truth.Containers = append(a.Truth.Containers, u.id)
			rows = append(rows, o.container(u, n))
		}
		for _, act := range u.acts {
			rows = append(rows, o.summary(act, u, n))
			a.Truth.Activities = append(a.Truth.Activities, act)
		}
	}
	for from, number := 0, 0; from < len(rows); from, number = from+o.Page, number+1 {
		first := max(0, from-1)
		page := rows[first:min(len(rows), from+o.Page)]
		a.add(fmt.Sprintf("DI-Connect-Fitness/%s_%d_summarizedActivities.json", Account, pageNumber(number, o.Page)),
			[]object{{"summarizedActivitiesExport": page}})
	}
}

// pageNumber is 0, 1001, 2002 and so on for pages of a thousand.
func pageNumber(n, page int) int { return n * (page + 1) }

func (o Options) instant(t time.Time) json.RawMessage {
	return o.Generation.number(float64(t.UnixMilli()))
}

// summary has durations in milliseconds, lengths in centimetres and speeds in
// tenths of what they are in m/s.
func (o Options) summary(a Activity, u outing, n int) object {
	num := o.Generation.number
	gmt := a.Start.Add(jitter(n))
	row := object{
		"activityId": a.ID, "uuidMsb": num(float64(a.ID) * 3), "name": a.Name, "activityType": a.Type,
		"sportType": sportTypes[a.Sport], "userProfileId": 2_923_446, "timeZoneId": 124,
		"beginTimestamp": o.instant(gmt), "startTimeGmt": o.instant(gmt),
		"startTimeLocal": o.instant(gmt.Add(time.Duration(a.OffsetS) * time.Second)),
		"duration":       num(1000 * float64(a.TimerS)), "elapsedDuration": num(1000 * float64(a.ElapsedS)),
		"movingDuration": num(1000 * float64(a.MovingS)), "distance": num(100 * a.DistanceM),
		"elevationGain": num(100 * a.AscentM), "elevationLoss": num(100 * a.AscentM),
		"avgSpeed": json.RawMessage(fmt.Sprintf("%.6f", a.DistanceM/float64(a.TimerS)/10)),
		"avgHr":    num(float64(a.AvgHR)), "maxHr": num(float64(a.MaxHR)), "calories": num(float64(a.Calories)),
		"parent": false, "favorite": false, "pr": n%9 == 0, "autoCalcCalories": false, "decoDive": false,
	}
	if a.Description != "" {
		row["description"] = a.Description
	}
	if a.RPE > 0 {
		row["workoutRpe"], row["workoutFeel"] = 10*a.RPE, 50
	}
	if a.VO2max > 0 {
		row["vO2MaxValue"] = num(a.VO2max)
	}
	if a.File == "" {
		row["manualActivity"] = true
	} else {
		row["deviceId"] = u.legs[0].Serial
	}
	if u.multisport() {
		row["parentId"] = u.id
	}
	return row
}

var sportTypes = map[string]string{"cycling": "CYCLING", "running": "RUNNING", "walking": "WALKING", "swimming": "SWIMMING"}

// container is the summary over all legs of a multisport activity.
func (o Options) container(u outing, n int) object {
	whole := u.acts[0]
	last := u.acts[len(u.acts)-1]
	whole.ID, whole.Name, whole.Type = u.id, fmt.Sprintf("Triathlon %d", n), "multi_sport"
	whole.ElapsedS = int(last.Start.Sub(whole.Start).Seconds()) + last.ElapsedS
	whole.TimerS, whole.DistanceM = 0, 0
	var children []int64
	for _, leg := range u.acts {
		whole.TimerS += leg.TimerS
		whole.DistanceM += leg.DistanceM
		children = append(children, leg.ID)
	}
	row := o.summary(whole, u, n)
	row["parent"], row["childIds"], row["sportType"] = true, children, "MULTISPORT"
	delete(row, "parentId")
	return row
}
