package workouts_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/coach/plan"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/tools/workouts"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// rack is an invented service with a library of workouts and no calendar.
type rack struct {
	name source.Name
	kept map[string]training.LibraryWorkout
	asks []string // what was changed there
	made int
}

func (r *rack) Name() source.Name { return r.name }
func (*rack) Policy() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport},
	}
}

func (*rack) Check(context.Context) (source.Account, error) {
	return source.Account{ID: "7"}, nil
}

func (*rack) Folders(context.Context) ([]training.WorkoutFolder, error) { return nil, nil }

func (r *rack) Workouts(context.Context) ([]training.LibraryWorkout, error) {
	all := slices.Collect(maps.Values(r.kept))
	slices.SortFunc(all, func(a, b training.LibraryWorkout) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
}

func (r *rack) SaveWorkout(_ context.Context, w training.LibraryWorkout, names ...string) (training.LibraryWorkout, error) {
	if w.ID == "" {
		r.made++
		w.ID = fmt.Sprint(r.made)
		r.asks = append(r.asks, "make "+w.Name)
	} else {
		r.asks = append(r.asks, fmt.Sprintf("set %v of %s", names, w.ID))
	}
	w.MovingTimeS = 2400 // it reckons that by the steps, whatever it is told
	r.kept[w.ID] = w
	return w, nil
}

func (r *rack) DeleteWorkout(_ context.Context, id string) error {
	r.asks = append(r.asks, "delete "+id)
	delete(r.kept, id)
	return nil
}

func (*rack) SaveFolder(_ context.Context, f training.WorkoutFolder, _ ...string) (training.WorkoutFolder, error) {
	return f, nil
}

func (*rack) DeleteFolder(context.Context, string) error { return nil }

// dated is a service that has a calendar too, and takes events of it.
type dated struct {
	*rack
	source.EventKeeper
}

// racked is an athlete with two services: "rack", the home of workouts, and
// "other", which has a calendar. Two workouts with steps and a day off are planned.
type racked struct {
	*bench
	services map[source.Name]source.Service
	rack     *rack
	other    *rack
	ids      int
}

func (r *racked) Connected() []source.Name { return slices.Sorted(maps.Keys(r.services)) }

func (r *racked) Service(n source.Name) (source.Service, error) {
	if s, ok := r.services[n]; ok {
		return s, nil
	}
	return nil, training.Errorf(training.KindNotFound, "%s is not connected.", n).WithFix("Connect it.")
}

func (*racked) Title(n source.Name) string { return strings.ToUpper(string(n)) }

func (*racked) Lacks(source.Name, ...string) bool { return false }

const tempo = "- 10m 55%\n- 20m 88-94%\n- 10m 45%"

func newRacked(t *testing.T) *racked {
	t.Helper()
	of := func(name source.Name) *rack { return &rack{name: name, kept: map[string]training.LibraryWorkout{}} }
	r := &racked{rack: of("rack"), other: of("other")}
	r.services = map[source.Name]source.Service{"rack": r.rack, "other": dated{rack: r.other}}
	db := storetest.Open(t)
	storetest.Athlete(t, db, who)
	id := func() string { r.ids++; return fmt.Sprint("new", r.ids) }
	box := outbox.New(outbox.Options{
		Store: db, Services: func(training.AthleteID) outbox.Services { return r }, NewID: id,
		Now: storetest.Noon, Kinds: []outbox.Kind{kinds.Workouts(kinds.Refs{Rows: db.Outbox}, db, storetest.Noon)},
	})
	j := journal.New(db, id).WithOutbox(box)
	planner := calendar.Deps{Store: db, Journal: j, Texts: tools.Keeper{ReadOnly: true}, Plans: plan.NewCache(), Writes: tools.WritesSafe}
	r.bench = &bench{t, db, j, tools.NewTable(append(calendar.Rows(planner), workouts.Rows(workouts.Deps{
		Store: db, Journal: j, NewID: id, Calendar: planner, ExportDir: filepath.Join(t.TempDir(), "exports"),
		Services: func(training.AthleteID) workouts.Services { return r }, Sent: db.Outbox,
	})...)...)}
	r.homes("intervals", "rack")
	today := training.DayOf(storetest.Noon())
	for i, name := range []string{"Tempo", "Again", "Off"} {
		e := training.CalendarEvent{
			Category: training.EventWorkout, Name: name, Sport: training.Cycling, Description: tempo,
			Start: training.LocalTime((today + training.Day(i)).String() + "T00:00:00"),
		}
		if name == "Off" {
			e.Description = "Sleep in"
		}
		r.event(fmt.Sprint("e", i+1), today+training.Day(i), e)
	}
	return r
}

func (r *racked) homes(everything, workouts string) {
	r.Helper()
	a := training.Athlete{ID: who, TimeZone: "Europe/Berlin", Sharing: training.Sharing{Notes: true}}
	a.SetHome(everything)
	a.SetHome(workouts, training.ThingWorkouts)
	storetest.Write(r.T, r.db, func(tx *store.Tx) error { return tx.PutAthlete(a) })
}

func (r *racked) event(id string, day training.Day, e training.CalendarEvent) {
	r.Helper()
	fields, err := tools.Marshal(e)
	if err != nil {
		r.Fatal(err)
	}
	storetest.Write(r.T, r.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.Events, id, document.Own{Fields: fields, Days: training.DayRange{From: day, To: day}})
		return err
	})
}

