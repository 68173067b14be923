package apitest

import (
	"maps"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/intervalstest/signaltest"
)

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

// Said are the messages of a chat, the oldest first.
func (w *World) Said(chat Doc) []Doc {
	if Text(chat, "type") != "ACTIVITY" {
		return w.Athletes[0].Messages.Where(func(d Doc) bool { return d["-chat"] == chat["id"] })
	}
	for _, a := range w.Athletes {
		if v := a.Activities[Text(chat, "activity_id")]; v != nil {
			return v.Messages
		}
	}
	return nil
}
