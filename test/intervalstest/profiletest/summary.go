package profiletest

import (
	"time"

	"lapkeep/test/intervalstest/apitest"
)

// getSummary is a row a week and athlete. A token sees only the athlete it is
// for; the key also those who are coached.
func getSummary(c *apitest.Call) (any, error) {
	today, _ := time.Parse(time.DateOnly, c.Today()) // it is one
	start, end, err := c.Span("start", "end", today.AddDate(0, 0, -6).Format(time.DateOnly), c.Today())
	if err != nil {
		return nil, err
	}
	athletes := c.Athletes
	if c.Bearer || c.Athlete != c.Athletes[0] {
		athletes = []*apitest.Athlete{c.Athlete}
	}
	first, _ := time.Parse(apitest.LocalTime, start) // Span has written it
	for first.Weekday() != time.Monday {
		first = first.AddDate(0, 0, -1)
	}
	out := []doc{}
	for week := first; week.Format(apitest.LocalTime) <= end; week = week.AddDate(0, 0, 7) {
		for _, a := range athletes {
			out = append(out, weekOf(c, a, week))
		}
	}
	if c.Path("ext") == ".csv" {
		return apitest.Table("date", []string{"date", "athlete_id", "count", "moving_time", "distance", "training_load"}, out)
	}
	return out, nil
}

func weekOf(c *apitest.Call, a *apitest.Athlete, week time.Time) doc {
	from, to := week.Format(time.DateOnly), week.AddDate(0, 0, 6).Format(time.DateOnly)
	fields := []string{"moving_time", "elapsed_time", "calories", "total_elevation_gain", "distance"}
	total, kinds := doc{}, map[string]doc{}
	var names []string
	for _, v := range a.NewestFirst() {
		day := apitest.Text(v.Doc, "start_date_local")[:10]
		if day < from || day > to { // what is withheld one by one is in the totals
			continue
		}
		kind := categoryOf(c, v.Doc)
		if kinds[kind] == nil {
			kinds[kind], names = doc{"category": kind}, append(names, kind)
		}
		for _, d := range []doc{total, kinds[kind]} {
			d["count"] = apitest.Number(d, "count") + 1
			d["training_load"] = apitest.Number(d, "training_load") + apitest.Number(v.Doc, "icu_training_load")
			d["srpe"] = apitest.Number(d, "srpe") + apitest.Number(v.Doc, "session_rpe")
			d["time"] = apitest.Number(d, "time") + apitest.Number(v.Doc, "elapsed_time")
			for _, f := range fields {
				d[f] = apitest.Number(d, f) + apitest.Number(v.Doc, f)
			}
		}
	}
	byKind := []doc{}
	for _, name := range names {
		byKind = append(byKind, c.Whole("CategorySummary", kinds[name]))
	}
	form := a.Form(c.Today(), to)[to]
	for k, v := range (doc{
		"date": from, "athlete_id": a.ID, "athlete_name": a.Profile["name"], "byCategory": byKind, "timeInZones": []int{}, "timeInZonesTot": 0,
		"fitness": apitest.Round(form.CTL, 2), "fatigue": apitest.Round(form.ATL, 2),
		"form": apitest.Round(form.CTL-form.ATL, 2), "rampRate": apitest.Round(form.Ramp, 2), "weight": a.Profile["icu_weight"],
	}) {
		total[k] = v
	}
	return c.Whole("SummaryWithCats", total)
}

// categoryOf is an activity's type where it is a sport of the document. An update
// may have put any word in its place, or none.
func categoryOf(c *apitest.Call, d doc) string {
	kind := apitest.Text(d, "type")
	if _, wrong := c.Contract.Check(c.Contract.Schemas["CategorySummary"]["category"], "", kind); len(wrong) > 0 {
		return "Other"
	}
	return kind
}
