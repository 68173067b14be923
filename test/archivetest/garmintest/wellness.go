package garmintest

import (
	"fmt"
	"time"
)

// chunkDays is the number of days in one file.
const chunkDays = 16

// wellness adds the days to all files about them.
func (a *Archive) wellness(o Options) {
	midnight := time.Date(o.From.Year(), o.From.Month(), o.From.Day(), 0, 0, 0, 0, time.UTC)
	for n := range o.Days {
		a.Truth.Days = append(a.Truth.Days, o.day(midnight.AddDate(0, 0, n), n))
	}
	for from := 0; from < o.Days; from += chunkDays {
		days := a.Truth.Days[from:min(o.Days, from+chunkDays)]
		span := days[0].Date + "_" + days[len(days)-1].Date
		a.add("DI-Connect-Aggregator/UDSFile_"+span+".json", each(days, o.daily))
		a.add("DI-Connect-Wellness/"+span+"_2923446_sleepData.json", nights(days, o))
		a.add("DI-Connect-Metrics/MetricsMaxMetData_"+compact(span)+"_2923446.json", o.maxMet(days))
		if o.Generation == Current {
			a.add("DI-Connect-Wellness/"+span+"_2923446_healthStatusData.json", each(days, healthStatus))
			a.add("DI-Connect-Metrics/TrainingReadinessDTO_"+compact(span)+"_2923446.json", readiness(days))
			a.add("DI-Connect-Metrics/MetricsAcuteTrainingLoad_"+compact(span)+"_2923446.json", o.acuteLoad(days))
		}
	}
	a.add("DI-Connect-Wellness/2923446_userBioMetrics.json", o.bioMetrics(a.Truth.Days))
}

func each(days []Day, row func(Day) object) []object {
	rows := make([]object, 0, len(days))
	for _, d := range days {
		rows = append(rows, row(d))
	}
	return rows
}

func compact(span string) string {
	out := make([]rune, 0, len(span))
	for _, r := range span {
		if r != '-' {
			out = append(out, r)
		}
	}
	return string(out)
}

// day makes one day. Some values are missing on some days.
func (o Options) day(midnight time.Time, n int) Day {
	wobble := func(m int) int { return (n*7 + int(o.Seed)*3) % m }
	d := Day{
		Date: midnight.Format(time.DateOnly), RestingHR: 46 + wobble(5), DayRestingHR: 45 + wobble(8), Steps: 4000 + 137*n,
		StressAvg: 20 + wobble(17), BodyBatteryHigh: 80 + wobble(20), BodyBatteryLow: 10 + wobble(15),
		Respiration: 13 + float64(wobble(6))/2, SpO2: 94 + float64(wobble(5)),
	}
	if n%6 == 4 {
		d.StressAvg, d.SpO2 = 0, 0
	}
	if n%3 == 0 {
		d.WeightKG = 71 + float64(wobble(9))/10
	}
	if n%7 != 5 {
		d.Sleep = o.sleep(midnight, n)
	}
	if n%4 == 1 {
		d.VO2maxRunning = 50 + float64(wobble(4))
	}
	if n%8 == 1 {
		d.VO2maxCycling = 47 + float64(wobble(3))
	}
	if o.Generation == Current && d.Sleep != nil {
		d.HRVms, d.ReadinessWaking, d.Readiness = 40+float64(wobble(22)), 50+wobble(40), 30+wobble(40)
	}
	return d
}

// sleep returns the night before a day's morning, its stages in whole minutes.
func (o Options) sleep(midnight time.Time, n int) *Sleep {
	local := time.Duration(o.OffsetS) * time.Second
	s := Sleep{
		Start: midnight.Add(-time.Duration(60-n%5*10)*time.Minute - local), DeepS: 60 * (50 + n%30), LightS: 60 * (240 - n%40),
		RemS: 60 * (80 + n%25), AwakeS: 60 * (n % 20), Score: 60 + n%35, Respiration: 12 + float64(n%6)/4,
	}
	s.End = s.Start.Add(time.Duration(s.AsleepS()+s.AwakeS) * time.Second)
	return &s
}

