package document_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// shown is a document as a reader of its fields would see it.
type shown struct {
	Name string             `json:"name,omitempty"`
	N    map[string]float64 `json:"n,omitempty"`
}

type fixture struct {
	*testing.T
	db *store.DB
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	storetest.Athlete(t, db, "bob")
	return fixture{t, db}
}

func (s fixture) say(st document.Statement) (changed bool) {
	s.Helper()
	if st.Collection == "" {
		st.Collection = document.Events
	}
	storetest.Write(s.T, s.db, func(tx *store.Tx) (err error) { changed, err = tx.PutStatement("ann", st); return err })
	return changed
}

func (s fixture) own(id string, own document.Own) (former document.Own) {
	s.Helper()
	storetest.Write(s.T, s.db, func(tx *store.Tx) (err error) {
		former, err = tx.PutOwn("ann", document.Events, id, own)
		return err
	})
	return former
}

func (s fixture) read(a training.AthleteID, f document.Filter, best ...string) map[string]shown {
	s.Helper()
	all, err := s.db.Documents(s.Context(), storetest.Export(a), document.Events, f)
	if err != nil {
		s.Fatal(err)
	}
	out := map[string]shown{}
	for _, d := range all {
		v, err := document.Show[shown](d, best...)
		if err != nil {
			s.Fatal(err)
		}
		out[d.ID] = v
	}
	s.listed(storetest.Export(a), document.Events)
	return out
}

// listed checks that a list is what the store has now, although lists are kept.
func (s fixture) listed(sc training.Scope, c document.Collection) {
	s.Helper()
	kept, err := document.List[map[string]any](s.Context(), s.db, sc, c)
	if err != nil {
		s.Fatal(err)
	}
	var now []document.Listed[map[string]any]
	err = document.Each(s.Context(), s.db.Documents, sc, c, document.Filter{}, func(d document.Document, v map[string]any) {
		now = append(now, document.Listed[map[string]any]{Document: d, Value: v})
	})
	if d := cmp.Diff(now, kept); d != "" || err != nil {
		s.Errorf("a list differs from the store (-store +list):\n%s%v", d, err)
	}
}

