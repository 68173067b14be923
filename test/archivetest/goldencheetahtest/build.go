// Package goldencheetahtest makes GoldenCheetah athlete folders, with their
// expected contents. It is for tests only, is made from a seed, and knows
// nothing of any importer.
//
// The files are JSON as GoldenCheetah writes it: a byte order mark, escaped
// slashes, a blank at the end of every text, times in UTC, and numbers for
// missing values.
package goldencheetahtest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Options shape a folder; the zero value is a small one.
type Options struct {
	Seed       uint64
	Activities int       // 10 if 0
	Seconds    int       // of a typical activity; 600 if 0
	From       time.Time // the first activity; 2024-03-01 if zero. The others follow every 36 hours
	OffsetS    int       // local time minus UTC, which names the files; 3,600 if 0
}

func (o Options) withDefaults() Options {
	if o.Activities == 0 {
		o.Activities = 10
	}
	if o.Seconds == 0 {
		o.Seconds = 600
	}
	if o.OffsetS == 0 {
		o.OffsetS = 3600
	}
	if o.From.IsZero() {
		o.From = time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)
	}
	return o
}

// Interval is a marked stretch, in seconds since the start.
type Interval struct {
	Name          string
	StartS, StopS int
}

// Activity holds the expected values of one file.
type Activity struct {
	File      string // in the folder
	Original  string // the device's file of the same activity, in the folder too; "" is none
	Start     time.Time
	Sport     string // cycling, running or swimming
	Title     string
	Notes     string // lines separated by \n
	RPE       int    // 0 is none
	Device    string
	Rows      int
	ElapsedS  int
	DistanceM float64
	HasGPS    bool
	HasPower  bool
	HRGaps    int // rows whose heart rate is zero because it is missing
	Intervals []Interval
}

// Truth holds the expected contents.
type Truth struct {
	Activities []Activity
	// Others are JSON files that are not completed activities: plans, caches,
	// settings.
	Others []string
}

// Archive is a folder before it is packed.
type Archive struct {
	packtest.Files
	Truth Truth
}

// folder is the athlete's folder.
const folder = "GoldenCheetah/Some Athlete/"

var (
	sports  = []string{"cycling", "running", "cycling", "swimming", "cycling"}
	sportIn = map[string]string{"cycling": "Bike", "running": "Run", "swimming": "Swim"}
)

// Build makes a folder. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	for n := range o.Activities {
		act, body := activity(o, n)
		a.Add(act.File, ride(act, body, n))
		if act.Original != "" {
			a.Add(act.Original, body.FIT())
		}
		a.Truth.Activities = append(a.Truth.Activities, act)
	}
	plan, body := activity(o, o.Activities+3)
	a.other("planned/2030_01_01_06_00_00.json", ride(plan, body, 0))
	a.other("cache/rideDB.json",
		[]byte(`{"VERSION":"1.7","RIDES":[{"filename":"2024_03_01_06_30_00.json","date":"2024/03/01 05:30:00 UTC","METRICS":{"average_power":"201"}}]}`))
	a.other("config/charts.json", []byte(`{"charts":[]}`))
	a.Add(folder+"config/power.zones", []byte("2024/01/01: CP=255, W'=20000, Pmax=1000\n"))
	return a
}

func (a *Archive) other(name string, data []byte) {
	a.Add(folder+name, data)
	a.Truth.Others = append(a.Truth.Others, folder+name)
}

