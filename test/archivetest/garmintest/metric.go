package garmintest

import "time"

// healthStatus is the night's values against their usual ranges.
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

// readiness has the value after waking up and the one after an exercise; it is
// in no order of time.
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

// maxMet has an older estimate of each day and sport that a later one replaced.
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
			panic(err) // a date that this package wrote
		}
		rows = append(rows, object{
			"calendarDate": day.UnixMilli(), "timestamp": day.Add(20 * time.Hour).UnixMilli(),
			"dailyTrainingLoadAcute": 300 + i, "dailyTrainingLoadChronic": 280 + i, "acwrStatus": "OPTIMAL",
		})
	}
	return rows
}

// bioMetrics has weights in grams among entries of other kinds.
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
