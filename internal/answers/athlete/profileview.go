package athlete

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// ProfileView answers who the athlete is and which thresholds hold today.
type ProfileView struct {
	LocalDate  training.Day       `json:"local_date"`
	TimeZone   string             `json:"time_zone"`
	AthleteID  training.AthleteID `json:"athlete_id"`
	Default    bool               `json:"default_athlete"`
	Name       string             `json:"name,omitempty"`
	Demo       bool               `json:"demo,omitempty"`
	Sex        training.Sex       `json:"sex,omitempty"`
	BirthYear  int                `json:"birth_year,omitempty"`
	WeekStart  string             `json:"week_start"`
	Units      training.Units     `json:"units"`
	Language   string             `json:"language,omitempty"`
	Weight     *Dated             `json:"weight_kg,omitempty"`
	Thresholds []SportSettings    `json:"thresholds"`
	Histories  []Course           `json:"histories,omitempty"`
	Loads      string             `json:"load_methods,omitempty"`
	// PowerEstimate is what the power of rides without a meter is estimated by;
	// absent is the defaults.
	PowerEstimate string `json:"power_estimate,omitempty"`
	// Home is the service that new things go to too, with that of each kind of
	// things that has another: "intervals, workouts=local"; absent is none.
	Home string `json:"home_source,omitempty"`
	// From names the source of each field that nobody set here: a service, or
	// the computer.
	From map[string]string `json:"from,omitempty"`
	// Services holds the athlete's profile at each service.
	Services []ServiceProfile `json:"services,omitempty"`
	Sharing  SharingView      `json:"sharing"`
	Missing  answers.Missing  `json:"missing,omitempty"`
}

// ServiceProfile is the athlete's profile at one service.
type ServiceProfile struct {
	Service   string       `json:"service"`
	Sex       training.Sex `json:"sex,omitempty"`
	Born      string       `json:"date_of_birth,omitempty"`
	TimeZone  string       `json:"time_zone,omitempty"`
	WeightKg  float64      `json:"weight_kg,omitempty"`
	HeightCm  float64      `json:"height_cm,omitempty"`
	RestHRBpm float64      `json:"resting_hr_bpm,omitempty"`
	// Notes are kept on the athlete there, by the athlete or a coach.
	Notes string `json:"notes,omitempty"`
}

// SharingView tells what assistants may see beyond the activities themselves.
type SharingView struct {
	Position bool `json:"position"`
	Weight   bool `json:"weight"`
	Notes    bool `json:"notes"`
	Cycle    bool `json:"cycle"`
}

// Course is how a setting changed: its values in columns, the latest last.
// Without a sport it holds for every sport that has none of its own.
type Course struct {
	Setting string         `json:"setting"`
	Sport   training.Sport `json:"sport,omitempty"`
	Since   []training.Day `json:"since"`
	Values  []float64      `json:"values"`
	// Earlier is how many changes before the first are not shown.
	Earlier int `json:"earlier,omitempty"`
}

// Dated is a value and the day from which it holds.
type Dated struct {
	Value float64      `json:"value"`
	Since training.Day `json:"since"`
	// From is who said it: a service, or a setting; absent is the athlete.
	From string `json:"from,omitempty"`
}

// SportSettings are the thresholds of one sport that hold today, and the
// zones that follow.
type SportSettings struct {
	Sport    training.Sport   `json:"sport"`
	Settings map[string]Dated `json:"settings"`
	Zones    []ZoneView       `json:"zones,omitempty"`
	// LactateTest is bpm and mmol/l of each step in turn, or two constants.
	LactateTest *LactateTest `json:"lactate_test,omitempty"`
}

// LactateTest is a dated setting of several numbers.
type LactateTest struct {
	Values []float64    `json:"values"`
	Since  training.Day `json:"since"`
}

// ZoneView is one set of zones. The list that fits the kind holds the lower
// bound of each; of pace zones it is the slowest pace, which the first has none
// of.
type ZoneView struct {
	Kind       training.ZoneKind `json:"kind"`
	Scheme     string            `json:"scheme"`
	Names      []string          `json:"names"`
	LowerW     []float64         `json:"lower_w,omitempty"`
	LowerBpm   []float64         `json:"lower_bpm,omitempty"`
	SlowestKM  []*float64        `json:"slowest_pace_s_per_km,omitempty"`
	Slowest100 []*float64        `json:"slowest_pace_s_per_100m,omitempty"`
}
