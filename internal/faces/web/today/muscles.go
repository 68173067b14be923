package today

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/answers/bodymap"
	lifted "lapkeep/internal/answers/strength"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/metrics/strength"
)

// Regions returns the regions of the body map in which a muscle group lies, without sides.
func Regions(m strength.Muscle) []string {
	return map[strength.Muscle][]string{
		strength.Traps: {"trapezius", "neck"}, strength.Shoulders: {"front_shoulder", "back_shoulder"}, strength.Chest: {"chest"},
		strength.UpperBack: {"shoulder_blade"}, strength.Lats: {"middle_back"}, strength.Biceps: {"biceps"}, strength.Triceps: {"triceps"},
		strength.Forearms: {"inner_forearm", "outer_forearm"}, strength.Abdominals: {"upper_belly", "lower_belly"},
		strength.LowerBack: {"lower_back"}, strength.HipFlexors: {"hip_flexor"}, strength.Glutes: {"upper_glute", "lower_glute"},
		strength.Abductors: {"outer_hip"}, strength.Adductors: {"inner_thigh"}, strength.Quadriceps: {"upper_quad", "lower_quad"},
		strength.Hamstrings: {"upper_hamstring", "lower_hamstring"}, strength.Calves: {"inner_calf", "outer_calf", "lower_calf"},
	}[m]
}

// muscles is the strength training of the page's range by muscle group.
type muscles struct {
	sets  map[string]float64 // by region, without its side
	most  float64
	table *page.Table
}

// summed is the part of a summary that the map shows.
type summed struct {
	Strength *lifted.Weeks `json:"strength"`
}

// trained asks for the sets of each muscle group; nil means that there are none.
func trained(ctx context.Context, p *page.Page, days string) *muscles {
	a := page.Ask[summed](ctx, p, "get_training_summary", page.Args{"range": days, "sections": []string{"strength"}})
	if a.Err != nil || a.V.Strength == nil || len(a.V.Strength.Muscles) == 0 {
		return nil
	}
	v := &muscles{sets: map[string]float64{}}
	type group struct {
		name       string
		sets, kilo float64
	}
	var all []group
	for _, m := range a.V.Strength.Muscles {
		g := group{name: lifted.MuscleNames()[string(m.Muscle)].In(p.Say)}
		for i, n := range m.Sets {
			g.sets, g.kilo = g.sets+n, g.kilo+m.VolumeKg[i]
		}
		for _, r := range Regions(m.Muscle) {
			v.sets[r] = g.sets
		}
		v.most = max(v.most, g.sets)
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b group) int { return int(2*b.sets) - int(2*a.sets) }) // sets count by halves
	v.table = p.Show(page.TableOf("muscles", p.Say("Sets by muscle group"), all,
		page.TextField("muscle", p.Say("Muscles"), func(g *group) page.Cell { return page.Words(g.name) }),
		page.NumberField(p, "sets", func(g *group) any { return g.sets }),
		page.NumberField(p, "volume_kg", func(g *group) any { return page.NonZero(g.kilo) }),
	))
	return v
}

// class returns the class that colours a region by its sets: from trained-1 to trained-4.
func (v *muscles) class(r bodymap.Region) string {
	const steps = 4
	n := v.sets[strings.TrimPrefix(strings.TrimPrefix(r.ID, "left_"), "right_")]
	if n <= 0 {
		return "muscle"
	}
	return "muscle trained-" + strconv.Itoa(1+min(steps-1, int(steps*n/v.most)))
}
