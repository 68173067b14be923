package appletest

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // the days are in a zone with summer time

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Canary is in every private file and in no other file. It must never be read,
// and so can never be in the result.
const Canary = "CANARY-health-90be"

// Language is the language of the phone, which determines the file names.
type Language string

// The languages in which exports are made.
const (
	English   Language = "en"
	Chinese   Language = "zh"
	Norwegian Language = "nb"
)

// Languages returns all languages.
func Languages() []Language { return []Language{English, Chinese, Norwegian} }

var fileNames = map[Language]string{English: "export", Chinese: "导出", Norwegian: "eksport"}

// Options shape an export; the zero value is a small English one.
type Options struct {
	Language  Language  // English if empty
	Seed      uint64    // another seed is another athlete
	Days      int       // of wellness; 30 if 0
	Workouts  int       // 12 if 0: one a day and a half
	Seconds   int       // of a typical workout; 900 if 0
	From      time.Time // the date of the first day; 2024-03-15 if zero, sixteen days before the clocks change
	Zone      string    // of the phone; Europe/Zurich if empty
	Bytes     int64     // earlier heart rates make the XML at least this large
	Imperial  bool      // pounds, miles and yards
	OldTotals bool      // totals as attributes of a workout, as before iOS 16
	BrokenDTD bool      // the head lacks a closing bracket, as in iOS 16
	// Bodies are the workouts themselves, for an export of activities that
	// other archives contain too. Workouts and Seconds are then ignored.
	Bodies    []bodytest.Body
	Malformed int // number of records that are not well-formed
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
	Value  float64 // of the preferred source; 0 if no source measured
	Source string  // of the value
	Sum    float64 // over all sources, which must never be the result
}

// Sleep is the night that ended on a day, by the preferred source. Times in bed
// and other sources' data for the same night are not added.
type Sleep struct {
	Source             string
	Start, End         time.Time
	DeepS, CoreS, REMS int
	AwakeS             int
	UnspecifiedS       int // asleep, by a source without stages
}

// AsleepS returns the time asleep in s.
func (s Sleep) AsleepS() int { return s.DeepS + s.CoreS + s.REMS + s.UnspecifiedS }

// Day is the wellness of one local day. The watch takes precedence over every
// other source. If it measured nothing, one other source did.
type Day struct {
	Date        string
	Steps       Measure
	PhoneSteps  float64 // which the phone counted, on every day
	RestingHR   Measure // bpm
	SDNN        Measure // ms, the mean of the night's readings; not rMSSD
	SpO2        Measure // percent, the mean
	Respiration Measure // a minute, the mean
	WeightKG    Measure
	VO2max      Measure
	Sleep       *Sleep
}

// Leg is one sport of a multisport workout.
type Leg struct {
	Sport     string
	Start     time.Time
	End       time.Time
	DistanceM float64
}

// Workout holds the expected values of one workout.
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
	HeartRates int    // records of the watch during the workout
	Legs       []Leg
	CopyOf     int // the same workout from another source; -1 is none
}

// Truth holds the expected contents.
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
		panic(err) // the zone is set by a test
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

// Truth returns the expected contents of the export.
func (e *Export) Truth() Truth { return e.truth }

// midnight returns the start of the nth day.
func (e *Export) midnight(n int) time.Time {
	return time.Date(e.o.From.Year(), e.o.From.Month(), e.o.From.Day()+n, 0, 0, 0, 0, e.zone)
}

// folder is the folder of the export, in every language.
const folder = "apple_health_export/"

// routes returns the route files in the archive.
func (e *Export) routes() packtest.Files {
	var out packtest.Files
	for _, w := range e.workouts {
		if w.Points > 0 {
			out.Add(w.Route, w.route())
		}
	}
	return out
}

