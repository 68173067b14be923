package archive

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
)

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

// TestWhereTheAthleteSlept is told by the nearest activity.
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
