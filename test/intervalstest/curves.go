package intervalstest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/intervalstest/signaltest"
)

// durations and distances are where curves have points.
func durations() []int { return []int{1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600} }

func distances() []float64 { return []float64{400, 800, 1000, 1609, 3000, 5000, 10000} }

func free(int) bool { return false }

// peak is the best of one activity at one point of a curve.
type peak struct {
	value  float64
	id     string
	effort signaltest.Effort
}

// meanMax is the best average of a stream over a duration in any of some
// activities.
func meanMax(list []*Activity, stream string, secs int) (best peak, ok bool) {
	for _, a := range list {
		e, found := signaltest.Best(a.Channels()[stream].Data, secs, free)
		if found && (!ok || e.Average > best.value) {
			best, ok = peak{e.Average, IDOf(a.Doc), e}, true
		}
	}
	return best, ok
}

func quickest(list []*Activity, metres float64) (best peak, ok bool) {
	for _, a := range list {
		e, found := a.Channels().Fastest(metres, free)
		if found && (!ok || float64(e.Seconds) < best.value) {
			best, ok = peak{float64(e.Seconds), IDOf(a.Doc), e}, true
		}
	}
	return best, ok
}

// curve is the common part of a curve: its points and whence they come.
func curve(points []float64, field string, at func(point float64) (peak, bool)) Doc {
	var x, values []float64
	var ids []string
	var from, to []int
	for _, p := range points {
		if best, ok := at(p); ok {
			x, values, ids = append(x, p), append(values, Round(best.value, 0)), append(ids, best.id)
			from, to = append(from, best.effort.Start), append(to, best.effort.End)
		}
	}
	return Doc{field: list(x), "values": list(values), "activity_id": list(ids), "start_index": list(from), "end_index": list(to)}
}

// list is never null.
func list[T any](l []T) []T { return append([]T{}, l...) }

func curveSeconds() []float64 {
	var out []float64
	for _, s := range durations() {
		out = append(out, float64(s))
	}
	return out
}

func powerCurve(list []*Activity, stream string) Doc {
	d := curve(curveSeconds(), "secs", func(s float64) (peak, bool) { return meanMax(list, stream, int(s)) })
	perKilo := []float64{}
	for _, v := range d["values"].([]float64) {
		perKilo = append(perKilo, Round(v/62.5, 2))
	}
	d["watts_per_kg"], d["wkg_activity_id"], d["weight"] = perKilo, d["activity_id"], 62.5
	d["powerModels"] = []Doc{{"type": "MS_2P", "criticalPower": 238, "wPrime": 15800, "pMax": 0, "ftp": 236, "inputPointIndexes": []int{}}}
	d["vo2max_5m"] = 48.2
	return d
}

func heartCurve(list []*Activity) Doc {
	return curve(curveSeconds(), "secs", func(s float64) (peak, bool) { return meanMax(list, "heartrate", int(s)) })
}

// paceCurve has seconds at distances, unlike the others.
func paceCurve(list []*Activity) Doc {
	d := curve(distances(), "distance", func(m float64) (peak, bool) { return quickest(list, m) })
	d["type"], d["paceModels"] = "PACE", []Doc{{"type": "CS", "criticalSpeed": 3.6, "dPrime": 180.0, "r2": 0.99, "inputPointIndexes": []int{}}}
	return d
}

// period reads one of the words for a curve's range, and whether there is such
// a word.
func period(word string, today time.Time) (from, to time.Time, ok bool) {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "-kj0"), "-kj1")
	if parts := strings.Split(word, "."); len(parts) == 3 && parts[0] == "r" {
		from, err1 := time.Parse(time.DateOnly, parts[1])
		to, err2 := time.Parse(time.DateOnly, parts[2])
		return from, to, err1 == nil && err2 == nil
	}
	if word == "all" {
		return time.Time{}, today, true
	}
	if n, err := strconv.Atoi(strings.Trim(word, "dys")); err == nil && n >= 0 {
		switch {
		case strings.HasPrefix(word, "s"):
			return time.Date(today.Year()-n, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(today.Year()-n, 12, 31, 0, 0, 0, 0, time.UTC), true
		case strings.HasSuffix(word, "y"):
			return today.AddDate(-n, 0, 0), today, true
		case strings.HasSuffix(word, "d"):
			return today.AddDate(0, 0, -n), today, true
		}
	}
	return from, to, false
}

// between are the activities of a type and range that have samples.
func between(c *Call, from, to time.Time) []*Activity {
	first, last := from.Format(time.DateOnly), to.Format(time.DateOnly)+"T23:59:59"
	var kinds []any
	if want := c.Query.Get("type"); want != "" {
		kinds = []any{want}
		for _, d := range c.Athlete.Settings.Rows {
			if types, _ := d["types"].([]any); slices.Contains(types, any(want)) {
				kinds = types
			}
		}
	}
	var out []*Activity
	for _, a := range c.Athlete.NewestFirst() {
		start := Text(a.Doc, "start_date_local")
		if !a.Stub && start >= first && start <= last && (kinds == nil || slices.Contains(kinds, a.Doc["type"])) {
			out = append(out, a)
		}
	}
	return out
}

