package outbox_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

func TestANewEventGoesHomeAndComesBackWithUndo(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	before, here := h.server.State(), h.shown()
	out := h.event("mine", ride)
	at := h.at(out, "create", "done")
	if !strings.HasPrefix(at.ID, "intervals:") || len(at.Differences) > 0 || h.there("icu_training_load")["Tempo"] == nil {
		t.Fatalf("%+v, there %v", at, h.there("icu_training_load"))
	}
	h.sync()
	if got := h.shown(); got["mine"] != "Tempo" || len(got) != len(here)+1 {
		t.Errorf("after a sync: %v", got)
	}
	redo := h.undo(out)
	h.at(redo, "delete", "done")
	h.want("undone at the service", before, h.server.State())
	h.want("undone here", here, h.shown())
	again := h.undo(redo)
	h.at(again, "create", "done")
	if h.there("name")["Tempo"] == nil || h.shown()["mine"] != "Tempo" {
		t.Errorf("done again: %v, here %v", h.there("name"), h.shown())
	}
	h.sync()
	h.undo(again)
	h.want("undone twice", before, h.server.State())
	h.sync()
	h.want("undone twice here", here, h.shown())
}

// editEvent changes an event as a person does at the service's own pages.
func (h *home) editEvent(fields training.CalendarEvent, names ...string) {
	h.Helper()
	if _, err := h.service.(source.EventKeeper).UpdateEvent(h.Context(), fields, names...); err != nil {
		h.Fatal(err)
	}
}

// ofService returns a workout that the service planned, by its id there.
func (h *home) ofService() (id, name string) {
	h.Helper()
	all, err := h.service.(source.EventKeeper).Events(h.Context(), training.DayRange{From: today, To: today + 30}, training.EventWorkout)
	if err != nil || len(all) == 0 {
		h.Fatal(all, err)
	}
	return all[0].ID, all[0].Name
}

func TestAChangeOfAServicesEventReachesItAndIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"intervals", "", training.HomeLocal} {
		h := newHome(t, intervalstest.Options{})
		h.write(func(tx *store.Tx) error {
			return tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Berlin", HomeSource: home})
		})
		h.sync()
		id, name := h.ofService()
		before := h.server.State()
		out := h.event("intervals:"+id, `{"name":"Renamed","moving_time_s":5400,"tags":["long"]}`)
		h.at(out, "update", "done")
		if h.there("moving_time")["Renamed"] == nil {
			t.Fatalf("there: %v", h.there("moving_time"))
		}
		if d, err := h.db.Document(t.Context(), storetest.Export(ann), document.Events, "intervals:"+id); err != nil || d.Own != nil {
			t.Errorf("own words that the service says too: %s %v", d.Own, err)
		}
		redo := h.undo(out)
		h.at(redo, "update", "done")
		h.want("undone", before, h.server.State())
		if got := h.shown()["intervals:"+id]; got != name {
			t.Errorf("here it is %q", got)
		}
		h.undo(redo)
		if h.shown()["intervals:"+id] != "Renamed" || h.there("moving_time")["Renamed"] == nil {
			t.Errorf("done again: %v", h.shown())
		}
	}
}

func TestADeletedEventOfAServiceComesBackTheSame(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	before, here := h.server.State(), h.shown()
	for id := range here {
		out := h.forget(id)
		h.at(out, "delete", "done")
		if _, still := h.shown()[id]; still || len(h.server.State()["i12345 events"]) != len(before["i12345 events"])-1 {
			t.Fatalf("it is still there: %v", h.shown())
		}
		at := h.at(h.undo(out), "create", "done")
		if at.ID == id || !strings.Contains(at.Note.String(), "new id") {
			t.Errorf("%+v", at)
		}
		h.want("undone at the service "+here[id], before, h.server.State())
		h.sync()
		h.want("undone here", here, h.shown())
	}
	id, _ := h.ofService()
	id, ok, err := h.db.Outbox().Here(t.Context(), ann, "intervals", "event", id)
	if err != nil || !ok {
		t.Fatal(id, err)
	}
	h.event(id, `{"name":"Later"}`)
	if h.there("name")["Later"] == nil {
		t.Errorf("a change of what came back: %v", h.there("name"))
	}
}

func TestNewThingsStayLocalUnlessAHomeIsNamed(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"", training.HomeLocal, "strava"} {
		h := newHome(t, intervalstest.Options{})
		h.write(func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: ann, HomeSource: home}) })
		if out := h.event("mine", ride); !stays(out) || h.asked() != 0 || h.shown()["mine"] != "Tempo" {
			t.Errorf("home %q: %+v", home, out)
		}
		if out := h.forget("mine"); !stays(out) || h.asked() != 0 {
			t.Errorf("home %q: what was never there is deleted: %+v", home, out)
		}
	}
	h := newHome(t, intervalstest.Options{})
	h.away = true
	if out := h.event("mine", ride); len(out.AtService) != 0 || h.asked() != 0 {
		t.Errorf("not connected: %+v", out)
	}
}

func TestADryRunSaysWhatWouldGoAndSendsNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	out := h.own(document.Events, "mine", document.Own{Fields: []byte(ride), Days: on(today + 3)}, journal.Write{DryRun: true})
	if at := h.at(out, "create", journal.AtServiceWould); at.Service != "Intervals.icu" {
		t.Errorf("%+v", at)
	}
	if h.asked() != 0 || len(h.rows("event", "mine")) != 0 || len(h.shown()) != 0 {
		t.Errorf("a dry run left %v", h.rows("event", "mine"))
	}
}

