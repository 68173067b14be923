package text

import (
	"context"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// mostConflicts is how many are told at once.
const mostConflicts = 5

// Conflicts tells of texts that were edited in their file and stored elsewhere
// at once, each with what settles it: the next version that anybody writes.
func Conflicts(ctx context.Context, r Reader, s training.Scope) ([]phrase.Sentence, error) {
	var out []phrase.Sentence
	for _, k := range Kinds() {
		all, err := List(ctx, r, s, k)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if n := all[i].Note(); n != "" && len(out) < mostConflicts {
				out = append(out, phrase.InARow(n, all[i].settle()))
			}
		}
	}
	return out, nil
}

// settle says how to make one text of two.
func (t *Text) settle() phrase.Sentence {
	switch t.Kind {
	case TrainingPlan:
		return phrase.Sentencef("get_training_plan with version %d reads it; save_training_plan with what is to count settles it.", t.Beside)
	case Memory:
		return phrase.Sentencef("lapkeep memory restore %d makes it the current one; update_coach_memory with what it lacks settles it too.",
			t.Beside)
	}
	return "Save the file of the day with what is to count: that settles it."
}
