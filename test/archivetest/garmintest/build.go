package garmintest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Canary is in every private file and in no other file. It must never be read,
// and so can never be in the result.
const Canary = "CANARY-garmin-41c7"

// Account is the athlete's address. It is part of the names of many files and
// must not be logged.
const Account = "first.last@example.invalid"

// Generation is how old an export is.
type Generation int

// The generations of exports.
const (
	// Current exports have health status, readiness and training load.
	Current Generation = iota
	// Older exports have neither, keep the uploads in another folder, and write
	// numbers in scientific notation.
	Older
)

// Generations returns all generations.
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
	Others     int       // FIT files of other types per activity; 4 if 0
	Page       int       // summaries per file; 1,000 if 0
	From       time.Time // the first activity; 2024-03-01 if zero. The others follow every 36 hours
	OffsetS    int       // local time minus UTC; 7,200 if 0
	// Bodies are the outings themselves, for an archive of activities that
	// other archives contain too; each has an upload. Activities, Seconds,
	// EveryS and From are then ignored.
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

// Activity holds the expected values of one summary and its session.
type Activity struct {
	ID           int64  // Garmin's number of the activity, not of the file
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
	MaximumM   float64 // after which it should be replaced; 0 is none
	Activities []int64
}

// Record is a personal record; its unit depends on its type.
type Record struct {
	Type     string
	Value    float64
	Unit     string // s or m; "" is not useful for training
	Activity int64  // 0 is none
	At       time.Time
}

