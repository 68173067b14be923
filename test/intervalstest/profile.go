package intervalstest

import (
	"maps"
	"slices"
	"strings"
	"time"
)

func chatHandlers() map[string]Handler {
	return map[string]Handler{
		"listActivityMessages": listMessages,
		"sendActivityMessage":  sendMessage,
		"listChats": func(c *Call) (any, error) {
			return c.Wholes("Chat", c.Athlete.Chats.Where(func(d Doc) bool { return lively(c, d) })), nil
		},
		"deleteMessage": deleteMessage,
	}
}

func chatOf(c *Call) (Doc, error) {
	d := c.Athlete.Chats.Find(c.Path("id"))
	if d == nil {
		return nil, NotFound("Chat")
	}
	return d, nil
}

// recently is how long a chat about an activity is listed after its last
// message was seen. The service's own value is unknown.
const recently = 7 * 24 * time.Hour

// lively reports whether a chat is listed. A chat about an activity is only
// listed with unseen messages or recent changes.
func lively(c *Call, chat Doc) bool {
	if Text(chat, "type") != "ACTIVITY" || Number(chat, "new_message_count") > 0 {
		return true
	}
	at, err := time.Parse(time.RFC3339, Text(chat, "updated"))
	return err == nil && c.Clock().Sub(at) < recently
}

func messageOf(c *Call) (Doc, error) {
	chat, err := chatOf(c)
	if err != nil {
		return nil, err
	}
	for _, d := range c.Said(chat) {
		if IDOf(d) == c.Path("msgId") {
			return d, nil
		}
	}
	return nil, NotFound("Message")
}

// deleteMessage leaves an empty message.
func deleteMessage(c *Call) (any, error) {
	d, err := messageOf(c)
	if err != nil {
		return nil, err
	}
	d["deleted"], d["deleted_by_id"] = c.Stamp(), c.Athlete.ID
	delete(d, "content")
	return Doc{}, nil
}

func athleteHandlers() map[string]Handler {
	return map[string]Handler{
		"getAthlete":        getAthlete,
		"updateAthlete":     updateAthlete,
		"listAthletes":      listAthletes,
		"getAthleteSummary": getSummary,
	}
}

// getAthlete returns the athlete, without FTP and form at the top; the settings
// and the custom items are next to the account's secrets.
func getAthlete(c *Call) (any, error) {
	d := c.Whole("WithSportSettings", c.Athlete.Profile)
	d["sportSettings"] = c.Wholes("SportSettings", c.Athlete.Settings.Rows)
	d["custom_items"] = c.Wholes("CustomItem", c.Athlete.Items.Rows)
	return d, nil
}

func updateAthlete(c *Call) (any, error) {
	patch, err := c.Object()
	if err != nil {
		return nil, err
	}
	if zone, ok := patch["timezone"].(string); ok {
		loaded, err := time.LoadLocation(zone)
		if err != nil {
			return nil, Invalid("Invalid timezone [%s]", zone)
		}
		c.Athlete.Zone = loaded
	}
	c.Merge("AthleteUpdateDTO", c.Athlete.Profile, patch)
	return c.Whole("Athlete", c.Athlete.Profile), nil
}

func listAthletes(c *Call) (any, error) {
	list := []Doc{}
	for _, a := range c.Athletes {
		d := c.Whole("AthleteWithTags", a.Profile)
		if a != c.Athletes[0] {
			delete(d, "icu_api_key")
		}
		if d["icu_tags"] == nil {
			d["icu_tags"] = []string{}
		}
		list = append(list, d)
	}
	return list, nil
}

// getSummary returns a row per week and athlete. A token sees only its own
// athlete; the key also sees coached athletes.
func getSummary(c *Call) (any, error) {
	today, _ := time.Parse(time.DateOnly, c.Today()) // it is one
	start, end, err := c.Span("start", "end", today.AddDate(0, 0, -6).Format(time.DateOnly), c.Today())
	if err != nil {
		return nil, err
	}
	athletes := c.Athletes
	if c.Bearer || c.Athlete != c.Athletes[0] {
		athletes = []*Athlete{c.Athlete}
	}
	first, _ := time.Parse(LocalTime, start) // Span has written it
	for first.Weekday() != time.Monday {
		first = first.AddDate(0, 0, -1)
	}
	out := []Doc{}
	for week := first; week.Format(LocalTime) <= end; week = week.AddDate(0, 0, 7) {
		for _, a := range athletes {
			out = append(out, weekOf(c, a, week))
		}
	}
	if c.Path("ext") == ".csv" {
		return Table("date", []string{"date", "athlete_id", "count", "moving_time", "distance", "training_load"}, out)
	}
	return out, nil
}

func weekOf(c *Call, a *Athlete, week time.Time) Doc {
	from, to := week.Format(time.DateOnly), week.AddDate(0, 0, 6).Format(time.DateOnly)
	fields := []string{"moving_time", "elapsed_time", "calories", "total_elevation_gain", "distance"}
	total, kinds := Doc{}, map[string]Doc{}
	var names []string
	for _, v := range a.NewestFirst() {
		day := Text(v.Doc, "start_date_local")[:10]
		if day < from || day > to { // withheld activities are in the totals
			continue
		}
		kind := categoryOf(c, v.Doc)
		if kinds[kind] == nil {
			kinds[kind], names = Doc{"category": kind}, append(names, kind)
		}
		for _, d := range []Doc{total, kinds[kind]} {
			d["count"] = Number(d, "count") + 1
			d["training_load"] = Number(d, "training_load") + Number(v.Doc, "icu_training_load")
			d["srpe"] = Number(d, "srpe") + Number(v.Doc, "session_rpe")
			d["time"] = Number(d, "time") + Number(v.Doc, "elapsed_time")
			for _, f := range fields {
				d[f] = Number(d, f) + Number(v.Doc, f)
			}
		}
	}
	byKind := []Doc{}
	for _, name := range names {
		byKind = append(byKind, c.Whole("CategorySummary", kinds[name]))
	}
	form := a.Form(c.Today(), to)[to]
	for k, v := range (Doc{
		"date": from, "athlete_id": a.ID, "athlete_name": a.Profile["name"], "byCategory": byKind, "timeInZones": []int{}, "timeInZonesTot": 0,
		"fitness": Round(form.CTL, 2), "fatigue": Round(form.ATL, 2),
		"form": Round(form.CTL-form.ATL, 2), "rampRate": Round(form.Ramp, 2), "weight": a.Profile["icu_weight"],
	}) {
		total[k] = v
	}
	return c.Whole("SummaryWithCats", total)
}

// categoryOf returns an activity's type if it is a sport of the document. An
// update may have set any word, or none.
func categoryOf(c *Call, d Doc) string {
	kind := Text(d, "type")
	if _, wrong := c.Contract.Check(c.Contract.Schemas["CategorySummary"]["category"], "", kind); len(wrong) > 0 {
		return "Other"
	}
	return kind
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

// record returns a day as it is sent: entered values and those computed by the
// service.
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

// setWellness changes the supplied fields of a day. A null changes nothing, -1
// empties a field of the service, a locked day stays, and a word that is
// neither the service's nor the athlete's is refused.
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
