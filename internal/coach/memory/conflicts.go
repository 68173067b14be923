package memory

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// mostConflicts is how many are told at once.
const mostConflicts = 5

// Conflicts tells of texts that were edited in their file and stored elsewhere
// at once, each with what settles it: the next version that anybody writes.
func Conflicts(ctx context.Context, r TextReader, s training.Scope) ([]i18n.Sentence, error) {
	var out []i18n.Sentence
	for _, k := range Kinds() {
		all, err := ListText(ctx, r, s, k)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if n := all[i].Note(); n != "" && len(out) < mostConflicts {
				out = append(out, i18n.InARow(n, all[i].settle()))
			}
		}
	}
	return out, nil
}

// settle says how to make one text of two.
func (t *Text) settle() i18n.Sentence {
	switch t.Kind {
	case TrainingPlan:
		return i18n.Sentencef("get_training_plan with version %d reads it; save_training_plan with what is to count settles it.", t.Beside)
	case MemoryKind:
		return i18n.Sentencef("lapkeep memory restore %d makes it the current one; update_coach_memory with what it lacks settles it too.",
			t.Beside)
	}
	return "Save the file of the day with what is to count: that settles it."
}
