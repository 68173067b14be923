// Package wellness contains the tools for daily wellness. Sleep, resting heart
// rate, heart rate variability, weight and how the day felt can be read together with
// their usual ranges, and entered or corrected day by day. Entered values take precedence
// over those from devices and services, but never overwrite them.
package wellness

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

const toolset = "wellness"

// Deps holds the dependencies of the tools.
type Deps struct {
	Store   store.Reader
	Journal *journal.Journal
}

// Rows returns the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{getRow(d), updateRow(d)} }

type getIn struct {
	Range      tools.DateRange `json:"range,omitzero"`
	Fields     []string        `json:"fields,omitempty" jsonschema:"e.g. hrv_rmssd_ms"`
	Sections   []string        `json:"sections,omitempty" jsonschema:"bands: normal range by day; cycle: menstrual phases; sources: other devices"`
	Resolution string          `json:"resolution,omitempty"`
	Correlate  []string        `json:"correlate,omitempty" jsonschema:"two fields; also load, ctl, atl, tsb"`
}

// These are the default numbers of days in an answer: in general, for the phases of the
// cycle, and for a correlation.
const usualDays, cycleDays, correlatedDays = 28, 365, 180

// sectionCycle is a section that is included only on request.
const sectionCycle = "cycle"

func getRow(d Deps) tools.Row {
	cache := wellness.NewCache(d.Store)
	return tools.New(tools.Spec{
		Picture: tools.DrawnBy(drawn.Wellness),
		Name:    "get_wellness", Title: "Wellness and readiness", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Wellness by day, week or month: sleep by night, HRV, resting heart rate, body weight, daily steps, SpO2 (blood " +
			"oxygen), blood pressure, mood, soreness; 7-day HRV and resting heart rate against the 60-day baseline, " +
			"smoothed weight, 7- and 28-day averages, readiness.",
		Aliases: map[string]string{"days": "range", "dates": "range", "date": "range"},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "sections", append(wellness.Sections(), sectionCycle)...)
			tools.Enum(s, "resolution", wellness.ByDay, wellness.ByWeek, wellness.ByMonth)
			tools.Items(s, "fields", 0, 40)
			tools.Items(s, "correlate", 2, 2)
		},
	}, func(ctx context.Context, c *tools.Call, in getIn) (*wellness.View, error) {
		if len(in.Correlate) > 0 {
			return in.correlation(ctx, c, cache)
		}
		var cycle *wellness.CycleView
		if slices.Contains(in.Sections, sectionCycle) {
			var err error
			days := in.Range.Or(training.DayRange{From: c.Today - cycleDays + 1, To: c.Today})
			if cycle, err = wellness.Answer(ctx, d.Store, c.Scope, days); err != nil {
				return nil, err
			}
			if len(in.Sections) == 1 {
				return &wellness.View{Heading: c.Frame().Heading(), Cycle: cycle}, nil
			}
		}
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		out, err := cache.Answer(ctx, c.Scope, c.Frame(), q)
		if err != nil {
			return nil, err
		}
		out.Cycle = cycle
		return out, nil
	})
}

// correlation compares two series of daily values.
func (in *getIn) correlation(ctx context.Context, c *tools.Call, cache *wellness.Cache) (*wellness.View, error) {
	var of [2]training.WellnessField
	for i, name := range in.Correlate {
		known := training.WellnessField(strings.ToLower(strings.TrimSpace(name)))
		if !slices.Contains(wellness.TrainingSeries(), known) {
			var err error
			if known, err = asked(name); err != nil {
				return nil, err
			}
		}
		of[i] = known
	}
	days := in.Range.Or(training.DayRange{From: c.Today - correlatedDays + 1, To: c.Today})
	days.To = max(days.From, min(days.To, c.Today))
	return cache.Correlate(ctx, c.Scope, c.Frame(), days, of)
}

// asked parses the name of a field. The athlete may have defined the field.
func asked(name string) (training.WellnessField, error) {
	f, err := field(name)
	if custom := training.WellnessField(name); err != nil && custom.Custom() {
		return custom, nil
	}
	return f, err
}

