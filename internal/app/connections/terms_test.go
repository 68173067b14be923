package connections_test

import (
	"errors"
	"testing"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// strict is a service with terms of its own.
type strict struct {
	source.Service

	terms source.Policy
}

func (s strict) Policy() source.Policy { return s.terms }

// under are the terms of the emulated service.
func under(terms source.Policy) func(*connections.Options) {
	return func(o *connections.Options) {
		open := o.Kinds[0].Open
		o.Kinds[0].Open = func(c client.Options) (source.Service, error) {
			s, err := open(c)
			return strict{s, terms}, err
		}
	}
}

// TestTermsAskThatAllGoesWithTheConnection: it is not kept, there is no way
// back, and nothing is left of what the outbox heard.
func TestTermsAskThatAllGoesWithTheConnection(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	s := h.connected(t, under(source.Policy{Retention: source.Forever, Joined: true, DeletedOnDisconnect: true}))
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		for _, of := range []string{"intervals", "intervals i1", "intervalsplus"} {
			row := ledger.OutboxRow{Athlete: ann, Source: of, Entry: "j", Kind: "event", Here: "e", Action: ledger.Create}
			if _, err := tx.Outbox().Put(row); err != nil {
				return err
			}
		}
		_, err := tx.Say(ann, document.Statement{
			Collection: document.Folders, ID: "intervals:1", Source: "intervals", RunID: source.Name("intervals").Run(), AsOf: h.Now(),
			Body: training.WorkoutFolder{Name: "Theirs"},
		})
		return err
	})
	w := journal.Write{Audience: training.AudienceExport, Face: "cli", Tool: "disconnect_source", Now: h.Now()}
	if _, err := s.Disconnect(t.Context(), "intervals", true, w); training.KindOf(err) != training.KindForbidden {
		t.Errorf("kept: %v", err)
	}
	_, err := s.Disconnect(t.Context(), "intervals", false, w)
	ask, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		t.Fatalf("nobody was asked: %v", err)
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(ann), ask.Preview.Token, h.Now()); err != nil {
		t.Fatal(err)
	}
	out, err := s.Disconnect(t.Context(), "intervals", false, w)
	if err != nil || out.Undo != "" {
		t.Fatalf("%+v %v", out, err)
	}
	rows, err := h.db.Outbox().Entry(t.Context(), ann, "j")
	if err != nil || len(rows) != 1 || rows[0].Source != "intervalsplus" {
		t.Errorf("%+v %v", rows, err)
	}
	for _, text := range storetest.Texts(t, h.dir) {
		if text == `{"name":"Theirs"}` {
			t.Error("its words are still there")
		}
	}
}

// TestWithoutLeaveToKeepNothingIsAsked: not even the book learns what there is.
func TestWithoutLeaveToKeepNothingIsAsked(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Coached: []string{"i777"}})
	s := h.connected(t, under(source.Policy{Joined: true}))
	if _, err := s.Sync(t.Context(), "intervals", false, nil); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
	book, key := h.db.Connections(), ledger.ConnectionKey{Athlete: ann, Source: "intervals"}
	items, err := book.Items(t.Context(), key, training.DayRange{From: 1, To: 50_000})
	if err != nil || len(items) > 0 {
		t.Errorf("%+v %v", items, err)
	}
	var read map[string]any
	for _, cursor := range []string{"activities", "roster"} {
		if found, err := book.Cursor(t.Context(), key, cursor, &read); found || err != nil {
			t.Errorf("%s: %v", cursor, err)
		}
	}
	closed := connections.Closed(connections.Kinds())
	for _, k := range connections.Kinds() {
		service, err := k.Open(client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, is := closed[k.Name.Run()]; is == service.Policy().Open() {
			t.Errorf("%s is open to all: %v, and closed to some: %v", k.Name, service.Policy().Open(), is)
		}
	}
}
