package intervalsicu

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

// TestADeletedActivityIsMadeAnew from its file, with all that can be set of
// it, once the mark is away that keeps the file out.
func TestADeletedActivityIsMadeAnew(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1})
	a, ctx := wholeOne(t, c, training.Cycling), t.Context()
	s.Do(func(w *apitest.World) {
		d := w.Athletes[0].Activities[a.ID].Doc
		d["kg_lifted"], d["icu_color"], d["Gels"], d["type"] = 4.5, "red", 3.0, "GravelRide"
		w.Athletes[0].Activities[a.ID].Messages = nil
		w.Athletes[0].Items.Rows = append(w.Athletes[0].Items.Rows,
			apitest.Doc{"id": 99.0, "type": "ACTIVITY_FIELD", "name": "Gels", "content": apitest.Doc{"code": "Gels"}})
	})
	before := s.State()
	had := must[map[string]json.RawMessage](t)(c.Settable(ctx, a.ID))
	if string(had["Gels"]) != "3" || string(had["kg_lifted"]) != "4.5" || string(had["lock_intervals"]) != "null" ||
		had["id"] != nil || had["icu_ctl"] != nil {
		t.Errorf("%s", had)
	}
	file := must[source.File](t)(c.FetchRecording(ctx, a.ID))
	if err := c.DeleteActivity(ctx, a.ID); err != nil {
		t.Fatal(err)
	}
	if ids, fresh, err := c.Upload(ctx, file, source.Upload{}); len(ids) != 0 || fresh || err != nil {
		t.Errorf("a deleted file was taken: %v %v", ids, err)
	}
	s.Inject(intervalstest.Fault{Operation: "deleteTombstone", Cut: true, Late: true, Times: 1}) // done, but the answer is lost
	for range 2 {
		if err := c.Readmit(ctx, a.ID); err != nil {
			t.Fatal(err)
		}
	}
	ids, fresh, err := c.Upload(ctx, file, source.Upload{})
	if len(ids) != 1 || !fresh || err != nil || ids[0] == a.ID {
		t.Fatalf("%v %v %v", ids, fresh, err)
	}
	if err := c.Set(ctx, ids[0], had); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(had, must[map[string]json.RawMessage](t)(c.Settable(ctx, ids[0]))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(before, s.State()); d != "" {
		t.Error(d)
	}
}

func TestWhatCannotBeSetIsNotSent(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c, ctx := d.client(t), t.Context()
	for what, x := range map[string]struct {
		values map[string]json.RawMessage
		want   training.Kind
	}{
		"nothing":       {nil, training.KindInvalid},
		"what is ours":  {map[string]json.RawMessage{"icu_ctl": []byte("1")}, training.KindUnsupported},
		"an empty name": {map[string]json.RawMessage{"": []byte("1")}, training.KindUnsupported},
	} {
		if err := c.Set(ctx, "i501", x.values); training.KindOf(err) != x.want {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := c.Settable(ctx, "../x"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if err := c.Readmit(ctx, "x"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	d.says("getActivity", status(200, `{"id":"i501","icu_athlete_id":"i999"}`))
	if _, err := c.Settable(ctx, "i501"); fault(err) != "not found" {
		t.Errorf("another's: %v", err)
	}
	d.says("getActivity", status(200, `{"id":"i501","name":7}`))
	if _, err := c.Settable(ctx, "i501"); err != nil {
		t.Errorf("a form that is only read here: %v", err)
	}
	d.says("getActivity", status(200, `[]`))
	if _, err := c.Settable(ctx, "i501"); fault(err) != "changed" {
		t.Errorf("another form: %v", err)
	}
	if len(d.log) > 8 {
		t.Errorf("%d requests", len(d.log))
	}
}
