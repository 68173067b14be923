// Package trainingpeakstest makes TrainingPeaks exports, the files of workouts
// and the table about them, with their expected contents. It is for tests only,
// is made from a seed, and knows nothing of any importer.
//
// The table has a day and a duration but no start. A row and its file are
// matched by these.
package trainingpeakstest

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Options shape an export; the zero value is a small one.
type Options struct {
	Seed       uint64
	Activities int       // 16 if 0
	Seconds    int       // of a typical activity; 600 if 0
	From       time.Time // the first activity; 2024-03-01 if zero. The others follow every 36 hours
	OffsetS    int       // local time minus UTC; 3,600 if 0
}

func (o Options) withDefaults() Options {
	if o.Activities == 0 {
		o.Activities = 16
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

// Activity is a row of a completed workout, or a file that is missing from the
// table.
type Activity struct {
	Day       string    // the athlete's
	Start     time.Time // of its file; zero without one
	File      string    // in the zip of files; "" is a row without a file
	InTable   bool
	Sport     string // cycling, running, swimming or strength
	Type      string // TrainingPeaks' word
	Title     string
	Planned   string // the planned workout
	Comments  string // the athlete's own
	Coach     string // a coach's words
	DurationS int
	DistanceM float64
	AvgHR     int
	RPE       int // 0 is none
}

// Truth holds the expected contents.
type Truth struct {
	Activities []Activity
	Planned    int // rows that were never done
	DaysOff    int
}

// Archive is an export before it is packed: the zips of the service.
type Archive struct {
	packtest.Files
	Truth Truth
}

// header is the header of the table, in the order of exports.
const header = "Title,WorkoutType,WorkoutDescription,PlannedDuration,PlannedDistanceInMeters,WorkoutDay,CoachComments,DistanceInMeters,PowerAverage,PowerMax,Energy,AthleteComments,TimeTotalInHours,VelocityAverage,VelocityMax,CadenceAverage,CadenceMax,HeartRateAverage,HeartRateMax,TorqueAverage,TorqueMax,IF,TSS," +
	"HRZone1Minutes,HRZone2Minutes,HRZone3Minutes,HRZone4Minutes,HRZone5Minutes,HRZone6Minutes,HRZone7Minutes,HRZone8Minutes,HRZone9Minutes,HRZone10Minutes," +
	"PWRZone1Minutes,PWRZone2Minutes,PWRZone3Minutes,PWRZone4Minutes,PWRZone5Minutes,PWRZone6Minutes,PWRZone7Minutes,PWRZone8Minutes,PWRZone9Minutes,PWRZone10Minutes,Rpe,Feeling"

var (
	sports  = []string{"cycling", "running", "cycling", "swimming"}
	typesOf = map[string]string{"cycling": "Bike", "running": "Run", "swimming": "Swim", "strength": "Strength"}
)

// Build makes an export. The same options give the same bytes.
func Build(o Options) Archive {
	o = o.withDefaults()
	var a Archive
	var files packtest.Files
	rows := [][]string{strings.Split(header, ",")}
	for n := range o.Activities {
		act, data := activity(o, n)
		if act.File != "" {
			files.Add(act.File, data)
		}
		if act.InTable {
			rows = append(rows, row(act))
		}
		a.Truth.Activities = append(a.Truth.Activities, act)
		switch n % 5 {
		case 1:
			// A workout planned for the same day and never done.
			plan := act
			plan.Title, plan.DurationS, plan.DistanceM, plan.AvgHR, plan.RPE, plan.Comments = "Tempo, 3x10", 0, 0, 0, 0, ""
			rows = append(rows, row(plan))
			a.Truth.Planned++
		case 3:
			rows = append(rows, row(Activity{Title: "Rest", Type: "Day Off", Day: act.Day}))
			a.Truth.DaysOff++
		}
	}
	span := "Athlete-Some-" + o.From.Format(time.DateOnly) + "-" + o.From.AddDate(1, 0, 0).Format(time.DateOnly)
	a.Add("WorkoutFileExport-"+span+".zip", files.Zip())
	a.Add("WorkoutExport-"+span+".zip", packtest.Files{{Name: "workouts.csv", Data: table(rows)}}.Zip())
	return a
}

func table(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	if err := w.WriteAll(rows); err != nil {
		panic(fmt.Sprintf("writing into memory: %v", err))
	}
	return b.Bytes()
}

// activity returns activity n, with its file unless it has none.
func activity(o Options, n int) (Activity, []byte) {
	sport := sports[n%len(sports)]
	body := bodytest.Body{
		Start: o.From.Add(time.Duration(n) * 36 * time.Hour), Seed: o.Seed*1_000_003 + uint64(n) + 1,
		Seconds: o.Seconds + n*60, Sport: sport, Serial: 3_200_000_000, OffsetS: o.OffsetS,
	}
	if n%6 == 5 {
		// A second one on the evening before: two rows on one day.
		body.Start = o.From.Add(time.Duration(n-1)*36*time.Hour + 10*time.Hour)
	}
	act := Activity{
		Day: body.Start.Add(time.Duration(o.OffsetS) * time.Second).Format(time.DateOnly), Start: body.Start, InTable: n%8 != 7,
		Sport: sport, Type: typesOf[sport], Title: fmt.Sprintf("Session %d, “quoted”", n), Planned: "Z2 steady\nfuel 60 g/h",
		DurationS: body.Seconds, DistanceM: body.DistanceM(), AvgHR: 140, RPE: n % 11,
	}
	if n%4 == 2 {
		act.Comments, act.Coach = "Felt good,\nvery", "Well done"
	}
	if n%8 == 6 {
		act.Sport, act.Type, act.Start, act.DistanceM = "strength", "Strength", time.Time{}, 0
		return act, nil
	}
	stamp := body.Start.Format("2006-01-02-15-04-05")
	if n%4 == 1 {
		act.File = "someathlete." + stamp + "-123Z.GarminPing.AAAAAG" + strconv.Itoa(n) + ".TCX.gz"
		return act, gz(body.TCX())
	}
	act.File = "tp-123456." + stamp + "-123Z.GarminPing.AAAAAG" + strconv.Itoa(n) + ".FIT.gz"
	return act, gz(body.FIT())
}

func gz(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	if cerr := w.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		panic(fmt.Sprintf("packing into memory: %v", err))
	}
	return b.Bytes()
}

// row returns the cells of an activity, without zero values.
func row(a Activity) []string {
	cells := make([]string, strings.Count(header, ",")+1)
	at := map[string]int{}
	for i, name := range strings.Split(header, ",") {
		at[name] = i
	}
	set := func(name string, v float64) {
		if v != 0 {
			cells[at[name]] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	for name, v := range map[string]string{
		"Title": a.Title, "WorkoutType": a.Type, "WorkoutDescription": a.Planned, "WorkoutDay": a.Day,
		"CoachComments": a.Coach, "AthleteComments": a.Comments,
	} {
		cells[at[name]] = v
	}
	set("DistanceInMeters", a.DistanceM)
	set("TimeTotalInHours", float64(a.DurationS)/3600)
	set("HeartRateAverage", float64(a.AvgHR))
	set("Rpe", float64(a.RPE))
	if a.Planned != "" {
		set("PlannedDuration", 0.5)
	}
	return cells
}
