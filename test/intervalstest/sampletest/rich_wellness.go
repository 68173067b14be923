package sampletest

import (
	"math"
	"time"

	"lapkeep/test/intervalstest/apitest"
)

// richWellness begins a month before the first activity. Days are missing, a
// weight is that of the settings and not measured, one day is locked, and one
// of long ago was changed yesterday.
func (s maker) richWellness(today time.Time) {
	for ago := richDays + 30; ago >= 0; ago-- {
		if ago%5 == 3 {
			continue
		}
		at := today.AddDate(0, 0, -ago)
		e, wave := eraOf(ago), math.Sin(float64(ago)/9)
		d := apitest.Doc{
			"restingHR": e.resting + ago%3, "hrv": apitest.Round(58+9*wave, 1), "hrvSDNN": apitest.Round(71+8*wave, 1),
			"sleepSecs":  25800 + 420*(ago%9),
			"sleepScore": 74.0 + float64(ago%20), "sleepQuality": 1 + ago%4, "avgSleepingHR": float64(e.resting) - 2.5,
			"fatigue": 1 + ago%4, "soreness": ago % 4,
			"stress": 1 + ago/3%4, "mood": 1 + ago/5%4, "motivation": 1 + ago/7%4, "hydration": 1 + ago%2, "injury": 1,
			"steps": 4100 + 310*(ago%17), "respiration": 13.5,
			"readiness": 60.0 + float64(ago%33), "spO2": 96.5, "kcalConsumed": 2150 + 50*(ago%8), "carbohydrates": 281.5,
			"protein": 104.0, "fatTotal": 71.2, "vo2max": apitest.Round(47+float64(richDays-ago)/70, 1),
			"updated": at.UTC().Format("2006-01-02T15:04:05.000+00:00"), "Coffee": float64(ago % 4),
			"Knee": []string{"fine", "stiff", "sore"}[ago%3],
		}
		if ago%4 == 0 {
			d["weight"], d["bodyFat"] = apitest.Round(e.weight+0.3*wave, 1), apitest.Round(19.5-float64(richDays-ago)/150, 1)
		} else {
			d["weight"], d["tempWeight"] = e.weight, true
		}
		switch ago {
		case 200: // long ago, and changed yesterday
			d["updated"], d["comments"], d["restingHR"] = today.AddDate(0, 0,
				-1).UTC().Format("2006-01-02T15:04:05.000+00:00"), "Was ill, written down late", 64
		case 90:
			d["locked"] = true
		case 31, 30, 29:
			d["menstrualPhase"] = "PERIOD"
		case 45:
			d["systolic"], d["diastolic"], d["bloodGlucose"], d["lactate"], d["abdomen"], d["hydrationVolume"],
				d["baevskySI"] = 118, 74, 4.9, 1.1, 76.5, 2.4, 88.5
		}
		s.Wellness[at.Format(time.DateOnly)] = apitest.PlainDoc(d)
	}
}
