package coachtruth

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed weeks.json
var weeksJSON []byte

// State is what became of a planned session.
type State string

// The states of a session; the package comment has the rules.
const (
	Done     State = "done"
	Partly   State = "partly"
	Moved    State = "moved"
	Missed   State = "missed"
	Upcoming State = "upcoming"
	Rest     State = "rest"
)

// Week is one week of an athlete as planned and as done, with the judgement on
// both. Days are "2006-01-02". A session or an activity may lie on the day
// before Monday or after the Sunday; it is judged like the others.
type Week struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Note   string `json:"note,omitempty"` // what is arguable, or why it is judged so
	Monday string `json:"monday"`
	Today  string `json:"today"` // the day of the judgement, within the week or after it
	// UTCOffsetS is that of the athlete's place in seconds; an activity
	// elsewhere has its own.
	UTCOffsetS int        `json:"utc_offset_s"`
	Sessions   []Session  `json:"sessions"`
	Activities []Activity `json:"activities"`
}

// Session is what was planned, in the order of the plan. A number of 0 was not
// planned.
type Session struct {
	ID         string  `json:"id"`
	Day        string  `json:"day"`
	Sport      string  `json:"sport"` // as Lapkeep's own words, or "rest"
	Type       string  `json:"type"`  // easy, workout, long, recovery, shakeout, race, strength, cross_training, rest
	Name       string  `json:"name"`
	DurationS  int     `json:"duration_s,omitempty"`
	DistanceKM float64 `json:"distance_km,omitempty"`
	Load       float64 `json:"load,omitempty"` // TSS
	Structure  *Sets   `json:"structure,omitempty"`

	State    State  `json:"state"`
	Activity string `json:"activity,omitempty"` // the id of the one that belongs to it
}

// Sets are repeats of a distance or of a time; one of the two lengths is given.
type Sets struct {
	Repeats int    `json:"repeats"`
	EachM   int    `json:"each_m,omitempty"`
	EachS   int    `json:"each_s,omitempty"`
	Target  string `json:"target,omitempty"` // "3:40/km", "105 % FTP"
}

// Activity is what was recorded, in the order of time. A number of 0 is not
// known.
type Activity struct {
	ID         string  `json:"id"`
	StartLocal string  `json:"start_local"` // "2006-01-02T15:04" by the clock of the place
	UTCOffsetS *int    `json:"utc_offset_s,omitempty"`
	Sport      string  `json:"sport"`
	SubSport   string  `json:"sub_sport,omitempty"` // indoor, virtual, pool, open_water, trail, gravel
	Name       string  `json:"name"`
	TimerS     int     `json:"timer_s"`
	DistanceKM float64 `json:"distance_km,omitempty"`
	Load       float64 `json:"load,omitempty"`
	Executed   *Sets   `json:"executed,omitempty"` // absent: nothing is known; 0 repeats: there were none

	Session string `json:"session,omitempty"` // the id of the one that it belongs to
	Extra   bool   `json:"extra,omitempty"`   // it belongs to none
}

// Day is the local day on which the activity began.
func (a Activity) Day() string { return a.StartLocal[:len("2006-01-02")] }

// Weeks are the labelled weeks.
func Weeks() ([]Week, error) {
	dec := json.NewDecoder(bytes.NewReader(weeksJSON))
	dec.DisallowUnknownFields()
	var all []Week
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("weeks.json: %w", err)
	}
	return all, nil
}
