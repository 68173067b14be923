package outbox_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/test/intervalstest"
)

func intakeSays(tx *store.Tx, id training.ActivityID, a source.Activity) error {
	a.Statement.Entry = nil
	return kinds.PutActivityStatement(tx, ann, "intervals", id, a.Statement, a.Start, began)
}

// take reads gear, the library and custom items as the syncer does.
func (h *home) take() {
	h.Helper()
	sink := &intake.Sink{Athlete: ann, Store: h.db, Source: "intervals", Policy: h.service.Policy(), Now: h.Now, Journal: h.journal}
	sink.Asking()
	ctx := h.Context()
	gear, err := h.service.(source.GearKeeper).Gear(ctx)
	h.must(err, sink.TakeGear(ctx, gear))
	for _, k := range kinds.Listers(kinds.All(h.db, nil, h.Now)) {
		h.must(sink.TakeThings(ctx, k, h.service))
	}
}

func (h *home) must(all ...error) {
	h.Helper()
	for _, err := range all {
		if err != nil {
			h.Fatal(err)
		}
	}
}

// called returns the id here of what has a name.
func (h *home) called(c document.Collection, name string) string {
	h.Helper()
	docs, err := h.db.Documents(h.Context(), storetest.Export(ann), c, document.Filter{})
	h.must(err)
	for _, d := range docs {
		t, err := document.Show[struct{ Name, Text string }](d)
		h.must(err)
		if t.Name == name || t.Text == name {
			return d.ID
		}
	}
	return ""
}

// TestThingsGoThereAndComeBack: made, changed and deleted, each undone and
// done again, with nothing twice after a sync.
func TestThingsGoThereAndComeBack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		c           document.Collection
		list        string
		fresh, edit string // own words; {x} is the id here of what is called so
		theirs      string // a thing of the service
	}{
		{
			document.CustomItems, "custom items",
			`{"type":"INPUT_FIELD","name":"Gels","content":{"code":"Gels","type":"numeric","aggregate":"SUM"}}`,
			`{"name":"Espresso","description":"Cups"}`, "Load by week",
		},
		{
			document.Reminders, "reminders", `{"gear_id":"{Road bike}","text":"Oil","distance_km":300}`,
			`{"text":"Renew","distance_km":4000}`, "Replace",
		},
		{document.Folders, "folders", `{"name":"Mine","description":"for winter"}`, `{"name":"Best","description":"of all"}`, "Favourites"},
		{
			document.Workouts, "workouts",
			`{"folder_id":"{Favourites}","name":"Sprints","sport":"cycling","description":"- 10m 55%","tags":["short"]}`,
			`{"name":"Renamed","tags":["x"]}`, "Favourites 2",
		},
	} {
		t.Run(tt.list, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{})
			h.take()
			theirs := h.called(tt.c, tt.theirs)
			if theirs == "" {
				t.Fatalf("the sample has no %q", tt.theirs)
			}
			before := h.server.State()
			h.roundTrip(before, tt.list, "create", func() journal.Outcome { return h.put(tt.c, "mine", h.filled(tt.fresh), training.DayRange{}) })
			h.roundTrip(before, tt.list, "update", func() journal.Outcome { return h.put(tt.c, theirs, tt.edit, training.DayRange{}) })
			if tt.list == "folders" { // it holds workouts
				out := h.own(tt.c, theirs, document.Own{Deleted: true}, journal.Write{})
				if at := h.at(out, "delete", "failed"); !strings.Contains(at.Note.String(), "workouts") {
					t.Errorf("%+v", at)
				}
				return
			}
			h.roundTrip(before, tt.list, "delete", func() journal.Outcome {
				return h.own(tt.c, theirs, document.Own{Deleted: true}, journal.Write{})
			})
		})
	}
}

