package intervalsicu

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Wellness is one day in the service's form. Fields are read by name, because they
// include fields that athletes defined.
type Wellness map[string]json.RawMessage

// measured maps the service's numbers to our own fields.
var measured = map[string]training.WellnessField{
	"weight": training.WellnessWeightKg, "restingHR": training.WellnessRestingHRBpm, "hrv": training.WellnessHRVRmssdMs,
	"hrvSDNN": training.WellnessHRVSdnnMs, "sleepSecs": training.WellnessSleepS, "sleepScore": training.WellnessSleepScore,
	"sleepQuality": training.WellnessSleepQuality, "avgSleepingHR": training.WellnessSleepingHRBpm, "soreness": training.WellnessSoreness,
	"fatigue": training.WellnessFatigue, "stress": training.WellnessStress, "mood": training.WellnessMood,
	"motivation": training.WellnessMotivation, "injury": training.WellnessInjury, "spO2": training.WellnessSpO2Pct,
	"systolic": training.WellnessSystolicMmHg, "diastolic": training.WellnessDiastolicMmHg, "hydration": training.WellnessHydration,
	"hydrationVolume": training.WellnessDrunkL, "readiness": training.WellnessReadiness, "baevskySI": training.WellnessBaevskyIndex,
	"bloodGlucose": training.WellnessGlucoseMmolL, "lactate": training.WellnessLactateMmolL, "bodyFat": training.WellnessBodyFatPct,
	"abdomen": training.WellnessAbdomenCm, "vo2max": training.WellnessVO2Max, "steps": training.WellnessSteps,
	"respiration": training.WellnessRespirationPerM, "kcalConsumed": training.WellnessEatenKcal, "carbohydrates": training.WellnessCarbsG,
	"protein": training.WellnessProteinG, "fatTotal": training.WellnessFatG,
}

// wholes lists the fields that store only whole numbers.
var wholes = []string{
	"restingHR", "sleepSecs", "sleepQuality", "soreness", "fatigue", "stress", "mood", "motivation", "injury",
	"systolic", "diastolic", "hydration",
	"steps", "kcalConsumed",
}

// worded maps the service's texts to our fields.
var worded = map[string]training.WellnessField{
	"comments": training.WellnessComments, "menstrualPhase": training.WellnessMenstrualPhase,
	"menstrualPhasePredicted": training.WellnessMenstrualNext,
}

// fromSettings maps fields that the service fills in from the athlete's settings if
// nothing was measured to the flag that it sets in that case.
var fromSettings = map[string]string{"weight": "tempWeight", "restingHR": "tempRestingHR"}

// Read converts the service's wellness day to ours. Fields that the athlete
// defined are named by their code. Values that the service computes (fitness,
// form) are left out.
func (w Wellness) Read() (training.WellnessDay, error) {
	var out training.WellnessDay
	day, err := w.day()
	if err != nil {
		return out, err
	}
	out.Day = day
	_ = json.Unmarshal(w["locked"], &out.Locked) // absent or null means no
	for _, name := range slices.Sorted(maps.Keys(w)) {
		switch f, known := measured[name]; {
		case known && !w.filledIn(name):
			if err := w.measure(&out, name, f); err != nil {
				return out, err
			}
		case worded[name] != "":
			if err := w.say(&out, name, worded[name]); err != nil {
				return out, err
			}
		case custom(name):
			w.own(&out, name)
		}
	}
	return out, nil
}

func (w Wellness) day() (training.Day, error) {
	var id string
	if err := json.Unmarshal(w["id"], &id); err != nil {
		return 0, err
	}
	return training.ParseDay(id)
}

func (w Wellness) filledIn(name string) bool {
	var flag bool
	_ = json.Unmarshal(w[fromSettings[name]], &flag) // absent or null means no
	return flag
}

func (w Wellness) measure(out *training.WellnessDay, name string, f training.WellnessField) error {
	var x *float64
	if err := json.Unmarshal(w[name], &x); err != nil {
		return err
	}
	if x == nil {
		return nil
	}
	if low, high, ok := f.Range(); ok && (*x < low || *x > high) {
		return nil // 0 means that there is none; other values are in a wrong unit
	}
	out.Put(f, *x, string(WireName))
	return nil
}

