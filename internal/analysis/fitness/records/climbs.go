package records

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/fitness/bests"
	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/plausible"
	"lapkeep/internal/metrics/terrain"
	"lapkeep/internal/training"
)

// measures lists the measures by which a climb can be the best, each a step of the index.
func measures() []measure {
	return []measure{
		{"gain_m", func(c terrain.Climb) float64 { return c.GainM }},
		{"fiets", terrain.Climb.Fiets},
		{"vam_over_100m", vamOver(100)},
		{"vam_over_500m", vamOver(500)},
	}
}

type measure struct {
	name string
	of   func(terrain.Climb) float64
}

// vamOver is the climbing speed of climbs of at least so many metres.
func vamOver(gainM float64) func(terrain.Climb) float64 {
	return func(c terrain.Climb) float64 {
		if c.GainM < gainM {
			return 0
		}
		return c.VAM()
	}
}

// climbsOf are the climbs of an activity that are believed: an altitude that
// jumps, or a car, would hold every record. Of a session that is beyond a
// person there are none here.
func climbsOf(data []byte) ([]terrain.Climb, error) {
	climbs, err := primitive.DecodeClimbs(data)
	return slices.DeleteFunc(climbs, func(c terrain.Climb) bool { return plausible.Climb(c.GainM, c.TimerS) != "" }), err
}

// hundredths keeps a measure in the index.
const hundredths = 100

func climbKind() bests.Kind {
	all := measures()
	return bests.Kind{Primitive: primitive.Climbs, Width: len(all), Decode: func(row []int32, data []byte) ([]int32, error) {
		climbs, err := climbsOf(data)
		if err != nil || len(climbs) == 0 {
			return row, err
		}
		for _, m := range all {
			v := m.of(climbs[bestClimb(climbs, m)])
			if v <= 0 || v > math.MaxInt32/hundredths {
				row = append(row, bests.None)
				continue
			}
			row = append(row, int32(math.Round(v*hundredths)))
		}
		return row, nil
	}}
}

func bestClimb(climbs []terrain.Climb, m measure) int {
	best := 0
	for i := range climbs {
		if m.of(climbs[i]) > m.of(climbs[best]) {
			best = i
		}
	}
	return best
}

// bestClimbs are the best climbs of some days, read where they are held.
func (a *answerer) bestClimbs(ctx context.Context, days training.DayRange) ([]Climb, error) {
	best, err := a.climbs.Best(ctx, a.scope, bests.Placed(primitive.Climbs, a.q.Indoor), days, []training.Sport{a.view.Sport})
	if err != nil {
		return nil, err
	}
	var out []Climb
	for i, m := range measures() {
		if best.Values[i] == bests.None {
			continue
		}
		ref := best.Whose(i)
		climbs, err := a.seen.of(ctx, a.r, a.scope, ref.ID)
		if err != nil {
			return nil, err
		}
		if len(climbs) == 0 {
			continue // just deleted, or damaged: derive writes it anew
		}
		c := shown(climbs[bestClimb(climbs, m)], ref)
		c.By = []string{m.name}
		if j := slices.IndexFunc(out, c.same); j >= 0 {
			out[j].By = append(out[j].By, m.name)
			continue
		}
		out = append(out, c)
	}
	return out, nil
}

func shown(c terrain.Climb, ref bests.Ref) Climb {
	out := Climb{
		GainM: analysis.Round(c.GainM, 0), LengthKM: analysis.Round(c.LengthM/1000, 2), GradePct: analysis.Round(c.GradePct(), 1),
		DurationS: analysis.Round(c.TimerS, 0), Fiets: analysis.Round(c.Fiets(), 2), Category: c.Category(), ID: ref.ID, LocalDate: ref.Day,
	}
	if vam := analysis.Round(c.VAM(), 0); vam > 0 {
		out.VAM = &vam
	}
	return out
}

// same says that two are one climb.
func (c Climb) same(o Climb) bool {
	return c.ID == o.ID && c.GainM == o.GainM && c.LengthKM == o.LengthKM && c.DurationS == o.DurationS
}
