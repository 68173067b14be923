// Package answers is the read side. Each sub-package answers one kind of question
// with one function and one view, from stored primitives and the athlete's dated
// thresholds. This package holds the shared parts: the frame of a question, the
// rounding of numbers, and the way an answer lists missing values.
//
// The packages write nothing, read no clock, and do not depend on tools, protocols or pages.
package answers

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Frame holds the athlete's calendar: the current day, the name of the time zone that
// determines it, and the first day of the week.
type Frame struct {
	Today    training.Day
	TimeZone string
	Week     time.Weekday
}

// Heading opens every answer with the athlete's local date and time zone.
type Heading struct {
	LocalDate training.Day `json:"local_date" jsonschema:"today's date for the athlete"`
	TimeZone  string       `json:"time_zone"`
}

// Heading returns the heading of an answer in this frame.
func (f Frame) Heading() Heading {
	return Heading{LocalDate: f.Today, TimeZone: f.TimeZone}
}

// Span is a range of days as answers show it.
type Span struct {
	From training.Day `json:"start_date"`
	To   training.Day `json:"end_date"`
	Days int          `json:"days"`
}

// SpanOf returns the span of a range.
func SpanOf(r training.DayRange) Span { return Span{From: r.From, To: r.To, Days: r.Days()} }

// LoadInput returns the values from which the load of a stored activity is computed.
func LoadInput(in *store.LoadInput) load.Input {
	return load.Input{
		Sport: in.Sport, TimerS: in.TimerS, DistanceM: in.DistanceM, AvgMPS: in.AvgSpeed, GradedMPS: in.GradedMPS,
		NPW: in.NP, NPWindows: in.NPWindows, AvgHRBpm: in.AvgHR, HRSeconds: in.HRSeconds,
		Exertion: in.RPE, Manual: in.ManualLoad,
	}
}

// Names returns the names of the given activities by id. It leaves out activities without
// a name, and those that the audience may not see.
func Names(
	ctx context.Context, r store.Reader, s training.Scope, ids []training.ActivityID,
) (map[training.ActivityID]string, error) {
	if len(ids) == 0 {
		return nil, nil //nolint:nilnil // there is nothing to name
	}
	page, err := r.Activities(ctx, s, store.ActivityFilter{IDs: ids, Metrics: []training.Metric{}})
	out := make(map[training.ActivityID]string, len(page.Rows))
	for i := range page.Rows {
		if name := textclean.Line(page.Rows[i].Name, textclean.NameRunes); name != "" {
			out[page.Rows[i].ID] = name
		}
	}
	return out, err
}

// NoImpulse is the reason why there is no load from heart rate.
const NoImpulse = load.NoImpulse

// Missing lists the fields that an answer leaves out, each with its reason. Its zero value
// is ready to use through [Missing.Add].
type Missing map[string]i18n.Sentence

// Add notes why a field is left out; the first reason is kept. It returns the
// map, making it if there was none.
func (m Missing) Add(field string, reason i18n.Sentence) Missing {
	if m == nil {
		m = Missing{}
	}
	if _, ok := m[field]; !ok {
		m[field] = reason
	}
	return m
}

// AddMetrics notes one reason for the metrics that are not in values.
func (m Missing) AddMetrics(values training.Values, reason i18n.Sentence, metrics ...training.Metric) Missing {
	for _, k := range metrics {
		if _, ok := values[k]; !ok {
			m = m.Add(string(k), reason)
		}
	}
	return m
}

// These are the reasons that several answers use.
const (
	NoTemp       = "not recorded"
	NoStreams    = "it was entered by hand and has no recording"
	NoFTP        = "no FTP is set for this sport; set ftp_w with update_athlete_settings"
	NoCP         = "critical power and W′ are not both set for this sport; set critical_power_w and w_prime_j with update_athlete_settings"
	NoLTHR       = "no threshold heart rate is set; set lthr_bpm with update_athlete_settings"
	NoThreshold  = "no threshold is set for this sport; set one with update_athlete_settings"
	HiddenGPS    = "position is hidden from assistants; the athlete can allow it in the settings (sharing)"
	HiddenWeight = "weight is hidden from assistants; the athlete can allow it in the settings (sharing)"
	HiddenCycle  = "the menstrual cycle is hidden from assistants; the athlete can allow it in the settings (sharing)"
	HiddenSets   = "sets (exercises, repetitions, loads) are hidden from assistants; the athlete can allow them in the settings (sharing)"
	HiddenFood   = "food and drink are hidden from assistants; the athlete can allow them in the settings (sharing)"
	HiddenSugar  = "blood glucose is hidden from assistants; the athlete can allow it in the settings (sharing)"
	HiddenNotes  = "notes are hidden from assistants; the athlete can allow them in the settings (sharing)"
)

// Part is a week or month that an answer covers only partly, because the range
// or the current day ends within it.
type Part struct {
	Date training.Day `json:"date"` // its first day, which labels it in the index
	Days int          `json:"days"` // the number of its days in the answer
	Of   int          `json:"of_days"`
}

// PartsOf appends whole, a week or month, to parts if days covers only some of its days.
func PartsOf(parts []Part, whole, days training.DayRange) []Part {
	if days.Days() >= whole.Days() {
		return parts
	}
	return append(parts, Part{Date: whole.From, Days: days.Days(), Of: whole.Days()})
}

// Round rounds v to the given number of decimals, halves away from zero. It
// never returns a negative zero.
func Round(v float64, decimals int) float64 {
	p := math.Pow10(decimals)
	r := math.Round(v*p) / p
	if r == 0 {
		return 0
	}
	return r
}

// EveryDay is the range of all days that an activity can have.
var EveryDay = training.DayRange{From: training.NewDay(1900, 1, 1), To: training.NewDay(2999, 12, 31)}

// AnyKnown reports whether a column has a value.
func AnyKnown(column []*float64) bool {
	return slices.ContainsFunc(column, func(x *float64) bool { return x != nil })
}

// RoundedIfKnown returns a rounded copy of x; nil stays nil.
func RoundedIfKnown(x *float64, decimals int) *float64 {
	if x == nil {
		return nil
	}
	return new(Round(*x, decimals))
}

// Finite reports whether v is neither NaN nor infinite, so that an answer may
// contain it.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Decimals returns the number of decimals with which answers show a metric.
func Decimals(m training.Metric) int { return glossary.Decimals(m) }

// Rounded copies v with each metric rounded to its [Decimals]; values that are
// not finite are left out.
func Rounded(v training.Values) training.Values {
	out := make(training.Values, len(v))
	for m, x := range v {
		if Finite(x) {
			out[m] = Round(x, Decimals(m))
		}
	}
	return out
}

// Size returns the encoded size of v in bytes, or 0 if it cannot be encoded.
func Size(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}
