package intervalstest

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/signaltest"
)

// Doc is one of the service's objects as JSON has it: numbers are float64,
// what is absent is null.
type Doc = map[string]any

// Plain is v with every number, list and object as decoded JSON has them.
func Plain(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case []string:
		return listOf(v)
	case []int:
		return listOf(v)
	case []float64:
		return listOf(v)
	case []Doc:
		return listOf(v)
	case []any:
		return listOf(v)
	case Doc:
		d := make(Doc, len(v))
		for k, e := range v {
			d[k] = Plain(e)
		}
		return d
	}
	return v
}

func listOf[T any](list []T) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = Plain(e)
	}
	return out
}

// PlainDoc is d with everything as decoded JSON has it.
func PlainDoc(d Doc) Doc { return Plain(d).(Doc) }

// Text is a field that is text, or "".
func Text(d Doc, field string) string {
	s, _ := d[field].(string)
	return s
}

// Number is a field that is a number, or 0.
func Number(d Doc, field string) float64 {
	n, _ := d[field].(float64)
	return n
}

// Numbers are the numbers of a list, or nil.
func Numbers(v any) []float64 {
	list, _ := v.([]any)
	var out []float64
	for _, e := range list {
		if n, ok := e.(float64); ok {
			out = append(out, n)
		}
	}
	return out
}

// Truth is a field that is true.
func Truth(d Doc, field string) bool {
	b, _ := d[field].(bool)
	return b
}

