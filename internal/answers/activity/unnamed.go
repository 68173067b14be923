package activity

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// idWord is what an id looks like in a sentence.
var idWord = textclean.LazyRegexp(`\b[a-z0-9]{10,32}\b`)

// Unnamed takes the ids of activities that the audience may not see out of
// sentences of ours, which an import wrote before anything was hidden.
func Unnamed(ctx context.Context, r Finder, s training.Scope, sentences []i18n.Sentence) ([]i18n.Sentence, error) {
	if s.Audience != training.AudienceModel || len(sentences) == 0 {
		return sentences, nil
	}
	out := make([]i18n.Sentence, len(sentences))
	var failed error
	for i, text := range sentences {
		out[i] = text.Mapped(func(text string) string {
			return idWord.Get().ReplaceAllStringFunc(text, func(id string) string {
				seen, err := Sees(ctx, r, s, training.ActivityID(id))
				if err != nil {
					failed = err
				}
				if !seen {
					return "another"
				}
				return id
			})
		})
	}
	return out, failed
}

// Sees reports whether the audience may know of an activity; nothing is
// hidden of one that is not there for anybody.
func Sees(ctx context.Context, r Finder, s training.Scope, id training.ActivityID) (bool, error) {
	if _, err := r.Activity(ctx, s, id); training.KindOf(err) != training.KindNotFound || err == nil {
		return err == nil, err
	}
	_, err := r.Activity(ctx, training.Scope{Athlete: s.Athlete, Audience: training.AudienceExport}, id)
	if err == nil {
		return false, nil
	}
	if training.KindOf(err) == training.KindNotFound {
		return true, nil
	}
	return false, err
}
