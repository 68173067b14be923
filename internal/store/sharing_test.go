package store_test

import (
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestWhatTheOwnerSees is the other half of the scope test: nothing is hidden
// from the page, and what the athlete shares reaches a model.
func TestWhatTheOwnerSees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	page := training.Scope{Athlete: "ann", Audience: training.AudiencePage}
	list, err := w.db.Activities(w.ctx, page, store.ActivityFilter{})
	if err != nil || list.Total != 4 {
		t.Errorf("the page lists %d of 4, %v", list.Total, err)
	}
	model := storetest.Model("ann")
	for scope, want := range map[training.Scope][2]int{page: {4, 5}, model: {2, 2}} {
		c, err := w.db.Counts(w.ctx, scope)
		if got := [2]int{c.Activities, c.Recordings}; err != nil || got != want {
			t.Errorf("the %s counts %v, want %v, %v", scope.Audience, got, want, err)
		}
	}
	read := func() (*training.Columns, training.History, []store.Note, store.ActivityRow) {
		c, err1 := w.db.Stream(w.ctx, model, "ann-open", store.AllChannels)
		h, err2 := w.db.History(w.ctx, model)
		n, err3 := w.db.Notes(w.ctx, model, "ann-open")
		a, err4 := w.db.Activity(w.ctx, model, "ann-open")
		for _, err := range []error{err1, err2, err3, err4} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return c, h, n, a
	}
	c, h, n, a := read()
	if c.Has(training.Latitude) || len(h) != 1 || len(n) != 0 || a.Description != "" || !c.Has(training.Power) {
		t.Errorf("a model that is shared nothing with sees position %v, %v, %v, %q", c.Has(training.Latitude), h, n, a.Description)
	}
	for _, words := range []string{"secret-ann-open", "secret-ann-open-words"} {
		found, err := w.db.Activities(w.ctx, model, store.ActivityFilter{Text: words})
		if want := len("secret-ann-open") == len(words); err != nil || (len(found.Rows) > 0) != want {
			t.Errorf("searching %q finds %d, %v", words, len(found.Rows), err)
		}
	}
	if _, err := w.db.Original(w.ctx, model, w.hash["ann-open"]); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a file with a position: %v", err)
	}
	storetest.Write(t, w.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Position: true, Weight: true, Notes: true}})
	})
	c, h, n, a = read()
	if !c.Has(training.Latitude) || len(h) != 2 || len(n) != 1 || a.Description == "" {
		t.Errorf("a model that all is shared with sees position %v, %v, %v, %q", c.Has(training.Latitude), h, n, a.Description)
	}
	if _, err := w.db.Original(w.ctx, model, w.hash["ann-open"]); err != nil {
		t.Errorf("a file with a shared position: %v", err)
	}
}

// TestPartlyRestricted is an activity of which a model may see one of two
// recordings: it sees that one's channels and nothing that both went into.
func TestPartlyRestricted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	model, page := storetest.Model("ann"), training.Scope{Athlete: "ann", Audience: training.AudiencePage}
	has := func(s training.Scope) (cadence, power bool, metrics, sources, primitives int, np float64) {
		c, err := w.db.Stream(w.ctx, s, "ann-mixed", store.AllChannels)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.db.Activity(w.ctx, s, "ann-mixed")
		if err != nil {
			t.Fatal(err)
		}
		if a.Summary.Channels.Has(training.Cadence) != c.Has(training.Cadence) {
			t.Error("the list and the stream disagree about cadence")
		}
		for p := range w.db.Primitives(w.ctx, s, "curve", everyDay) {
			if p.Activity == "ann-mixed" {
				primitives++
			}
		}
		all, err := w.db.LoadInputs(w.ctx, s, everyDay)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range all {
			if in.ID == "ann-mixed" {
				np = in.NP
			}
		}
		return c.Has(training.Cadence), c.Has(training.Power), len(a.Summary.Values), len(a.Sources), primitives, np
	}
	if cad, pow, m, s, p, np := has(page); !cad || !pow || m == 0 || s != 2 || p != 1 || np == 0 {
		t.Error("the page sees", cad, pow, m, s, p, np)
	}
	if cad, pow, m, s, p, np := has(model); cad || !pow || m != 0 || s != 1 || p != 0 || np != 0 {
		t.Error("a model sees", cad, pow, m, s, p, np)
	}
	bound := store.ActivityFilter{Min: training.Values{training.MetricAvgPowerW: 1}, IDs: []training.ActivityID{"ann-mixed"}}
	if found, err := w.db.Activities(w.ctx, model, bound); err != nil || len(found.Rows) != 0 {
		t.Errorf("a filter tells what the row does not: %d, %v", len(found.Rows), err)
	}
}
