package intervalstest

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/signaltest"
)

// World is the whole service without its HTTP layer. It has no lock: only one
// call at a time may use it.
type World struct {
	Contract *Contract
	Clock    func() time.Time
	Athletes []*Athlete // the first owns the credentials

	// Later lists accepted work that the service does after answering.
	Later []func()

	serial int
}

// Next returns a new number for an id. All kinds share one sequence, so that an
// id of one kind never matches another.
func (w *World) Next() int {
	w.serial++
	return 1000 + w.serial
}

// Stamp returns the current time in the service's form.
func (w *World) Stamp() string {
	return w.Clock().UTC().Format("2006-01-02T15:04:05.000+00:00")
}

// Merge sets the supplied fields of a schema in d, except those that only the
// service sets; unknown fields are silently ignored. A null empties a field.
func (w *World) Merge(k Kind, d, patch Doc) {
	fields := w.Contract.Schemas[k]
	for name, v := range patch {
		_, known := fields[name]
		switch {
		case !known, OnlyServer(k, name):
		case v == nil:
			delete(d, name)
		default:
			d[name] = v
		}
	}
}

// Whole returns d with a null for every missing field of its schema, as the
// service sends its objects.
func (w *World) Whole(k Kind, d Doc) Doc {
	out, extra := make(Doc, len(w.Contract.Schemas[k])), Beyond(k)
	for name := range w.Contract.Schemas[k] {
		if _, ok := extra[name]; !ok {
			out[name] = nil
		}
	}
	for name, v := range d {
		if _, known := w.Contract.Schemas[k][name]; known || CustomField(k, name) {
			out[name] = v // other fields are internal
		}
	}
	return out
}

// Wholes returns each of list as [World.Whole] returns it.
func (w *World) Wholes(k Kind, list []Doc) []Doc {
	out := make([]Doc, len(list))
	for i, d := range list {
		out[i] = w.Whole(k, d)
	}
	return out
}

// OnlyServer reports whether only the service sets a field of a schema: a
// client's value is silently ignored.
func OnlyServer(k Kind, field string) bool {
	return slices.Contains(servers(k), field)
}

func servers(k Kind) []string {
	switch k {
	case "Wellness":
		return []string{
			"ctl", "atl", "rampRate", "ctlLoad", "atlLoad", "sportInfo", "updated", "id", "tempWeight",
			"tempRestingHR", "menstrualPhasePredicted",
		}
	case "EventEx":
		return []string{
			"id", "athlete_id", "updated", "icu_ftp", "w_prime", "p_max", "workout_doc", "push_errors", "created_by_id", "oauth_client_id",
			"calendar_id", "workout", "file_contents", "file_contents_base64", "filename", "plan_athlete_id", "plan_folder_id", "plan_workout_id",
			"plan_applied", "shared_event_id", "icu_intensity", "joules", "joules_above_ftp", "strain_score", "ss_cp",
			"ss_p_max", "ss_w_prime", "carbs_used",
		}
	case "WorkoutEx":
		return []string{
			"id", "athlete_id", "updated", "workout_doc", "joules", "joules_above_ftp", "icu_intensity", "plan_applied", "targets",
			"file_contents", "file_contents_base64", "filename",
		}
	case "Folder":
		return []string{
			"id", "athlete_id", "children", "num_workouts", "duration_weeks", "hours_per_week_min", "hours_per_week_max", "workout_targets",
			"owner", "sharedWithCount", "shareToken", "canEdit",
		}
	case "Gear":
		return []string{"id", "athlete_id", "reminders"}
	case "GearReminder":
		return []string{
			"id", "gear_id", "last_reset", "snoozed_until", "percent_used", "distance_used", "time_used",
			"activities_used", "days_used",
		}
	case "SportSettings":
		return []string{"id", "athlete_id", "created", "updated", "mmp_model", "iseFTPSupported"}
	case "CustomItem":
		return []string{"id", "athlete_id", "updated", "usage_count", "from_athlete", "from_id", "image", "hidden_by_id"}
	case "AthleteRoute":
		return []string{"athlete_id", "route_id", "latlngs"}
	case "AthleteUpdateDTO":
		return []string{
			"id", "icu_api_key", "icu_admin", "icu_friend_invite_token", "plan", "plan_expires", "trial_end_date", "strava_id", "icu_permission",
			"applyToAll", "icu_coach", "icu_activated", "icu_last_seen", "training_plan_id", "training_plan_start_date", "has_password",
		}
	}
	return nil
}