// TestWhatWasRenamedThereSinceShowsHere: an undo leaves it there, so that here
// the service's word shows and not the athlete's former one.
func TestWhatWasRenamedThereSinceShowsHere(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.take()
	id := h.called(document.Workouts, "Favourites 2")
	out := h.put(document.Workouts, id, `{"name":"Renamed"}`, training.DayRange{})
	h.at(out, "update", "done")
	ctx, w := h.Context(), h.service.(source.WorkoutWriter)
	_, err := w.SaveWorkout(ctx, training.LibraryWorkout{ID: strings.TrimPrefix(id, "intervals:"), Name: "Theirs since"}, "name")
	h.must(err)
	h.undo(out)
	if h.called(document.Workouts, "Theirs since") != id {
		t.Error("it is not shown as the service has it")
	}
}

// filled puts ids in the place of names.
func (h *home) filled(text string) string {
	h.Helper()
	for _, name := range []string{"Road bike", "Favourites"} {
		if strings.Contains(text, "{"+name+"}") {
			id := h.called(document.Folders, name)
			if id == "" {
				id = h.gear(name).ID
			}
			text = strings.ReplaceAll(text, "{"+name+"}", id)
		}
	}
	return text
}

// roundTrip does something, undoes it, does it again and undoes that, with
// syncs between.
func (h *home) roundTrip(before intervalstest.State, list, action string, do func() journal.Outcome) {
	h.Helper()
	here := h.all()
	out := do()
	if at := h.at(out, action, "done"); len(at.Differences) > 0 {
		h.Errorf("%s: %+v", action, at)
	}
	after := h.server.State()
	if cmp.Equal(before["i12345 "+list], after["i12345 "+list]) {
		h.Fatalf("%s changed nothing there", action)
	}
	done := h.all()
	h.take()
	h.want(action+": here after a sync", done, h.all())
	for range 2 {
		back := h.undo(out)
		h.want(action+": undone there", before, h.server.State())
		h.take()
		h.want(action+": undone here", here, h.all())
		out = h.undo(back)
		h.want(action+": done again there", after, h.server.State())
		h.take()
		h.want(action+": done again here", done, h.all())
	}
	h.undo(out)
	h.take()
	h.want(action+": at last", before, h.server.State())
}

// all returns the shown events, by id, with the ids of the service left out.
func (h *home) all() map[string]string {
	h.Helper()
	out := map[string]string{}
	for _, c := range []document.Collection{document.CustomItems, document.Reminders, document.Folders, document.Workouts} {
		docs, err := h.db.Documents(h.Context(), storetest.Export(ann), c, document.Filter{})
		h.must(err)
		for _, d := range docs {
			t, err := document.Show[map[string]any](d)
			h.must(err)
			for name, v := range t { // empty and absent are the same
				if v == nil || v == "" || v == false || v == 0.0 || cmp.Equal(v, []any{}) ||
					slices.Contains([]string{"id", "can_edit", "owner", "last_done", "used_pct", "used_km", "used_s", "structure"}, name) {
					delete(t, name)
				}
			}
			b, err := json.Marshal(t)
			h.must(err)
			out[string(c)+" "+d.ID] = string(b)
		}
	}
	list, err := h.db.Gear(h.Context(), storetest.Export(ann))
	h.must(err)
	for _, g := range list {
		b, err := json.Marshal(g)
		h.must(err)
		out["gear "+g.ID] = string(b)
	}
	return out
}

// gear returns the piece of a name; its zero value if there is none.
func (h *home) gear(name string) training.Gear {
	h.Helper()
	list, err := h.db.Gear(h.Context(), storetest.Export(ann))
	h.must(err)
	for _, g := range list {
		if g.Name == name {
			return g
		}
	}
	return training.Gear{}
}

func (h *home) putGear(id string, own document.Own) journal.Outcome {
	h.Helper()
	w := journal.Write{
		Athlete: ann, Face: "cli", Tool: "test", Summary: "A change", Now: h.Now(),
		Targets: map[string]string{"gear:" + id: ""},
	}
	out, err := h.journal.Do(h.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(ann, document.Gear, id, own)
		return journal.Effect{Changed: []journal.Changed{journal.DocumentChanged{Collection: document.Gear, ID: id, Before: former}}}, err
	})
	h.must(err)
	return out
}

