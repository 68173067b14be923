package archive

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
)

func TestRecords(t *testing.T) {
	t.Parallel()
	const at = "Fri Mar 15 05:30:00 GMT 2024"
	beaten := false
	for name, tt := range map[string]struct {
		row  recordRow
		want training.PersonalRecord
		ok   bool
	}{
		"a time": {
			recordRow{7, 251.5, at, "Best 1km Run", nil},
			training.PersonalRecord{Name: "Best 1km Run", Sport: training.Running, DurationS: 251.5, Ref: "garmin:7"},
			true,
		},
		"a distance": {
			recordRow{7, 90e3, at, "Farthest Ride", nil},
			training.PersonalRecord{Name: "Farthest Ride", Sport: training.Cycling, DistanceM: 90e3, Ref: "garmin:7"},
			true,
		},
		"no activity": {
			recordRow{0, 100, at, "Best 100m Swim", nil},
			training.PersonalRecord{Name: "Best 100m Swim", Sport: training.Swimming, DurationS: 100},
			true,
		},
		"half marathon": {
			recordRow{7, 5400, at, "Half Marathon", nil},
			training.PersonalRecord{Name: "Half Marathon", Sport: training.Running, DurationS: 5400, Ref: "garmin:7"},
			true,
		},
		"with a hyphen": {
			recordRow{7, 5400, at, "Best Half-Marathon", nil},
			training.PersonalRecord{Name: "Best Half-Marathon", Sport: training.Running, DurationS: 5400, Ref: "garmin:7"},
			true,
		},
		"was beaten":    {recordRow{7, 251.5, at, "Best 1km Run", &beaten}, training.PersonalRecord{}, false},
		"steps":         {recordRow{0, 31234, at, "Most Steps in a Day", nil}, training.PersonalRecord{}, false},
		"power":         {recordRow{7, 300, at, "Best 20min Power", nil}, training.PersonalRecord{}, false},
		"of no measure": {recordRow{7, 300, at, "Steepest Ride", nil}, training.PersonalRecord{}, false},
		"no value":      {recordRow{7, 0, at, "Best 1km Run", nil}, training.PersonalRecord{}, false},
		"no date":       {recordRow{7, 251.5, "soon", "Best 1km Run", nil}, training.PersonalRecord{}, false},
		"no type":       {recordRow{7, 251.5, at, "", nil}, training.PersonalRecord{}, false},
	} {
		got, ok := tt.row.record()
		tt.want.At = time.Date(2024, 3, 15, 5, 30, 0, 0, time.UTC)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
	}
}

