package workoutfile

// request is what the service takes to create a workout, or to change one
// where data has its id.
type request struct {
	Data native `json:"data"`
}

type native struct {
	Title         string `json:"title"`
	Description   string `json:"description"`
	TotalTimeS    int64  `json:"totalTime"`
	WorkoutType   string `json:"workoutType"`
	SportBigType  int    `json:"sportBigType"`
	AllowDeletion bool   `json:"allowDeletion"`
	FromTP        bool   `json:"fromTP"`
	Structure     []item `json:"structure"`
}

// item is a step, or steps that are repeated.
type item struct {
	Type    string  `json:"type"`
	Name    string  `json:"name"`
	Class   string  `json:"intensityClass"`
	UUID    string  `json:"uuid"`
	Open    string  `json:"openDuration"` // "true" or "false", as text
	Length  *length `json:"length,omitempty"`
	Target  *target `json:"intensityTarget,omitempty"`
	Cadence *target `json:"cadenceTarget,omitempty"`
	Note    string  `json:"note,omitempty"`
	Steps   []item  `json:"steps,omitempty"`
}

type length struct {
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

// target has a zone in Value, or 0 in it and the bounds in the others.
type target struct {
	Unit  string `json:"unit"`
	Value *int   `json:"value,omitempty"`
	Min   *int   `json:"minValue,omitempty"`
	Max   *int   `json:"maxValue,omitempty"`
}

// The kinds of items.
const (
	typeStep   = "Step"
	typeRepeat = "Repetition"
)

// The classes of steps, with the names that a step of no name has.
const (
	classWarmUp, nameWarmUp     = "WarmUp", "Warmup"
	classActive, nameActive     = "Active", "Work"
	classRest, nameRest         = "Rest", "Rest"
	classCoolDown, nameCoolDown = "CoolDown", "Cooldown"

	nameRepeat = "Set"
)

// The units of lengths.
const (
	unitSecond     = "Second"
	unitMeter      = "Meter"
	unitKcal       = "Kcal"
	unitRepetition = "Repetition"
)

// The units of targets. Speed is in mm/s. Percent of FTP is spelled as three
// clients send it; igpsport-mcp spelled it in another way, which nobody has
// seen to work.
const (
	unitPowerZone  = "Power"
	unitPower      = "PowerCustom"
	unitPercentFTP = "PercentOfFTP"
	unitHRZone     = "HeartRate"
	unitHR         = "HeartRateCustom"
	unitSpeed      = "Speed"
	unitCadence    = "Cadence"
	unitNone       = "Active"
)

// The limits of the service as its clients observe them, in characters, and
// the zones that a device has.
const (
	maxTitle       = 64
	maxDescription = 500
	maxName        = 64
	maxNote        = 30
	powerZones     = 7
	hrZones        = 5
)

// mmPerM is how many of the service's units of speed are 1 m/s.
const mmPerM = 1000