// stamp returns an instant without its zone, as in most of these files.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.0") }

// daily returns the day's summary. Missing stress is negative.
func (o Options) daily(d Day) object {
	stress := d.StressAvg
	if stress == 0 {
		stress = -1
	}
	row := object{
		"userProfilePK": 2_923_446, "calendarDate": d.Date, "uuid": fmt.Sprintf("%x", d.Date), "durationInMilliseconds": 86_400_000,
		"totalSteps": d.Steps, "totalDistanceMeters": 7 * d.Steps / 10, "totalKilocalories": o.Generation.number(2400),
		"restingHeartRate": d.RestingHR, "currentDayRestingHeartRate": d.DayRestingHR, "minHeartRate": d.DayRestingHR - 2, "maxHeartRate": 160,
		"allDayStress": object{"userProfilePK": 2_923_446, "calendarDate": d.Date, "aggregatorList": []object{
			{"type": "AWAKE", "averageStressLevel": 77, "maxStressLevel": 99},
			{"type": "TOTAL", "averageStressLevel": stress, "maxStressLevel": 90},
			{"type": "ASLEEP", "averageStressLevel": 11, "maxStressLevel": 60},
		}},
		"bodyBattery": object{"chargedValue": 60, "drainedValue": 55, "bodyBatteryStatList": []object{
			{"bodyBatteryStatType": "HIGHEST", "statsValue": d.BodyBatteryHigh},
			{"bodyBatteryStatType": "LOWEST", "statsValue": d.BodyBatteryLow},
			{"bodyBatteryStatType": "ENDOFDAY", "statsValue": d.BodyBatteryLow + 3},
		}},
		"respiration": object{"avgWakingRespirationValue": d.Respiration, "highestRespirationValue": 22, "lowestRespirationValue": 9},
	}
	if d.SpO2 > 0 {
		row["averageSpo2Value"], row["lowestSpo2Value"] = o.Generation.number(d.SpO2), 88
	}
	return row
}

// nights returns the nights, with a made-up window if no sleep was measured.
func nights(days []Day, o Options) []object {
	rows := []object{}
	for _, d := range days {
		s := d.Sleep
		if s == nil {
			day, err := time.Parse(time.DateOnly, d.Date)
			if err != nil {
				panic(err) // the date was written by this package
			}
			rows = append(rows, object{
				"calendarDate": d.Date, "sleepStartTimestampGMT": stamp(day.Add(-3 * time.Hour)), "sleepEndTimestampGMT": stamp(day.Add(7 * time.Hour)),
				"sleepWindowConfirmationType": "OFF_WRIST", "retro": false,
			})
			continue
		}
		row := object{
			"calendarDate": d.Date, "sleepStartTimestampGMT": stamp(s.Start), "sleepEndTimestampGMT": stamp(s.End),
			"sleepWindowConfirmationType": "ENHANCED_CONFIRMED_FINAL", "deepSleepSeconds": s.DeepS, "lightSleepSeconds": s.LightS,
			"remSleepSeconds": s.RemS, "awakeSleepSeconds": s.AwakeS, "unmeasurableSeconds": 0, "retro": false,
			"averageRespiration": s.Respiration, "lowestRespiration": 9, "highestRespiration": 19,
		}
		if o.Generation == Current {
			row["sleepScores"] = object{"overallScore": s.Score, "qualityScore": 70, "feedback": "POSITIVE_DEEP"}
			row["avgSleepStress"] = 14.5
		}
		rows = append(rows, row)
	}
	return rows
}