func TestThresholds(t *testing.T) {
	t.Parallel()
	h := heartZones{}
	for _, r := range []zonesRow{{"DEFAULT", 187, 0}, {"RUNNING", 187, 168}, {"CYCLING", 181, 20}, {"GOLF", 150, 150}} {
		h.add(r)
	}
	got := h.thresholds()
	for _, r := range []powerZonesRow{{"CYCLING", 255}, {"RUNNING", 9000}, {"DEFAULT", 250}, {"SWIMMING", 0}} {
		got = append(got, r.threshold()...)
	}
	want := []training.ThresholdEntry{
		{Key: training.KeyMaxHR, Values: []float64{187}},
		{Key: training.KeyLTHR, Sport: training.Running.Plain(), Values: []float64{168}},
		{Key: training.KeyMaxHR, Sport: training.Cycling.Plain(), Values: []float64{181}},
		{Key: training.KeyFTP, Sport: training.Cycling.Plain(), Values: []float64{255}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestGear(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		row  gearRow
		want training.Gear
		ok   bool
		km   float64
	}{
		"of a maker": {
			gearRow{1, "Canyon", "Grizl", "Bike", "Gravel", "", "active", 0},
			training.Gear{Kind: training.GearBike, Name: "Gravel", Brand: "Canyon", Model: "Grizl"},
			true, 0,
		},
		"in own words": {
			gearRow{1, "Other", "Unknown Shoes", "Shoes", "", "Saucony Ride 15", "Retired", 8e5},
			training.Gear{Kind: training.GearShoes, Name: "Saucony Ride 15", Brand: "Saucony", Model: "Ride 15", Retired: true},
			true, 0,
		},
		"in one word": {
			gearRow{1, "Other", "Unknown Shoes", "Shoes", "", "Ride", "active", 8e5},
			training.Gear{Kind: training.GearShoes, Name: "Ride", Model: "Ride"},
			true, 800,
		},
		"of unknown make": {
			gearRow{1, "Canyon", "Unknown Bike", "Kite", "", "", "", 5},
			training.Gear{Kind: training.GearOther, Name: "Canyon", Brand: "Canyon"},
			true, 0,
		},
		"without a name":   {gearRow{1, "", "", "Bike", "", "", "", 0}, training.Gear{}, false, 0},
		"without a number": {gearRow{0, "Canyon", "Grizl", "Bike", "Gravel", "", "", 0}, training.Gear{}, false, 0},
		"with odd letters": {
			gearRow{1, "Canyon", "Grizl", "Bike", "Gra\u0007vel", "", "", 0},
			training.Gear{Kind: training.GearBike, Name: "Gravel", Brand: "Canyon", Model: "Grizl"},
			true, 0,
		},
		"replaced too soon": {
			gearRow{1, "Canyon", "", "Bike", "B", "", "", 999},
			training.Gear{Kind: training.GearBike, Name: "B", Brand: "Canyon"},
			true, 0,
		},
	} {
		got, ok := tt.row.gear()
		tt.want.ID = gearID("1")
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
		km := 0.0
		for _, r := range tt.row.reminders(got) {
			km = r.DistanceKm
		}
		if ok && km != tt.km {
			t.Errorf("%s: is replaced after %v km", name, km)
		}
	}
}

// TestGearOfAnActivity: shoes and a watch strap were worn, and both count.
func TestGearOfAnActivity(t *testing.T) {
	t.Parallel()
	got := links([]gearTable{{
		gear: []training.Gear{
			{ID: "strap", Kind: training.GearOther},
			{ID: "shoes", Kind: training.GearShoes},
			{ID: "bike", Kind: training.GearBike},
		},
		used: map[string][]float64{"strap": {1, 2}, "shoes": {2, 3}, "bike": {3}, "gone": {4}},
	}})
	if d := cmp.Diff(map[string][]string{"1": {"strap"}, "2": {"shoes", "strap"}, "3": {"bike", "shoes"}}, got); d != "" {
		t.Error(d)
	}
}

var noon = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

func garminHead(data []byte) []byte { return data[:min(len(data), listing.HeadBytes)] }

func TestFilesAreToldByTheirType(t *testing.T) {
	t.Parallel()
	ride := bodytest.Body{Start: noon, Seed: 1, Seconds: 30, Sport: "cycling"}.FIT()
	for name, tt := range map[string]struct {
		head []byte
		want string // part of the reason, empty for one that is read
	}{
		"activity":      {garminHead(ride), ""},
		"monitoring":    {garminHead(bodytest.FITOfType(32, noon, 9000)), "monitoring"},
		"sleep":         {garminHead(bodytest.FITOfType(49, noon, 9000)), "sleep"},
		"stub":          {garminHead(bodytest.FITOfType(41, noon, 60)), "no data"},
		"unknown type":  {garminHead(bodytest.FITOfType(93, noon, 60)), "type 93"},
		"summary":       {garminHead(bodytest.FITOfType(34, noon, 60)), ""},
		"no FIT":        {[]byte("<?xml version='1.0'?><gpx/>"), ""},
		"nothing":       {nil, ""},
		"header alone":  {ride[:14], ""},
		"cut short":     {bodytest.FITOfType(32, noon, 60)[:22], ""},
		"big endian":    {bigEndian(32), "monitoring"},
		"type is unset": {bigEndian(0xff), ""},
		"another first": {append(bigEndian(32)[:17:17], append([]byte{0, 20}, bigEndian(32)[19:]...)...), ""},
	} {
		if got := siftFIT(tt.head); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// bigEndian returns the beginning of a file whose header message has the type
// last and its numbers the other way round.
func bigEndian(kind byte) []byte {
	b := append([]byte{14, 0x20, 0, 0, 1, 0, 0, 0}, ".FIT\x00\x00"...)
	b = append(b, 0x43, 0, 1, 0, 0, 2, 4, 4, 0x86, 0, 1, 0x00, 0x03)
	return append(binary.BigEndian.AppendUint32(b, 1_000_000_000), kind)
}

func FuzzFileType(f *testing.F) {
	f.Add(garminHead(bodytest.FITOfType(32, noon, 200)))
	f.Add(bigEndian(4))
	f.Fuzz(func(t *testing.T, data []byte) {
		if kind, ok := fitType(data); ok && kind == 0xff {
			t.Error("a type that is not set")
		}
	})
}

// garminDays reads tables, by what their names end with, of an athlete in India.
func garminDays(t *testing.T, tables map[string]string) map[string]map[training.WellnessField]float64 {
	t.Helper()
	d := newDiary(func(time.Time) (*time.Location, bool) { return time.FixedZone("", 19800), true })
	for kind, text := range tables {
		var err error
		r := strings.NewReader(text)
		switch kind {
		case "daily":
			err = rows(r, "", func(v dailyRow) { d.daily(&v) })
		case "sleep":
			err = rows(r, "", func(v sleepRow) { d.sleep(&v) })
		case "health":
			err = rows(r, "", func(v healthRow) { d.health(&v) })
		case "body":
			err = rows(r, "", func(v bodyRow) { d.body(&v) })
		case "oxygen":
			err = rows(r, "", func(v oxygenRow) { d.oxygen(&v) })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	out := map[string]map[training.WellnessField]float64{}
	for _, w := range d.days {
		m := map[training.WellnessField]float64{}
		for f, n := range w.Numbers {
			m[f] = n.Value
		}
		out[w.Day.String()] = m
	}
	return out
}

func TestDays(t *testing.T) {
	t.Parallel()
	type numbers = map[training.WellnessField]float64
	for name, tt := range map[string]struct {
		kind, text string
		want       map[string]numbers
	}{
		"nothing was measured": {
			"daily", `[{"calendarDate":"2024-03-01","totalSteps":0,"currentDayRestingHeartRate":0,"averageSpo2Value":null,
			"allDayStress":{"aggregatorList":[{"type":"TOTAL","averageStressLevel":-2}]}},{"totalSteps":5}]`, map[string]numbers{},
		},
		"no living person has these": {
			"daily", `[{"calendarDate":"2024-03-01","currentDayRestingHeartRate":240,"averageSpo2Value":12,"totalSteps":9}]`,
			map[string]numbers{"2024-03-01": {training.WellnessSteps: 9}},
		},
		"the mean of seven days is not the day's": {"daily", `[{"calendarDate":"2024-03-01","restingHeartRate":44}]`, map[string]numbers{}},
		"the longest night counts": {
			"sleep", `[{"calendarDate":"2024-03-01","deepSleepSeconds":600},{"calendarDate":"2024-03-01","deepSleepSeconds":0,"lightSleepSeconds":7200,"awakeSleepSeconds":0},
			{"calendarDate":"2024-03-01","remSleepSeconds":60},{"calendarDate":"2024-03-02","awakeSleepSeconds":900}]`,
			map[string]numbers{"2024-03-01": {
				training.WellnessSleepS: 7200, training.WellnessSleepDeepS: 0, training.WellnessSleepLightS: 7200, training.WellnessSleepAwakeS: 0,
			}},
		},
		"the last weight of a day": {
			"body", `[{"metaData":{"calendarDate":"2024-03-01T00:00:00.0"},"weight":{"weight":72100.0,"timestampGMT":"2024-03-01T20:00:00.0"}},
			{"metaData":{"calendarDate":"2024-03-01T00:00:00.0"},"weight":{"weight":71000,"timestampGMT":"2024-03-01T06:00:00.0"}},{"metaData":{"calendarDate":"2024-03-02"}}]`,
			map[string]numbers{"2024-03-01": {training.WellnessWeightKg: 72.1}},
		},
		"no heart rate variability yet": {
			"health",
			`[{"calendarDate":"2024-03-01","metrics":[{"type":"HRV","value":null},{"type":"HR","value":50}]}]`,
			map[string]numbers{},
		},
		"oxygen by sport": {
			"oxygen", `[{"calendarDate":"2024-03-01","sport":"RUNNING","vo2MaxValue":50,"updateTimestamp":"2"},{"calendarDate":"2024-03-01","sport":"RUNNING","vo2MaxValue":52,"updateTimestamp":"1"},
			{"calendarDate":"2024-03-01","sport":"CYCLING","vo2MaxValue":48},{"calendarDate":"2024-03-01","sport":"ROWING","vo2MaxValue":47}]`,
			map[string]numbers{"2024-03-01": {training.WellnessVO2MaxRunning: 50, training.WellnessVO2MaxCycling: 48, training.WellnessVO2Max: 47}},
		},
	} {
		if d := cmp.Diff(tt.want, garminDays(t, map[string]string{tt.kind: tt.text})); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestOneDayOfSeveralTables(t *testing.T) {
	t.Parallel()
	got := garminDays(t, map[string]string{
		"daily":  `[{"calendarDate":"2024-03-01","totalSteps":4000}]`,
		"health": `[{"calendarDate":"2024-03-01","metrics":[{"type":"HRV","value":61}]}]`,
	})
	want := map[string]map[training.WellnessField]float64{"2024-03-01": {training.WellnessSteps: 4000, training.WellnessHRVRmssdMs: 61}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestWhereTheAthleteSlept checks that the place where the athlete slept
// follows from the nearest activity.
func TestWhereTheAthleteSlept(t *testing.T) {
	t.Parallel()
	at := func(days int, offset int) summary {
		start := noon.AddDate(0, 0, days)
		loc := time.UTC // not known
		if offset >= 0 {
			loc = time.FixedZone("", offset)
		}
		return summary{start: start, said: training.Statement{Entry: &training.Entry{Start: start.In(loc)}}}
	}
	all := summaries{at(0, 3600), at(4, 0), at(20, -1)}.index()
	for day, want := range map[int]string{-5: "Z", -2: "+01:00", 1: "+01:00", 3: "+00:00", 6: "+00:00", 12: "Z", 20: "Z"} {
		d := newDiary(all.offsetAt)
		d.sleep(&sleepRow{
			CalendarDate: dayOf(noon.AddDate(0, 0, day)), LightS: new(float64(3600)),
			Start: noon.AddDate(0, 0, day).Format("2006-01-02T15:04:05.0"),
			End:   noon.AddDate(0, 0, day).Add(time.Hour).Format("2006-01-02T15:04:05.0"),
		})
		for _, w := range d.days {
			text := w.Words[training.WellnessSleepEnd].Text
			if want == "+00:00" {
				want = "Z"
			}
			if !strings.HasSuffix(text, want) || w.Numbers[training.WellnessSleepInBedS].Value != 3600 {
				t.Errorf("day %d: %s, want %s", day, text, want)
			}
		}
	}
}

func dayOf(t time.Time) garminDay { return garminDay{training.DayOf(t), true} }

// phases reads a table of cycles: the first letter of each day's phase, "." of
// a day without, from 1 March 2024.
func phases(t *testing.T, text string) string {
	t.Helper()
	d := newDiary(func(time.Time) (*time.Location, bool) { return time.UTC, true })
	if err := rows(strings.NewReader(text), "", func(v cycleRow) { d.cycle(&v) }); err != nil {
		t.Fatal(err)
	}
	out := ""
	for day := training.NewDay(2024, 3, 1); day < training.NewDay(2024, 4, 1); day++ {
		phase := "."
		if w := d.days[day]; w != nil {
			phase = w.Words[training.WellnessMenstrualPhase].Text[:1]
		}
		out += phase
	}
	return strings.TrimRight(out, ".")
}

func TestCycles(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"a whole one": {
			`[{"startDate":"2024-03-02","periodLength":4,"cycleLength":20,"fertileWindowStart":8,"lengthOfFertileWindow":3}]`,
			".ppppfffooolllllllllll"[:21],
		},
		"a calendar": {
			`{"cycleSummaries":[{"startDate":"2024-03-01","periodLength":2},{"startDate":"2024-03-29","periodLength":2,"predictedCycle":true}]}`, "pp",
		},
		"a summary": {`{"periodStartDate":"2024-03-03","periodLength":3,"isPredictedCycle":false,"cycleLength":500}`, "..ppp"},
		"nobody":    {`[{"startDate":"2024-03-01","periodLength":40},{"periodLength":3},{"startDate":"2024-03-01"},{"startDate":7.5,"periodLength":"x"}]`, ""},
		"pregnant":  {`{"periodStartDate":"2024-03-03","periodLength":3,"currentPhaseType":"SECOND_TRIMESTER"}`, ""},
	} {
		if got := phases(t, tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if !isTable("di-connect-wellness/x_menstrualcycles_2.json", menstrual) || isTable("di-connect-wellness/menstrual.txt", menstrual) {
		t.Error("the table is known by its name")
	}
}