func (in *getIn) query(c *tools.Call) (wellness.Query, error) {
	q := wellness.Query{
		Days: in.Range.Or(training.DayRange{From: c.Today - usualDays + 1, To: c.Today}), Resolution: in.Resolution,
	}
	for _, s := range in.Sections {
		if s != sectionCycle {
			q.Sections = append(q.Sections, wellness.Section(s))
		}
	}
	for _, name := range in.Fields {
		f, err := asked(name)
		if err != nil {
			return q, err
		}
		q.Fields = append(q.Fields, f)
	}
	return q, nil
}

// usualNames maps words that people and other programs use to fields.
var usualNames = map[string]training.WellnessField{
	"hrv": training.WellnessHRVRmssdMs, "rmssd": training.WellnessHRVRmssdMs, "hrv_sdnn": training.WellnessHRVSdnnMs,
	"sdnn":       training.WellnessHRVSdnnMs,
	"resting_hr": training.WellnessRestingHRBpm, "rhr": training.WellnessRestingHRBpm, "weight": training.WellnessWeightKg,
	"sleep_secs": training.WellnessSleepS, "sleep": training.WellnessSleepS, "body_fat": training.WellnessBodyFatPct,
	"abdomen": training.WellnessAbdomenCm,
	"vo2max":  training.WellnessVO2Max, "spo2": training.WellnessSpO2Pct, "respiration": training.WellnessRespirationPerM,
	"systolic": training.WellnessSystolicMmHg, "diastolic": training.WellnessDiastolicMmHg, "blood_glucose": training.WellnessGlucoseMmolL,
	"lactate": training.WellnessLactateMmolL, "calories_consumed": training.WellnessEatenKcal, "carbohydrates": training.WellnessCarbsG,
	"protein": training.WellnessProteinG, "fat_total": training.WellnessFatG, "hydration_liters": training.WellnessDrunkL,
	"avg_sleeping_hr": training.WellnessSleepingHRBpm, "comment": training.WellnessComments, "notes": training.WellnessComments,
}

// field parses the name of a field.
func field(name string) (training.WellnessField, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if f, ok := usualNames[name]; ok {
		return f, nil
	}
	f := training.WellnessField(name)
	if _, _, ok := f.Range(); ok || slices.Contains(words, f) {
		return f, nil
	}
	e := training.Errorf(training.KindInvalid, "%q is not a wellness field.", tools.Clip(name))
	if near := i18n.Nearest(name, names()); near != "" {
		return "", e.WithFix("Did you mean %s? The fields are %s.", near, strings.Join(names(), ", "))
	}
	return "", e.WithFix("The fields are %s.", strings.Join(names(), ", "))
}

// names returns the names of all fields.
func names() []string { return training.Texts(training.WellnessFields()) }

// upTo explains the values of a field. For a field that the athlete defined, it can only
// ask for a number.
func upTo(f training.WellnessField) string {
	if f.Custom() {
		return "Give a number."
	}
	return "Its unit is in its name; " + scale(f) + "."
}

// scale describes the range of values of a field.
func scale(f training.WellnessField) string {
	lowest, highest, _ := f.Range()
	return fmt.Sprintf("%s is between %g and %g", f, lowest, highest)
}

// defined holds the fields that the athlete defined, by their codes in lower case.
type defined map[string]definedField

type definedField struct {
	field  training.WellnessField
	number bool
}

// definedFields returns the fields defined by the athlete's custom items.
func definedFields(ctx context.Context, d Deps, c *tools.Call) (defined, error) {
	out := defined{}
	take := func(_ document.Document, it training.CustomItem) {
		var content struct{ Code, Type string }
		if !strings.EqualFold(it.Type, "input_field") || json.Unmarshal(it.Content, &content) != nil || content.Code == "" {
			return
		}
		out[strings.ToLower(content.Code)] = definedField{training.CustomWellness(content.Code), content.Type == "" || content.Type == "numeric"}
	}
	return out, document.Each(ctx, d.Store.Documents, c.Whole(), document.CustomItems, document.Filter{}, take)
}

// find parses the name of a field, including those that the athlete defined.
func (d defined) find(name string) (training.WellnessField, error) {
	f, err := field(name)
	if err == nil {
		return f, nil
	}
	code := strings.ToLower(strings.TrimSpace(name))
	if own, ok := d[strings.TrimPrefix(code, string(training.CustomWellness("")))]; ok {
		return own.field, nil
	}
	return "", err
}

// words reports whether a field is a text that the athlete defined.
func (d defined) words(f training.WellnessField) bool {
	for _, own := range d {
		if own.field == f {
			return !own.number
		}
	}
	return false
}
