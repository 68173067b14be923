package calendar_test

import (
	"testing"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestAnEventIsKnownByEachOfItsIDs: ours, the service's, and the one that it
// was made with.
func TestAnEventIsKnownByEachOfItsIDs(t *testing.T) {
	t.Parallel()
	s := &home{docs: []document.Document{{
		ID: "mine", Own: []byte(`{"name":"Tempo","external_id":"plan-7"}`),
		Said: []document.Said{{Source: "intervals", Body: []byte(`{"id":"55","name":"Theirs"}`)}},
	}}}
	for id, found := range map[string]bool{
		"mine": true, "plan-7": true, "intervals:55": true, "intervals:5": false,
		"strava:55": false, "55": false, "intervals:": false,
	} {
		e, err := calendar.Find(t.Context(), s, training.Scope{Athlete: "me", Audience: training.AudienceExport}, id)
		if (err == nil) != found || found && e.ID != "mine" || !found && training.KindOf(err) != training.KindNotFound {
			t.Errorf("%q: %+v %v", id, e.ID, err)
		}
	}
}
