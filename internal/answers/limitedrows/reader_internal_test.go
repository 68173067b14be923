package limitedrows

import (
	"context"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestAReaderAnswersItsOwnAudience checks that a reader answers only its own
// audience, and has no loads.
func TestAReaderAnswersItsOwnAudience(t *testing.T) {
	t.Parallel()
	page := training.Scope{Athlete: "ann", Audience: training.AudiencePage}
	of := Service{Name: "tri", Title: "Tri"}
	row := rowOf(of, &source.Activity{ID: "1", Statement: training.Statement{Name: "ride", Sport: training.Cycling}})
	r := reader{of: of, scope: page, rows: []shown{{said: row}}}
	r.recording = func(context.Context) (training.Recording, error) { return training.Recording{}, nil }
	for _, s := range []training.Scope{
		page, {Athlete: "ann", Audience: training.AudienceModel}, {Athlete: "bea", Audience: training.AudiencePage},
	} {
		all, listed := r.Activities(t.Context(), s, store.ActivityFilter{})
		_, found := r.Activity(t.Context(), s, row.ID)
		_, recorded := r.Stream(t.Context(), s, row.ID, store.AllChannels)
		if own := s == page; own != (listed == nil) || own != (found == nil) || own != (recorded == nil) || own != (len(all.Rows) == 1) {
			t.Errorf("for %+v: %d rows, %v, %v, %v", s, len(all.Rows), listed, found, recorded)
		}
	}
	if _, err := r.LoadInputs(t.Context(), page, training.DayRange{}); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("loads of rows: %v", err)
	}
}