// IDOf is a document's id as a path has it.
func IDOf(d Doc) string {
	if n, ok := d["id"].(float64); ok {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return Text(d, "id")
}

// Round is n to so many places.
func Round(n float64, places int) float64 {
	p := math.Pow10(places)
	return math.Round(n*p) / p
}

// List is a list of documents in the order in which they were made.
type List struct{ Rows []Doc }

// Find is the document with an id, or nil.
func (s *List) Find(id string) Doc {
	i := slices.IndexFunc(s.Rows, func(d Doc) bool { return IDOf(d) == id })
	if i < 0 {
		return nil
	}
	return s.Rows[i]
}

// Add puts one at the end.
func (s *List) Add(d Doc) { s.Rows = append(s.Rows, d) }

// Remove takes out what gone says and is how many that were.
func (s *List) Remove(gone func(Doc) bool) int {
	before := len(s.Rows)
	s.Rows = slices.DeleteFunc(s.Rows, gone)
	return before - len(s.Rows)
}

// Where are the documents that keep says, in order.
func (s *List) Where(keep func(Doc) bool) []Doc {
	list := []Doc{}
	for _, d := range s.Rows {
		if keep(d) {
			list = append(list, d)
		}
	}
	return list
}

// Only is d with the fields that were asked for and are there.
func Only(d Doc, fields []string) Doc {
	out := Doc{}
	for _, f := range fields {
		if v := d[f]; v != nil {
			out[f] = v
		}
	}
	return out
}

// NumberText is a number as a path has it.
func NumberText(v any) string { return IDOf(Doc{"id": v}) }

// InRange refuses a number of a field that lies outside a scale.
func InRange(d Doc, field string, from, to float64) error {
	if n, ok := d[field].(float64); ok && (n < from || n > to) {
		return Invalid("%s must be between %g and %g", field, from, to)
	}
	return nil
}

// Athlete is all that the service holds of one.
type Athlete struct {
	ID   string
	Zone *time.Location

	Profile    Doc
	Activities map[string]*Activity
	Tombstones map[string]string // of deleted activities, by id the hash of the file
	Wellness   map[string]Doc    // by day

	// Reckoned has all that follows from the athlete's data worked out anew
	// after each change. The figures of others stay as written.
	Reckoned bool
	Before   Fitness // on the day before the first activity

	Events, Folders, Workouts, Gear, Settings, Items, Routes, Chats List
}

// NewAthlete is one of whom nothing but a profile is known.
func NewAthlete(profile Doc, zone *time.Location) *Athlete {
	return &Athlete{
		ID: Text(profile, "id"), Zone: zone, Profile: PlainDoc(profile),
		Activities: map[string]*Activity{}, Tombstones: map[string]string{}, Wellness: map[string]Doc{},
		Before: Fitness{CTL: 30, ATL: 30},
	}
}

// NewestFirst are the athlete's activities by local start, the last first.
func (a *Athlete) NewestFirst() []*Activity {
	list := slices.Collect(maps.Values(a.Activities))
	slices.SortFunc(list, func(x, y *Activity) int {
		if c := strings.Compare(Text(y.Doc, "start_date_local"), Text(x.Doc, "start_date_local")); c != 0 {
			return c
		}
		return strings.Compare(IDOf(y.Doc), IDOf(x.Doc))
	})
	return list
}

// SettingsFor are the settings of a type, or those of other sports.
func (a *Athlete) SettingsFor(kind string) Doc {
	var other Doc
	for _, d := range a.Settings.Rows {
		if types, _ := d["types"].([]any); slices.Contains(types, any(kind)) {
			return d
		}
		if Truth(d, "other") {
			other = d
		}
	}
	return other
}

// Fitness is the service's model of one day.
type Fitness struct{ CTL, ATL, Load, Ramp float64 }

// Form is the model of every day from the first activity to a day, planned
// load included where nothing is recorded yet.
func (a *Athlete) Form(today, until string) map[string]Fitness {
	loads, first := a.loads(today)
	out := map[string]Fitness{}
	start, err := time.Parse(time.DateOnly, first)
	if err != nil {
		return out
	}
	const slow, quick = 42, 7
	up := func(days float64) float64 { return 1 - math.Exp(-1/days) }
	now := a.Before
	for t := start; ; t = t.AddDate(0, 0, 1) {
		day := t.Format(time.DateOnly)
		if day > until {
			return out
		}
		if set := a.fitnessSet(day); set != nil {
			now.CTL, now.ATL = Number(set, "icu_ctl"), Number(set, "icu_atl")
		}
		now.Load = loads[day]
		now.CTL += (now.Load - now.CTL) * up(slow)
		now.ATL += (now.Load - now.ATL) * up(quick)
		now.Ramp = 0
		if before, ok := out[t.AddDate(0, 0, -7).Format(time.DateOnly)]; ok {
			now.Ramp = now.CTL - before.CTL
		}
		out[day] = now
	}
}

// fitnessSet is an event of the day that starts the model anew.
func (a *Athlete) fitnessSet(day string) Doc {
	for _, e := range a.Events.Rows {
		if Text(e, "category") == "SET_FITNESS" && Text(e, "start_date_local")[:10] == day {
			return e
		}
	}
	return nil
}

// loads are the training loads by day, and the first of these days.
func (a *Athlete) loads(today string) (loads map[string]float64, first string) {
	loads, done := map[string]float64{}, map[string]bool{}
	first = today
	for _, v := range a.Activities {
		day := Text(v.Doc, "start_date_local")[:10]
		first = min(first, day)
		loads[day] += Number(v.Doc, "icu_training_load") // what is withheld has its load all the same
		if !v.Stub {
			done[NumberText(v.Doc["paired_event_id"])] = true
		}
	}
	for _, e := range a.Events.Rows {
		if day := Text(e, "start_date_local")[:10]; day >= today && Text(e, "category") == "WORKOUT" && !done[IDOf(e)] {
			loads[day] += Number(e, "icu_training_load")
		}
	}
	return loads, first
}

// Activity is one with all that hangs on it.
type Activity struct {
	Doc       Doc
	Stub      bool           // came from Strava and is not shown
	Bare      bool           // and its stub does not even say so
	Body      *bodytest.Body // what a sample one was recorded from
	Original  []byte         // the file of an uploaded one
	FileName  string
	Title     string // what the file of a sample one calls it
	Hash      string
	Written   signaltest.Streams // what a client or a file brought
	Gone      map[string]bool    // streams that a client took away
	Intervals []Doc              // nil is as detected
	Messages  []Doc
	Tally     *signaltest.Tally // of the streams; nil until it is needed
}

// Fields of an activity that the service keeps to itself.
const (
	// OwnLoad is the load that the athlete set over the computed one. The
	// document has no field that tells of it: such a load is seen by being none
	// of power_load, hr_load and pace_load.
	OwnLoad = "-own_load"
	// Worn is the id of the gear, which is shown as an object.
	Worn = "-gear_id"
)

// Channels are an activity's streams as it has them, the cleaned power beside
// the power that was recorded.
func (a *Activity) Channels() signaltest.Streams {
	all := signaltest.Streams{}
	if a.Body != nil {
		all = signaltest.Of(a.Body)
	}
	for name := range a.Gone {
		delete(all, name)
	}
	maps.Copy(all, a.Written)
	if w, ok := all["watts"]; ok {
		all["fixed_watts"] = signaltest.Channel{Data: signaltest.Cleaned(w.Data)}
	}
	if hr, ok := all["heartrate"]; ok {
		all["raw_heartrate"] = hr
		all["heartrate"] = signaltest.Channel{Data: signaltest.Clipped(hr.Data, Number(a.Doc, "athlete_max_hr"))}
	}
	return all
}

// Shown is an activity as the lists have it: in full, or as a stub.
func (c *Call) Shown(a *Activity) Doc {
	if !a.Stub {
		return c.Whole("Activity", a.Doc)
	}
	d := Doc{"id": a.Doc["id"], "icu_athlete_id": c.Athlete.ID, "start_date_local": a.Doc["start_date_local"]}
	if a.Bare { // some stubs say nothing of what they are
		for _, f := range []string{"name", "type", "distance", "moving_time", "source"} {
			d[f] = nil
		}
		return d
	}
	d["source"] = "STRAVA"
	d["_note"] = "STRAVA activities are not available via the API"
	return d
}

// ChatOn is where an activity is talked about, among the chats of whoever owns
// the credentials; the first message begins it.
func (w *World) ChatOn(a *Activity) (chat Doc, begun bool) {
	me := w.Athletes[0]
	for _, d := range me.Chats.Rows {
		if Text(d, "type") == "ACTIVITY" && Text(d, "activity_id") == IDOf(a.Doc) {
			return d, false
		}
	}
	chat = Doc{
		"id": float64(w.Next()), "type": "ACTIVITY", "athlete_id": me.ID, "activity_id": IDOf(a.Doc),
		"new_message_count": 0.0, "updated": w.Stamp(),
	}
	me.Chats.Add(chat)
	return chat, true
}

// Said are the messages of a chat on an activity, the oldest first.
func (w *World) Said(chat Doc) []Doc {
	for _, a := range w.Athletes {
		if v := a.Activities[Text(chat, "activity_id")]; v != nil {
			return v.Messages
		}
	}
	return nil
}