// healthStatus returns the night's values against their usual ranges.
func healthStatus(d Day) object {
	metrics := []object{
		{"type": "HR", "value": d.DayRestingHR, "baselineLowerLimit": 42, "baselineUpperLimit": 54, "status": "IN_RANGE", "percentage": 50},
		{"type": "SKIN_TEMP_C", "baselineLowerLimit": 0, "baselineUpperLimit": 0, "status": "UNKNOWN", "percentage": 0},
	}
	if d.HRVms > 0 {
		metrics = append(metrics, object{
			"type": "HRV", "value": d.HRVms, "baselineLowerLimit": 38,
			"baselineUpperLimit": 66, "status": "IN_RANGE", "percentage": 40,
		})
	} else {
		metrics = append(metrics, object{"type": "HRV", "value": nil, "status": "ONBOARDING"})
	}
	return object{"calendarDate": d.Date, "timestamp": d.Date + "T06:54:18.784", "outliersCount": 0, "metrics": metrics}
}

// noHRV stands for a missing HRV.
const noHRV = 511

// readiness returns the readiness after waking up and after an exercise, not in
// order of time.
func readiness(days []Day) []object {
	rows := []object{}
	for _, d := range days {
		if d.Readiness == 0 {
			continue
		}
		row := func(at, context string, score int) object {
			return object{
				"calendarDate": d.Date, "timestamp": d.Date + "T" + at, "inputContext": context, "score": score,
				"level": "MODERATE", "hrvWeeklyAverage": noHRV, "sleepScore": 77, "recoveryTime": 600,
			}
		}
		rows = append(rows, row("17:20:00.0", "AFTER_POST_EXERCISE_RESET", d.Readiness),
			row("05:10:00.0", "AFTER_WAKEUP_RESET", d.ReadinessWaking))
	}
	return rows
}

// maxMet returns the estimates, each with an older one of the same day and
// sport that it replaced.
func (o Options) maxMet(days []Day) []object {
	rows := []object{}
	for _, d := range days {
		for _, s := range []struct {
			sport string
			value float64
		}{{"RUNNING", d.VO2maxRunning}, {"CYCLING", d.VO2maxCycling}} {
			if s.value == 0 {
				continue
			}
			for _, e := range []struct {
				at    string
				value float64
			}{{"T18:00:00.0", s.value}, {"T07:00:00.0", s.value - 2}} {
				rows = append(rows, object{
					"calendarDate": d.Date, "updateTimestamp": d.Date + e.at, "sport": s.sport, "subSport": "GENERIC",
					"vo2MaxValue": o.Generation.number(e.value), "maxMet": o.Generation.number(e.value / 3.5), "calibratedData": true,
				})
			}
		}
	}
	return rows
}

// acuteLoad writes its date as milliseconds.
func (o Options) acuteLoad(days []Day) []object {
	rows := []object{}
	for i, d := range days {
		day, err := time.Parse(time.DateOnly, d.Date)
		if err != nil {
			panic(err) // the date was written by this package
		}
		rows = append(rows, object{
			"calendarDate": day.UnixMilli(), "timestamp": day.Add(20 * time.Hour).UnixMilli(),
			"dailyTrainingLoadAcute": 300 + i, "dailyTrainingLoadChronic": 280 + i, "acwrStatus": "OPTIMAL",
		})
	}
	return rows
}

// bioMetrics returns weights in grams among entries of other kinds.
func (o Options) bioMetrics(days []Day) []object {
	rows := []object{}
	for i, d := range days {
		meta := object{"userProfilePK": 2_923_446, "calendarDate": d.Date + "T00:00:00.0", "sequence": 1_700_000_000_000 + i}
		if d.WeightKG > 0 {
			rows = append(rows, object{"metaData": meta, "version": i, "weight": object{
				"weight": o.Generation.number(1000 * d.WeightKG), "sourceType": "INDEX_SCALE", "timestampGMT": d.Date + "T05:41:00.0",
			}})
		} else {
			rows = append(rows, object{"metaData": meta, "version": i, "lactateThresholdHeartRate": 168})
		}
	}
	return rows
}
