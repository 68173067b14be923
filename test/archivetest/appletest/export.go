package appletest

import (
	"time"
	_ "time/tzdata" // the days are those of a zone with summer time

	"lapkeep/test/archivetest/bodytest"
)

// Canary is in every private file and in none of the others: it must never be
// read, and so can never come out.
const Canary = "CANARY-health-90be"

// Language is that of the telephone; it names the files.
type Language string

// The languages in which exports are made.
const (
	English   Language = "en"
	Chinese   Language = "zh"
	Norwegian Language = "nb"
)

// Languages are all of them.
func Languages() []Language { return []Language{English, Chinese, Norwegian} }

var fileNames = map[Language]string{English: "export", Chinese: "导出", Norwegian: "eksport"}

// Options shape an export; the zero value is a small English one.
type Options struct {
	Language  Language  // English if empty
	Seed      uint64    // another seed is another athlete
	Days      int       // of wellness; 30 if 0
	Workouts  int       // 12 if 0: one a day and a half
	Seconds   int       // of a typical workout; 900 if 0
	From      time.Time // the date of the first day; 2024-03-15 if zero, sixteen days before a change of clocks
	Zone      string    // the telephone's; Europe/Zurich if empty
	Bytes     int64     // heart rates of years before make the XML at least this large
	Imperial  bool      // pounds, miles and yards
	OldTotals bool      // totals as attributes of a workout, as they were before iOS 16
	BrokenDTD bool      // the head lacks a closing bracket, as that of iOS 16 did
	// Bodies are the workouts themselves, where an export shall hold outings that
	// other archives hold too. Workouts and Seconds then mean nothing.
	Bodies    []bodytest.Body
	Malformed int // so many records are not well-formed
}

func (o Options) withDefaults() Options {
	if o.Language == "" {
		o.Language = English
	}
	if o.Zone == "" {
		o.Zone = "Europe/Zurich"
	}
	if o.Days == 0 {
		o.Days = 30
	}
	if len(o.Bodies) > 0 {
		o.Workouts = 0
	} else if o.Workouts == 0 {
		o.Workouts = 12
	}
	if o.Seconds == 0 {
		o.Seconds = 900
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 15, 0, 0, 0, 0, time.UTC)
	}
	return o
}

// Measure is one value of one day.
type Measure struct {
	Value  float64 // of the source that counts; 0 if no source measured
	Source string  // whose it is
	Sum    float64 // over all sources, which must never come out
}

// Sleep is the night that ended on a day, by the source that counts. Times in
// bed and what other sources saw of the same night are not added to it.
type Sleep struct {
	Source             string
	Start, End         time.Time
	DeepS, CoreS, REMS int
	AwakeS             int
	UnspecifiedS       int // asleep, by a source that knows no stages
}

// AsleepS is the time asleep.
func (s Sleep) AsleepS() int { return s.DeepS + s.CoreS + s.REMS + s.UnspecifiedS }

// Day is the wellness of one local day. The watch counts before every other
// source; where it measured nothing, one other source did.
type Day struct {
	Date        string
	Steps       Measure
	RestingHR   Measure // bpm
	SDNN        Measure // ms, the mean of the night's readings; it is no rMSSD
	SpO2        Measure // percent, the mean
	Respiration Measure // a minute, the mean
	WeightKG    Measure
	VO2max      Measure
	Sleep       *Sleep
}

// Leg is one sport of a workout of several.
type Leg struct {
	Sport     string
	Start     time.Time
	End       time.Time
	DistanceM float64
}

// Workout holds the values that must come out of one workout.
type Workout struct {
	Type       string // Apple's word, without its prefix
	Sport      string // cycling, running, walking, swimming or multisport
	Source     string
	Start, End time.Time
	OffsetS    int
	Zone       string
	DurationS  float64 // without pauses
	DistanceM  float64
	EnergyKcal float64
	AvgHR      float64 // 0 is none
	MaxHR      float64
	Indoor     bool
	Pauses     int
	Laps       int
	Route      string // name of its file in the archive; "" is none
	Points     int    // of the route; 0 if the archive lacks the file
	HeartRates int    // records of the watch within it
	Legs       []Leg
	CopyOf     int // the workout that another source wrote too; -1 is none
}

// Truth holds everything that must come out.
type Truth struct {
	XML       string // name of the file that holds the records
	Days      []Day
	Workouts  []Workout // in the order of the file
	Malformed int
	Private   []string
}

// Export is an export that is not yet written.
type Export struct {
	o        Options
	zone     *time.Location
	workouts []workout
	truth    Truth
}

// New plans an export. The same options give the same bytes.
func New(o Options) *Export {
	o = o.withDefaults()
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		panic(err) // of a test's own words
	}
	e := &Export{o: o, zone: zone}
	e.truth = Truth{XML: folder + fileNames[o.Language] + ".xml", Malformed: o.Malformed}
	for n := range o.Days {
		e.truth.Days = append(e.truth.Days, e.plan(n).day())
	}
	for _, b := range o.Bodies {
		e.workouts = append(e.workouts, e.given(b))
	}
	for n := range o.Workouts {
		e.workouts = append(e.workouts, e.newWorkouts(n)...)
	}
	for _, w := range e.workouts {
		e.truth.Workouts = append(e.truth.Workouts, w.Workout)
	}
	for _, f := range e.private() {
		e.truth.Private = append(e.truth.Private, f.Name)
	}
	return e
}

// Truth holds everything that must come out of the export.
func (e *Export) Truth() Truth { return e.truth }

// midnight begins the nth day.
func (e *Export) midnight(n int) time.Time {
	return time.Date(e.o.From.Year(), e.o.From.Month(), e.o.From.Day()+n, 0, 0, 0, 0, e.zone)
}
