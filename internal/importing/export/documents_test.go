package export_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/export"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
)

var errCut = errors.New("cut")

// cutOff is a store that fails once it has written so often.
type cutOff struct {
	*store.DB
	left int
}

func (c *cutOff) Write(ctx context.Context, f func(tx *store.Tx) error) error {
	if c.left--; c.left < 0 {
		return errCut
	}
	return c.DB.Write(ctx, f)
}

// TestDocumentsThatAreCutOff, at any group, are complete after a second time;
// the run knows of the words that are kept, and of no others.
func TestDocumentsThatAreCutOff(t *testing.T) {
	t.Parallel()
	in := &export.Collection{Of: document.Events}
	for i := range 5 {
		in.Kept = append(in.Kept, export.Kept{
			ID: fmt.Sprint("e", i), Said: []export.Stated{{Source: "service", AsOf: storetest.Noon(), Body: json.RawMessage(`{"name":"Race"}`)}},
			Own: &export.Own{Fields: json.RawMessage(`{"name":"Mine"}`)},
		})
	}
	for groups := range 4 { // of two, and the last of one
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		first, second := store.ImportRun{ID: "r1", Athlete: "ann"}, store.ImportRun{ID: "r2", Athlete: "ann"}
		n, err := export.Documents(t.Context(), &cutOff{db, groups}, in, &first, 2)
		if want := min(2*groups, 5); n.Added != want || len(first.Own) != want || groups < 3 != errors.Is(err, errCut) {
			t.Errorf("%d groups: %+v, %v, %v", groups, n, first.Own, err)
		}
		again, err := export.Documents(t.Context(), db, in, &second, 2)
		if err != nil || n.Added+again.Added != 5 || len(first.Own)+len(second.Own) != 5 {
			t.Errorf("again: %+v, %v, %v", again, second.Own, err)
		}
		all, err := db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Events)
		if err != nil {
			t.Fatal(err)
		}
		var got []export.Kept
		for _, l := range all {
			k := export.Kept{ID: l.ID, Own: &export.Own{Fields: l.Own.Fields}}
			for _, s := range l.Said {
				k.Said = append(k.Said, export.Stated{Source: s.Source, AsOf: s.AsOf, Body: s.Body})
			}
			got = append(got, k)
		}
		if diff := cmp.Diff(in.Kept, got); diff != "" {
			t.Errorf("%d groups, then again: %s", groups, diff)
		}
	}
}

func TestDocumentsStopWhenTheyAreTold(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := &export.Collection{Of: document.Events, Kept: []export.Kept{{ID: "e", Own: &export.Own{Deleted: true}}}}
	run := store.ImportRun{ID: "r1", Athlete: "ann"}
	if n, err := export.Documents(ctx, db, in, &run, 2); err == nil || n.Added != 0 || len(run.Own) != 0 {
		t.Errorf("%+v, %v, %v", n, run.Own, err)
	}
}