// Athlete holds the service's data of one athlete.
type Athlete struct {
	ID   string
	Zone *time.Location

	Profile    Doc
	Activities map[string]*Activity
	Tombstones map[string]string // of deleted activities, by id the hash of the file
	Wellness   map[string]Doc    // by day

	// Reckoned is set if everything derived from the athlete's data is
	// recomputed after each change. Other athletes keep fixed values.
	Reckoned bool
	Before   Fitness // on the day before the first activity

	Events, Folders, Workouts, Gear, Settings, Items, Routes, Chats List
}

// NewAthlete returns an athlete with only a profile.
func NewAthlete(profile Doc, zone *time.Location) *Athlete {
	return &Athlete{
		ID: Text(profile, "id"), Zone: zone, Profile: PlainDoc(profile),
		Activities: map[string]*Activity{}, Tombstones: map[string]string{}, Wellness: map[string]Doc{},
		Before: Fitness{CTL: 30, ATL: 30},
	}
}

// NewestFirst returns the athlete's activities by local start, newest first.
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

// SettingsFor returns the settings of a type, or else those of other sports.
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

// Form returns the model for every day from the first activity to a day, with
// planned load on days without a recording.
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

// fitnessSet returns an event of the day that restarts the model, nil for none.
func (a *Athlete) fitnessSet(day string) Doc {
	for _, e := range a.Events.Rows {
		if Text(e, "category") == "SET_FITNESS" && Text(e, "start_date_local")[:10] == day {
			return e
		}
	}
	return nil
}

// loads returns the training loads by day, and the first of these days.
func (a *Athlete) loads(today string) (loads map[string]float64, first string) {
	loads, done := map[string]float64{}, map[string]bool{}
	first = today
	for _, v := range a.Activities {
		day := Text(v.Doc, "start_date_local")[:10]
		first = min(first, day)
		loads[day] += Number(v.Doc, "icu_training_load") // withheld activities have a load too
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

// Activity is an activity with all its data.
type Activity struct {
	Doc       Doc
	Stub      bool           // came from Strava and is not shown
	Bare      bool           // and its stub does not even show that
	Body      *bodytest.Body // the source of a sample activity
	Original  []byte         // the file of an uploaded activity
	FileName  string
	Title     string // the name in a sample activity's file
	Hash      string
	Written   signaltest.Streams // from a client or a file
	Gone      map[string]bool    // streams deleted by a client
	Intervals []Doc              // nil is as detected
	Messages  []Doc
	Tally     *signaltest.Tally // of the streams; nil until it is needed
}

// Internal fields of an activity.
const (
	// OwnLoad is the load that the athlete set over the computed one. The
	// document has no field for it: such a load differs from power_load,
	// hr_load and pace_load.
	OwnLoad = "-own_load"
	// Worn is the id of the gear, which is sent as an object.
	Worn = "-gear_id"
)

// Channels returns an activity's streams, with the cleaned power next to the
// recorded one.
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

// Shown returns an activity as in the lists: in full, or as a stub.
func (c *Call) Shown(a *Activity) Doc {
	if !a.Stub {
		return c.Whole("Activity", a.Doc)
	}
	d := Doc{"id": a.Doc["id"], "icu_athlete_id": c.Athlete.ID, "start_date_local": a.Doc["start_date_local"]}
	if a.Bare { // some stubs do not show that they are stubs
		for _, f := range []string{"name", "type", "distance", "moving_time", "source"} {
			d[f] = nil
		}
		return d
	}
	d["source"] = "STRAVA"
	d["_note"] = "STRAVA activities are not available via the API"
	return d
}

// ChatOn returns the chat of an activity, among the chats of the owner of the
// credentials, and whether it is new. The first message creates it.
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

// Said returns the messages of a chat about an activity, oldest first.
func (w *World) Said(chat Doc) []Doc {
	for _, a := range w.Athletes {
		if v := a.Activities[Text(chat, "activity_id")]; v != nil {
			return v.Messages
		}
	}
	return nil
}
