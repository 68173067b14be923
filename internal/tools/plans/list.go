package plans

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type listIn struct{}

type listed struct {
	answers.Heading
	Plans   []planRow       `json:"plans" jsonschema:"by first day"`
	Omitted int             `json:"omitted,omitempty"`
	Notes   []i18n.Sentence `json:"notes,omitempty"`
}

// planRow is a plan in a line.
type planRow struct {
	ID       string       `json:"id"`
	Name     string       `json:"name,omitempty"`
	Status   plan.Status  `json:"status"`
	Active   bool         `json:"active,omitempty" jsonschema:"the one meant where no id is given"`
	From     training.Day `json:"start_date,omitzero"`
	To       training.Day `json:"end_date,omitzero"`
	Weeks    int          `json:"weeks"`
	Week     int          `json:"current_week,omitempty" jsonschema:"its number"`
	Sport    string       `json:"sport,omitempty"`
	Race     *raceRow     `json:"race,omitempty"`
	Goal     string       `json:"goal,omitempty"`
	Version  int          `json:"version"`
	Author   string       `json:"author"`
	Problems int          `json:"problems,omitempty"`
}

type raceRow struct {
	Name       string       `json:"name,omitempty"`
	Day        training.Day `json:"date,omitzero"`
	InDays     int          `json:"in_days,omitempty" jsonschema:"negative for one that was"`
	DistanceKm float64      `json:"distance_km,omitempty"`
	GoalTimeS  float64      `json:"goal_time_s,omitempty"`
	GoalPace   float64      `json:"goal_pace_s_per_km,omitempty"`
}

// maxPlans is how many plans an answer lists, the last ones.
const maxPlans = 60

func listRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "list_training_plans", Title: "Training plans", Toolset: toolset, Idempotent: true,
		Description: "Lists the athlete's training plans, past ones too: dates, race or goal, which is active and its week. " +
			"get_training_plan reads one.",
	}, func(ctx context.Context, c *tools.Call, _ listIn) (*listed, error) {
		all, told, err := d.all(ctx, c, c.Scope)
		if err != nil {
			return nil, err
		}
		out := &listed{Heading: c.Frame().Heading(), Plans: []planRow{}, Omitted: max(0, len(all)-maxPlans), Notes: told}
		active := -1
		if len(all) > 0 {
			active = plan.Active(all, c.Today)
		}
		for i := out.Omitted; i < len(all); i++ {
			r := rowOf(&all[i], c.Today)
			r.Active = i == active
			out.Plans = append(out.Plans, r)
		}
		return out, nil
	})
}

func rowOf(k *plan.Kept, today training.Day) planRow {
	days := k.Days()
	r := planRow{
		ID: k.ID, Name: line(k.Name), Status: k.Status(today), From: days.From, To: days.To, Weeks: len(k.Weeks),
		Sport: string(k.Sport), Goal: line(k.Goal), Version: k.Text.Version, Author: string(k.Text.Author), Problems: len(k.Problems),
	}
	if w := k.WeekOf(today); w != nil {
		r.Week = w.Number
	}
	if race := k.Race; race != (plan.Race{}) {
		r.Race = &raceRow{
			Name: line(race.Name), Day: race.Day, DistanceKm: race.DistanceKm, GoalTimeS: race.GoalTimeS,
			GoalPace: answers.Round(race.GoalPaceSPerKm, 1),
		}
		if race.Day != 0 {
			r.Race.InDays = int(race.Day - today)
		}
	}
	return r
}
