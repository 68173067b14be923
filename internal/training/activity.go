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

// ActivityIDLength is that of an activity's id: 50 bits, with which a million
// activities meet by chance once in two thousand stores. Those that do get longer ids.
const ActivityIDLength = 10

// Starts returns the id of the activity that the recording starts unless
// another activity has it: the beginning of its own id, after the letter.
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
	// MoreGear are the ids of further gear that it was done with: wheels, shoes
	// of a duathlon. Each is counted as GearID is.
	MoreGear []string
	// PerceivedExertion is 1 to 10, 0 if not said.
	PerceivedExertion float64
	// Feel is 1 strong to 5 weak, 0 if not said.
	Feel int
	// CarbsG is the carbohydrate eaten on the way in g, 0 if unknown.
	CarbsG float64
	// FluidML is what was drunk on the way in ml, 0 if unknown.
	FluidML float64
	// Burnt is the energy that a service says, which counts where no recording
	// has any.
	Burnt Burnt
	// Ignored lists the parts of recordings that the athlete takes for wrong.
	Ignored []Ignored
	// Marked are the intervals that the athlete marked, in order of their start.
	Marked []Marked
	// ManualLoad is a load that the athlete entered, 0 if none.
	ManualLoad float64

	// ParentID links the sessions of one multisport recording: it is the id
	// of the first of them, empty for an activity that stands alone.
	ParentID ActivityID
	// ExternalIDs are accepted wherever an id is: "strava:123", "file:<hash>".
	ExternalIDs []string
	// HiddenFromModels keeps the activity from assistants altogether.
	HiddenFromModels bool
	// Edited names the fields that are the athlete's own words.
	Edited []string
}

// Burnt is energy in kcal and whose word it is; 0 is nobody's.
type Burnt struct {
	Kcal float64 `json:"kcal,omitempty"`
	By   string  `json:"by,omitempty"`
}

// Indoor reports whether it led over no ground.
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

// Ignored is a channel, or a stretch of it, that counts for nothing: it was
// recorded and is kept, and no number is computed from it.
type Ignored struct {
	Channel string `json:"channel"` // as ParseChannel reads it
	// FromS is the first second of the stretch on the activity's clock, ToS the
	// first behind it; 0 is the end.
	FromS int `json:"from_s,omitempty"`
	ToS   int `json:"to_s,omitempty"`
}

// Whole reports whether nothing of the channel is left.
func (i Ignored) Whole() bool { return i.FromS <= 0 && i.ToS == 0 }

// Marked is an interval that the athlete marked and named.
type Marked struct {
	Name string `json:"name,omitempty"`
	// StartS is its first second on the activity's clock, EndS the first behind it.
	StartS int `json:"start_offset_s"`
	EndS   int `json:"end_offset_s"`
}

// MostMarked is how many intervals an athlete marks in one activity.
const MostMarked = 50

// ZoneSource says how an activity's time zone was found.
type ZoneSource string

// The sources of a time zone, best first.
const (
	ZoneFromGPS     ZoneSource = "gps"
	ZoneFromFile    ZoneSource = "file"
	ZoneFromNearby  ZoneSource = "nearby" // of the nearest activity with a position
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

// Audience is who will see what is read.
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

// Scope is asked by every read of the store: whose data, and for whom.
type Scope struct {
	Athlete  AthleteID
	Audience Audience
}

// Everything returns the scope of the athlete's own eyes, from which nothing is hidden.
func Everything(a AthleteID) Scope { return Scope{a, AudienceExport} }

// Statement describes one activity by a service, or an export archive of it:
// the layer between the recordings and the athlete's own edits here. A field
// that is empty is unknown, and leaves the layer below in place.
type Statement struct {
	// Ref is the service's own name of the activity: "strava:123".
	Ref         string   `json:"ref"`
	Sport       Sport    `json:"sport,omitempty"`
	SubSport    string   `json:"sub_sport,omitempty"` // together with Sport only
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	PrivateNote string   `json:"private_note,omitempty"` // kept as a note on the activity
	Tags        []string `json:"tags,omitempty"`
	Race        bool     `json:"race,omitempty"`
	Commute     bool     `json:"commute,omitempty"`
	GearID      string   `json:"gear_id,omitempty"`
	// MoreGear is further gear, where the service names several.
	MoreGear []string `json:"more_gear,omitempty"`
	// PerceivedExertion is 1 to 10, 0 if not said.
	PerceivedExertion float64 `json:"perceived_exertion,omitempty"`
	// Feel is 1 strong to 5 weak, 0 if not said.
	Feel   int     `json:"feel,omitempty"`
	CarbsG float64 `json:"carbs_g,omitempty"`
	// FluidML is what was drunk in ml. No service says it; what was typed in does.
	FluidML float64 `json:"fluid_ml,omitempty"`
	// CaloriesKcal is the energy burnt according to the service, 0 if unknown.
	CaloriesKcal float64 `json:"calories_kcal,omitempty"`
	// ManualLoad is a load that the athlete set at the service.
	ManualLoad float64   `json:"manual_load,omitempty"`
	Ignored    []Ignored `json:"ignored,omitempty"`
	// Weather is that of the place and the hours. It is the service's word and
	// no value of the activity's, so it is laid over nothing.
	Weather Values `json:"weather,omitempty"`
	// Entry is set for an activity of which there is no recording.
	Entry *Entry `json:"entry,omitempty"`
}

// Entry is all that is known of an activity that nothing recorded.
type Entry struct {
	// Start is in the offset of the place where the source says it, else in UTC.
	Start time.Time `json:"start"`
	// Local says that the source has no more than what the clock at the place
	// showed, which Start holds as if it were UTC.
	Local    bool    `json:"local,omitempty"`
	TimerS   float64 `json:"timer_s,omitempty"`
	ElapsedS float64 `json:"elapsed_s,omitempty"`
	Values   Values  `json:"values,omitempty"`
}

// mostKcal is more than anybody burns in one activity.
const mostKcal = 50_000

// Service returns the name of the service in the reference, such as "strava".
// References may come from a file of anyone's making; it returns "" if the name
// is not a short lower-case word.
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
