package intervalstest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lapkeep/test/intervalstest/signaltest"
)

// usual are the streams that are sent if none are named.
var usual = []string{"time", "watts", "cadence", "heartrate", "distance", "altitude", "latlng", "velocity_smooth", "temp"}

func streamHandlers() map[string]Handler {
	all := map[string]Handler{
		"getActivityStreams":    getStreams,
		"updateActivityStreams": putStreams,
		"downloadActivityFile":  getFile,
		"uploadActivity":        upload,
		"getIntervals":          getIntervals,
	}
	for id, h := range all {
		all[id] = unlessStub(h)
	}
	return all
}

// unlessStub refuses an operation on an activity from Strava.
func unlessStub(h Handler) Handler {
	return func(c *Call) (any, error) {
		if c.Activity == nil || !c.Activity.Stub {
			return h(c)
		}
		if c.Op.ID == "getIntervals" { // this one is empty instead
			return Doc{"id": IDOf(c.Activity.Doc), "analyzed": nil, "icu_intervals": []any{}, "icu_groups": []any{}}, nil
		}
		return nil, Invalid(stravaRefusal)
	}
}

// asked returns the requested streams, by the names under which they are sent.
// The stream watts is the cleaned power; the recorded power is sent as
// raw_watts, only if it is requested by name or nothing is.
func asked(c *Call, a *Activity) (names []string, out signaltest.Streams) {
	all, types := a.Channels(), c.List("types")
	maps.Copy(all, signaltest.Made(all))
	if types == nil || c.Flag("includeDefaults", false) {
		for _, name := range usual {
			if !slices.Contains(types, name) {
				types = append(types, name)
			}
		}
		if c.List("types") == nil {
			types = append(types, "raw_watts", "raw_heartrate")
		}
		for _, name := range slices.Sorted(maps.Keys(a.Written)) {
			if !slices.Contains(types, name) {
				types = append(types, name)
			}
		}
	}
	out = signaltest.Streams{}
	for _, name := range types {
		source := name
		switch name {
		case "watts":
			source = "fixed_watts"
		case "raw_watts":
			source = "watts"
		}
		if ch, ok := all[source]; ok && out[name].Data == nil {
			out[name] = ch
			names = append(names, name)
		}
	}
	return names, out
}

func getStreams(c *Call) (any, error) {
	names, streams := asked(c, c.Activity)
	if c.Path("ext") == ".csv" {
		return streamsCSV(names, streams)
	}
	list := []Doc{}
	for _, name := range names {
		ch := streams[name]
		d := Doc{
			"type": name, "name": c.CustomName("ACTIVITY_STREAM", name), "data": ch.Data, "data2": nil,
			"valueTypeIsArray": name == "hrv", "anomalies": nil,
			"custom":  c.CustomCode("ACTIVITY_STREAM", name),
			"allNull": !slices.ContainsFunc(ch.Data, func(v any) bool { return v != nil }),
		}
		if ch.Data2 != nil {
			d["data2"] = ch.Data2
		}
		list = append(list, d)
	}
	return list, nil
}

func streamsCSV(names []string, streams signaltest.Streams) (any, error) {
	var b strings.Builder
	w, head, columns := csv.NewWriter(&b), []string{}, [][]any{}
	for _, name := range names {
		ch := streams[name]
		if name == "latlng" {
			head, columns = append(head, "lat", "lng"), append(columns, ch.Data, ch.Data2)
			continue
		}
		head, columns = append(head, name), append(columns, ch.Data)
	}
	rows, n := [][]string{head}, 0
	for _, column := range columns {
		n = max(n, len(column))
	}
	for i := range n {
		row := make([]string, len(columns))
		for j, column := range columns {
			if i < len(column) && column[i] != nil {
				row[j] = fmt.Sprint(column[i])
			}
		}
		rows = append(rows, row)
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, err
	}
	return File{Kind: "text/csv", Data: []byte(b.String())}, nil
}

func putStreams(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	streams := signaltest.Streams{}
	for _, d := range list {
		data, _ := d["data"].([]any)
		data2, _ := d["data2"].([]any)
		if Text(d, "type") == "" {
			return nil, Invalid("Missing type")
		}
		streams[Text(d, "type")] = signaltest.Channel{Data: data, Data2: data2}
	}
	return write(c, streams)
}

// write replaces streams. One without data is deleted; one with another length
// than the rest is refused.
func write(c *Call, streams signaltest.Streams) (any, error) {
	a := c.Activity
	updated, deleted := []string{}, []string{}
	length := len(a.Channels()["time"].Data)
	for _, name := range slices.Sorted(maps.Keys(streams)) {
		ch := streams[name]
		if len(ch.Data) > 0 && length > 0 && len(ch.Data) != length {
			return nil, Invalid("Stream %s has %d values, expected %d", name, len(ch.Data), length)
		}
	}
	if a.Written == nil {
		a.Written, a.Gone = signaltest.Streams{}, map[string]bool{}
	}
	a.Tally = nil
	for _, name := range slices.Sorted(maps.Keys(streams)) {
		ch := streams[name]
		if name == "raw_watts" {
			name = "watts"
		}
		if !slices.ContainsFunc(ch.Data, func(v any) bool { return v != nil }) { // only nulls: deleted, according to the service's author
			delete(a.Written, name)
			a.Gone[name] = true
			deleted = append(deleted, name)
			continue
		}
		a.Written[name] = ch
		delete(a.Gone, name)
		updated = append(updated, name)
	}
	listed, _ := a.Doc["stream_types"].([]any)
	listed = slices.DeleteFunc(slices.Clone(listed), func(v any) bool { return slices.Contains(deleted, fmt.Sprint(v)) })
	for _, name := range updated {
		if !slices.Contains(listed, any(name)) {
			listed = append(listed, name)
		}
	}
	a.Doc["stream_types"] = listed
	return Doc{"updated": updated, "deleted": deleted}, nil
}

// intervalsOf returns an activity's intervals: as edited, or as detected.
func intervalsOf(a *Activity) []Doc {
	if a.Intervals != nil {
		return a.Intervals
	}
	return Detected(a)
}

// Detected returns the intervals that the service finds in an activity.
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

// groupsOf returns the groups of intervals, with the means of their numbers.
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

// rated returns an activity's intervals with the values that depend on the
// thresholds of its day, if it has any.
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

// sensed sets the values of an interval that come from sensors and models
// missing from the streams here.
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

// replace sets an activity's intervals as drawn by a client: of each only the
// two indexes and the label are used, and the gaps between them are filled.
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
