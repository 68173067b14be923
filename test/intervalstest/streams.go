package intervalstest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lapkeep/test/intervalstest/signaltest"
)

// usual are the streams that come when none are named.
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

// unlessStub refuses an operation on an activity that came from Strava.
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

// asked are the streams of a request, by the names under which they go out.
// What is called watts is the cleaned power; the recorded one comes as
// raw_watts, and only if it, or nothing, was asked for by name.
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

// write puts streams in the place of those that are there. One without data is
// taken away; one of another length than the rest is refused.
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
		if !slices.ContainsFunc(ch.Data, func(v any) bool { return v != nil }) { // all null takes it away, says the service's author
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
