package training

import (
	"slices"
	"time"
)

// ActivityID is Lapkeep's own short, stable name of an activity.
type ActivityID string

// RecordingID is Lapkeep's own name of a recording.
type RecordingID string

// ActivityIDLength is that of an activity's id: 50 bits, with which a million
// activities meet by chance once in two thousand stores. Those that do get longer ids.
const ActivityIDLength = 10

// Starts is the id of the activity that a recording starts unless another
// activity has it: the beginning of its own, after the letter.
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

// AllGear is the gear that it was done with, the first by itself first, each once.
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

// Location is the zone that the activity's local times are in.
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
