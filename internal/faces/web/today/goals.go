package today

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

const goalsPath = "/goals"

type goalsPage struct {
	page.Answer[athlete.GoalList]

	sports []string
	last   *page.Change
}

// Goals shows the goals with their progress, and the forms that change them.
func Goals(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &goalsPage{last: p.LastOf(ctx, "", "save_goal", "delete_goal")}
	page.Together(
		func() { v.Answer = page.Ask[athlete.GoalList](ctx, p, "list_goals", nil) },
		func() { v.sports = page.OwnSports(ctx, p) },
	)
	return goalsBody(p, v), nil
}

// goalWords returns the tool's sentence about a goal, or "".
func goalWords(all *athlete.GoalList, i int) string {
	if i < len(all.Words) {
		return all.Words[i].String()
	}
	return ""
}

// goalName returns the name of a goal, or what it counts and how long if it has none.
func goalName(p *page.Page, g *athlete.Progress) string {
	if g.Name != "" {
		return page.Clean(g.Name)
	}
	return p.Say("%s: %s", page.Called(goalMeasures(p), string(g.Measure)), page.Called(goalPeriods(p), string(g.Period)))
}

// goalMeasures returns what a goal can count, with the unit in which the reader types it.
func goalMeasures(p *page.Page) [][2]string {
	return [][2]string{
		{string(training.GoalDurationH), p.Say("Time, hours")},
		{string(training.GoalDistanceKm), p.Say("Distance, %s", p.Shown("distance_km"))},
		{string(training.GoalElevationGainM), p.Say("Climb, %s", p.Shown("elevation_gain_m"))},
		{string(training.GoalTSS), p.Say("Load")},
		{string(training.GoalActivities), p.Say("Activities")},
		{string(training.GoalActiveDays), p.Say("Active days")},
	}
}

func goalPeriods(p *page.Page) [][2]string {
	return [][2]string{
		{string(training.GoalWeek), p.Say("Week")},
		{string(training.GoalMonth), p.Say("Month")},
		{string(training.GoalYear), p.Say("Year")},
		{string(training.GoalSeason), p.Say("From one day to another")},
	}
}

// goalSports returns the sports that a goal can be for. The tool keeps the sport of a goal
// that has one.
func goalSports(p *page.Page, g *athlete.Progress, own []string) [][2]string {
	all := page.SportChoices(p, own, g.Sport.String())
	if !g.Sport.IsZero() {
		return all[1:]
	}
	return all
}

// season returns the first and last day of a goal's season, or "" if it has none.
func season(g *athlete.Progress) (from, to string) {
	if g.Period != training.GoalSeason {
		return "", ""
	}
	return g.Days.From.String(), g.Days.To.String()
}

// EditGoal reads the forms that add, change and remove a goal.
func EditGoal(p *page.Page, fields url.Values) (page.FormAction, error) {
	out := page.FormAction{Tool: "save_goal", In: page.Args{}, Then: page.Same(goalsPath)}
	id := page.Trimmed(fields, "id")
	if id != "" {
		out.In["id"] = id
	}
	if page.Trimmed(fields, "do") == page.OpRemove {
		out.Tool = "delete_goal"
		return out, nil
	}
	out.In["name"] = page.Trimmed(fields, "name")
	for _, key := range []string{"measure", "period", "sport", "from", "to"} {
		if text := page.Trimmed(fields, key); text != "" {
			out.In[key] = text
		}
	}
	was := func(key string) bool { return page.Trimmed(fields, page.Before+key) == page.Trimmed(fields, key) }
	if id != "" && was("target") && was("measure") {
		return out, nil // a rounded number of miles would change the target
	}
	target, err := strconv.ParseFloat(strings.Replace(page.Trimmed(fields, "target"), ",", ".", 1), 64)
	if err != nil {
		return out, training.Errorf(training.KindInvalid, "The target is not a number.").WithFix("Enter a number such as 6.").
			Of("target", "Enter a number such as 6.")
	}
	out.In["target"] = p.Metric(page.Trimmed(fields, "measure"), target)
	return out, nil
}
