package activities

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Labels are the words that activities can be found by.
type Labels interface {
	Labels(ctx context.Context, s training.Scope) (store.Labels, error)
	Gear(ctx context.Context, s training.Scope) ([]training.Gear, error)
}

// mostKnown is how many known words an answer names.
const mostKnown = 20

// explainNothing says which of the words that were asked for no activity has,
// instead of sending the caller to other days.
func (in *listIn) explainNothing(ctx context.Context, r Labels, s training.Scope, out *activity.List) error {
	if out.Total > 0 || in.Tag == "" && in.Gear == "" && in.Source == "" {
		return nil
	}
	labels, err := r.Labels(ctx, s)
	if err != nil {
		return err
	}
	gear, err := r.Gear(ctx, s)
	if err != nil {
		return err
	}
	var names []string
	for _, g := range gear {
		names = append(names, g.Name)
		labels.GearIDs = append(labels.GearIDs, g.ID)
	}
	slices.Sort(labels.GearIDs)
	names = append(names, slices.Compact(labels.GearIDs)...)
	var said []i18n.Sentence
	for _, l := range []struct {
		what  i18n.Word
		asked string
		known []string
	}{
		{"tag", in.Tag, labels.Tags}, {"gear", in.Gear, names}, {"source", in.Source, append(labels.Sources, "manual")},
	} {
		if l.asked != "" && !slices.ContainsFunc(l.known, func(k string) bool { return strings.EqualFold(k, strings.TrimSpace(l.asked)) }) {
			said = append(said, unknown(l.what, l.asked, l.known))
		}
	}
	if len(said) > 0 {
		out.Narrow = i18n.InARow(said...)
	}
	return nil
}

func unknown(what i18n.Word, asked string, known []string) i18n.Sentence {
	text := i18n.Sentencef("No activity has the %s %q.", what, tools.Clip(asked))
	if near := i18n.Nearest(asked, known); near != "" {
		text = i18n.InARow(text, i18n.Sentencef("Did you mean %q?", textclean.Line(near, textclean.NameRunes)))
	}
	if len(known) == 0 {
		return i18n.InARow(text, "None has any.")
	}
	var shown []string
	for _, k := range known[:min(len(known), mostKnown)] {
		shown = append(shown, textclean.Line(k, textclean.NameRunes))
	}
	return i18n.InARow(text, i18n.Sentencef("Known: %s.", strings.Join(shown, ", ")))
}
