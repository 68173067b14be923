package document_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestLayersAreReadApart: what was deleted too, each source with its days,
// and not what a source takes back or a run that was undone said.
func TestLayersAreReadApart(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	days := training.DayRange{From: 20_000, To: 20_002}
	s.say(document.Statement{ID: "e", Source: "b", AsOf: noon, Days: days, Body: shown{Name: "B"}})
	s.say(document.Statement{ID: "e", Source: "a", RunID: "r1", Body: shown{Name: "A"}})
	s.say(document.Statement{ID: "e", Source: "c", Body: shown{Name: "C"}})
	s.say(document.Statement{ID: "e", Source: "c"})
	s.say(document.Statement{ID: "undone", Source: "a", RunID: "r2", Body: shown{Name: "A"}})
	storetest.Write(t, s.db, func(tx *store.Tx) error { return tx.SetDocumentsRemoved("ann", "r2", true) })
	gone := document.Own{Fields: json.RawMessage(`{"name":"Mine"}`), Days: training.DayRange{From: 20_001, To: 20_001}, Deleted: true}
	s.own("e", gone)
	s.own("alone", document.Own{Deleted: true})
	got, err := s.db.DocumentLayers(t.Context(), storetest.Export("ann"), document.Events)
	if err != nil {
		t.Fatal(err)
	}
	want := []document.Layers{
		{ID: "alone", Own: document.Own{Deleted: true}},
		{ID: "e", Own: gone, Said: []document.Stated{
			{Said: document.Said{Source: "a", Body: json.RawMessage(`{"name":"A"}`)}},
			{Said: document.Said{Source: "b", AsOf: noon, Body: json.RawMessage(`{"name":"B"}`)}, Days: days},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for a, kind := range map[training.Audience]training.Kind{
		training.AudienceModel: training.KindForbidden,
		training.AudiencePage:  training.KindForbidden,
	} {
		if _, err := s.db.DocumentLayers(t.Context(), training.Scope{Athlete: "ann", Audience: a},
			document.Events); training.KindOf(err) != kind {
			t.Errorf("audience %v: %v", a, err)
		}
	}
	if _, err := s.db.DocumentLayers(t.Context(), training.Scope{}, document.Events); err == nil {
		t.Error("a read without a scope")
	}
	if others, err := s.db.DocumentLayers(t.Context(), storetest.Export("bob"), document.Events); len(others) != 0 || err != nil {
		t.Errorf("bob reads %+v %v", others, err)
	}
}