func activity(o Options, n int) (Activity, bodytest.Body) {
	body := bodytest.Body{
		Start: o.From.Add(time.Duration(n) * 36 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1,
		Seconds: o.Seconds + n%7*10, Sport: sports[n%len(sports)], Serial: 3_100_000_000, OffsetS: o.OffsetS,
		StandFrom: 120, StandTo: 150, AutoPause: n%4 == 1, NoGPS: n%5 == 4, NoPower: n%5 == 1 || n%5 == 3,
	}
	name := body.Start.Add(time.Duration(o.OffsetS) * time.Second).Format("2006_01_02_15_04_05")
	act := Activity{
		File: folder + "activities/" + name + ".json", Start: body.Start, Sport: body.Sport, Device: "Garmin Edge 530/b",
		Title: fmt.Sprintf("Ride \"%d\" Über/Unter", n), RPE: n % 11, Rows: len(body.Points()),
		ElapsedS: body.ElapsedS(), DistanceM: math.Round(body.DistanceM()*10) / 10, HasGPS: !body.NoGPS, HasPower: !body.NoPower,
		Intervals: []Interval{{"Lap 1", 0, 299}, {"Lap 2", 300, body.Seconds}},
	}
	if n%3 == 0 {
		act.Notes = "first line\nsecond \\ line"
		act.Original = folder + "imports/" + name + ".fit"
	}
	if n%4 == 2 {
		act.HRGaps = gapTo - gapFrom
	}
	return act, body
}

// The range of rows in which the strap lost its signal.
const gapFrom, gapTo = 50, 70

// notMeasured stands for a temperature that was not measured.
const notMeasured = -255

// protect writes a text in GoldenCheetah's form.
func protect(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`, "\n", `\n`).Replace(s) + ` "`
}

// ride returns the activity as JSON.
func ride(a Activity, b bodytest.Body, n int) []byte {
	var s strings.Builder
	line := func(indent int, format string, args ...any) {
		s.WriteString(strings.Repeat("\t", indent))
		fmt.Fprintf(&s, format+"\n", args...)
	}
	s.WriteString("\ufeff")
	line(0, "{")
	line(1, `"RIDE":{`)
	line(2, `"STARTTIME":%s,`, protect(a.Start.Format("2006/01/02 15:04:05 UTC")))
	line(2, `"RECINTSECS":1,`)
	line(2, `"DEVICETYPE":%s,`, protect(a.Device))
	line(2, `"IDENTIFIER":" ",`)
	if n%4 == 3 {
		line(2, `"OVERRIDES":[`)
		line(3, `{ "average_power":{ "value":"200" }}`)
		line(2, `],`)
	}
	line(2, `"TAGS":{`)
	line(3, `"Athlete":"Some Athlete ",`)
	line(3, `"Change History":" ",`)
	line(3, `"Filename":%s,`, protect(a.File[strings.LastIndex(a.File, "/")+1:]))
	line(3, `"Notes":%s,`, protect(a.Notes))
	if a.RPE > 0 {
		line(3, `"RPE":"%d ",`, a.RPE)
	}
	line(3, `"Sport":%s,`, protect(sportIn[a.Sport]))
	line(3, `"Workout Title":%s,`, protect(a.Title))
	line(3, `"Year":"%d "`, a.Start.Year())
	line(2, `},`)
	line(2, `"INTERVALS":[`)
	for i, v := range a.Intervals {
		line(3, `{ "NAME":%s, "START": %d, "STOP": %d, "COLOR":"#000000", "PTEST":"false" }%s`, protect(v.Name), v.StartS,
			v.StopS, comma(i, len(a.Intervals)))
	}
	line(2, `],`)
	line(2, `"SAMPLES":[`)
	points := b.Points()
	for i, p := range points {
		line(3, "%s%s", sample(a, p, i), comma(i, len(points)))
	}
	line(2, `]`)
	line(1, "}")
	line(0, "}")
	return []byte(s.String())
}

func comma(i, n int) string {
	if i == n-1 {
		return ""
	}
	return ","
}

// sample returns the channels of a row of the ride, with numbers for lost
// values.
func sample(a Activity, p bodytest.Point, row int) string {
	hr := p.HR
	if a.HRGaps > 0 && row >= gapFrom && row < gapTo {
		hr = 0
	}
	s := fmt.Sprintf(`{ "SECS":%d, "KM":%.5f`, p.Second, p.DistanceM/1000)
	if a.HasPower {
		s += fmt.Sprintf(`, "WATTS":%d`, p.PowerW)
	}
	s += fmt.Sprintf(`, "CAD":%d, "KPH":%.4f, "HR":%d, "ALT":%.1f`, p.Cadence, 3.6*p.SpeedMS, hr, p.AltitudeM)
	if a.HasGPS {
		s += fmt.Sprintf(`, "LAT":%.7f, "LON":%.7f`, p.Lat, p.Lon)
	}
	return s + fmt.Sprintf(`, "TEMP":%d }`, notMeasured)
}