// private returns the files that must not be read.
func (e *Export) private() packtest.Files {
	return packtest.Files{
		{
			Name: strings.TrimSuffix(e.truth.XML, ".xml") + "_cda.xml",
			Data: []byte(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>` + Canary + `</title></ClinicalDocument>`),
		},
		{
			Name: folder + "electrocardiograms/ecg_2024-03-16.csv",
			Data: []byte("Name," + Canary + "\nClassification,Sinus Rhythm\n\n12.1\n13.2\n"),
		},
		{Name: folder + "clinical-records/Condition-1.json", Data: []byte(`{"note":"` + Canary + `"}`)},
	}
}

// WriteZip writes the whole export in constant memory.
func (e *Export) WriteZip(w io.Writer) error {
	z := packtest.NewWriter(w)
	for _, f := range append(e.routes(), e.private()...) {
		z.Put(f.Name, f.Data)
	}
	z.Stream(e.truth.XML, e.WriteXML)
	return z.Close()
}

// Unpack writes the whole export into a folder.
func (e *Export) Unpack(dir string) error {
	if err := append(e.routes(), e.private()...).Unpack(dir); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, filepath.FromSlash(e.truth.XML)))
	if err != nil {
		return err
	}
	if err := e.WriteXML(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// head writes the document type, as long as any that readers must accept, and
// the athlete.
func (e *Export) head(d *document) {
	for _, line := range []string{
		`<?xml version="1.0" encoding="UTF-8"?>`,
		`<!DOCTYPE HealthData [`,
		`<!-- HealthKit Export Version: 14 -->`,
		`<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>`,
		`<!ATTLIST HealthData locale CDATA #REQUIRED>`,
		`<!ELEMENT ExportDate EMPTY>`,
		`<!ATTLIST ExportDate value CDATA #REQUIRED>`,
		`<!ELEMENT Me EMPTY>`,
	} {
		d.text(line).flush()
	}
	end := ">"
	if e.o.BrokenDTD {
		end = ""
	}
	d.text(`<!ATTLIST Me HKCharacteristicTypeIdentifierDateOfBirth CDATA #REQUIRED HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse CDATA #REQUIRED` + end).flush()
	for _, line := range []string{
		`<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>`,
		`<!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED value CDATA #IMPLIED startDate CDATA #REQUIRED endDate CDATA #REQUIRED>`,
		`<!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->`,
		`]>`,
		`<HealthData locale="de_CH">`,
		` <ExportDate value="2025-01-02 04:04:05 +0100"/>`,
		` <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>`,
	} {
		d.text(line).flush()
	}
}

const (
	metresPerMile = 1609.344
	metresPerYard = 0.9144
)

// distance returns a distance in the phone's unit for the sport.
func (e *Export) distance(sport string, metres float64) (value float64, unit string) {
	switch {
	case sport == "swimming" && e.o.Imperial:
		value, unit = metres/metresPerYard, "yd"
	case sport == "swimming":
		value, unit = metres, "m"
	case e.o.Imperial:
		value, unit = metres/metresPerMile, "mi"
	default:
		value, unit = metres/1000, "km"
	}
	return math.Round(value*1e6) / 1e6, unit
}

var distanceTypes = map[string]string{
	"cycling": "DistanceCycling", "running": "DistanceWalkingRunning", "walking": "DistanceWalkingRunning", "swimming": "DistanceSwimming",
}

func (e *Export) workout(d *document, w workout) {
	totals := e.o.OldTotals || w.from != watch
	d.text(" <Workout").attr("workoutActivityType", "HKWorkoutActivityType"+w.Type).
		number("duration", math.Round(w.DurationS/60*1e9)/1e9).attr("durationUnit", "min")
	if totals && len(w.Legs) == 0 {
		v, unit := e.distance(w.Sport, w.DistanceM)
		d.number("totalDistance", v).attr("totalDistanceUnit", unit).number("totalEnergyBurned",
			w.EnergyKcal).attr("totalEnergyBurnedUnit", "kcal")
	}
	d.by(w.from).time("creationDate", w.End.Add(2*time.Second)).time("startDate", w.Start).time("endDate", w.End).text(">").flush()
	indoor := "0"
	if w.Indoor {
		indoor = "1"
	}
	d.metadata("  ", "HKIndoorWorkout", indoor)
	d.metadata("  ", "HKTimeZone", w.Zone)
	d.metadata("  ", "HKWeatherTemperature", "48.2 degF")
	e.events(d, w)
	for _, leg := range w.Legs {
		d.text("  <WorkoutActivity").attr("uuid", fmt.Sprintf("%08X-0000-4000-8000-000000000000", leg.Start.Unix())).
			time("startDate", leg.Start).time("endDate", leg.End).number("duration",
			leg.End.Sub(leg.Start).Minutes()).attr("durationUnit", "min").text(">").flush()
		e.total(d, "   ", leg.Sport, leg.DistanceM, leg.Start, leg.End)
		d.text("  </WorkoutActivity>").flush()
	}
	if !totals {
		e.statistics(d, w)
	}
	if w.Route != "" {
		d.text("  <WorkoutRoute").by(w.from).time("creationDate", w.End).time("startDate", w.Start).time("endDate", w.End).text(">").flush()
		d.metadata("   ", "HKMetadataKeySyncVersion", "2")
		d.text("   <FileReference").attr("path", w.Route[len(folder)-1:]).text("/>").flush()
		d.text("  </WorkoutRoute>").flush()
	}
	d.text(" </Workout>").flush()
}

func (e *Export) events(d *document, w workout) {
	event := func(kind string, second int) {
		d.text("  <WorkoutEvent").attr("type", "HKWorkoutEventType"+kind).time("date", w.body.At(second)).text("/>").flush()
	}
	if w.Pauses > 0 {
		event("Pause", w.body.StandFrom)
		event("Resume", w.body.StandTo)
	}
	begin := w.body.FromS
	for _, s := range w.lapsS {
		d.text("  <WorkoutEvent").attr("type", "HKWorkoutEventTypeLap").time("date", w.body.At(begin)).
			number("duration", float64(s-begin)/60).attr("durationUnit", "min").text("/>").flush()
		begin = s
	}
}

func (e *Export) total(d *document, indent, sport string, metres float64, start, end time.Time) {
	v, unit := e.distance(sport, metres)
	d.text(indent+"<WorkoutStatistics").attr("type", quantity+distanceTypes[sport]).
		time("startDate", start).time("endDate", end).number("sum", v).attr("unit", unit).text("/>").flush()
}

func (e *Export) statistics(d *document, w workout) {
	d.text("  <WorkoutStatistics").attr("type", quantity+"ActiveEnergyBurned").time("startDate", w.Start).time("endDate", w.End).
		number("sum", w.EnergyKcal).attr("unit", "kcal").text("/>").flush()
	if w.AvgHR > 0 {
		d.text("  <WorkoutStatistics").attr("type", quantity+"HeartRate").time("startDate", w.Start).time("endDate", w.End).
			number("average", w.AvgHR).number("minimum", 90).number("maximum", w.MaxHR).attr("unit", "count/min").text("/>").flush()
	}
	if len(w.Legs) > 0 {
		for _, leg := range w.Legs {
			e.total(d, "  ", leg.Sport, leg.DistanceM, w.Start, w.End)
		}
		return
	}
	e.total(d, "  ", w.Sport, w.DistanceM, w.Start, w.End)
}
