package intervalstest

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"lapkeep/test/emulator"
	"lapkeep/test/intervalstest/signaltest"
)

// The default credentials and athlete. The secrets are words for which a test
// can search all output.
const (
	DefaultKey     = "canary-intervals-api-key"
	DefaultToken   = "canary-intervals-access-token"
	DefaultAthlete = "i12345"
)

// Options configure a server. The zero value is one athlete with a little of
// everything.
type Options struct {
	APIKey    string   // "" is DefaultKey
	Token     string   // the OAuth access token; "" is DefaultToken
	Scopes    string   // the token's scopes, AREA:READ or AREA:WRITE, comma-separated; "" is all
	AthleteID string   // "" is DefaultAthlete; old accounts have bare digits
	Coached   []string // other athletes whom the key's owner may see
	TimeZone  string   // the athlete's IANA zone; "" is Europe/Berlin

	// Now is the server's clock. Nil is a fixed moment: 22:30 UTC on 20
	// September 2026, when it is already the 21st in Berlin.
	Now  func() time.Time
	Live bool // use the machine's clock instead

	// Rich is an athlete of 14 months in place of the sample, as in the
	// document: thresholds that changed, withheld activities whose load counts,
	// loads set by hand, consistent gear, edited intervals, the athlete's own
	// fields. Of the sizes below only Seconds applies.
	Rich bool

	Empty      bool // no sample data except the athlete
	Activities int  // number of activities, newest first, one per day; 0 is 12
	Seconds    int  // duration of each; 0 is 900
	StubEvery  int  // every n-th activity came from Strava and is a stub; 0 is every 6th, negative none
	Wellness   int  // days with a wellness record; 0 is 10

	PerSecond int // more requests than this in one second of the clock get 429; 0 is no limit

	// Lenient keeps requests outside the document from failing the test; they
	// are still in Violations.
	Lenient bool
}

func (o Options) filled() Options {
	o.APIKey = cmp.Or(o.APIKey, DefaultKey)
	o.Token = cmp.Or(o.Token, DefaultToken)
	o.Scopes = cmp.Or(o.Scopes, "ACTIVITY:WRITE,WELLNESS:WRITE,CALENDAR:WRITE,CHATS:WRITE,LIBRARY:WRITE,SETTINGS:WRITE")
	o.AthleteID = cmp.Or(o.AthleteID, DefaultAthlete)
	o.TimeZone = cmp.Or(o.TimeZone, "Europe/Berlin")
	o.Now = emulator.Clock(o.Now, o.Live, time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC))
	o.Activities = cmp.Or(o.Activities, 12)
	o.Seconds = cmp.Or(o.Seconds, 900)
	o.StubEvery = cmp.Or(o.StubEvery, 6)
	o.Wellness = cmp.Or(o.Wellness, 10)
	return o
}

// State is everything that a client can change, by athlete and kind ("i12345
// events"), for comparison. It has no ids, because restored things get new
// ones; a reference to another thing has its name instead. Empty and absent
// values are equal.
type State map[string][]map[string]any

// State returns a copy of the current state.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := State{}
	for _, a := range s.world.Athletes {
		k := keeper{s.world, a, out}
		k.list("events", "EventEx", a.Events.Rows)
		k.list("folders", "Folder", a.Folders.Rows)
		k.list("workouts", "WorkoutEx", a.Workouts.Rows)
		k.list("gear", "Gear", a.Gear.Rows)
		k.list("sport settings", "SportSettings", a.Settings.Rows)
		k.list("custom items", "CustomItem", a.Items.Rows)
		k.list("routes", "AthleteRoute", a.Routes.Rows)
		k.list("profile", "AthleteUpdateDTO", []Doc{a.Profile})
		for day, d := range a.Wellness {
			row := k.row("Wellness", d)
			if len(row) > 0 {
				row["day"] = day
				k.add("wellness", row)
			}
		}
		for _, v := range a.Activities {
			k.add("activities", k.activity(v))
		}
	}
	for _, rows := range out {
		slices.SortFunc(rows, func(x, y map[string]any) int { return strings.Compare(jsonText(x), jsonText(y)) })
	}
	return out
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // all of it came from JSON
	}
	return string(text)
}

// keeper records one athlete's state.
type keeper struct {
	*World
	a   *Athlete
	out State
}

