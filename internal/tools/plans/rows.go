package plans

import (
	"context"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/coach/text"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/texts"
	"lapkeep/internal/training"
)

const toolset = "plans"

// Deps holds what the rows work on.
type Deps struct {
	Store text.Reader
	Texts texts.Keeper
}

// Rows are the tools of the toolset.
func Rows(d Deps) []tools.Row { return []tools.Row{listRow(d), getRow(d), saveRow(d), editRow(d)} }

// stored is a plan with its text.
type stored struct {
	text.Text
	plan.Plan
	problems []plan.Problem
}

func readPlan(t *text.Text) stored {
	p, problems := plan.Parse(t.Body)
	return stored{*t, p, problems}
}

// all reads the athlete's plans, and tells of their files.
func (d Deps) all(ctx context.Context, c *tools.Call, s training.Scope) (out []stored, told []phrase.Sentence, err error) {
	told = d.Texts.Fresh(ctx, c, text.TrainingPlan)
	found, err := text.List(ctx, d.Store, s, text.TrainingPlan)
	for i := range found {
		out = append(out, readPlan(&found[i]))
	}
	return out, told, err
}

// find is the plan of an id, or the active one where none is given.
func (d Deps) find(ctx context.Context, c *tools.Call, s training.Scope, id string) (stored, []phrase.Sentence, error) {
	all, told, err := d.all(ctx, c, s)
	if err != nil {
		return stored{}, told, err
	}
	plans := make([]plan.Plan, len(all))
	for i := range all {
		plans[i] = all[i].Plan
		if all[i].ID == id {
			return all[i], all[i].note(told), nil
		}
	}
	if id != "" {
		_, err := text.Find(ctx, d.Store, s, text.TrainingPlan, id)
		return stored{}, told, err
	}
	at := plan.Active(plans, c.Today)
	if at < 0 {
		return stored{}, told, training.Errorf(training.KindNotFound, "There is no training plan.").
			WithFix("save_training_plan saves one.")
	}
	return all[at], all[at].note(told), nil
}

func (s *stored) note(told []phrase.Sentence) []phrase.Sentence {
	if n := s.Note(); n != "" {
		told = append(told, n)
	}
	return told
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