func (w Wellness) say(out *training.WellnessDay, name string, f training.WellnessField) error {
	var s *string
	if err := json.Unmarshal(w[name], &s); err != nil {
		return err
	}
	text := or(s)
	if f != training.WellnessComments {
		text = lower(text)
	}
	out.Set(f, text, string(WireName))
	return nil
}

// own stores a field that the athlete defined, which holds a number or a string.
func (w Wellness) own(out *training.WellnessDay, name string) {
	var x *float64
	var s string
	switch {
	case json.Unmarshal(w[name], &x) == nil && x != nil:
		out.Put(training.CustomWellness(name), *x, string(WireName))
	case json.Unmarshal(w[name], &s) == nil:
		out.Set(training.CustomWellness(name), s, string(WireName))
	}
}

// custom reports whether an athlete defined a field: the names of such fields begin with an
// upper-case letter, those of the service's own fields with a lower-case letter.
func custom(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// Fitness returns the service's own values of the day; ok is false if there are none.
func (w Wellness) Fitness() (f training.FitnessDay, ok bool, err error) {
	if f.Day, err = w.day(); err != nil {
		return f, false, err
	}
	for name, field := range map[string]*float64{
		"ctl": &f.CTL, "atl": &f.ATL, "rampRate": &f.Ramp,
		"ctlLoad": &f.CTLLoad, "atlLoad": &f.ATLLoad,
	} {
		var x *float64
		if err := unmarshal(w[name], &x); err != nil {
			return f, false, err
		}
		if x != nil {
			*field, ok = *x, true
		}
	}
	var models []sportModel
	if err := unmarshal(w["sportInfo"], &models); err != nil {
		return f, false, err
	}
	for _, m := range models[:min(len(models), mostModels)] {
		f.Sports = append(f.Sports, training.SportModel{
			Type: textclean.Line(m.Type, textclean.NameRunes), FTPW: m.EFTP, WPrimeJ: m.WPrime, MaxPowerW: m.PMax,
		})
	}
	return f, ok, nil
}

// sportModel holds the service's estimates for a sport.
type sportModel struct {
	Type   string  `json:"type"`
	EFTP   float64 `json:"eftp"`
	WPrime float64 `json:"wPrime"`
	PMax   float64 `json:"pMax"`
}

// mostModels exceeds the number of sports that have a model.
const mostModels = 20

// unmarshal decodes b into v unless b is absent.
func unmarshal(b json.RawMessage, v any) error {
	if len(b) == 0 {
		return nil
	}
	return json.Unmarshal(b, v)
}

// FitnessFields returns the names of the fields that [Wellness.Fitness] reads.
func FitnessFields() []string {
	return []string{"id", "ctl", "atl", "rampRate", "ctlLoad", "atlLoad", "sportInfo"}
}

// WriteWellness returns a patch for the fields of a day that can be set. It never
// says that a day is not locked, because the service cannot unlock a day.
func WriteWellness(d training.WellnessDay) (Patch, error) {
	p := Patch{"id": d.Day.String()}
	for f, n := range d.Numbers {
		name, err := wellnessName(f)
		if err != nil {
			return nil, err
		}
		p[name] = n.Value
		if slices.Contains(wholes, name) {
			p[name] = math.Round(n.Value)
		}
	}
	for f, t := range d.Words {
		name, err := wellnessName(f)
		if err != nil {
			return nil, err
		}
		p[name] = t.Text
		if f == training.WellnessMenstrualPhase {
			p[name] = upper(t.Text)
		}
	}
	if d.Locked {
		p["locked"] = true
	}
	return p, nil
}

// ClearWellness returns a patch that clears fields: it sets numbers to −1, because null has
// no effect, and texts to an empty string.
func ClearWellness(day training.Day, fields []training.WellnessField) (Patch, error) {
	p := Patch{"id": day.String()}
	for _, f := range fields {
		name, err := wellnessName(f)
		if err != nil {
			return nil, err
		}
		switch {
		case f == training.WellnessComments:
			p[name] = ""
		case f == training.WellnessMenstrualPhase:
			p[name] = "NONE"
		case custom(name):
			return nil, training.Errorf(training.KindUnsupported, "Intervals.icu cannot clear %s through its API.", name).
				WithFix("Clear it on the service's own page.")
		default:
			p[name] = -1
		}
	}
	return p, nil
}

// KeepsWellness reports whether the service has a field and allows it to be set.
func KeepsWellness(f training.WellnessField) bool {
	_, err := wellnessName(f)
	return err == nil
}

// wellnessName returns the service's name for a field, or an error if there is none.
func wellnessName(f training.WellnessField) (string, error) {
	if code, ok := strings.CutPrefix(string(f), string(training.CustomWellness(""))); ok && custom(code) {
		return code, nil
	}
	for _, m := range []map[string]training.WellnessField{measured, worded} {
		for name, field := range m {
			if field == f && name != "menstrualPhasePredicted" {
				return name, nil
			}
		}
	}
	return "", training.Errorf(training.KindUnsupported, "Intervals.icu has no field for %s.", f).
		WithFix("Leave it out; it can be kept here.")
}

// Holds reports whether the day has the values of a patch.
func (w Wellness) Holds(p Patch) bool {
	for name, v := range p {
		var has any
		if err := unmarshal(w[name], &has); err != nil {
			return false
		}
		switch want := v.(type) {
		case float64:
			if has != want {
				return false
			}
		case int: // −1 means cleared
			if has != nil {
				return false
			}
		case string:
			if text, _ := has.(string); text != want {
				return false
			}
		}
	}
	return true
}

// Summary holds the service's totals for one week of one athlete. With a key, the
// service also returns the totals of athletes whom the owner follows or coaches.
type Summary struct {
	Athlete  ID             `json:"athlete_id"`
	Date     string         `json:"date"` // first day of the week
	Count    *client.Number `json:"count"`
	TimeS    *client.Number `json:"time"`
	Distance *client.Number `json:"distance"` // m
	AscentM  *client.Number `json:"total_elevation_gain"`
	Calories *client.Number `json:"calories"`
	Load     *client.Number `json:"training_load"`
}

// ReadSummaries adds up the weeks of one athlete up to the given day.
func ReadSummaries(weeks []Summary, athlete string, until training.Day) source.Statistics {
	var out source.Statistics
	first := until
	add := func(to **float64, x *client.Number, unit float64) {
		if x == nil {
			return
		}
		if *to == nil {
			*to = new(float64)
		}
		**to += float64(*x) / unit
	}
	for i := range weeks {
		w := &weeks[i]
		day, err := training.ParseDay(w.Date)
		if string(w.Athlete) != athlete || err != nil || day > until {
			continue
		}
		first = min(first, day)
		t := &out.Totals
		add(&t.Activities, w.Count, 1)
		add(&t.DurationS, w.TimeS, 1)
		add(&t.DistanceKm, w.Distance, 1000)
		add(&t.ElevationGainM, w.AscentM, 1)
		add(&t.CaloriesKcal, w.Calories, 1)
		add(&t.TSS, w.Load, 1)
	}
	out.Period = first.String() + " to " + until.String()
	return out
}

// Statistics returns the statistics for all sports, from the start of the year up
// to a given day. The service counts by weeks, so the first week may begin in the
// previous year; the period begins with that week's first day.
func (c *Client) Statistics(ctx context.Context, day training.Day) (source.Statistics, error) {
	me, err := c.who(ctx)
	if err != nil {
		return source.Statistics{}, err
	}
	weeks, err := client.Ask[[]Summary](ctx, c.api, request{
		Op: opSummary, At: []string{c.athlete, ""}, Query: url.Values{"start": {day.YearStart().String()}, "end": {day.String()}},
	})
	return ReadSummaries(weeks, me.id, day), err
}