func (s fixture) want(what string, want, got map[string]shown) {
	s.Helper()
	if d := cmp.Diff(want, got); d != "" {
		s.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestLayers(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.say(document.Statement{ID: "e", Source: "garmin", Body: shown{Name: "Garmin's", N: map[string]float64{"a": 1, "b": 2}}})
	s.say(document.Statement{ID: "e", Source: "intervals", Body: shown{Name: "Theirs", N: map[string]float64{"b": 3}}})
	s.want("the best last", map[string]shown{"e": {"Garmin's", map[string]float64{"a": 1, "b": 2}}},
		s.read("ann", document.Filter{}, "garmin"))
	s.want("the other", map[string]shown{"e": {"Theirs", map[string]float64{"a": 1, "b": 3}}},
		s.read("ann", document.Filter{}, "intervals", "garmin"))
	s.own("e", document.Own{Fields: json.RawMessage(`{"name":"Mine"}`)})
	s.want("own words", map[string]shown{"e": {"Mine", map[string]float64{"a": 1, "b": 3}}}, s.read("ann", document.Filter{}, "intervals"))
	s.want("another athlete", map[string]shown{}, s.read("bob", document.Filter{}))
	former := s.own("e", document.Own{Deleted: true})
	s.want("deleted", map[string]shown{}, s.read("ann", document.Filter{}))
	if s.say(document.Statement{ID: "e", Source: "garmin", Body: shown{Name: "Anew"}}) != true || len(s.read("ann", document.Filter{})) != 0 {
		t.Error("what the athlete deleted comes back with what a source says")
	}
	s.own("e", former)
	s.want("brought back", map[string]shown{"e": {"Mine", map[string]float64{"b": 3}}}, s.read("ann", document.Filter{}))
}

func TestSaidAgainAndEarlier(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	st := document.Statement{ID: "e", Source: "garmin", AsOf: noon, Body: shown{Name: "x"}}
	if !s.say(st) {
		t.Error("the first time is news")
	}
	seq := storetest.LastSeq(t, s.db)
	old := st
	old.AsOf, old.Body = noon.Add(-time.Hour), shown{Name: "older"}
	if s.say(st) || s.say(old) || storetest.LastSeq(t, s.db) != seq {
		t.Error("the same again, or what was said earlier, is a change")
	}
	old.Now = noon.Add(-time.Minute)
	if !s.say(old) {
		t.Error("what a clock said that was ahead stays over what is said now")
	}
	old.Now = noon
	st.AsOf = noon.Add(-time.Second)
	if !s.say(st) {
		t.Error("a later word counts")
	}
	late := old
	late.Now = noon.Add(time.Second) // an answer that was on its way
	if s.say(late) {
		t.Error("what was asked for before it counts over it")
	}
	moved := st
	moved.Days = training.DayRange{From: 20_000, To: 20_001}
	if !s.say(moved) {
		t.Error("other days are news")
	}
	gone := st
	gone.Body = nil
	if !s.say(gone) || s.say(gone) {
		t.Error("gone once")
	}
	s.want("gone", map[string]shown{}, s.read("ann", document.Filter{}))
	if _, err := s.db.Document(t.Context(), storetest.Export("ann"), document.Events, "e"); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	span := func(from, to training.Day) training.DayRange { return training.DayRange{From: from, To: to} }
	s.say(document.Statement{ID: "holiday", Source: "x", Days: span(20_000, 20_010), Body: shown{}})
	s.say(document.Statement{ID: "ride", Source: "x", Days: span(20_005, 20_005), Body: shown{}})
	s.say(document.Statement{ID: "undated", Source: "x", Body: shown{}})
	s.own("ride", document.Own{Fields: json.RawMessage(`{"name":"later"}`), Days: span(20_020, 20_020)})
	for _, tt := range []struct {
		days training.DayRange
		want []string
	}{
		{span(20_000, 20_000), []string{"holiday"}},
		{span(20_010, 20_020), []string{"holiday", "ride"}},
		{span(20_005, 20_006), []string{"holiday"}},
		{span(20_011, 20_019), nil},
		{span(0, 19_999), nil},
	} {
		all, err := s.db.Documents(t.Context(), storetest.Export("ann"), document.Events, document.Filter{Days: &tt.days})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range all {
			got = append(got, d.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.days, got, tt.want)
		}
	}
	s.own("ride", document.Own{})
	if d, err := s.db.Document(t.Context(), storetest.Export("ann"), document.Events, "ride"); err != nil ||
		d.Days != span(20_005, 20_005) || d.Own != nil {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestPrefix selects by the beginning of ids, with days too.
func TestPrefix(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	days := training.DayRange{From: 10, To: 20}
	for _, id := range []string{"a/1", "a/2", "a0", "b/1", "a", "A/1", "a/é"} {
		s.own(id, document.Own{Fields: json.RawMessage(`{"name":"x"}`), Days: days})
	}
	for _, f := range []document.Filter{
		{Prefix: "a/"},
		{Prefix: "a/", Days: &training.DayRange{From: 5, To: 15}},
		{Prefix: "a/", Days: &training.DayRange{From: 15, To: 25}}, // which began before
	} {
		got := s.read("ann", f)
		if len(got) != 3 || got["a/1"].Name == "" || got["a/2"].Name == "" || got["a/é"].Name == "" {
			t.Errorf("%+v: %v", f, got)
		}
	}
	if got := s.read("bob", document.Filter{Prefix: "a/"}); len(got) != 0 {
		t.Error(got)
	}
}

// TestWhole reads a whole collection, which is another query, as its parts are read: with all
// layers, in the same order, and with or without what was deleted.
func TestWhole(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	for i, id := range []string{"a/3", "a/1", "a/é", "a/2", "a/10"} {
		days := training.DayRange{From: training.Day(20 - i%3), To: training.Day(20 - i%3)}
		for _, source := range []string{"strava", "garmin", "intervals"}[:i%4] {
			s.say(document.Statement{ID: id, Source: source, Days: days, Body: shown{Name: source + id}})
		}
		if i%2 == 0 {
			s.own(id, document.Own{Fields: json.RawMessage(`{"name":"own"}`), Days: days, Deleted: i == 4})
		}
	}
	for _, sc := range []training.Scope{storetest.Export("ann"), storetest.Model("ann")} {
		for _, deleted := range []bool{false, true} {
			got, err := s.db.Documents(t.Context(), sc, document.Events, document.Filter{Deleted: deleted})
			want, failed := s.db.Documents(t.Context(), sc, document.Events, document.Filter{Prefix: "a/", Deleted: deleted})
			if err != nil || failed != nil || len(want) == 0 {
				t.Fatal(err, failed, want)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("deleted %v (-by prefix +whole):\n%s", deleted, d)
			}
		}
	}
}

// TestWithheldActivities reads them without layers, as their documents say it: by day and id,
// and without those that were deleted or that the audience may not see.
func TestWithheldActivities(t *testing.T) {
	t.Parallel()
	closed := ledger.Closed{"strava-run": 1 << training.AudienceModel}
	db := storetest.OpenClosed(t, closed)
	storetest.Athlete(t, db, "ann")
	s := fixture{t, db}
	for i, ref := range []string{"strava:3", "strava:1", "garmin:2", "strava:2", "strava:10"} {
		w := training.Withheld{Ref: ref, Source: ref[:6], Day: training.Day(20 - i%3), Reason: "Only in its own app."}
		if i > 0 {
			w.StartLocal = training.LocalTime(w.Day.String() + "T06:30:00")
		}
		run := "run"
		if i == 1 {
			run = "strava-run"
		}
		s.say(document.Statement{
			Collection: document.Withheld, ID: ref, Source: w.Source, RunID: run, Days: training.DayRange{From: w.Day, To: w.Day}, Body: w,
		})
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.Withheld, "strava:2", document.Own{Deleted: true})
		return err
	})
	for n, sc := range []training.Scope{storetest.Export("ann"), storetest.Model("ann")} {
		want := []training.Withheld{}
		err := document.Each(t.Context(), db.Documents, sc, document.Withheld, document.Filter{},
			func(_ document.Document, w training.Withheld) { want = append(want, w) })
		got, failed := db.WithheldActivities(t.Context(), sc, training.DayRange{From: 1, To: 100})
		if err != nil || failed != nil || len(want) != 4-n {
			t.Fatal(err, failed, want)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("(-documents +withheld):\n%s", d)
		}
	}
}

// TestMentions selects by the text of any layer, with days too.
func TestMentions(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	days := training.DayRange{From: 10, To: 20}
	for id, name := range map[string]string{"own": "of a plan", "both": "mine", "other": "mine"} {
		s.own(id, document.Own{Fields: json.RawMessage(`{"name":"` + name + `"}`), Days: days})
	}
	for id, name := range map[string]string{"said": "of a plan", "both": "of a plan", "another": "theirs"} {
		s.say(document.Statement{ID: id, Source: "garmin", Body: shown{Name: name}})
	}
	for _, tt := range []struct {
		filter document.Filter
		want   []string
	}{
		{document.Filter{Mentions: "of a plan"}, []string{"both", "own", "said"}},
		{document.Filter{Mentions: "of a plan", Days: &training.DayRange{From: 5, To: 15}}, []string{"both", "own"}},
		{document.Filter{Mentions: "of a plan", Days: &training.DayRange{From: 15, To: 25}}, []string{"both", "own"}}, // they began before
		{document.Filter{Mentions: "of no plan"}, nil},
	} {
		if got := slices.Sorted(maps.Keys(s.read("ann", tt.filter))); !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %v, want %v", tt.filter, got, tt.want)
		}
	}
}

// TestRunsAreTakenBack: whatever runs and services say in whatever order, and
// whichever runs are taken back or brought again, what counts is the last that
// stands.
func TestRunsAreTakenBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		s := fixture{t, db}
		type said struct{ run, name string }
		var log []said
		removed := map[string]bool{}
		runs := []string{"r1", "r2", ""}
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			run := rapid.SampledFrom(runs).Draw(r, "run")
			if run != "" && rapid.Bool().Draw(r, "undo or redo") {
				removed[run] = !removed[run]
				storetest.Write(t, db, func(tx *store.Tx) error { return tx.SetDocumentsRemoved("ann", run, removed[run]) })
				continue
			}
			if removed[run] {
				continue // an undone run says nothing more
			}
			name := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "name")
			if s.say(document.Statement{ID: "e", Source: "x", RunID: run, Body: shown{Name: name}}) {
				log = append(log, said{run, name})
			}
		}
		want := map[string]shown{}
		for _, l := range log {
			if !removed[l.run] {
				want["e"] = shown{Name: l.name}
			}
		}
		if d := cmp.Diff(want, s.read("ann", document.Filter{})); d != "" {
			r.Fatalf("%v, removed %v (-want +got):\n%s", log, removed, d)
		}
	})
}

