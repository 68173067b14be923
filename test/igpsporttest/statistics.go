package igpsporttest

import (
	"math"
	"strconv"
)

// statistics add up what was ridden in the year of a day. Of the kinds of
// period only the year, 2, is known; another one adds up everything here, and
// has no axis. Distances of the axis are kilometres, all others metres.
func statistics(c *call) (any, error) {
	names := []string{"distanceUnit", "time", "type"}
	if c.region == INTL {
		names = []string{"DistanceUnit", "Time", "Type"}
	} else if big := c.param("bigSportType"); big == "" {
		c.server.violated("%s %s: no bigSportType", c.region, c.op.name)
	}
	c.want(names[0], "0")
	day := c.day(names[1])
	if day == "" {
		return nil, refuseCode(400, names[1]+" error")
	}
	year := day[:4]
	if c.param(names[2]) != "2" {
		year = ""
	}
	var rides []*Ride
	for _, r := range c.member.Rides {
		if year == "" || r.Start.In(c.member.Zone).Format("2006") == year {
			rides = append(rides, r)
		}
	}
	return Doc{
		"statisticsData": sums(rides), "axis": c.axis(rides, year), "milestoneList": milestones(rides), "personalBestList": c.bests(),
	}, nil
}

func sums(rides []*Ride) Doc {
	var v figures
	for _, r := range rides {
		f := r.figures()
		v.metres, v.seconds, v.ascent, v.power = v.metres+f.metres, v.seconds+f.seconds, v.ascent+f.ascent, v.power+f.power*f.seconds/1000
	}
	return Doc{
		"totalCount": len(rides), "totalDistance": math.Round(v.metres), "totalTimerTime": v.seconds, "avgSpeed": v.speed(),
		"sumTotalAscent": math.Round(v.ascent), "totalCalories": math.Round(v.power), "totalPwrTSS": math.Round(v.seconds/360) / 10 * 60,
	}
}

// axis has every month of a year; those without an activity have no count.
func (c *call) axis(rides []*Ride, year string) []Doc {
	out := []Doc{}
	if year == "" {
		return out
	}
	for month := 1; month <= 12; month++ {
		var in []*Ride
		for _, r := range rides {
			if int(r.Start.In(c.member.Zone).Month()) == month {
				in = append(in, r)
			}
		}
		name := year + "/" + strconv.Itoa(100 + month)[1:]
		d := Doc{"alias": strconv.Itoa(month), "group": year, "time": name, "value": 0.0}
		if len(in) > 0 {
			total := sums(in)
			d["value"] = math.Round(total["totalDistance"].(float64)/10) / 100
			d["totalCount"], d["totalTimerTime"] = len(in), total["totalTimerTime"]
		}
		out = append(out, d)
	}
	return out
}

func milestones(rides []*Ride) []Doc {
	out := []Doc{}
	for _, km := range []int{5, 10, 50, 100} {
		n := 0
		for _, r := range rides {
			if r.figures().metres >= float64(1000*km) {
				n++
			}
		}
		out = append(out, Doc{"distance": strconv.Itoa(km), "count": n})
	}
	return out
}

// bests are of all time, as strings of SI numbers. The climb is misspelt there.
// The one of the longest time names no activity.
func (c *call) bests() []Doc {
	kinds := []struct {
		key, cn, intl string
		of            func(figures) float64
	}{
		{"MaxDistance", "最长距离", "Longest distance", func(v figures) float64 { return v.metres }},
		{"MaxTime", "最长时间", "Longest time", func(v figures) float64 { return v.seconds }},
		{"MaxAvgSpeed", "最快均速", "Best average speed", func(v figures) float64 { return v.speed() }},
		{"MaxMaxSpeed", "最快速度", "Top speed", func(v figures) float64 { return v.maxSpeed }},
		{"MaxClimbinSpeed", "最大爬升", "Most climbing", func(v figures) float64 { return v.ascent }},
		{"MaxAvgPower", "最大均功率", "Best average power", func(v figures) float64 { return v.power }},
		{"MaxMaxPower", "最大功率", "Top power", func(v figures) float64 { return float64(v.maxPower) }},
	}
	out := []Doc{}
	for _, k := range kinds {
		var best *Ride
		value := 0.0
		for _, r := range c.member.Rides {
			if v := k.of(r.figures()); r.Exercise == 0 && v > value {
				best, value = r, v
			}
		}
		if best == nil {
			continue
		}
		label := k.cn
		if c.region == INTL {
			label = k.intl
		}
		d := Doc{
			"activityId": best.ID, "keyName": k.key, "keyLabel": label, "memberId": c.member.ID,
			"keyTime": best.Start.In(c.member.Zone).Format(dateTime), "keyValue": strconv.FormatFloat(math.Round(1000*value)/1000, 'f', -1, 64),
		}
		if k.key == "MaxTime" {
			d["activityId"] = nil
		}
		out = append(out, d)
	}
	return out
}
