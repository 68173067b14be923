package training

import (
	"slices"
	"strings"
	"time"
)

// ActivityID is Lapkeep's own short, stable name of an activity.
type ActivityID string

// RecordingID is Lapkeep's own name of a recording.
type RecordingID string

// ActivityIDLength is the length of an activity's id: 50 bits, of which a
// million activities collide in one of two thousand stores. Those get longer
// ids.
const ActivityIDLength = 10

// Starts returns the start of the recording's id, without its letter. An
// activity that begins with the recording gets this id, unless another one has
// it.
func (r RecordingID) Starts() ActivityID {
	return ActivityID(r[min(1, len(r)):min(1+ActivityIDLength, len(r))])
}

// Activity is one thing that the athlete did: the words and times chosen from
// its recordings and from the athlete's own edits.
type Activity struct {
	ID       ActivityID
	Sport    Sport
	SubSport string

	Start      time.Time // UTC
	OffsetS    int       // seconds east of UTC at Start
	Zone       string    // IANA zone, empty if only the offset is known
	ZoneSource ZoneSource
	LocalDay   Day

	Name        string
	Description string
	Tags        []string
	Race        bool
	Commute     bool
	GearID      string
	// MoreGear holds the ids of further gear, such as wheels or the shoes of a
	// duathlon. They are counted like GearID.
	MoreGear []string
	// PerceivedExertion is 1 to 10, 0 if unknown.
	PerceivedExertion float64
	// Feel goes from 1, strong, to 5, weak; 0 is unknown.
	Feel int
	// CarbsG is the carbohydrate eaten during the activity in g, 0 if unknown.
	CarbsG float64
	// FluidML is the fluid drunk during the activity in ml, 0 if unknown.
	FluidML float64
	// Burnt is the energy according to a service, used if no recording has any.
	Burnt Burnt
	// Ignored lists the parts of recordings that the athlete considers wrong.
	Ignored []Ignored
	// Marked are the intervals that the athlete marked, in order of their start.
	Marked []Marked
	// ManualLoad is a load that the athlete entered, 0 if none.
	ManualLoad float64

	// ParentID links the activities of one multisport file: it is the id of the
	// first one, empty for any other activity.
	ParentID ActivityID
	// ExternalIDs are accepted wherever an id is: "strava:123", "file:<hash>".
	ExternalIDs []string
	// HiddenFromModels keeps the activity from assistants altogether.
	HiddenFromModels bool
	// Edited names the fields that the athlete edited.
	Edited []string
}

// Burnt is energy in kcal and its source; 0 is unknown.
type Burnt struct {
	Kcal float64 `json:"kcal,omitempty"`
	By   string  `json:"by,omitempty"`
}

// Indoor reports whether the activity covered no ground.
func (a *Activity) Indoor() bool { return a.SubSport == SubIndoor || a.SubSport == SubVirtual }

