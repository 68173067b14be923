package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// measures lists the measures by which a climb can be the best, each a step of the index.
func measures() []measure {
	return []measure{
		{"gain_m", func(c route.Climb) float64 { return c.GainM }},
		{"fiets", route.Climb.Fiets},
		{"vam_over_100m", vamOver(100)},
		{"vam_over_500m", vamOver(500)},
	}
}

type measure struct {
	name string
	of   func(route.Climb) float64
}

// vamOver is the climbing speed of climbs of at least so many metres.
func vamOver(gainM float64) func(route.Climb) float64 {
	return func(c route.Climb) float64 {
		if c.GainM < gainM {
			return 0
		}
		return c.VAM()
	}
}

// climbsOf are the climbs of an activity that are believed: an altitude that
// jumps, or a car, would hold every record. Of a session that is beyond a
// person there are none here.
func climbsOf(data []byte) ([]route.Climb, error) {
	climbs, err := derive.DecodeClimbs(data)
	return slices.DeleteFunc(climbs, func(c route.Climb) bool { return stream.Climb(c.GainM, c.TimerS) != "" }), err
}

// hundredths keeps a measure in the index.
const hundredths = 100

func climbKind() BestKind {
	all := measures()
	return BestKind{Primitive: derive.Climbs, Width: len(all), Decode: func(row []int32, data []byte) ([]int32, error) {
		climbs, err := climbsOf(data)
		if err != nil || len(climbs) == 0 {
			return row, err
		}
		for _, m := range all {
			v := m.of(climbs[bestClimb(climbs, m)])
			if v <= 0 || v > math.MaxInt32/hundredths {
				row = append(row, None)
				continue
			}
			row = append(row, int32(math.Round(v*hundredths)))
		}
		return row, nil
	}}
}

func bestClimb(climbs []route.Climb, m measure) int {
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
	best, err := a.climbs.Best(ctx, a.scope, Placed(derive.Climbs, a.q.Indoor), days, []training.Sport{a.view.Sport})
	if err != nil {
		return nil, err
	}
	var out []Climb
	for i, m := range measures() {
		if best.Values[i] == None {
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
		c := recordsShown(climbs[bestClimb(climbs, m)], ref)
		c.By = []string{m.name}
		if j := slices.IndexFunc(out, c.same); j >= 0 {
			out[j].By = append(out[j].By, m.name)
			continue
		}
		out = append(out, c)
	}
	return out, nil
}

func recordsShown(c route.Climb, ref Ref) Climb {
	out := Climb{
		GainM: answers.Round(c.GainM, 0), LengthKM: answers.Round(c.LengthM/1000, 2), GradePct: answers.Round(c.GradePct(), 1),
		DurationS: answers.Round(c.TimerS, 0), Fiets: answers.Round(c.Fiets(), 2), Category: c.Category(), ID: ref.ID, LocalDate: ref.Day,
	}
	if vam := answers.Round(c.VAM(), 0); vam > 0 {
		out.VAM = &vam
	}
	return out
}

// same says that two are one climb.
func (c Climb) same(o Climb) bool {
	return c.ID == o.ID && c.GainM == o.GainM && c.LengthKM == o.LengthKM && c.DurationS == o.DurationS
}