// Day is the wellness of one local day. A zero field was not measured.
type Day struct {
	Date            string
	RestingHR       int // the mean of seven days, which the app shows
	DayRestingHR    int // of the day alone
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
	ReadinessWaking int    // the day's value after waking up
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

// AsleepS returns the time asleep in s.
func (s Sleep) AsleepS() int { return s.DeepS + s.LightS + s.RemS }

// Truth holds the expected contents.
type Truth struct {
	Activities []Activity // oldest first, legs of multisport activities separately
	Containers []int64    // summaries of several legs, which must not be in the result
	Gear       []Gear
	Records    []Record
	Days       []Day
	Duplicates int // uploads that are in another part too
	Others     int // FIT files that are not activities
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

// root is the folder of everything from Garmin Connect.
const root = "DI_CONNECT/"

// add marshals an entry. Garmin's JSON is nearly always one array per file.
func (a *Archive) add(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are in this package
	}
	a.Add(root+name, data)
}

// object is a JSON object; its keys are written in alphabetical order.
type object = map[string]any

// number returns a JSON number in the form of the generation.
func (g Generation) number(v float64) json.RawMessage {
	if g == Older {
		return json.RawMessage(strconv.FormatFloat(v, 'E', -1, 64))
	}
	return json.RawMessage(strconv.FormatFloat(v, 'f', 1, 64))
}

// gear adds the bikes and shoes with their activities.
func (a *Archive) gear(o Options) {
	a.Truth.Gear = []Gear{
		{Name: "Gravel bike", Make: "Canyon", Model: "Grizl", Bike: true, Begin: "2022-05-01"},
		{Name: "Old shoes", Make: "Saucony", Model: "Ride", Retired: true, Begin: "2023-01-10", MaximumM: 800_000},
		{Name: "New shoes", Make: "Saucony", Model: "Endorphin", Begin: "2024-03-18", MaximumM: 700_000},
	}
	var rows []object
	links := object{}
	for i := range a.Truth.Gear {
		g, pk := &a.Truth.Gear[i], 9_100_000+i
		kind, status := "Shoes", "active"
		if g.Bike {
			kind = "Bike"
		}
		row := object{
			"gearPk": pk, "uuid": fmt.Sprintf("%032x", pk), "userProfilePk": 2_923_446, "gearMakeName": "Other",
			"gearModelName": "Unknown " + kind, "gearTypeName": kind, "displayName": g.Name,
			"customMakeModel": g.Make + " " + g.Model, "dateBegin": g.Begin + "T00:00:00.0", "maximumMeters": o.Generation.number(g.MaximumM),
			"notified": false, "createDate": g.Begin + "T10:00:00.0",
		}
		if g.Retired {
			status = "retired"
			row["dateEnd"] = "2024-03-17T00:00:00.0"
		}
		row["gearStatusName"] = status
		rows = append(rows, row)
		links[fmt.Sprint(pk)] = a.linked(g, pk)
	}
	a.add("DI-Connect-Fitness/"+Account+"_gear.json", []object{{"gearDTOS": rows, "gearActivityDTOs": links}})
}

// linked returns a gear's activities and adds them to the truth.
func (a *Archive) linked(g *Gear, pk int) []object {
	links := []object{}
	for _, act := range a.Truth.Activities {
		for _, name := range act.Gear {
			if name == g.Name {
				g.Activities = append(g.Activities, act.ID)
				links = append(links, object{"gearPk": pk, "activityId": act.ID})
			}
		}
	}
	return links
}

// records adds the personal records. The meaning of their numbers depends on
// their type.
func (a *Archive) records(o Options) {
	var run, ride Activity
	for _, act := range a.Truth.Activities {
		switch {
		case act.Sport == "running" && act.DistanceM > run.DistanceM:
			run = act
		case act.Sport == "cycling" && act.DistanceM > ride.DistanceM:
			ride = act
		}
	}
	a.Truth.Records = []Record{
		{Type: "Best 1km Run", Value: 251.5, Unit: "s", Activity: run.ID, At: run.Start},
		{Type: "Farthest Run", Value: run.DistanceM, Unit: "m", Activity: run.ID, At: run.Start},
		{Type: "Farthest Ride", Value: ride.DistanceM, Unit: "m", Activity: ride.ID, At: ride.Start},
		{Type: "Most Steps in a Day", Value: 31_234, At: o.From.Add(24 * time.Hour)},
	}
	var rows []object
	for i, r := range a.Truth.Records {
		rows = append(rows, object{
			"personalRecordId": 700_000 + i, "activityId": r.Activity, "value": o.Generation.number(r.Value),
			"prStartTimeGMT": r.At.UTC().Format("Mon Jan 02 15:04:05 GMT 2006"), "personalRecordType": r.Type,
			"createdDate": r.At.UTC().Format("2006-01-02"), "current": true, "confirmed": true,
		})
	}
	a.add("DI-Connect-Fitness/"+Account+"_personalRecord.json", []object{{"personalRecords": rows}})
}

// side adds thresholds, files that no importer needs, and files that no
// importer may read.
func (a *Archive) side(o Options) {
	a.Truth.LTHR, a.Truth.MaxHR, a.Truth.FTPW = 168, 187, 255
	zones := "DI-Connect-Wellness/2923446_"
	if o.Generation == Older {
		zones = "DI-Connect-Fitness/" + Account + "_"
	}
	a.add(zones+"heartRateZones.json", []object{
		{
			"sport": "DEFAULT", "trainingMethod": "HR_MAX", "maxHeartRateUsed": a.Truth.MaxHR, "restingHeartRateUsed": 46,
			"zone1Floor": 94, "zone2Floor": 112, "zone3Floor": 131, "zone4Floor": 150, "zone5Floor": 168,
		},
		{
			"sport": "RUNNING", "trainingMethod": "LACTATE_THRESHOLD", "lactateThresholdHeartRateUsed": a.Truth.LTHR,
			"maxHeartRateUsed": a.Truth.MaxHR, "zone1Floor": 109, "zone2Floor": 134, "zone3Floor": 149, "zone4Floor": 158, "zone5Floor": 168,
		},
	})
	a.add(zones+"powerZones.json", []object{
		{
			"sport": "CYCLING", "functionalThresholdPower": o.Generation.number(float64(a.Truth.FTPW)), "zone1Floor": 1,
			"zone2Floor": 140, "zone3Floor": 191, "zone4Floor": 230, "zone5Floor": 268, "zone6Floor": 306, "zone7Floor": 382,
		},
	})
	a.add("DI-Connect-Fitness/"+Account+"_workout.json", []object{{"workoutList": []object{}, "workoutScheduleList": []object{}}})
	a.add("DI-Connect-User/user_settings.json", object{"preferredLocale": "de", "measurementSystem": "metric"})
	a.private("customer_data/customer.json", object{"email": Account, "note": Canary})
	a.private(root+"DI-Connect-User/user_contact.json", []object{{"name": Canary}})
	a.private(root+"DI-Connect-Social/messages.json", []object{{"text": Canary}})
}

func (a *Archive) private(name string, v any) {
	var hidden Archive
	hidden.add("", v)
	a.Add(name, hidden.Files[0].Data)
	a.Truth.Private = append(a.Truth.Private, name)
}

func (g Generation) uploadFolder() string {
	if g == Older {
		return "DI-Connect-Fitness-Uploaded-Files/"
	}
	return "DI-Connect-Uploaded-Files/"
}

// otherTypes are FIT's numbers of monitoring, sleep, metrics and stub files,
// with their sizes; one kind is larger than a short activity.
var otherTypes = []struct {
	kind byte
	size int
}{{32, 6000}, {49, 900}, {44, 300}, {41, 60}, {32, 60_000}, {68, 2000}}

// uploads adds the zips of files, and notes which of the files are activities.
func (a *Archive) uploads(o Options, outings []outing) {
	parts := make([]packtest.Files, o.Parts)
	put := func(n int, name string, data []byte) { parts[n%len(parts)].Add(name, data) }
	other := 0
	for n, u := range outings {
		at := u.legs[0].Start
		for range o.Others {
			t := otherTypes[other%len(otherTypes)]
			name := fmt.Sprintf("%s_%d.fit", Account, 300_000_000_000+int64(other))
			put(other, name, bodytest.FITOfType(t.kind, at.Add(time.Duration(other)*time.Minute), t.size))
			other++
		}
		if file := u.acts[0].File; file != "" {
			put(n, file, u.fit())
		}
	}
	a.Truth.Others = other
	if len(parts) > 1 && outings[0].acts[0].File != "" {
		// The first upload is there twice, under another name.
		put(1, fmt.Sprintf("%s_%d.fit", Account, 199_999_999_999), outings[0].fit())
		a.Truth.Duplicates = 1
	}
	for i, files := range parts {
		a.Add(fmt.Sprintf("%s%sUploadedFiles_0-_Part%d.zip", root, o.Generation.uploadFolder(), i+1), files.Zip())
	}
}