// TestWhatWasChangedThereSinceStays: an undo does not wipe out what somebody
// did at the service after the write.
func TestWhatWasChangedThereSinceStays(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	id, name := h.ofService()
	out := h.event("intervals:"+id, `{"name":"Mine","moving_time_s":5400}`)
	h.editEvent(training.CalendarEvent{ID: id, Name: "Theirs"}, "name")
	at := h.at(h.undo(out), "update", "done")
	if len(at.Differences) != 1 || at.Differences[0].Field != "name" || at.Differences[0].Held != "Theirs" || at.Differences[0].Meant != name {
		t.Errorf("%+v", at)
	}
	if h.there("name")["Theirs"] == nil {
		t.Errorf("it was overwritten: %v", h.there("name"))
	}
	made := h.event("mine", ride)
	theirs := made.AtService[0].ID
	h.editEvent(training.CalendarEvent{ID: strings.TrimPrefix(theirs, "intervals:"), Description: "- 20m 60%"}, "description")
	at = h.at(h.undo(made), "delete", "failed")
	if !strings.Contains(at.Note.String(), "description") || h.there("name")["Tempo"] == nil || h.shown()["mine"] != "Tempo" {
		t.Errorf("%+v, here %v", at, h.shown())
	}
}

// TestWhatWasChangedThereSinceStandsHereToo: an undo that brings the athlete's
// own word back yields to what the service was told since.
func TestWhatWasChangedThereSinceStandsHereToo(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	id, name := h.ofService()
	rename := func(to string) { h.editEvent(training.CalendarEvent{ID: id, Name: to}, "name") }
	out := h.event("intervals:"+id, `{"name":"Mine"}`)
	back := h.undo(out)
	rename("Theirs")
	again := h.undo(back)
	if at := h.at(again, "update", "done"); len(at.Differences) != 1 || at.Note == "" {
		t.Errorf("%+v", at)
	}
	if got := h.shown()["intervals:"+id]; got != "Theirs" {
		t.Errorf("here it is %q", got)
	}
	rename("Mine") // as the last write meant it
	out = h.event("intervals:"+id, `{"name":"Another"}`)
	rename("Mine") // as the undo will
	if at := h.at(h.undo(out), "update", "done"); len(at.Differences) > 0 || at.Note != "" {
		t.Errorf("who meant the same is no difference: %+v", at)
	}
	if h.there("name")[name] != nil || h.there("name")["Mine"] == nil {
		t.Errorf("there: %v", h.there("name"))
	}
}

// TestADifferenceThatIsOverIsNotTold: what was changed at the service when an
// undo was tried first, and is as it is to be when it gets through.
func TestADifferenceThatIsOverIsNotTold(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	id, name := h.ofService()
	rename := func(to string) { h.editEvent(training.CalendarEvent{ID: id, Name: to}, "name") }
	out := h.event("intervals:"+id, `{"name":"Mine","moving_time_s":5400}`)
	rename("Theirs")
	mend := h.server.Inject(intervalstest.Fault{Operation: writing["update"], Status: http.StatusTooManyRequests})
	h.at(h.undo(out), "update", "waiting")
	mend()
	rename(name)
	h.send()
	rows := h.rows("event", "intervals:"+id)
	if last := rows[len(rows)-1]; last.State != ledger.Done || len(last.Differences) > 0 || last.Note != "" {
		t.Errorf("%s, differences %+v, %q", last.State, last.Differences, last.Note)
	}
}

func TestFieldsThatServicesDoNotTakeAreNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	out := h.event("mine", strings.Replace(ride, `"load":70`, `"load":70,"work_kj":900`, 1))
	if at := h.at(out, "create", "done"); !strings.Contains(at.Note.String(), "work_kj") {
		t.Errorf("%+v", at)
	}
	out = h.event("mine", strings.Replace(ride, `"load":70`, `"load":70.4`, 1))
	at := h.at(out, "update", "done")
	if !slices.ContainsFunc(at.Differences, func(d ledger.Difference) bool {
		return d.Field == "load" && d.Held == "70" &&
			d.Meant == "70.4"
	}) {
		t.Errorf("%+v", at)
	}
}

func TestAKeyThatTheServiceHasAlreadyChangesThatEvent(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	theirs, err := h.service.(source.EventKeeper).CreateEvents(t.Context(), []training.CalendarEvent{{
		ExternalID: "plan-7", Category: training.EventWorkout, Name: "Theirs", Start: "2026-09-23T00:00:00", Sport: training.Cycling,
	}})
	if err != nil {
		t.Fatal(err)
	}
	before := h.server.State()
	out := h.event("mine", strings.Replace(ride, `"name"`, `"external_id":"plan-7","name"`, 1))
	if at := h.at(out, "update", "done"); at.ID != "intervals:"+theirs[0].ID || h.there("name")["Theirs"] != nil {
		t.Errorf("%+v", at)
	}
	h.undo(out)
	h.want("undone", before, h.server.State())
}

// TestAnEventThatIsMadeAnewHasAllThatItSaid: also what has no name here.
func TestAnEventThatIsMadeAnewHasAllThatItSaid(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	h.sync()
	id, name := h.ofService()
	besides := `{"sub_type":"RACE","carbs_per_hour":60,"attachments":[{"id":"a1","filename":"course.png","mimetype":"image/png","url":"https://example.org/a1"}]}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut,
		h.server.URL+"/api/v1/athlete/"+intervalstest.DefaultAthlete+"/events/"+id, strings.NewReader(besides))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(err, res)
	}
	res.Body.Close()
	h.sync()
	before := h.server.State()
	gone := h.forget("intervals:" + id)
	h.at(gone, "delete", "done")
	back := h.at(h.undo(gone), "create", "done")
	if len(back.Differences) > 0 || h.there("sub_type")[name] != "RACE" {
		t.Errorf("%+v, there %v", back, h.there("sub_type"))
	}
	h.want("undone at the service", before, h.server.State())
}
