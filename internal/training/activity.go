package training

import (
	"slices"
	"strings"
	"time"
)

// ActivityID is Lapkeep's own short, stable name for an activity.
type ActivityID string

// RecordingID is Lapkeep's own name for a recording.
type RecordingID string

// ActivityIDLength is the length of an activity's id: 50 bits. With a million activities,
// one store in two thousand has a collision; an activity whose id is taken gets a longer
// one.
const ActivityIDLength = 10

// Starts returns the beginning of the recording's id, without its letter. An activity
// that is created for the recording gets this id, unless another activity has it.
func (r RecordingID) Starts() ActivityID {
	return ActivityID(r[min(1, len(r)):min(1+ActivityIDLength, len(r))])
}

// Activity is one thing that the athlete did, with texts and times that come from its
// recordings and from the athlete's own edits.
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
	// MoreGear holds the ids of additional gear, such as wheels or the shoes of a
	// duathlon. Their use is counted like that of GearID.
	MoreGear []string
	// PerceivedExertion is from 1 to 10, or 0 if unknown.
	PerceivedExertion float64
	// Feel is a rating from 1 (strong) to 5 (weak); 0 means unknown.
	Feel int
	// CarbsG is the carbohydrate eaten during the activity in g; 0 means unknown.
	CarbsG float64
	// FluidML is the fluid drunk during the activity in ml; 0 means unknown.
	FluidML float64
	// Burnt is the energy burnt according to a service. It is used if no recording
	// contains a value.
	Burnt Burnt
	// Ignored lists the parts of recordings that the athlete considers wrong.
	Ignored []Ignored
	// Marked lists the intervals that the athlete marked, in order of their start.
	Marked []Marked
	// ManualLoad is a load that the athlete entered; 0 means none.
	ManualLoad float64
	// Sets holds the sets of strength training: those of the recording that describes them
	// best, or those that the athlete entered.
	Sets []StrengthSet `json:",omitempty"`

	// ParentID links the activities of one multisport file: it is the id of the
	// first one. It is empty for all other activities.
	ParentID ActivityID
	// ExternalIDs are accepted wherever an id is expected: "strava:123", "file:<hash>".
	ExternalIDs []string
	// HiddenFromModels hides the activity from assistants completely.
	HiddenFromModels bool
	// Edited lists the fields that the athlete edited.
	Edited []string
}

// Burnt is energy in kcal and its source; 0 means unknown.
type Burnt struct {
	Kcal float64 `json:"kcal,omitempty"`
	By   string  `json:"by,omitempty"`
}

// Indoor reports whether the activity covered no actual distance, as on a trainer
// or treadmill.
func (a *Activity) Indoor() bool { return a.SubSport == SubIndoor || a.SubSport == SubVirtual }

// AllGear returns the ids of the activity's gear, beginning with GearID, without duplicates.
func (a *Activity) AllGear() (all []string) {
	for _, id := range slices.Concat([]string{a.GearID}, a.MoreGear) {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// Ignored is a channel, or a stretch of one, that is kept but is not used in any computation.
type Ignored struct {
	Channel string `json:"channel"` // in the form that ParseChannel reads
	// FromS is the first second of the stretch on the activity's clock. ToS is the first
	// second after the stretch, or 0 for the end of the activity.
	FromS int `json:"from_s,omitempty"`
	ToS   int `json:"to_s,omitempty"`
}

// Whole reports whether the whole channel is ignored.
func (i Ignored) Whole() bool { return i.FromS <= 0 && i.ToS == 0 }

// Marked is an interval that the athlete marked and named.
type Marked struct {
	Name string `json:"name,omitempty"`
	// StartS and EndS are seconds on the activity's clock; EndS is exclusive.
	StartS int `json:"start_offset_s"`
	EndS   int `json:"end_offset_s"`
}

// MostMarked is the maximum number of marked intervals of an activity.
const MostMarked = 50

// ZoneSource is the way in which an activity's time zone was determined.
type ZoneSource string

// These are the sources of a time zone, best first.
const (
	ZoneFromGPS     ZoneSource = "gps"
	ZoneFromFile    ZoneSource = "file"
	ZoneFromNearby  ZoneSource = "nearby" // from the nearest activity that has a position
	ZoneFromAthlete ZoneSource = "athlete"
)

// Location returns the time zone in which the activity's local times are given.
func (a *Activity) Location() *time.Location {
	if a.Zone != "" {
		if loc, err := time.LoadLocation(a.Zone); err == nil {
			return loc
		}
	}
	return time.FixedZone("", a.OffsetS)
}

// Audience identifies the readers of the data.
type Audience uint8

// These are the audiences. A model sees the least; an export contains everything.
const (
	AudienceModel Audience = iota
	AudiencePage
	AudienceExport
)

func (a Audience) String() string {
	return [...]string{"model", "page", "export"}[min(a, AudienceExport)]
}

// Scope is required by every read of the store: it determines whose data is read, and for whom.
type Scope struct {
	Athlete  AthleteID
	Audience Audience
}

// Everything returns a scope that hides none of an athlete's data.
func Everything(a AthleteID) Scope { return Scope{a, AudienceExport} }

// Statement describes one activity according to a service or its export
// archive. It is the layer between the recordings and the athlete's own edits. An empty
// field is unknown and leaves the layer below unchanged.
type Statement struct {
	// Ref is the service's own name for the activity: "strava:123".
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
	// MoreGear is additional gear, if the service lists several items.
	MoreGear []string `json:"more_gear,omitempty"`
	// PerceivedExertion is from 1 to 10, or 0 if unknown.
	PerceivedExertion float64 `json:"perceived_exertion,omitempty"`
	// Feel is a rating from 1 (strong) to 5 (weak); 0 means unknown.
	Feel   int     `json:"feel,omitempty"`
	CarbsG float64 `json:"carbs_g,omitempty"`
	// FluidML is the fluid drunk in ml. Only manual entries have it; no service provides it.
	FluidML float64 `json:"fluid_ml,omitempty"`
	// CaloriesKcal is the energy burnt according to the service; 0 means unknown.
	CaloriesKcal float64 `json:"calories_kcal,omitempty"`
	// ManualLoad is a load that the athlete set on the service.
	ManualLoad float64   `json:"manual_load,omitempty"`
	Ignored    []Ignored `json:"ignored,omitempty"`
	// Sets holds the sets of strength training from a log. They replace those of a watch,
	// which are counted and guessed.
	Sets []StrengthSet `json:"sets,omitempty"`
	// Weather is the weather at the place and time, according to the service. It
	// does not replace any value of the activity.
	Weather Values `json:"weather,omitempty"`
	// Entry is set for an activity without a recording.
	Entry *Entry `json:"entry,omitempty"`
}

// Entry holds everything that is known about an activity without a recording.
type Entry struct {
	// Start has the local UTC offset if the source states it, and is otherwise in UTC.
	Start time.Time `json:"start"`
	// Local is set if the source has only the local time, which Start holds as
	// if it were UTC.
	Local    bool    `json:"local,omitempty"`
	TimerS   float64 `json:"timer_s,omitempty"`
	ElapsedS float64 `json:"elapsed_s,omitempty"`
	Values   Values  `json:"values,omitempty"`
}

// mostKcal is the maximum plausible energy of an activity in kcal. Nobody can burn that much.
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

// Over applies the statement to an activity, replacing the values of lower layers.
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
	if len(s.Sets) > 0 {
		a.Sets = s.Sets
	}
}

func put[T comparable](field *T, said T) {
	var nothing T
	if said != nothing {
		*field = said
	}
}
