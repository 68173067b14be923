package garmintest

import (
	"encoding/json"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Canary is in every private file and in none of the others: it must never be
// read, and so can never come out.
const Canary = "CANARY-garmin-41c7"

// Account is the athlete's address, which stands in the names of many files
// and must not be logged.
const Account = "first.last@example.invalid"

// Generation is how old an export is.
type Generation int

// The generations of exports.
const (
	// Current exports have health status, readiness and training load.
	Current Generation = iota
	// Older ones have neither, keep the uploads in another folder, and write
	// numbers in scientific notation.
	Older
)

// Generations are all of them.
func Generations() []Generation { return []Generation{Current, Older} }

func (g Generation) String() string {
	if g == Older {
		return "older"
	}
	return "current"
}

// Options shape an archive; the zero value is a small current one.
type Options struct {
	Generation Generation
	Seed       uint64    // another seed is another athlete
	Activities int       // 24 if 0; every twelfth is a multisport one
	Days       int       // of wellness; 40 if 0
	Seconds    int       // of a typical activity; 600 if 0
	EveryS     int       // seconds between points; 1 if 0
	Parts      int       // zips of uploads; 2 if 0
	Others     int       // FIT files of other types for each activity; 4 if 0
	Page       int       // summaries a file; 1,000 if 0
	From       time.Time // the first activity; 2024-03-01 if zero. One a day and a half follow
	OffsetS    int       // local time minus UTC; 7,200 if 0
	// Bodies are the outings themselves, where an archive shall hold those that
	// other archives hold too; there is an upload of each. Activities, Seconds,
	// EveryS and From then say nothing of them.
	Bodies []bodytest.Body
}

func (o Options) withDefaults() Options {
	if len(o.Bodies) > 0 {
		o.Activities = len(o.Bodies)
	}
	for _, d := range []struct {
		field *int
		value int
	}{
		{&o.Activities, 24},
		{&o.Days, 40},
		{&o.Seconds, 600},
		{&o.EveryS, 1},
		{&o.Parts, 2},
		{&o.Others, 4},
		{&o.Page, 1000},
		{&o.OffsetS, 7200},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)
	}
	return o
}

// Activity holds the values that must come out of one summary and its session.
type Activity struct {
	ID           int64  // Garmin's number of the activity, not the file's
	File         string // of the upload, within its part; "" is a summary without a file
	Session      int    // of a multisport file, from 0
	Sessions     int    // of its file; 1 for most
	Start        time.Time
	OffsetS      int
	Sport        string // cycling, running, walking or swimming
	Type         string // Garmin's word
	Name         string
	Description  string
	ElapsedS     int
	TimerS       int
	MovingS      int
	DistanceM    float64
	AscentM      float64
	AvgHR, MaxHR int // 0 is none
	Calories     int
	RPE          int // 1 to 10; 0 is none
	VO2max       float64
	Gear         []string // names
}

// Gear is a bike or a pair of shoes.
type Gear struct {
	Name       string
	Make       string
	Model      string
	Bike       bool
	Retired    bool
	Begin      string  // date
	MaximumM   float64 // after which it shall be replaced; 0 is none
	Activities []int64
}

// Record is a personal record; its unit depends on its type.
type Record struct {
	Type     string
	Value    float64
	Unit     string // s or m; "" is of no use to a trainer
	Activity int64  // 0 is none
	At       time.Time
}

// Day is the wellness of one local day. A zero field was not measured.
type Day struct {
	Date            string
	RestingHR       int // the mean of seven days, which the app shows
	DayRestingHR    int // that of the day alone
	Steps           int
	StressAvg       int
	BodyBatteryHigh int
	BodyBatteryLow  int
	Respiration     float64 // awake, a minute
	SpO2            float64 // percent
	WeightKG        float64
	HRVms           float64 // rMSSD; in current exports
	VO2maxRunning   float64
	VO2maxCycling   float64
	Readiness       int    // the day's last value; in current exports
	ReadinessWaking int    // and the one after waking up
	Sleep           *Sleep // the night that ended on this day
}

// Sleep is one night.
type Sleep struct {
	Start, End    time.Time
	DeepS, LightS int
	RemS, AwakeS  int
	Score         int
	Respiration   float64
}

// AsleepS is the time asleep.
func (s Sleep) AsleepS() int { return s.DeepS + s.LightS + s.RemS }

// Truth holds everything that must come out.
type Truth struct {
	Activities []Activity // oldest first, legs of a multisport one by one
	Containers []int64    // summaries that stand for their legs and must not come out
	Gear       []Gear
	Records    []Record
	Days       []Day
	Duplicates int // uploads whose bytes are in another part too
	Others     int // FIT files that are no activities
	Private    []string
	LTHR       int // of running
	MaxHR      int
	FTPW       int
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Truth Truth
}

// Build makes an archive. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	outings := outingsOf(o)
	a.uploads(o, outings)
	a.summaries(o, outings)
	a.gear(o)
	a.records(o)
	a.wellness(o)
	a.side(o)
	return a
}

// root is the folder that everything of Connect lies in.
const root = "DI_CONNECT/"

// add marshals an entry; Garmin's JSON is one array a file, nearly always.
func (a *Archive) add(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // of values that stand in this package
	}
	a.Add(root+name, data)
}

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// number is a JSON number as the generation writes it.
func (g Generation) number(v float64) json.RawMessage {
	if g == Older {
		return json.RawMessage(strconv.FormatFloat(v, 'E', -1, 64))
	}
	return json.RawMessage(strconv.FormatFloat(v, 'f', 1, 64))
}
