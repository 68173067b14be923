package fitness

import (
	"context"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type predictIn struct {
	Sport     tools.SportArg `json:"sport,omitempty" jsonschema:"running, swimming or cycling"`
	Distances []float64      `json:"distances_m,omitempty" jsonschema:"on foot or in water; default the usual ones"`
	Durations []float64      `json:"durations_s,omitempty" jsonschema:"time trials on the bike"`
	Days      int            `json:"days,omitempty" jsonschema:"how far back efforts count"`
	RaceM     float64        `json:"race_distance_m,omitempty" jsonschema:"predict from this effort instead"`
	RaceS     float64        `json:"race_time_s,omitempty" jsonschema:"its time"`
}

func predictRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "predict_race", Title: "Predict a race", Toolset: toolset, Idempotent: true,
		Description: "Predicts race times in running and swimming, or the power of a time trial on the bike, by several models side by " +
			"side with what each assumes, the efforts behind them, a range and how sure it is. For a flat course and mild weather.",
		Aliases: map[string]string{
			"distance": "distances_m", "distances": "distances_m", "distance_m": "distances_m",
			"duration": "durations_s", "duration_s": "durations_s",
		},
		Input: func(s *jsonschema.Schema) {
			tools.Default(s, "sport", training.Running)
			tools.Items(s, "distances_m", 0, curves.MaxTargets)
			tools.Bounds(s, "distances_m", 100, 250_000)
			tools.Items(s, "durations_s", 0, curves.MaxTargets)
			tools.Bounds(s, "durations_s", 120, 21_600)
			tools.Bounds(s, "days", 14, 730)
			tools.Default(s, "days", 120)
			tools.Bounds(s, "race_distance_m", 100, 250_000)
			tools.Bounds(s, "race_time_s", 10, 200_000)
		},
	}, func(ctx context.Context, c *tools.Call, in predictIn) (*curves.PredictView, error) {
		q, err := in.query()
		if err != nil {
			return nil, err
		}
		return curves.Answer(ctx, d.Curves, d.Store, c.Scope, c.Frame(), q)
	})
}

func (in *predictIn) query() (curves.PredictQuery, error) {
	q := curves.PredictQuery{Days: in.Days, Targets: in.Distances}
	if in.Sport != "" {
		q.Sport = in.Sport.Sport()
	}
	ride := q.Sport == training.Cycling
	if ride {
		q.Targets = in.Durations
	}
	switch {
	case ride && len(in.Distances) > 0:
		return q, training.Errorf(training.KindInvalid, "A ride's time over a distance cannot be predicted honestly: it "+
			"depends on air, weight and course.").
			WithFix("Give durations_s to learn the power.")
	case !ride && len(in.Durations) > 0:
		return q, training.Errorf(training.KindInvalid, "durations_s are for time trials on the bike.").
			WithFix("Give distances_m, or sport cycling.")
	case (in.RaceM > 0) != (in.RaceS > 0):
		return q, training.Errorf(training.KindInvalid, "race_distance_m and race_time_s belong together.").WithFix("Give both or neither.")
	case in.RaceM > 0:
		q.Race = &curve.PredictEffort{DistanceM: in.RaceM, TimeS: in.RaceS}
	}
	return q, nil
}
