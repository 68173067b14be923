package fitness

import (
	"context"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type curvesIn struct {
	Kind string `json:"kind,omitempty" jsonschema:"power (default), normalized power, hr or pace by duration, or times by distance (default with distances_m)"`
	daysIn
	Compare   tools.DateRange `json:"compare,omitzero" jsonschema:"a second range"`
	Sport     tools.SportArg  `json:"sport,omitempty" jsonschema:"default cycling for power, running for pace and distance, all for hr"`
	Indoor    *bool           `json:"indoor,omitempty" jsonschema:"only indoors, or outdoors"`
	Durations []float64       `json:"durations_s,omitempty" jsonschema:"any, e.g. 300, 20min, 1h"`
	Distances []float64       `json:"distances_m,omitempty" jsonschema:"instead of the sport's standard set"`
	PerKg     bool            `json:"per_kg,omitempty" jsonschema:"adds W/kg by the weight of the day"`
	AfterKJ   float64         `json:"fatigued_after_kj,omitempty" jsonschema:"power after so much work, and the durability index"`
	AfterKg   float64         `json:"fatigued_after_kj_per_kg,omitempty" jsonschema:"the same by weight"`
	Graded    bool            `json:"graded,omitempty" jsonschema:"pace or distance of runs as on the flat"`
	Source    string          `json:"power_source,omitempty" jsonschema:"of runs, e.g. stryd; default: the most used"`
	Models    bool            `json:"models,omitempty" jsonschema:"adds critical power and other models"`
}

const defaultCurveDays = 90

func curvesRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "get_curves", Title: "Power, heart rate and pace curves", Toolset: toolset, Default: true, Idempotent: true,
		Description: "Power curve, heart rate curve or pace curve of any range of days: the best power, normalized power, heart rate or " +
			"pace for each duration, or fastest time for each distance, with the activity and date of each point; power fresh or " +
			"fatigued, critical power models. Default: the last 90 days. A second range stands beside it.",
		Aliases: map[string]string{
			"durations": "durations_s", "duration": "durations_s", "duration_s": "durations_s", "distances": "distances_m",
			"distance": "distances_m", "distance_m": "distances_m",
			"after_kj": "fatigued_after_kj", "after_kj_per_kg": "fatigued_after_kj_per_kg", "metric": "kind",
			"use_gap": "graded", "gap": "graded",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Enum(s, "kind", curves.Kinds()...)
			s.Required = nil
			tools.Items(s, "durations_s", 0, curves.MaxSteps)
			tools.Bounds(s, "durations_s", 1, 86400)
			tools.Items(s, "distances_m", 0, curves.MaxSteps)
			tools.Bounds(s, "distances_m", 50, 1e6)
			tools.Bounds(s, "fatigued_after_kj", 0, 20_000)
			tools.Bounds(s, "fatigued_after_kj_per_kg", 0, 200)
		},
	}, func(ctx context.Context, c *tools.Call, in curvesIn) (*curves.View, error) {
		q, err := in.query(c)
		if err != nil {
			return nil, err
		}
		v, err := d.Curves.Answer(ctx, c.Scope, c.Frame(), q)
		if err != nil || q.Compare == nil {
			return v, err
		}
		return v, noteSensors(ctx, d.Store, c.Scope, v, q)
	})
}

// noteSensors says beside a comparison of two ranges that they were measured
// by other sensors.
func noteSensors(ctx context.Context, r Store, s training.Scope, v *curves.View, q curves.Query) error {
	now, err := fitness.MeasuredIn(ctx, r, s, q.Days, v.Sports)
	if err != nil {
		return err
	}
	then, err := fitness.MeasuredIn(ctx, r, s, *q.Compare, v.Sports)
	v.Notes = append(v.Notes, now.Against(then)...)
	if err != nil || v.Kind != curves.Power && v.Kind != curves.NP || !slices.Equal(v.Sports, []training.Sport{training.Cycling}) {
		return err
	}
	meters, err := fitness.PowerMetersAgainst(ctx, r, s, q.Days, *q.Compare)
	if meters != "" {
		v.Notes = append(v.Notes, meters)
	}
	return err
}

func (in *curvesIn) query(c *tools.Call) (curves.Query, error) {
	switch {
	case in.Kind == "" && len(in.Distances) > 0:
		in.Kind = curves.Distance
	case in.Kind == "":
		in.Kind = curves.Power
	}
	days, err := in.days(lastDays(c, defaultCurveDays), c.Today)
	q := curves.Query{
		Kind: in.Kind, Days: days, Sports: sports(in.Sport), Steps: in.Durations, PerKg: in.PerKg,
		AfterKJ: in.AfterKJ, AfterKJPerKg: in.AfterKg, Indoor: in.Indoor, Graded: in.Graded, Models: in.Models, PowerSource: in.Source,
	}
	if in.Compare.Set {
		r := in.Compare.Range()
		q.Compare = &r
	}
	if in.Kind == curves.Distance {
		q.Steps = in.Distances
	}
	switch {
	case err != nil:
	case in.Kind == curves.Distance && len(in.Durations) > 0:
		err = training.Errorf(training.KindInvalid, "durations_s has no meaning for best times by distance.").WithFix("Give distances_m.")
	case in.Kind != curves.Distance && len(in.Distances) > 0:
		err = training.Errorf(training.KindInvalid, "distances_m has no meaning for a %s curve.", in.Kind).
			WithFix("Give durations_s, or kind distance.")
	}
	return q, err
}