// TestSaidByTwoRuns: what a run says again stands until both are taken back.
func TestSaidByTwoRuns(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	said := document.Statement{ID: "e", Source: "x", RunID: "r1", Body: shown{Name: "a"}, Again: true}
	if !s.say(said) || s.say(said) {
		t.Error("one run says it once")
	}
	said.RunID = "r2"
	if !s.say(said) || s.say(said) {
		t.Error("another run says it once too")
	}
	for _, step := range []struct {
		run     string
		removed bool
		left    int
	}{{"r1", true, 1}, {"r2", true, 0}, {"r1", false, 1}, {"r2", false, 1}, {"r2", true, 1}, {"r1", true, 0}} {
		storetest.Write(t, s.db, func(tx *store.Tx) error { return tx.SetDocumentsRemoved("ann", step.run, step.removed) })
		if got := s.read("ann", document.Filter{}); len(got) != step.left {
			t.Errorf("after %+v: %v", step, got)
		}
	}
}

func TestAssistantsSeeWhatIsShared(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	day := training.WellnessDay{Day: 20_000}
	day.Put(training.WellnessWeightKg, 70, "garmin")
	day.Put(training.WellnessRestingHRBpm, 48, "garmin")
	day.Set(training.WellnessComments, "private", "garmin")
	days := training.DayRange{From: 20_000, To: 20_000}
	s.say(document.Statement{Collection: document.Wellness, ID: "2024-10-04", Days: days, Source: "garmin", Body: day})
	s.say(document.Statement{Collection: document.PrivacyZones, ID: "home", Source: "garmin", Body: shown{Name: "home"}})
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.Wellness, "2024-10-04",
			document.Own{Fields: json.RawMessage(`{"numbers":{"weight_kg":{"value":71}}}`)})
		return err
	})
	read := func() training.WellnessDay {
		model := training.Scope{Athlete: "ann", Audience: training.AudienceModel}
		s.listed(model, document.Wellness)
		d, err := s.db.Document(t.Context(), model, document.Wellness, "2024-10-04")
		if err != nil {
			t.Fatal(err)
		}
		w, err := document.Show[training.WellnessDay](d)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := read(); len(w.Numbers) != 1 || len(w.Words) != 0 {
		t.Errorf("a model sees %+v", w)
	}
	storetest.Write(t, s.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Weight: true, Notes: true}})
	})
	if w := read(); w.Numbers[training.WellnessWeightKg].Value != 71 || w.Words[training.WellnessComments].Text != "private" {
		t.Errorf("shared: %+v", w)
	}
	all, err := s.db.Documents(t.Context(), training.Scope{Athlete: "ann", Audience: training.AudienceModel},
		document.PrivacyZones, document.Filter{})
	if err != nil || len(all) != 0 {
		t.Errorf("a model sees where home is: %v, %v", all, err)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	for name, tt := range map[string]struct {
		kind training.Kind
		f    func(tx *store.Tx) error
	}{
		"no id": {training.KindInternal, func(tx *store.Tx) error {
			_, err := tx.PutStatement("ann", document.Statement{Collection: document.Events, Source: "x", Body: shown{}})
			return err
		}},
		"no source": {training.KindInternal, func(tx *store.Tx) error {
			_, err := tx.PutStatement("ann", document.Statement{Collection: document.Events, ID: "e", Body: shown{}})
			return err
		}},
		"backwards": {training.KindInvalid, func(tx *store.Tx) error {
			_, err := tx.PutOwn("ann", document.Events, "e", document.Own{Fields: json.RawMessage(`{}`), Days: training.DayRange{From: 2, To: 1}})
			return err
		}},
		"no object": {training.KindInternal, func(tx *store.Tx) error {
			_, err := tx.PutOwn("ann", document.Events, "e", document.Own{Fields: json.RawMessage(`[1]`)})
			return err
		}},
		"own without id": {training.KindNotFound, func(tx *store.Tx) error {
			_, err := tx.PutOwn("ann", document.Events, "", document.Own{Fields: json.RawMessage(`{}`)})
			return err
		}},
	} {
		if err := s.db.Write(t.Context(), tt.f); training.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.db.Documents(t.Context(), training.Scope{}, document.Events, document.Filter{}); err == nil {
		t.Error("a read without a scope")
	}
	if _, err := s.db.Document(t.Context(), storetest.Export("ann"), document.Events, ""); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

// TestAListTakesThePlaceOfTheOneBelow whole: nothing of the elements below is
// left in those above.
func TestAListTakesThePlaceOfTheOneBelow(t *testing.T) {
	t.Parallel()
	type listed struct {
		Name string
		Of   struct {
			Steps []training.WorkoutStep
			Text  string
		}
		Tags map[string][]int
	}
	got, err := document.Show[listed](document.Document{
		Statements: []document.SourceLayer{{Source: "a", Body: json.RawMessage(
			`{"Name":"there","Of":{"Steps":[{"kind":"work","duration_s":60},{"kind":"rest"}],"Text":"t"},"Tags":{"a":[1,2],"b":[3]}}`)}},
		Own: json.RawMessage(`{"Of":{"Steps":[{"duration_s":90}]},"Tags":{"a":[9]}}`),
	})
	want := listed{Name: "there", Tags: map[string][]int{"a": {9}, "b": {3}}}
	want.Of.Steps, want.Of.Text = []training.WorkoutStep{{DurationS: 90}}, "t"
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, broken := range []string{`{"Tags":[`, `[1]`, `{"Of":[1]}`} {
		body := json.RawMessage(`{"Tags":{"a":[1]}}`)
		d := document.Document{Statements: []document.SourceLayer{{Source: "a", Body: body}}, Own: json.RawMessage(broken)}
		if _, err := document.Show[listed](d); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", broken, err)
		}
	}
}