// push sends, and gives what became of each with what the services were asked.
func (r *racked) push(args string) (states []string, out outcome) {
	r.Helper()
	tooltest.Decode(r.T, r.table, call(), "create_workout", args, &out)
	for _, w := range out.Workouts {
		states = append(states, w.Status)
	}
	return states, out
}

func (r *racked) asked() []string {
	all := append(r.rack.asks, r.other.asks...)
	r.rack.asks, r.other.asks = nil, nil
	return all
}

func (r *racked) expect(what string, got, want []string) {
	r.Helper()
	if !slices.Equal(got, want) {
		r.Errorf("%s: %q, want %q", what, got, want)
	}
}

const days = `{"workouts":[{"workout_id":"next 7 days"}]}`

// forgotten deletes a workout as a sync does when the service no longer has it.
func (r *racked) forgotten(id string) {
	r.Helper()
	storetest.Write(r.T, r.db, func(tx *store.Tx) error {
		return kinds.PutStatement(tx, who, "rack", document.Statement{
			Collection: document.Workouts, ID: id, AsOf: storetest.Noon().Add(time.Hour), Now: storetest.Noon().Add(time.Hour),
		})
	})
}

// TestPlannedDaysGoToALibraryOnce: a second call changes nothing, what changed
// is set by its id there, and an undo takes it away.
func TestPlannedDaysGoToALibraryOnce(t *testing.T) {
	t.Parallel()
	r := newRacked(t)
	today := training.DayOf(storetest.Noon())
	states, _ := r.push(strings.Replace(days, "}]}", `}],"dry_run":true}`, 1))
	r.expect("a dry run", states, []string{"created", "created"})
	r.expect("a dry run asks", r.asked(), nil)

	states, first := r.push(days)
	r.expect("first", states, []string{"created", "created"})
	r.expect("first asks", r.asked(), []string{fmt.Sprintf("make %s Tempo", today), fmt.Sprintf("make %s Again", today+1)})
	if len(first.Notes) != 1 || !strings.Contains(first.Notes[0], "Off has no steps") {
		t.Errorf("notes %q", first.Notes)
	}
	if w := r.rack.kept["1"]; w.Description != tempo || w.Sport != training.Cycling {
		t.Errorf("there: %+v", w)
	}

	states, again := r.push(days)
	r.expect("second", states, []string{"unchanged", "unchanged"})
	r.expect("second asks", r.asked(), nil)
	if again.JournalID != "" {
		t.Error("the second call is in the journal")
	}

	changed := strings.Replace(tempo, "20m", "25m", 1)
	r.event("e2", today+2, training.CalendarEvent{
		Category: training.EventWorkout, Name: "Again", Sport: training.Cycling, Description: changed,
		Start: training.LocalTime((today + 2).String() + "T00:00:00"),
	})
	states, second := r.push(days)
	r.expect("changed", states, []string{"unchanged", "updated"})
	r.expect("changed asks", r.asked(), []string{"set [description name] of 2"})
	if w := r.rack.kept["2"]; w.Description != changed || w.Name != (today+2).String()+" Again" || r.rack.made != 2 {
		t.Errorf("there: %+v", w)
	}
	r.undo(second.JournalID)
	if w := r.rack.kept["2"]; w.Description != tempo {
		t.Errorf("undone: %+v", w)
	}
	r.undo(first.JournalID)
	if len(r.rack.kept) != 0 {
		t.Errorf("undone: %+v", r.rack.kept)
	}
}