// AllGear returns the ids of the activity's gear, GearID first, each once.
func (a *Activity) AllGear() (all []string) {
	for _, id := range slices.Concat([]string{a.GearID}, a.MoreGear) {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// Ignored is a channel, or a stretch of one, that is kept although no number is
// computed from it.
type Ignored struct {
	Channel string `json:"channel"` // as ParseChannel reads it
	// FromS is the first second of the stretch on the activity's clock, ToS the
	// first one after it; 0 is the end.
	FromS int `json:"from_s,omitempty"`
	ToS   int `json:"to_s,omitempty"`
}

// Whole reports whether the whole channel is ignored.
func (i Ignored) Whole() bool { return i.FromS <= 0 && i.ToS == 0 }

// Marked is an interval that the athlete marked and named.
type Marked struct {
	Name string `json:"name,omitempty"`
	// StartS is the first second on the activity's clock, EndS is exclusive.
	StartS int `json:"start_offset_s"`
	EndS   int `json:"end_offset_s"`
}

// MostMarked is the maximum number of marked intervals of an activity.
const MostMarked = 50

// ZoneSource is the way in which an activity's time zone was found.
type ZoneSource string

// The sources of a time zone, best first.
const (
	ZoneFromGPS     ZoneSource = "gps"
	ZoneFromFile    ZoneSource = "file"
	ZoneFromNearby  ZoneSource = "nearby" // from the nearest activity with a position
	ZoneFromAthlete ZoneSource = "athlete"
)

// Location returns the time zone of the activity's local times.
func (a *Activity) Location() *time.Location {
	if a.Zone != "" {
		if loc, err := time.LoadLocation(a.Zone); err == nil {
			return loc
		}
	}
	return time.FixedZone("", a.OffsetS)
}

// Audience is who will see the data that is read.
type Audience uint8

// The audiences. A model sees the least, an export everything.
const (
	AudienceModel Audience = iota
	AudiencePage
	AudienceExport
)

func (a Audience) String() string {
	return [...]string{"model", "page", "export"}[min(a, AudienceExport)]
}

// Scope is required by every read of the store: whose data, and for whom.
type Scope struct {
	Athlete  AthleteID
	Audience Audience
}

// Everything returns a scope that hides nothing of an athlete.
func Everything(a AthleteID) Scope { return Scope{a, AudienceExport} }

// Statement describes one activity according to a service or its export
// archive: the layer between the recordings and the athlete's own edits. An
// empty field is unknown and leaves the layer below unchanged.
type Statement struct {
	// Ref is the service's own name of the activity: "strava:123".
	Ref         string   `json:"ref"`
	Sport       Sport    `json:"sport,omitempty"`
	SubSport    string   `json:"sub_sport,omitempty"` // only together with Sport
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	PrivateNote string   `json:"private_note,omitempty"` // kept as a note on the activity
	Tags        []string `json:"tags,omitempty"`
	Race        bool     `json:"race,omitempty"`
	Commute     bool     `json:"commute,omitempty"`
	GearID      string   `json:"gear_id,omitempty"`
	// MoreGear is further gear, if the service names several.
	MoreGear []string `json:"more_gear,omitempty"`
	// PerceivedExertion is 1 to 10, 0 if unknown.
	PerceivedExertion float64 `json:"perceived_exertion,omitempty"`
	// Feel goes from 1, strong, to 5, weak; 0 is unknown.
	Feel   int     `json:"feel,omitempty"`
	CarbsG float64 `json:"carbs_g,omitempty"`
	// FluidML is the fluid drunk in ml. No service has it, only manual entries.
	FluidML float64 `json:"fluid_ml,omitempty"`
	// CaloriesKcal is the energy burnt according to the service, 0 if unknown.
	CaloriesKcal float64 `json:"calories_kcal,omitempty"`
	// ManualLoad is a load that the athlete set at the service.
	ManualLoad float64   `json:"manual_load,omitempty"`
	Ignored    []Ignored `json:"ignored,omitempty"`
	// Weather is the service's weather at the place and time. It is not a value
	// of the activity, so it replaces nothing.
	Weather Values `json:"weather,omitempty"`
	// Entry is set for an activity without a recording.
	Entry *Entry `json:"entry,omitempty"`
}

// Entry holds all that is known of an activity without a recording.
type Entry struct {
	// Start has the offset of the place if the source states it, otherwise UTC.
	Start time.Time `json:"start"`
	// Local is set if the source has only the local time, which Start holds as
	// if it were UTC.
	Local    bool    `json:"local,omitempty"`
	TimerS   float64 `json:"timer_s,omitempty"`
	ElapsedS float64 `json:"elapsed_s,omitempty"`
	Values   Values  `json:"values,omitempty"`
}

// mostKcal is more than anybody can burn in one activity.
const mostKcal = 50_000

// Service returns the name of the service in the reference, such as "strava".
// References may come from any file, so it returns "" if the name is not a
// short lower-case word.
func (s *Statement) Service() string {
	const longest = 20
	name, _, _ := strings.Cut(s.Ref, ":")
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	if len(name) > longest || strings.ContainsFunc(name, odd) {
		return ""
	}
	return name
}

// Over applies the statement to an activity.
func (s *Statement) Over(a *Activity) {
	if s.Sport != "" && s.Sport != a.Sport {
		a.Sport, a.SubSport = s.Sport, ""
	}
	put(&a.SubSport, s.SubSport)
	put(&a.Name, s.Name)
	put(&a.Description, s.Description)
	put(&a.GearID, s.GearID)
	put(&a.PerceivedExertion, s.PerceivedExertion)
	put(&a.Feel, s.Feel)
	put(&a.CarbsG, s.CarbsG)
	put(&a.FluidML, s.FluidML)
	put(&a.ManualLoad, s.ManualLoad)
	if s.CaloriesKcal > 0 && s.CaloriesKcal <= mostKcal {
		a.Burnt = Burnt{s.CaloriesKcal, s.Service()}
	}
	a.Race, a.Commute = a.Race || s.Race, a.Commute || s.Commute
	if len(s.Tags) > 0 {
		a.Tags = s.Tags
	}
	if len(s.MoreGear) > 0 {
		a.MoreGear = s.MoreGear
	}
	if len(s.Ignored) > 0 {
		a.Ignored = s.Ignored
	}
}

func put[T comparable](field *T, said T) {
	var nothing T
	if said != nothing {
		*field = said
	}
}
