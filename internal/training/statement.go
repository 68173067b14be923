package training

import (
	"strings"
	"time"
)

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

// Service is whose word it is, by the reference: "strava". It may come out of
// an export, which anyone can have written; what is no such name is empty.
func (s *Statement) Service() string {
	const longest = 20
	name, _, _ := strings.Cut(s.Ref, ":")
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	if len(name) > longest || strings.ContainsFunc(name, odd) {
		return ""
	}
	return name
}

// Over lays the statement over an activity.
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
