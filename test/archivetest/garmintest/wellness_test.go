package garmintest_test

import (
	"math"
	"testing"
	"time"

	"lapkeep/test/archivetest/garmintest"
)

func num(row map[string]any, key string) float64 { v, _ := row[key].(float64); return v }

// TestTheDaysAreWhatTheTruthSays turns the daily files back, field by field.
func TestTheDaysAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{}, func(t *testing.T, a garmintest.Archive, _ garmintest.Options) {
		daily := rows(t, a, "/UDSFile_", "")
		if len(daily) != len(a.Truth.Days) || len(daily) != 40 {
			t.Fatalf("%d days, want %d", len(daily), len(a.Truth.Days))
		}
		unmeasured, nights := 0, 0
		for i, row := range daily {
			d := a.Truth.Days[i]
			stress := row["allDayStress"].(map[string]any)["aggregatorList"].([]any)[1].(map[string]any)
			if s := num(stress, "averageStressLevel"); s != float64(d.StressAvg) {
				unmeasured++
				if s >= 0 || d.StressAvg != 0 {
					t.Errorf("%s: stress %v, want %d", d.Date, s, d.StressAvg)
				}
			}
			if row["calendarDate"] != d.Date || num(row, "restingHeartRate") != float64(d.RestingHR) ||
				num(row, "currentDayRestingHeartRate") != float64(d.DayRestingHR) || num(row, "totalSteps") != float64(d.Steps) ||
				num(row, "averageSpo2Value") != d.SpO2 {
				t.Errorf("%v, want %+v", row, d)
			}
		}
		for i, row := range rows(t, a, "_sleepData", "") {
			d := a.Truth.Days[i]
			if row["sleepWindowConfirmationType"] == "OFF_WRIST" {
				if d.Sleep != nil {
					t.Errorf("%s: the watch was off", d.Date)
				}
				continue
			}
			nights++
			begin, err := time.Parse("2006-01-02T15:04:05.0", row["sleepStartTimestampGMT"].(string))
			span := num(row, "deepSleepSeconds") + num(row, "lightSleepSeconds") + num(row, "remSleepSeconds") + num(row, "awakeSleepSeconds")
			if err != nil || !begin.Equal(d.Sleep.Start) || d.Sleep.End.Sub(begin).Seconds() != span ||
				int(span) != d.Sleep.AsleepS()+d.Sleep.AwakeS {
				t.Errorf("%v, want %+v, %v", row, d.Sleep, err)
			}
			local := d.Sleep.End.Add(2 * time.Hour).Format(time.DateOnly)
			if local != d.Date {
				t.Errorf("the night of %s ends on %s", d.Date, local)
			}
		}
		if unmeasured == 0 || nights == 0 || nights == len(daily) {
			t.Errorf("%d days without stress, %d nights of %d", unmeasured, nights, len(daily))
		}
	})
}

// TestTheLastOfADayCounts looks at the files that speak of a day twice.
func TestTheLastOfADayCounts(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{Seed: 8}, func(t *testing.T, a garmintest.Archive, o garmintest.Options) {
		type key struct{ date, sport string }
		at, vo2max := map[key]string{}, map[key]float64{}
		for _, row := range rows(t, a, "/MetricsMaxMetData_", "") {
			k := key{row["calendarDate"].(string), row["sport"].(string)}
			if when := row["updateTimestamp"].(string); when > at[k] {
				at[k], vo2max[k] = when, num(row, "vo2MaxValue")
			}
		}
		ready, waking, hrv, weights := map[string]float64{}, map[string]float64{}, map[string]float64{}, map[string]float64{}
		for _, row := range rows(t, a, "/TrainingReadinessDTO_", "") {
			date := row["calendarDate"].(string)
			if row["inputContext"] == "AFTER_WAKEUP_RESET" {
				waking[date] = num(row, "score")
			} else {
				ready[date] = num(row, "score")
			}
		}
		for _, row := range rows(t, a, "_healthStatusData", "") {
			for _, m := range row["metrics"].([]any) {
				if m := m.(map[string]any); m["type"] == "HRV" {
					hrv[row["calendarDate"].(string)] = num(m, "value")
				}
			}
		}
		for _, row := range rows(t, a, "_userBioMetrics", "") {
			if w, ok := row["weight"].(map[string]any); ok {
				weights[row["metaData"].(map[string]any)["calendarDate"].(string)[:10]] = num(w, "weight") / 1000
			}
		}
		for _, d := range a.Truth.Days {
			if vo2max[key{d.Date, "RUNNING"}] != d.VO2maxRunning || vo2max[key{d.Date, "CYCLING"}] != d.VO2maxCycling ||
				hrv[d.Date] != d.HRVms || ready[d.Date] != float64(d.Readiness) || waking[d.Date] != float64(d.ReadinessWaking) ||
				math.Abs(weights[d.Date]-d.WeightKG) > 1e-6 {
				t.Errorf("%+v: VO2max %v, HRV %v, readiness %v, %v kg", d, vo2max[key{d.Date, "RUNNING"}], hrv[d.Date], ready[d.Date], weights[d.Date])
			}
		}
		current := o.Generation == garmintest.Current
		if (len(hrv) > 0) != current || (len(ready) > 0) != current || len(weights) == 0 || len(vo2max) == 0 ||
			(len(rows(t, a, "/MetricsAcuteTrainingLoad_", "")) > 0) != current {
			t.Errorf("%d HRVs, %d readiness, %d weights", len(hrv), len(ready), len(weights))
		}
	})
}