func (k keeper) add(kind string, row map[string]any) {
	k.out[k.a.ID+" "+kind] = append(k.out[k.a.ID+" "+kind], row)
}

func (k keeper) list(name string, kind Kind, rows []Doc) {
	for _, d := range rows {
		row := k.row(kind, d)
		if list, ok := d["reminders"].([]any); ok {
			for _, r := range list {
				inner := k.row("GearReminder", r.(Doc)) // the list holds no others
				inner["gear"] = d["name"]
				k.add("reminders", inner)
			}
		}
		k.add(name, row)
	}
}

// row holds the fields of a document that a client can set, with their values.
func (k keeper) row(kind Kind, d Doc) map[string]any {
	row := map[string]any{}
	for name, v := range d {
		_, known := k.Contract.Schemas[kind][name]
		hidden := strings.HasPrefix(name, "-")
		generated := name == "uid" && strings.HasPrefix(Text(d, name), "emulated-")
		if hidden || generated || name == "id" || OnlyServer(kind, name) && !askedFor(name) || !known && !own(name) || empty(v) {
			continue
		}
		row[name] = k.named(name, v)
	}
	return row
}

// askedFor reports whether a client sets a field by a separate request without
// sending it, as for a snoozed reminder.
func askedFor(name string) bool { return name == "snoozed_until" }

// own reports whether a name is the code of one of the athlete's own fields.
func own(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case Doc:
		return len(v) == 0
	}
	return false
}

// named replaces a thing's id with its name.
func (k keeper) named(field string, v any) any {
	list := map[string]*List{
		"folder_id": &k.a.Folders, "paired_event_id": &k.a.Events,
		"default_gear_id": &k.a.Gear, "default_indoor_gear_id": &k.a.Gear, "component_ids": &k.a.Gear,
	}[field]
	if list == nil {
		return v
	}
	if list, ok := v.([]any); ok {
		var names []any
		for _, e := range list {
			names = append(names, k.named(field, e))
		}
		return names
	}
	if d := list.Find(NumberText(v)); d != nil {
		return strings.TrimSpace(Text(d, "start_date_local") + " " + Text(d, "name"))
	}
	if s, ok := v.(string); ok && list.Find(s) != nil {
		return Text(list.Find(s), "name")
	}
	return v
}

// applied are fields that a client sets by applying sport settings to the past;
// entered are fields of an activity without a recording.
var (
	applied = []string{"icu_power_zones", "icu_hr_zones", "pace_zones"}
	entered = []string{"distance", "moving_time", "elapsed_time", "total_elevation_gain", "average_heartrate", "max_heartrate", "calories"}
)

// activity holds the settable fields of an activity, with the streams,
// intervals and comments that were changed.
func (k keeper) activity(a *Activity) map[string]any {
	row := map[string]any{"start_date_local": a.Doc["start_date_local"]}
	for name, v := range a.Doc {
		set := slices.Contains(Writable(), name) || own(name) || slices.Contains(applied, name) ||
			Text(a.Doc, "source") == "MANUAL" && slices.Contains(entered, name)
		if set && !empty(v) {
			row[name] = k.named(name, v)
		}
	}
	if a.Body != nil && (len(a.Written) > 0 || len(a.Gone) > 0) {
		if changed := changedStreams(a); len(changed) > 0 {
			row["streams"] = changed
		}
	}
	if a.Intervals != nil && !reflect.DeepEqual(edges(a.Intervals), edges(Detected(a))) {
		row["intervals"] = edges(a.Intervals)
	}
	var said []any
	for _, m := range a.Messages {
		if m["deleted"] == nil { // it stays as an empty message
			said = append(said, m["content"])
		}
	}
	if said != nil {
		row["messages"] = said
	}
	return row
}

func changedStreams(a *Activity) map[string]any {
	changed, recorded := map[string]any{}, signaltest.Of(a.Body)
	for name := range a.Gone {
		if _, was := recorded[name]; !was {
			continue
		}
		if _, there := a.Written[name]; !there {
			changed[name] = "gone"
		}
	}
	for name, ch := range a.Written {
		if jsonText(ch) != jsonText(recorded[name]) {
			changed[name] = jsonText(ch)
		}
	}
	return changed
}

// edges returns the parts of intervals that a client can set.
func edges(list []Doc) []any {
	var out []any
	for _, d := range list {
		out = append(out, []any{d["start_index"], d["end_index"], d["type"], d["label"]})
	}
	return out
}