// athleteCurves are the curves of ranges; make draws one.
func athleteCurves(make func([]*Activity) Doc) Handler {
	return func(c *Call) (any, error) {
		words := c.List("curves")
		if words == nil {
			words = []string{"1y"}
		}
		today, _ := time.Parse(time.DateOnly, c.Today()) // it is one
		out, named := []Doc{}, Doc{}
		for _, word := range words {
			from, to, ok := period(word, today)
			if !ok {
				return nil, Invalid("Invalid curve [%s]", word)
			}
			d := make(between(c, from, to))
			d["id"], d["label"], d["days"] = word, word, int(to.Sub(max2(from, to.AddDate(-20, 0, 0))).Hours()/24)
			d["start_date_local"], d["end_date_local"] = from.Format(LocalTime), to.Format(LocalTime)
			for _, id := range d["activity_id"].([]string) {
				named[id] = c.Shown(c.Athlete.Activities[id])
			}
			out = append(out, d)
		}
		return Doc{"list": out, "activities": named}, nil
	}
}

func max2(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// oneCurve is a curve of one activity, as JSON or CSV.
func oneCurve(x string, make func([]*Activity) Doc) Handler {
	return func(c *Call) (any, error) {
		d := make([]*Activity{c.Activity})
		points := d[x].([]float64)
		if len(points) == 0 {
			return nil, Refuse(http.StatusUnprocessableEntity, "")
		}
		d["id"], d["start_date_local"] = IDOf(c.Activity.Doc), c.Activity.Doc["start_date_local"]
		if c.Path("ext") != ".csv" {
			return d, nil
		}
		var b strings.Builder
		b.WriteString(x + ",value\n")
		for i, v := range d["values"].([]float64) {
			b.WriteString(strconv.FormatFloat(points[i], 'f', -1, 64) + "," + strconv.FormatFloat(v, 'f', -1, 64) + "\n")
		}
		return File{Kind: "text/csv", Data: []byte(b.String())}, nil
	}
}

// manyCurves are the points of each activity of a range.
func manyCurves(field, stream string) Handler {
	return func(c *Call) (any, error) {
		oldest, newest, err := c.Span("oldest", "newest", "", "")
		if err != nil {
			return nil, err
		}
		secs := durations()
		if asked := c.List("secs"); asked != nil {
			secs = nil
			for _, s := range asked {
				n, _ := strconv.Atoi(s) // the contract has checked it
				secs = append(secs, n)
			}
		}
		from, _ := time.Parse(LocalTime, oldest) // Span has written them
		to, _ := time.Parse(LocalTime, newest)
		curves := []Doc{}
		for _, a := range between(c, from, to) {
			row := []int{}
			for _, s := range secs {
				best, _ := meanMax([]*Activity{a}, stream, s)
				row = append(row, int(best.value))
			}
			curves = append(curves, Doc{"id": IDOf(a.Doc), "start_date_local": a.Doc["start_date_local"], "weight": 62.5, field: row})
		}
		return Doc{"secs": secs, "curves": curves}, nil
	}
}

// manyPaces needs to be told the distances for a table.
func manyPaces(c *Call) (any, error) {
	oldest, newest, err := c.Span("oldest", "newest", "", "")
	if err != nil {
		return nil, err
	}
	if c.Path("ext") == ".csv" && c.List("distances") == nil {
		return nil, Refuse(http.StatusInternalServerError, "distances is null")
	}
	metres := distances()
	if asked := c.List("distances"); asked != nil {
		metres = nil
		for _, s := range asked {
			n, _ := strconv.ParseFloat(s, 64) // the contract has checked it
			metres = append(metres, n)
		}
	}
	from, _ := time.Parse(LocalTime, oldest) // Span has written them
	to, _ := time.Parse(LocalTime, newest)
	curves := []Doc{}
	for _, a := range between(c, from, to) {
		row := []any{}
		for _, m := range metres {
			if best, ok := quickest([]*Activity{a}, m); ok {
				row = append(row, best.value)
			} else {
				row = append(row, nil)
			}
		}
		curves = append(curves, Doc{"id": IDOf(a.Doc), "start_date_local": a.Doc["start_date_local"], "secs": row})
	}
	return Doc{"distances": metres, "curves": curves}, nil
}

func messageHandlers() map[string]Handler {
	return map[string]Handler{
		"listActivityMessages":    listMessages,
		"sendActivityMessage":     sendMessage,
		"downloadActivitiesAsCSV": activitiesCSV,
	}
}

func listMessages(c *Call) (any, error) {
	since, list := float64(c.Integer("sinceId", 0)), []Doc{}
	for _, m := range c.Activity.Messages {
		if Number(m, "id") > since && len(list) < c.AtMost(100) {
			list = append(list, c.Whole("Message", m))
		}
	}
	return list, nil
}

func sendMessage(c *Call) (any, error) {
	d, err := c.Object()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(Text(d, "content")) == "" {
		return nil, Invalid("Content is required")
	}
	m := Doc{
		"id": float64(c.Next()), "athlete_id": c.Athletes[0].ID, "name": c.Athletes[0].Profile["name"], "created": c.Stamp(), "type": "TEXT",
		"content": d["content"], "activity_id": IDOf(c.Activity.Doc), "seen": true,
	}
	c.Activity.Messages = append(c.Activity.Messages, m)
	chat, begun := c.ChatOn(c.Activity)
	chat["updated"] = c.Stamp()
	if !begun {
		return Doc{"id": m["id"], "new_chat": nil}, nil
	}
	return Doc{"id": m["id"], "new_chat": c.Whole("Chat", chat)}, nil
}

func activitiesCSV(c *Call) (any, error) {
	var rows []Doc
	for _, a := range c.Athlete.NewestFirst() {
		if !a.Stub {
			rows = append(rows, a.Doc)
		}
	}
	return Table("id", []string{"start_date_local", "name", "type", "moving_time", "distance", "icu_training_load"}, rows)
}