// TestWhatWasDeletedThereIsNotMadeAgainUnasked: it is told, and is made again
// for who names the event itself.
func TestWhatWasDeletedThereIsNotMadeAgainUnasked(t *testing.T) {
	t.Parallel()
	for _, synced := range []bool{true, false} {
		r := newRacked(t)
		_, first := r.push(days)
		r.asked()
		delete(r.rack.kept, "1")
		if !synced { // nobody knows yet, and nothing changed here
			states, _ := r.push(days)
			r.expect("not read again", states, []string{"unchanged", "unchanged"})
			r.expect("not read again asks", r.asked(), nil)
			continue
		}
		r.forgotten(first.Workouts[0].ID)
		for range 2 {
			states, out := r.push(days)
			r.expect("deleted there", states, []string{"deleted_there", "unchanged"})
			r.expect("deleted there asks", r.asked(), nil)
			if !strings.Contains(strings.Join(out.Notes, " "), "was deleted on RACK") || out.Workouts[0].ID != "" {
				t.Errorf("%+v", out)
			}
		}
		states, _ := r.push(`{"workouts":[{"workout_id":"e1"}]}`)
		r.expect("asked for", states, []string{"created"})
		if asks := r.asked(); len(asks) != 1 || !strings.HasPrefix(asks[0], "make ") || r.rack.kept["3"].Name == "" {
			t.Errorf("asked for: %q", asks)
		}
		states, _ = r.push(days)
		r.expect("and then", states, []string{"unchanged", "unchanged"})
	}
}

// TestPlannedDaysGoToANamedService in place of the home of workouts, and what
// is there already goes to it too.
func TestPlannedDaysGoToANamedService(t *testing.T) {
	t.Parallel()
	r := newRacked(t)
	const named = `{"workouts":[{"workout_id":"today"}],"source":"other"}`
	r.push(named)
	if len(r.rack.kept) != 0 || len(r.other.kept) != 1 {
		t.Errorf("at home %v, at the other %v", r.rack.kept, r.other.kept)
	}
	r.asked()
	states, _ := r.push(`{"workouts":[{"workout_id":"today"}]}`)
	r.expect("at home too", states, []string{"sent"})
	if len(r.rack.kept) != 1 || len(r.asked()) != 1 {
		t.Errorf("at home %v", r.rack.kept)
	}
	for _, args := range []string{named, `{"workouts":[{"workout_id":"today"}]}`} {
		states, _ := r.push(args)
		r.expect(args, states, []string{"unchanged"})
	}
	r.expect("both have it", r.asked(), nil)
}

func TestWhatCannotBeSentIsSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ everything, workouts, args, says string }{
		{"intervals", training.HomeLocal, days, "this machine"},
		{"other", "other", days, "has a calendar"},
		{"rack", "rack", `{"workouts":[{"workout_id":"next 7 days"}],"source":"nowhere"}`, "not connected"},
		{"rack", "rack", `{"workouts":[{"workout_id":"next 7 days","name":"Mine"}]}`, "in a separate call"},
		{"rack", "rack", `{"workouts":[{"workout_id":"next 7 days"}],"with_calendar":true}`, "in a separate call"},
		{"rack", "rack", `{"workouts":[{"workout_id":"2020-01-01"}]}`, "No workout is planned"},
		{"rack", "rack", `{"workouts":[{"workout_id":"nonsense"}]}`, "no workout"},
		{"rack", "rack", `{"workouts":[{"name":"A","sport":"ride","description":"- 10m 60%"}],"source":"rack"}`, "source applies only to planned workouts"},
	} {
		r := newRacked(t)
		r.homes(c.everything, c.workouts)
		_, err := r.table.Call(t.Context(), "create_workout", call(), []byte(c.args))
		if err == nil || !strings.Contains(err.Error(), c.says) || len(r.asked()) > 0 {
			t.Errorf("%s at %s: %v", c.args, c.workouts, err)
		}
	}
}

// TestANamedServiceGetsWhatIsPlanned where the library has a workout of the same
// id: what goes to a service is of the calendar.
func TestANamedServiceGetsWhatIsPlanned(t *testing.T) {
	t.Parallel()
	r := newRacked(t)
	fields, err := tools.Marshal(training.LibraryWorkout{Name: "Namesake", Sport: training.Cycling, Description: tempo})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, r.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(who, document.Workouts, "e1", document.Own{Fields: fields})
		return err
	})
	states, out := r.push(`{"workouts":[{"workout_id":"e1"}],"source":"other"}`)
	r.expect("the event", states, []string{"created"})
	if len(r.other.kept) != 1 || out.Workouts[0].ID != "planned-e1" {
		t.Errorf("it has %v after %+v", r.other.kept, out.Workouts)
	}
}
