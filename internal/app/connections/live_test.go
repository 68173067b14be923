package connections_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
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

// TestWhatIsAskedForWhenSomebodyAsks: intervals that the service found in an
// activity of last year, and streams that it computes, of what it has.
func TestWhatIsAskedForWhenSomebodyAsks(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Rich: true, Seconds: 240})
	set := h.connected(t)
	if r, err := set.Sync(t.Context(), "intervals", false, nil); err != nil || r.Failed > 0 {
		t.Fatalf("%+v %v", r, err)
	}
	remote := servicevalues.Remote{Services: func(training.AthleteID) servicevalues.Services { return set }}
	h.findsOfLastYear(t, remote)
	h.computes(t, remote)
}

// requests counts those of an operation.
func (h *home) requests(operation string) (n int) {
	for _, r := range h.server.Requests() {
		if r.Operation == operation {
			n++
		}
	}
	return n
}

// aged returns activities of some age in days that have streams, and whose
// intervals nobody drew.
func (h *home) aged(t *testing.T, from, to training.Day, with ...string) (refs []string) {
	t.Helper()
	today := training.DayOf(h.Now())
	h.server.Do(func(w *intervalstest.World) {
		for _, a := range w.Athletes[0].NewestFirst() {
			day, err := training.ParseDay(intervalstest.Text(a.Doc, "start_date_local")[:10])
			if err != nil {
				t.Fatal(err)
			}
			all := a.Channels()
			has := !slices.ContainsFunc(with, func(name string) bool { return all[name].Data == nil })
			if !a.Stub && a.Body != nil && a.Intervals == nil && has && today-day >= from && today-day <= to {
				refs = append(refs, "intervals:"+intervalstest.IDOf(a.Doc))
			}
		}
	})
	if len(refs) == 0 {
		t.Fatalf("there is no activity of %d to %d days ago with %v", from, to, with)
	}
	return refs
}

func (h *home) findsOfLastYear(t *testing.T, remote servicevalues.Remote) {
	t.Helper()
	describe := func(ref string) *activity.Detail {
		t.Helper()
		d, err := activity.Describe(t.Context(), h.db, storetest.Export(ann), activity.DetailQuery{
			ID: ref, Sections: []activity.Section{activity.SectionIntervals, activity.SectionMore}, Services: remote,
		})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	old, recent := h.aged(t, 240, 420)[0], h.aged(t, 1, 10)[0]
	before := h.requests("getIntervals")
	d := describe(old)
	if len(d.Drawn) != 1 || !d.Drawn[0].Found || d.Drawn[0].Service != "intervals" || len(d.Drawn[0].Kind) != 4 ||
		d.Drawn[0].Values == nil || d.Missing["drawn_intervals"]+d.Missing["interval_values"] != "" {
		t.Errorf("%+v, missing %v", d.Drawn, d.Missing)
	}
	if n := h.requests("getIntervals") - before; n != 1 {
		t.Errorf("%d requests for both sections", n)
	}
	remove := h.server.Inject(intervalstest.Fault{Status: http.StatusTooManyRequests, RetryAfter: "900"})
	d = describe(old)
	if len(d.Drawn) != 0 || d.Missing["drawn_intervals"] == "" || d.Missing["interval_values"] == "" {
		t.Errorf("%+v, missing %v", d.Drawn, d.Missing)
	}
	remove()
	before = len(h.server.Requests())
	if d = describe(recent); len(d.Drawn) != 1 || !d.Drawn[0].Found || len(h.server.Requests()) != before {
		t.Errorf("what is kept: %+v", d.Drawn)
	}
}

// computes checks that streams of the service come, and that an assistant
// learns no way from where it learns no position.
func (h *home) computes(t *testing.T, remote servicevalues.Remote) {
	t.Helper()
	h.Sleep(t.Context(), 2*time.Hour) //nolint:errcheck // the clock only moves: the service wants requests again
	ref := h.aged(t, 20, 420, "watts", "latlng", "heartrate")[0]
	read := func(s training.Scope, channels ...string) *activity.Streams {
		t.Helper()
		got, err := activity.ReadStream(t.Context(), h.db, s, activity.Query{
			ID: ref, Channels: channels, ResolutionS: 1, ToS: 200,
			Services: remote,
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	model := storetest.Export(ann)
	model.Audience = training.AudienceModel
	got := read(storetest.Export(ann), "hr", "fixed_watts", "w_bal", "hrv", "bearing")
	for _, name := range []string{
		"hr_bpm", "intervals:fixed_watts (W)", "intervals:w_bal (J)",
		"intervals:hrv, mean beat interval (ms)", "intervals:bearing",
	} {
		if len(got.Channels[name]) == 0 {
			t.Errorf("%s is not among %v, missing %v", name, slices.Sorted(maps.Keys(got.Channels)), got.Missing)
		}
	}
	if got.Channels["intervals:hrv, mean beat interval (ms)"][0] != nil { // the strap is found after a moment
		t.Error("a beat was made up")
	}
	for i, w := range got.Channels["intervals:w_bal (J)"] {
		if w == nil || *w < 0 || *w > 20000 {
			t.Fatalf("at %d s: %v", i, w)
		}
	}
	if got := read(model, "bearing"); len(got.Channels) > 0 || got.Missing["bearing"] == "" {
		t.Errorf("a way without a position: %+v", got)
	}
	way := read(storetest.Export(ann), "gps")
	home := training.PrivacyZone{LatDeg: *way.Channels["latitude_deg"][0], LonDeg: *way.Channels["longitude_deg"][0], RadiusM: 300}
	fields, err := json.Marshal(home)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		who := training.Athlete{ID: ann, TimeZone: "Etc/UTC"}
		who.Sharing.Position = true
		if err := tx.PutAthlete(who); err != nil {
			return err
		}
		_, err := tx.PutOwn(ann, document.PrivacyZones, "home", document.Own{Fields: fields})
		return err
	})
	way = read(model, "gps", "bearing")
	shown, hidden := 0, 0
	for i, b := range way.Channels["intervals:bearing"] {
		at := way.Channels["latitude_deg"][i]
		if (at == nil) != (b == nil) {
			t.Fatalf("at %d s a position %v and a way %v", i, at, b)
		}
		if at == nil {
			hidden++
		} else {
			shown++
		}
	}
	if shown == 0 || hidden == 0 {
		t.Errorf("%d seconds shown, %d hidden", shown, hidden)
	}
}

// strict is a service with terms of its own.
type strict struct {
	source.Service

	terms source.Policy
}

func (s strict) Policy() source.Policy { return s.terms }

// under returns the terms of the emulated service.
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
		_, err := tx.PutStatement(ann, document.Statement{
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
	state, key := h.db.Connections(), ledger.ConnectionKey{Athlete: ann, Source: "intervals"}
	items, err := state.Items(t.Context(), key, training.DayRange{From: 1, To: 50_000})
	if err != nil || len(items) > 0 {
		t.Errorf("%+v %v", items, err)
	}
	var read map[string]any
	for _, cursor := range []string{"activities", "roster"} {
		if found, err := state.Cursor(t.Context(), key, cursor, &read); found || err != nil {
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