// TestGearGoesThereAndComesBack, parts and dates included.
func TestGearGoesThereAndComesBack(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		of, fields, action string
		deleted            bool
		stays              string
	}{
		"new":       {"", `{"kind":"bike","name":"Gravel","brand":"Acme"}`, "create", false, "brand"},
		"a part":    {"", `{"kind":"component","name":"Tyre","part":"tyre","part_of":"{Road bike}"}`, "create", false, ""},
		"renamed":   {"Road bike", `{"name":"Old bike","weight_kg":8}`, "update", false, "weight_kg"},
		"retired":   {"Road bike", `{"retired":true}`, "update", false, ""},
		"unretired": {"Old shoes", `{"retired":false}`, "update", false, ""},
		"off":       {"Chain", `{"part_of":""}`, "update", false, ""},
		"deleted":   {"Old shoes", "", "delete", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{})
			h.take()
			before := h.server.State()
			id := "mine"
			if tt.of != "" {
				id = h.gear(tt.of).ID
			}
			var note string
			h.roundTrip(before, "gear", tt.action, func() journal.Outcome {
				out := h.putGear(id, document.Own{Fields: []byte(h.filled(tt.fields)), Deleted: tt.deleted})
				for _, at := range out.AtService {
					note += at.Note.String()
				}
				return out
			})
			if tt.stays != "" && !strings.Contains(note, tt.stays) {
				t.Errorf("it does not say that %s is kept here: %q", tt.stays, note)
			}
		})
	}
}

// TestWhatBelongsToSomethingNewFollowsIt: a reminder of gear that is itself
// made there, or is not.
func TestWhatBelongsToSomethingNewFollowsIt(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.take()
	before := h.server.State()
	made := h.putGear("bike", document.Own{Fields: []byte(`{"kind":"bike","name":"Gravel"}`)})
	out := h.put(document.Reminders, "oil", `{"gear_id":"bike","text":"Oil","distance_km":200}`, training.DayRange{})
	h.at(out, "create", "done")
	if row := h.server.State()["i12345 reminders"]; !slices.ContainsFunc(row,
		func(r map[string]any) bool { return r["gear"] == "Gravel" && r["name"] == "Oil" }) {
		t.Errorf("%v", row)
	}
	h.take()
	if r := h.called(document.Reminders, "Oil"); r != "oil" || h.gear("Gravel").ID != "bike" {
		t.Errorf("after a sync it is %s of %+v", r, h.gear("Gravel"))
	}
	h.undo(out)
	h.undo(made)
	h.want("undone", before, h.server.State())
	h.write(func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Gear, "local", document.Own{Fields: []byte(`{"kind":"bike","name":"Here only"}`)})
		return err
	})
	out = h.put(document.Reminders, "wax", `{"gear_id":"local","text":"Wax","distance_km":200}`, training.DayRange{})
	if at := h.at(out, "create", "failed"); !strings.Contains(at.Note.String(), "kept here only") {
		t.Errorf("%+v", at)
	}
	if h.called(document.Reminders, "Wax") != "wax" {
		t.Error("what was refused is not kept here")
	}
}

// TestWhatAServiceRefusesIsToldInWords, and stays here.
func TestWhatAServiceRefusesIsToldInWords(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.take()
	before := h.server.State()
	for _, tt := range []struct {
		c            document.Collection
		fields, says string
	}{
		{document.Reminders, `{"gear_id":"` + h.gear("Road bike").ID + `","text":"On a day","due_date":"2026-10-01"}`, "One of distance"},
		{document.Workouts, `{"name":"No folder","sport":"cycling"}`, "folder"},
		{document.CustomItems, `{"type":"WINGS","name":"Nothing"}`, "WINGS"},
	} {
		out := h.put(tt.c, "bad", tt.fields, training.DayRange{})
		if at := h.at(out, "create", "failed"); !strings.Contains(at.Note.String(), tt.says) {
			t.Errorf("%+v", at)
		}
		if _, err := h.db.Document(t.Context(), storetest.Export(ann), tt.c, "bad"); err != nil {
			t.Error(err)
		}
		h.undo(out)
	}
	h.want("at the service", before, h.server.State())
}
