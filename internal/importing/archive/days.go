package archive

import (
	"time"

	"lapkeep/internal/training"
)

// The rows of the tables of days. Those that speak of a day twice are ordered
// by their time.

type dailyRow struct {
	CalendarDate garminDay `json:"calendarDate"`
	TotalSteps   float64   `json:"totalSteps"`
	TotalKcal    float64   `json:"totalKilocalories"`
	ActiveKcal   float64   `json:"activeKilocalories"`
	// RestingHR is of the day alone; restingHeartRate beside it is a mean of
	// seven days.
	RestingHR float64 `json:"currentDayRestingHeartRate"`
	SpO2      float64 `json:"averageSpo2Value"`
	Stress    struct {
		Of []struct {
			Type  string  `json:"type"`
			Level float64 `json:"averageStressLevel"` // negative: not measured
		} `json:"aggregatorList"`
	} `json:"allDayStress"`
	BodyBattery struct {
		Stats []struct {
			Type  string  `json:"bodyBatteryStatType"`
			Value float64 `json:"statsValue"`
		} `json:"bodyBatteryStatList"`
	} `json:"bodyBattery"`
}

func (d *garminDiary) daily(r *dailyRow) {
	if !r.CalendarDate.ok {
		return
	}
	of := r.CalendarDate.Day
	d.put(of, training.WellnessSteps, r.TotalSteps)
	d.put(of, training.WellnessTotalKcal, r.TotalKcal)
	d.put(of, training.WellnessActiveKcal, r.ActiveKcal)
	d.put(of, training.WellnessRestingHRBpm, r.RestingHR)
	d.put(of, training.WellnessSpO2Pct, r.SpO2)
	for _, s := range r.Stress.Of {
		if s.Type == "TOTAL" {
			d.put(of, training.WellnessDeviceStress, s.Level)
		}
	}
	for _, s := range r.BodyBattery.Stats {
		switch s.Type {
		case "HIGHEST":
			d.put(of, training.WellnessEnergyHigh, s.Value)
		case "LOWEST":
			d.put(of, training.WellnessEnergyLow, s.Value)
		}
	}
}

type sleepRow struct {
	CalendarDate garminDay `json:"calendarDate"` // of waking up
	Start        string    `json:"sleepStartTimestampGMT"`
	End          string    `json:"sleepEndTimestampGMT"`
	DeepS        *float64  `json:"deepSleepSeconds"`
	LightS       *float64  `json:"lightSleepSeconds"`
	RemS         *float64  `json:"remSleepSeconds"`
	AwakeS       *float64  `json:"awakeSleepSeconds"`
	Respiration  float64   `json:"averageRespiration"`
	Scores       struct {
		Overall float64 `json:"overallScore"`
	} `json:"sleepScores"`
}

// sleep takes a night. One without stages is a window that the watch made up.
// Of several on a day the longest counts.
func (d *garminDiary) sleep(r *sleepRow) {
	asleep := 0.0
	for _, stage := range []*float64{r.DeepS, r.LightS, r.RemS} {
		if stage != nil {
			asleep += *stage
		}
	}
	of := r.CalendarDate.Day
	if !r.CalendarDate.ok || asleep <= 0 || asleep <= d.asleep[of] {
		return
	}
	d.asleep[of] = asleep
	d.put(of, training.WellnessSleepS, asleep)
	for _, stage := range []struct {
		f training.WellnessField
		s *float64
	}{
		{training.WellnessSleepDeepS, r.DeepS},
		{training.WellnessSleepLightS, r.LightS},
		{training.WellnessSleepRemS, r.RemS},
		{training.WellnessSleepAwakeS, r.AwakeS},
	} {
		if _, most, _ := stage.f.Range(); stage.s != nil && *stage.s >= 0 && *stage.s <= most { // none of a stage is a measurement
			d.day(of).Put(stage.f, *stage.s, GarminSource)
		}
	}
	d.put(of, training.WellnessSleepScore, r.Scores.Overall)
	d.put(of, training.WellnessRespirationPerM, r.Respiration)
	begin, ok1 := stamp(r.Start)
	end, ok2 := stamp(r.End)
	if ok1 && ok2 && end.After(begin) {
		d.put(of, training.WellnessSleepInBedS, end.Sub(begin).Seconds())
		d.day(of).Say(training.WellnessSleepStart, d.local(begin), GarminSource)
		d.day(of).Say(training.WellnessSleepEnd, d.local(end), GarminSource)
	}
}

// local writes an instant with the offset of the place, or in UTC where no
// activity near it tells.
func (d *garminDiary) local(t time.Time) string {
	if loc, ok := d.zone(t); ok {
		t = t.In(loc)
	}
	return t.Format(time.RFC3339)
}

type healthRow struct {
	CalendarDate garminDay `json:"calendarDate"`
	Metrics      []struct {
		Type  string  `json:"type"`
		Value float64 `json:"value"`
	} `json:"metrics"`
}

func (d *garminDiary) health(r *healthRow) {
	for _, m := range r.Metrics {
		if r.CalendarDate.ok && m.Type == "HRV" {
			d.put(r.CalendarDate.Day, training.WellnessHRVRmssdMs, m.Value)
		}
	}
}

type bodyRow struct {
	Meta struct {
		CalendarDate garminDay `json:"calendarDate"`
	} `json:"metaData"`
	Weight struct {
		Grams float64 `json:"weight"`
		At    string  `json:"timestampGMT"`
	} `json:"weight"`
}

func (d *garminDiary) body(r *bodyRow) {
	of := r.Meta.CalendarDate
	if of.ok && r.Weight.Grams > 0 && d.later(of.Day, training.WellnessWeightKg, r.Weight.At) {
		d.put(of.Day, training.WellnessWeightKg, r.Weight.Grams/1000)
	}
}

type oxygenRow struct {
	CalendarDate garminDay `json:"calendarDate"`
	Sport        string    `json:"sport"`
	VO2Max       float64   `json:"vo2MaxValue"`
	At           string    `json:"updateTimestamp"`
}

func (d *garminDiary) oxygen(r *oxygenRow) {
	f := training.WellnessVO2Max
	switch r.Sport {
	case "RUNNING":
		f = training.WellnessVO2MaxRunning
	case "CYCLING":
		f = training.WellnessVO2MaxCycling
	}
	if r.CalendarDate.ok && d.later(r.CalendarDate.Day, f, r.At) {
		d.put(r.CalendarDate.Day, f, r.VO2Max)
	}
}

type readinessRow struct {
	CalendarDate garminDay `json:"calendarDate"`
	At           string    `json:"timestamp"`
	Score        float64   `json:"score"`
}

// readiness is the last of the day, which is what Garmin shows of it.
func (d *garminDiary) readiness(r *readinessRow) {
	if r.CalendarDate.ok && d.later(r.CalendarDate.Day, training.WellnessReadiness, r.At) {
		d.put(r.CalendarDate.Day, training.WellnessReadiness, r.Score)
	}
}
