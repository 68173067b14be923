package archive

import (
	"encoding/json"
	"errors"
	"path"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// PolarSource is the name of Polar as a source of wellness values.
const PolarSource = "polar"

// PolarForm recognises and reads the archives that Polar exports.
type PolarForm struct{}

const (
	session  = "training-session"
	activity = "activity-"
	recovery = "nightly_recovery_"
	ending   = ".json"
)

// Top returns the folder that contains the sessions.
func (PolarForm) Top(e *listing.Entry) (string, bool) {
	base := path.Base(e.Rel)
	return e.Rel[:len(e.Rel)-len(base)], is(base, session)
}

func is(base, kind string) bool {
	low := strings.ToLower(base)
	return strings.HasPrefix(low, kind) && strings.HasSuffix(low, ending)
}

// isDiary reports whether a file has values of days. The samples of recovery have no dates.
func isDiary(e *listing.Entry) bool {
	base := path.Base(e.Rel)
	return is(base, activity) || is(base, recovery) && !is(base, recovery+"blob")
}

// unopened is the reason why most tables are not opened.
const unopened = "It is a table of Polar Flow that holds no training; it was not opened."

// Emit leaves the sessions to the walk, newest first, and then yields the daily
// data of the archive.
func (PolarForm) Emit(x *listing.Export) {
	x.Return()
	var days []listing.Entry
	for name, e := range x.Files(false, isDiary) {
		x.Use(name)
		days = append(days, e)
	}
	x.Number(begun)
	x.Leave(func(name string) string {
		if strings.Contains(name, "/") || path.Ext(name) != ending || is(name, session) {
			return ""
		}
		return unopened
	})
	x.About(func(it listing.Item) listing.Item {
		it.Aside = it.Aside || it.Skip == unopened
		return it
	})
	x.Last(func() { polarDiary(x, days) })
}

// begun returns the date in the file name of a session, as a number that increases with time.
func begun(name string) int64 {
	base := strings.TrimPrefix(strings.ToLower(path.Base(name)), session)
	digits := strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, base)
	const daysOnly = 8
	if len(digits) < daysOnly {
		return 0
	}
	n, err := strconv.ParseInt(digits[:daysOnly], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// polarDay is the file with one day's activity.
type polarDay struct {
	date    string
	summary *struct {
		Steps reading.JSONNumber `json:"stepCount"`
		Kcal  reading.JSONNumber `json:"calories"`
	}
}

// polarDiary yields the days, and each unreadable file with the reason.
func polarDiary(x *listing.Export, files []listing.Entry) {
	byDay := map[training.Day]*training.WellnessDay{}
	asOf := time.Time{}
	on := func(date string) *training.WellnessDay {
		of, err := training.ParseDay(date)
		if err != nil {
			return &training.WellnessDay{}
		}
		if byDay[of] == nil {
			byDay[of] = &training.WellnessDay{Day: of}
		}
		if at := of.Time(time.UTC); at.After(asOf) {
			asOf = at
		}
		return byDay[of]
	}
	for i := range files {
		err := polarRead(x, &files[i], on)
		if err != nil && x.Context().Err() != nil {
			return
		}
		if err != nil {
			it := files[i].Item()
			if it.Err = err; !x.Yield(it) {
				return
			}
		}
	}
	var days []training.WellnessDay
	for _, w := range byDay {
		days = append(days, *w)
	}
	x.Days(PolarSource, asOf, days)
}

// polarRead adds what a file says to its days.
func polarRead(x *listing.Export, e *listing.Entry, on func(date string) *training.WellnessDay) error {
	if is(path.Base(e.Rel), recovery) {
		data, err := x.Table(e)
		if err != nil {
			return err
		}
		var nights []jsonfile.PolarRecharge
		if err := json.Unmarshal(data, &nights); err != nil {
			return notPolar(err)
		}
		for i := range nights {
			nights[i].Put(on(nights[i].Date), PolarSource)
		}
		return nil
	}
	d, err := polarActivity(x, e)
	if err == nil && d.summary != nil { // if a device was not worn, it writes no summary
		w := on(d.date)
		w.PutMeasured(training.WellnessSteps, float64(d.summary.Steps), PolarSource)
		w.PutMeasured(training.WellnessTotalKcal, float64(d.summary.Kcal), PolarSource)
	}
	return err
}

func notPolar(err error) error {
	return training.Errorf(training.KindCorrupt, "It is not a Polar Flow day file, or it is damaged: %w.", err).
		WithFix("Export the archive again.")
}

var errKnown = errors.New("the rest contains nothing to keep")

// polarActivity reads a day's activity, except the values of single minutes.
func polarActivity(x *listing.Export, e *listing.Entry) (d polarDay, err error) {
	r, err := x.Stream(e)
	if err != nil {
		return d, err
	}
	defer r.Close()
	dec := reading.NewDecoder(r)
	err = reading.Object(dec, func(name string) error {
		var err error
		switch name {
		case "date":
			err = dec.Decode(&d.date)
		case "summary":
			err = dec.Decode(&d.summary)
		default:
			return reading.Skip(dec)
		}
		if err == nil && d.summary != nil && d.date != "" {
			return errKnown
		}
		return err
	})
	if err != nil && !errors.Is(err, errKnown) {
		return d, notPolar(err)
	}
	return d, nil
}

// These are the rows of the tables of days. If a day has several rows, they are ordered by time.

type dailyRow struct {
	CalendarDate garminDay `json:"calendarDate"`
	TotalSteps   float64   `json:"totalSteps"`
	TotalKcal    float64   `json:"totalKilocalories"`
	ActiveKcal   float64   `json:"activeKilocalories"`
	// RestingHR is the value of the day. The field restingHeartRate next to it
	// is a mean over seven days.
	RestingHR float64 `json:"currentDayRestingHeartRate"`
	SpO2      float64 `json:"averageSpo2Value"`
	Stress    struct {
		Of []struct {
			Type  string  `json:"type"`
			Level float64 `json:"averageStressLevel"` // negative means not measured
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
	CalendarDate garminDay `json:"calendarDate"` // the day of waking up
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

// sleep stores a night. A night without stages is only a period that the watch
// estimated. If a day has several nights, the longest is used.
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
		if _, most, _ := stage.f.Range(); stage.s != nil && *stage.s >= 0 && *stage.s <= most { // zero seconds in a stage is a valid measurement
			d.day(of).Put(stage.f, *stage.s, GarminSource)
		}
	}
	d.put(of, training.WellnessSleepScore, r.Scores.Overall)
	d.put(of, training.WellnessRespirationPerM, r.Respiration)
	begin, ok1 := stamp(r.Start)
	end, ok2 := stamp(r.End)
	if ok1 && ok2 && end.After(begin) {
		d.put(of, training.WellnessSleepInBedS, end.Sub(begin).Seconds())
		d.day(of).Set(training.WellnessSleepStart, d.local(begin), GarminSource)
		d.day(of).Set(training.WellnessSleepEnd, d.local(end), GarminSource)
	}
}

// local formats a time with its local offset, or in UTC if the offset is unknown.
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

// readiness stores the last value of the day, which is also the value that Garmin shows.
func (d *garminDiary) readiness(r *readinessRow) {
	if r.CalendarDate.ok && d.later(r.CalendarDate.Day, training.WellnessReadiness, r.At) {
		d.put(r.CalendarDate.Day, training.WellnessReadiness, r.Score)
	}
}
