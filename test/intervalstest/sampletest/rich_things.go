package sampletest

import (
	"slices"
	"time"

	"lapkeep/test/intervalstest/apitest"
	"lapkeep/test/intervalstest/calendartest"
	"lapkeep/test/intervalstest/contracttest"
	"lapkeep/test/intervalstest/signaltest"
)

// richItems are fields and a stream of the athlete's own, with values.
func (s maker) richItems() {
	for i, item := range []apitest.Doc{
		{"type": "INPUT_FIELD", "name": "Coffee", "content": apitest.Doc{"code": "Coffee", "type": "numeric", "aggregate": "SUM"}},
		{
			"type": "INPUT_FIELD", "name": "Knee in the morning",
			"content": apitest.Doc{"code": "Knee", "type": "select", "options": []string{"fine", "stiff", "sore"}},
		},
		{"type": "ACTIVITY_FIELD", "name": "Bottles", "content": apitest.Doc{"code": "Bottles", "type": "numeric", "aggregate": "SUM"}},
		{"type": "INTERVAL_FIELD", "name": "Effort", "content": apitest.Doc{"code": "Effort", "type": "numeric", "aggregate": "AVERAGE"}},
		{"type": "ACTIVITY_STREAM", "name": "Brake pressure", "content": apitest.Doc{"code": "BrakePressure"}},
	} {
		d := apitest.PlainDoc(item)
		d["id"], d["athlete_id"], d["index"], d["usage_count"], d["visibility"] = float64(s.Next()), s.ID, float64(i), 0.0, "PRIVATE"
		s.Items.Add(d)
	}
	for i, a := range s.ofType("Ride") {
		a.Doc["Bottles"] = float64(i%3) + 0.5
	}
	if a := s.ofType("GravelRide")[0]; a != nil {
		data := make([]any, len(a.Channels()["time"].Data))
		for i := range data {
			if i%17 != 5 { // the sensor drops out
				data[i] = float64(i % 12)
			}
		}
		a.Written, a.Gone = signaltest.Streams{"BrakePressure": {Data: data}}, map[string]bool{}
		a.Doc["stream_types"] = append(a.Doc["stream_types"].([]any), "BrakePressure")
	}
}

// ofType are the recorded activities of a type, the newest first.
func (s maker) ofType(kind string) []*apitest.Activity {
	return slices.DeleteFunc(s.NewestFirst(), func(a *apitest.Activity) bool { return a.Stub || a.Body == nil || a.Doc["type"] != kind })
}

// richIntervals are drawn and named by the athlete: in two groups, one of them
// of efforts of unequal length, on the newest ride; and a single one on a run.
func (s maker) richIntervals() {
	edit := func(a *apitest.Activity, drawn []apitest.Doc) {
		all, at := a.Channels(), 0
		n := len(all["time"].Data)
		add := func(from, to int, fields apitest.Doc) {
			d := all.Slice(from, to)
			d["id"], d["type"] = float64(len(a.Intervals)+1), "RECOVERY"
			for k, v := range fields {
				d[k] = v
			}
			a.Intervals = append(a.Intervals, d)
		}
		for _, d := range drawn {
			from, to := int(apitest.Number(d, "from")*float64(n)), int(apitest.Number(d, "to")*float64(n))
			add(at, from, nil)
			add(from, to, apitest.Doc{"type": "WORK", "label": d["label"], "group_id": d["group_id"], "Effort": d["effort"]})
			at = to
		}
		add(at, n, nil)
		a.Doc["icu_intervals_edited"], a.Doc["lock_intervals"] = true, true
		a.Doc["interval_summary"] = apitest.Plain([]string{"3x climbs", "2x sprints"})
	}
	if rides := s.ofType("Ride"); len(rides) > 0 {
		edit(rides[0], []apitest.Doc{
			{"from": 0.1, "to": 0.2, "label": "Kapelle", "group_id": "climbs", "effort": 7.0},
			{"from": 0.25, "to": 0.27, "label": "Ortsschild", "group_id": "sprints", "effort": 10.0},
			{"from": 0.35, "to": 0.47, "label": "Kapelle noch einmal", "group_id": "climbs", "effort": 8.0},
			{"from": 0.6, "to": 0.75, "label": "Sendemast", "group_id": "climbs", "effort": 9.0},
			{"from": 0.8, "to": 0.83, "label": "Ortsschild zurück", "group_id": "sprints", "effort": 10.0},
		})
	}
	if runs := s.ofType("Run"); len(runs) > 0 {
		edit(runs[0], []apitest.Doc{{"from": 0.3, "to": 0.5, "label": "Mile, all out", "group_id": "mile"}})
	}
}

// richEvents are notes, an illness, a plan for a week and a planned day that
// was done, far back and ahead.
func (s maker) richEvents(today time.Time) {
	at := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) + "T00:00:00" }
	c := &apitest.Call{World: s.World, Op: &contracttest.Operation{}, Athlete: s.Athlete}
	for _, e := range []apitest.Doc{
		{"category": "NOTE", "name": "New saddle", "start_date_local": at(-400), "description": "3 mm higher", "color": "blue"},
		{"category": "NOTE", "name": "Week of rest", "start_date_local": at(-97), "for_week": true, "description": "Coach: sleep"},
		{"category": "SICK", "name": "Flu", "start_date_local": at(-204), "end_date_local": at(-198)},
		{"category": "INJURED", "name": "Knee", "start_date_local": at(-120), "end_date_local": at(-113)},
		{"category": "SEASON_START", "name": "Season", "start_date_local": at(-300)},
		{"category": "SET_EFTP", "type": "Ride", "name": "Ramp test", "start_date_local": at(-60), "icu_ftp": 262.0},
		{
			"category": "HOLIDAY", "name": "Mallorca", "start_date_local": at(25), "end_date_local": at(33),
			"training_availability": "LIMITED", "max_training_time": 5400,
		},
		{
			"category": "WORKOUT", "type": "GravelRide", "name": "Gravel tempo", "start_date_local": at(4),
			"description": "- 20m 60%\n- 30m 85%\n- 10m 55%", "sub_type": "NONE",
		},
	} {
		if made, err := calendartest.NewEvent(c, apitest.PlainDoc(e)); err != nil || made == nil {
			panic(err) // the sample is ours
		}
	}
	done, err := calendartest.NewEvent(c, apitest.PlainDoc(apitest.Doc{
		"category": "WORKOUT", "type": "Ride", "name": "Climbs",
		"start_date_local": apitest.Text(s.ofType("Ride")[0].Doc, "start_date_local")[:10] + "T00:00:00",
		"description":      "- 15m 60%\n\n3x\n- 8m 95%\n- 4m 50%\n\n- 10m 50%",
	}))
	if err != nil {
		panic(err) // the sample is ours
	}
	ride := s.ofType("Ride")[0].Doc
	ride["paired_event_id"], ride["compliance"] = done["id"], 91.4
}
