package garmintest

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// outing is one upload, or one summary without an upload: one leg, or several.
type outing struct {
	id   int64 // of the activity, or of the container of its legs
	legs []bodytest.Body
	acts []Activity // one per leg
}

func (u outing) multisport() bool { return len(u.legs) > 1 }

func (u outing) fit() []byte { return bodytest.Multisport(u.legs...) }

const (
	every12th = 11 // the index of the multisport one among twelve
	every8th  = 6  // the index of the one without a file among eight
)

// garminTypes are Garmin's words for the sports, used in turn.
var garminTypes = map[string][]string{
	"cycling":  {"cycling", "gravel_cycling", "road_biking"},
	"running":  {"running", "trail_running"},
	"walking":  {"walking"},
	"swimming": {"open_water_swimming"},
}

func outingsOf(o Options) []outing {
	out := make([]outing, 0, o.Activities)
	for n := range o.Activities {
		out = append(out, newOuting(o, n))
	}
	return out
}

func newOuting(o Options, n int) outing {
	seed := o.Seed*1_000_003 + uint64(n)*7 + 1
	start := o.From.Add(time.Duration(n) * 36 * time.Hour)
	body := func(sport string, seconds int) bodytest.Body {
		seconds -= seconds % o.EveryS
		b := bodytest.Body{
			Start: start, Seed: seed, Seconds: seconds, EveryS: o.EveryS, Sport: sport,
			Serial: 3_300_000_000 + uint32(o.Seed%1000), OffsetS: o.OffsetS,
		}
		start, seed = start.Add(time.Duration(seconds+15)*time.Second), seed+1
		return b
	}
	u := outing{id: 14_000_000_000 + int64(o.Seed%1000)*100_000 + int64(n)*10}
	switch {
	case len(o.Bodies) > 0:
		u.legs = o.Bodies[n : n+1]
	case n%12 == every12th:
		swim := body("swimming", o.Seconds/2)
		swim.NoPower = true
		u.legs = []bodytest.Body{swim, body("cycling", o.Seconds), body("running", o.Seconds/2)}
	case n%12 == 5:
		// An activity so short that its file is smaller than those of other
		// types.
		u.legs = []bodytest.Body{body("running", min(o.Seconds, 120))}
	default:
		u.legs = []bodytest.Body{body([]string{"cycling", "running", "cycling", "walking"}[n%4], o.Seconds+n%7*10)}
	}
	file := fmt.Sprintf("%s_%d.fit", Account, 200_000_000_000+int64(o.Seed%1000)*1_000_000+int64(n)*13)
	if n%8 == every8th && len(o.Bodies) == 0 {
		file = ""
	}
	for i, b := range u.legs {
		u.acts = append(u.acts, u.activity(n, i, b, file))
	}
	return u
}

func (u outing) activity(n, leg int, b bodytest.Body, file string) Activity {
	words := garminTypes[b.Sport]
	a := Activity{
		ID: u.id, File: file, Session: leg, Sessions: len(u.legs), Start: b.Began(), OffsetS: b.OffsetS,
		Sport: b.Sport, Type: words[n%len(words)], Name: fmt.Sprintf("Zürich %s %d", words[n%len(words)], n),
		ElapsedS: b.ElapsedS(), TimerS: b.TimerS(), MovingS: b.TimerS(), DistanceM: b.DistanceM(),
		AscentM: 30 + float64(n%9), Calories: 100 + n, RPE: n % 11,
	}
	if u.multisport() {
		a.ID += int64(leg) + 1
		a.Name = fmt.Sprintf("Leg %d", leg+1)
	}
	sum, points := 0, b.Points()
	for _, p := range points {
		sum += p.HR
		a.MaxHR = max(a.MaxHR, p.HR)
	}
	a.AvgHR = int(math.Round(float64(sum) / float64(len(points))))
	if n%5 == 2 {
		a.Description = "Headwind, \"both\" ways\nand rain ☂"
	}
	if b.Sport == "running" {
		a.VO2max = 50 + float64(n%4)
	}
	switch {
	case b.Sport == "cycling" && n%4 == 0:
		a.Gear = []string{"Gravel bike"}
	case b.Sport == "running":
		a.Gear = []string{"Old shoes"}
		if n > 12 {
			a.Gear[0] = "New shoes"
		}
	}
	return a
}

// jitter returns the difference between a summary's start and the file's. Both
// mean the same instant, so a join must tolerate a few seconds.
func jitter(n int) time.Duration { return time.Duration(n%3-1) * 2 * time.Second }

// summaries adds the pages of summaries. Each page except the first begins with
// the last summary of the page before it.
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

// pageNumber returns 0, 1001, 2002 and so on for pages of a thousand.
func pageNumber(n, page int) int { return n * (page + 1) }

func (o Options) instant(t time.Time) json.RawMessage {
	return o.Generation.number(float64(t.UnixMilli()))
}

// summary returns an activity's summary, with durations in milliseconds,
// lengths in centimetres and speeds in tenths of m/s.
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

// container returns the summary over all legs of a multisport activity.
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
