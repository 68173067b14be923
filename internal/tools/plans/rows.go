package plans

import (
	"context"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

const toolset = "plans"

// Deps holds what the rows work on.
type Deps struct {
	Store calendar.Store
	Texts tools.Keeper

	plans    *plan.Book
	followed *plan.AdherenceBook
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row {
	d.plans, d.followed = plan.NewBook(), plan.NewAdherenceBook()
	return []tools.Row{listRow(d), getRow(d), saveRow(d), editRow(d), checkRow(d)}
}

// all reads the athlete's plans, and tells of their files.
func (d Deps) all(ctx context.Context, c *tools.Call, s training.Scope) (out []plan.Kept, told []i18n.Sentence, err error) {
	told = d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	out, err = d.plans.All(ctx, d.Store, s)
	return out, told, err
}

// find is the plan of an id, or the active one where none is given.
func (d Deps) find(ctx context.Context, c *tools.Call, s training.Scope, id string) (plan.Kept, []i18n.Sentence, error) {
	told := d.Texts.Fresh(ctx, c, memory.TrainingPlan)
	k, err := d.plans.Find(ctx, d.Store, s, id, c.Today)
	if n := k.Text.Note(); n != "" {
		told = append(told, n)
	}
	return k, told, err
}

func line(s string) string { return textclean.Line(s, textclean.NameRunes) }

func lines(all []string) []string {
	var out []string
	for _, s := range all[:min(len(all), maxComments)] {
		out = append(out, line(s))
	}
	return out
}

// maxComments is how many comments of one thing an answer shows.
const maxComments = 10
