// Package fitbittest makes the part of a Google Takeout archive with the
// exercises of Fitbit and Google Health, with its expected contents. It is for
// tests only and knows no importer.
//
// Readers of real archives agree on the table's columns, its UTC times with
// separate offsets, and its units (millimetres, kilocalories). The older list
// of the same exercises has times without a zone.
package fitbittest

import (
	"fmt"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/packtest"
)

// Folder contains the parts of the archive.
const Folder = "Takeout/Fitbit/"

// Exercise holds the values of one row.
type Exercise struct {
	Start     time.Time
	OffsetS   int
	Name      string
	Sport     string
	DurationS int
	DistanceM float64 // 0 is unknown
	AvgHR     int     // likewise
	Kcal      int
	Manual    bool // entered by hand, so that its values are in other columns
	Track     bool // has a TCX file
}

// Archive is an export before it is packed.
type Archive struct {
	packtest.Files
	Exercises []Exercise
	Empty     int // rows without any measurement
}

const head = "exercise_id,exercise_start,exercise_end,utc_offset,exercise_created,exercise_last_updated,activity_name,log_type,pool_length,pool_length_unit,intervals,distance_units," +
	"tracker_total_calories,tracker_total_steps,tracker_total_distance_mm,tracker_total_altitude_mm,tracker_avg_heart_rate,tracker_peak_heart_rate,activity_type_probabilities," +
	"manually_logged_total_calories,manually_logged_total_steps,manually_logged_total_distance_mm,events\n"

// Build makes an export with five exercises and two empty rows.
func Build() Archive {
	from := time.Date(2024, 6, 1, 22, 30, 0, 0, time.UTC)
	a := Archive{Empty: 2, Exercises: []Exercise{
		{from, 7200, "Outdoor Run", "running", 1800, 5012.5, 151, 402, false, false},
		{from.AddDate(0, 0, 1), 7200, "Outdoor Bike", "cycling", 600, 5100, 140, 300, false, true},
		{from.AddDate(0, 0, 2), -12_600, "Weights", "strength", 2400, 0, 104, 210, false, false},
		{from.AddDate(0, 0, 3), 19_800, "Swim", "swimming", 1500, 1000, 0, 250, true, false},
		{from.AddDate(0, 0, 4), 7200, "Walk", "walking", 900, 1200, 0, 0, false, false},
	}}
	var s, old strings.Builder
	s.WriteString(head)
	for n, e := range a.Exercises {
		s.WriteString(e.row(n))
		fmt.Fprintf(&old, `{"logId":%d,"activityName":%q,"startTime":%q,"duration":%d},`, 70_000+n, e.Name,
			e.Start.Format("01/02/06 15:04:05"), 1000*e.DurationS)
	}
	for n := range a.Empty {
		at := from.AddDate(0, 0, 10+n)
		s.WriteString(Exercise{Start: at, OffsetS: 7200, Name: "Walk", DurationS: 300}.row(100 + n))
	}
	a.Add(Folder+"Health Fitness Data_GoogleData/UserExercises_2024-06-01.csv", []byte(s.String()))
	a.Add(Folder+"Global Export Data/exercise-0.json", []byte("["+strings.TrimSuffix(old.String(), ",")+"]"))
	a.Add(Folder+"Global Export Data/steps-2024-06-01.json", []byte(`[{"dateTime":"06/01/24 20:16:00","value":"13"}]`))
	ride := a.Exercises[1]
	body := bodytest.Body{Start: ride.Start, Seed: 8, Seconds: ride.DurationS, Sport: ride.Sport, OffsetS: ride.OffsetS}
	a.Add(Folder+"Activities/70001.tcx", body.TCX())
	return a
}

// row returns a line of the table. A value that was not measured is empty or
// zero.
func (e Exercise) row(n int) string {
	stamp := func(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }
	some := func(v int) string {
		if v == 0 {
			return ""
		}
		return fmt.Sprint(v)
	}
	sign, offset := "+", e.OffsetS
	if offset < 0 {
		sign, offset = "-", -offset
	}
	end := e.Start.Add(time.Duration(e.DurationS) * time.Second)
	tracker := fmt.Sprintf("%s,0,%s,0,%s,%s", some(e.Kcal), some(int(1000*e.DistanceM)), some(e.AvgHR), some(e.AvgHR))
	manual, kind := "0,0,0", "TRACKER"
	if e.Manual {
		tracker, manual, kind = ",,,,,", fmt.Sprintf("%d,0,%d", e.Kcal, int(1000*e.DistanceM)), "MANUAL"
	}
	return fmt.Sprintf("%d,%s,%s,%s%02d:%02d,%s,%s,%s,%s,,,\"[]\",METRIC,%s,\"WALK: 0.9, RUN: 0.1\",%s,\"[]\"\n",
		1_000_000+n, stamp(e.Start), stamp(end), sign, offset/3600, offset/60%60, stamp(end), stamp(end), e.Name, kind, tracker, manual)
}
