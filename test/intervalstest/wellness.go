package intervalstest

import (
	"maps"
	"slices"
	"time"
)

func wellnessHandlers() map[string]Handler {
	return map[string]Handler{
		"listWellnessRecords": listWellness,
		"getRecord":           getWellness,
		"updateWellness": func(c *Call) (any, error) {
			d, err := c.Object()
			if err != nil {
				return nil, err
			}
			return setWellness(c, c.Path("date"), d)
		},
		"updateWellnessBulk": putWellnessBulk,
	}
}

func listWellness(c *Call) (any, error) {
	oldest, newest, err := c.Span("oldest", "newest", c.Now().AddDate(0, 0, -365).Format(time.DateOnly), c.Today())
	if err != nil {
		return nil, err
	}
	form := c.Athlete.Form(c.Today(), newest[:10])
	days := map[string]bool{}
	for day := range c.Athlete.Wellness {
		days[day] = true
	}
	for day, f := range form {
		if f.Load > 0 { // other days without a record are simply missing
			days[day] = true
		}
	}
	list, fields := []Doc{}, append(c.List("fields"), c.List("cols")...)
	for _, day := range slices.Sorted(maps.Keys(days)) {
		if day < oldest[:10] || day > newest[:10] {
			continue
		}
		d := record(c, day, form)
		if len(fields) > 0 && c.Path("ext") != ".csv" {
			d = Only(d, fields)
		}
		list = append(list, d)
	}
	if c.Path("ext") == ".csv" {
		return Table("date", fields, list)
	}
	return list, nil
}

// record is a day as it goes out: what was entered and what the service
// computes beside it.
func record(c *Call, day string, form map[string]Fitness) Doc {
	d := c.Whole("Wellness", c.Athlete.Wellness[day])
	d["id"] = day
	if f, ok := form[day]; ok {
		d["ctl"], d["atl"], d["ctlLoad"], d["atlLoad"], d["rampRate"] = Round(f.CTL, 4), Round(f.ATL, 4),
			f.Load, f.Load, Round(f.Ramp, 4)
		d["sportInfo"] = []any{Doc{"type": "Ride", "eftp": 241.5, "wPrime": 16000.0, "pMax": 830.0}}
	}
	return d
}

func getWellness(c *Call) (any, error) {
	day := c.Path("date")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return nil, Invalid("Text '%s' could not be parsed", day)
	}
	return record(c, day, c.Athlete.Form(c.Today(), day)), nil
}

// setWellness changes what is supplied of a day. A null changes nothing, -1
// empties a field of the service's own, a locked day stays as it is, and a
// word that is neither the service's nor the athlete's is refused.
func setWellness(c *Call, day string, patch Doc) (any, error) {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return nil, Invalid("Text '%s' could not be parsed", day)
	}
	for name := range patch {
		_, known := c.Contract.Schemas["Wellness"][name]
		if !known && !c.CustomCode("INPUT_FIELD", name) {
			return nil, Invalid("Unrecognized wellness field [%s]", name)
		}
	}
	form := c.Athlete.Form(c.Today(), day)
	d := c.Athlete.Wellness[day]
	if Truth(d, "locked") {
		return record(c, day, form), nil
	}
	if d == nil {
		d = Doc{}
	}
	for name, v := range patch {
		_, known := c.Contract.Schemas["Wellness"][name]
		switch {
		case v == nil, OnlyServer("Wellness", name):
		case known && v == float64(-1):
			delete(d, name)
		default:
			d[name] = v
		}
	}
	d["updated"] = c.Stamp()
	c.Athlete.Wellness[day] = d
	return record(c, day, form), nil
}

func putWellnessBulk(c *Call) (any, error) {
	list, err := c.Objects()
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if _, err := setWellness(c, Text(d, "id"), d); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
