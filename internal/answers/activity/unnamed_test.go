package activity_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// album finds two activities, one of which is hidden from assistants.
type album struct {
	broken bool
	*answerstest.ServicedStore
}

const (
	open   = "opensesame1"
	closed = "closedbook1"
)

func (a album) Resolve(context.Context, training.Scope, string) (training.ActivityID, error) {
	return "", training.Errorf(training.KindInternal, "Nobody asks for this.")
}

func (a album) Activity(_ context.Context, s training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	switch {
	case a.broken:
		return store.ActivityRow{}, training.Errorf(training.KindUnavailable, "The disk is gone.")
	case id == open, id == closed && s.Audience != training.AudienceModel:
		return store.ActivityRow{}, nil
	}
	return store.ActivityRow{}, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
}

func TestSentencesDoNotNameWhatIsHidden(t *testing.T) {
	t.Parallel()
	said := []i18n.Sentence{"It may be " + closed + ", or " + open + ".", "Distances overlapping elsewhere1 say nothing.", ""}
	for name, tt := range map[string]struct {
		who  training.Audience
		want []i18n.Sentence
	}{
		"an assistant": {training.AudienceModel, []i18n.Sentence{i18n.Sentence("It may be another, or " + open + "."), said[1], ""}},
		"the athlete":  {training.AudiencePage, said},
	} {
		s := training.Scope{Athlete: "ann", Audience: tt.who}
		got, err := activity.Unnamed(t.Context(), album{}, s, said)
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
	s := training.Scope{Athlete: "ann", Audience: training.AudienceModel}
	if _, err := activity.Unnamed(t.Context(), album{broken: true}, s, said); err == nil {
		t.Error("what cannot be looked up is shown")
	}
}
