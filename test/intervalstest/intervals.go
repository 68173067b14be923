package intervalstest

import (
	"maps"
	"slices"
)

// intervalsOf are an activity's intervals: as edited, or as detected.
func intervalsOf(a *Activity) []Doc {
	if a.Intervals != nil {
		return a.Intervals
	}
	return Detected(a)
}

// Detected are the intervals that the service finds in an activity.
func Detected(a *Activity) []Doc {
	all := a.Channels()
	n := len(all["time"].Data)
	if n == 0 {
		return []Doc{}
	}
	edges, list := []int{0, n / 5, n / 2, 7 * n / 10, n}, []Doc{}
	for i := range edges[1:] {
		if edges[i] == edges[i+1] {
			continue
		}
		d := all.Slice(edges[i], edges[i+1])
		d["id"], d["type"] = float64(i+1), "RECOVERY"
		if i%2 == 1 {
			d["type"], d["group_id"] = "WORK", "work"
		}
		list = append(list, d)
	}
	return list
}

// groupsOf are the intervals that belong together, with the means of what they
// have in numbers.
func groupsOf(c *Call, intervals []Doc) []Doc {
	var names []string
	members := map[string][]Doc{}
	for _, d := range intervals {
		name := Text(d, "group_id")
		if name == "" {
			continue
		}
		if members[name] == nil {
			names = append(names, name)
		}
		members[name] = append(members[name], d)
	}
	groups := []Doc{}
	for _, name := range names {
		list := members[name]
		g := Doc{"id": name, "count": len(list)}
		for field, kind := range c.Contract.Schemas["IntervalGroup"] {
			if _, number := list[0][field].(float64); !number || field == "id" {
				continue
			}
			sum := 0.0
			for _, d := range list {
				sum += Number(d, field)
			}
			places := 3
			if kind == "int" {
				places = 0
			}
			g[field] = Round(sum/float64(len(list)), places)
		}
		g["start_index"] = list[0]["start_index"]
		groups = append(groups, g)
	}
	return groups
}

// rated are an activity's intervals with what follows from the thresholds of
// its day, where it has any.
func rated(a *Activity) []Doc {
	out := slices.Clone(intervalsOf(a))
	ftp, zones := Number(a.Doc, "icu_ftp"), Numbers(a.Doc["icu_power_zones"])
	for i, d := range out {
		watts, ok := d["weighted_average_watts"].(float64)
		if !ok || ftp == 0 || zones == nil {
			continue
		}
		d, below := maps.Clone(d), 0.0
		share := watts / ftp
		d["intensity"] = Round(100*share, 0)
		d["training_load"] = Round(100*share*share*Number(d, "moving_time")/3600, 2)
		d["average_watts_kg"] = Round(Number(d, "average_watts")/Number(a.Doc, "icu_weight"), 2)
		sensed(a, d, i)
		for n, top := range zones {
			if Number(d, "average_watts") <= top*ftp/100 || n == len(zones)-1 {
				d["zone"], d["zone_min_watts"], d["zone_max_watts"] = float64(n+1), Round(below*ftp/100, 0), Round(top*ftp/100, 0)
				break
			}
			below = top
		}
		out[i] = d
	}
	return out
}

// sensed sets what the service says of an interval by sensors and models that
// the streams here do not hold.
func sensed(a *Activity, d Doc, i int) {
	weight, step := Number(a.Doc, "icu_weight"), float64(i)
	d["max_watts_kg"] = Round(Number(d, "max_watts")/weight, 2)
	d["joules_above_ftp"], d["wbal_start"], d["wbal_end"] = 400+10*step, 19000-100*step, 18000-100*step
	d["avg_lr_balance"], d["w5s_variability"], d["decoupling"] = 50.5+step/10, 1.5+step/10, 2.5-step
	d["average_torque"], d["min_torque"], d["max_torque"] = 24.5+step, 3.0, 41.0+step
	d["average_dfa_a1"], d["average_respiration"], d["average_epoc"] = 0.9-step/100, 28.0+step, 12.0+step
	d["average_smo2"], d["average_smo2_2"], d["average_thb"], d["average_thb_2"] = 61.0-step, 58.0-step, 12.2, 12.4
	d["gap"], d["average_stride"], d["average_gradient"], d["total_elevation_gain"] = d["average_speed"], 5.25, 0.012, 12.0+step
	d["average_temp"], d["average_weather_temp"], d["average_feels_like"] = 18.0, 14.5, 13.0
	d["average_wind_speed"], d["average_wind_gust"], d["prevailing_wind_deg"] = 5.5, 11.0, 60.0
	d["headwind_percent"], d["tailwind_percent"] = 42.5, 31.0
}

func getIntervals(c *Call) (any, error) {
	found := rated(c.Activity)
	return Doc{
		"id": IDOf(c.Activity.Doc), "analyzed": c.Activity.Doc["analyzed"],
		"icu_intervals": c.Wholes("Interval", found), "icu_groups": groupsOf(c, found),
	}, nil
}

// replace is an activity's intervals as a client drew them: of each only the
// two indexes and the label count, and what lies between them is filled.
func replace(c *Call, drawn []Doc) {
	slices.SortStableFunc(drawn, func(x, y Doc) int { return int(Number(x, "start_index") - Number(y, "start_index")) })
	a, all, list := c.Activity, c.Activity.Channels(), []Doc{}
	add := func(start, end int, kind string, label any) {
		d := all.Slice(start, end)
		d["id"], d["type"], d["label"] = float64(len(list)+1), kind, label
		list = append(list, d)
	}
	n, at := len(all["time"].Data), 0
	for _, d := range drawn {
		start, end := int(Number(d, "start_index")), min(int(Number(d, "end_index")), n)
		if start > at {
			add(at, start, "RECOVERY", nil)
		}
		if end > start {
			add(start, end, "WORK", d["label"])
			at = end
		}
	}
	if at < n {
		add(at, n, "RECOVERY", nil)
	}
	a.Intervals = list
	a.Doc["icu_intervals_edited"] = true
}

func intervalHandlers() map[string]Handler {
	all := map[string]Handler{
		"updateIntervals": putIntervals,
	}
	for id, h := range all {
		all[id] = unlessStub(h)
	}
	return all
}

func putIntervals(c *Call) (any, error) {
	list, err := c.Objects() // an object around the list is refused
	if err != nil {
		return nil, err
	}
	if !c.Flag("all", true) {
		list = append(slices.Clone(intervalsOf(c.Activity)), list...)
	}
	replace(c, list)
	return getIntervals(c)
}
