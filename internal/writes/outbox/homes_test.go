package outbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
	"lapkeep/test/intervalstest"
)

// taker is a service that takes everything.
type taker source.Name

func (t taker) Name() source.Name { return source.Name(t) }

func (taker) Policy() source.Policy {
	return source.Policy{Retention: source.Forever, Joined: true, Audiences: []training.Audience{training.AudienceExport}}
}

func (t taker) Check(context.Context) (source.Account, error) {
	return source.Account{ID: string(t)}, nil
}

// three are the services of an athlete.
type three struct {
	lacks source.Name // is connected without the right to change things
}

func (three) Connected() []source.Name { return []source.Name{"one", "two", "three"} }

func (three) Service(n source.Name) (source.Service, error) { return taker(n), nil }

func (three) Title(n source.Name) string { return string(n) }

func (x three) Lacks(name source.Name, _ ...string) bool { return name == x.lacks }

// some is a kind of which a write changes what it holds.
type some struct {
	outbox.Kind
	of     training.ThingKind
	change outbox.Change
}

func (s *some) Name() string { return "some" }

func (s *some) Of() training.ThingKind { return s.of }

func (*some) Can(source.Service, ledger.Action) bool { return true }

func (s *some) Changed(*store.Tx, training.AthleteID, journal.Changed) (*outbox.Change, error) {
	c := s.change
	return &c, nil
}

// plainHome is the rule of homes without the code: the last word on a kind
// holds, be it on the kind or on everything.
type plainHome map[training.ThingKind]string

func (p plainHome) set(home string, kinds ...training.ThingKind) {
	if len(kinds) == 0 {
		kinds = training.ThingKinds()
	}
	for _, k := range kinds {
		p[k] = home
	}
}

// tells reports who receives a change: services that have the thing, and for a
// new one its home; for a change that is only for the home, nobody else.
func tells(name source.Name, home string, c *outbox.Change) bool {
	_, there := c.There[name]
	isHome := home == string(name)
	switch {
	case c.AtHome && !isHome:
		return false
	case there:
		return true
	case c.Gone:
		return false
	default:
		return isHome && (c.New || c.To != "")
	}
}

func TestTheHomeOfAKindDecidesWhoIsTold(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	k, n := &some{}, 0
	var at three
	box := outbox.New(outbox.Options{
		Store: db, Services: func(training.AthleteID) outbox.Services { return at },
		NewID: func() string { n++; return fmt.Sprint(n) }, Now: (&clock{now: began}).Now, Kinds: []outbox.Kind{k},
	})
	rapid.Check(t, func(t *rapid.T) {
		who, plain := training.Athlete{ID: ann}, plainHome{}
		homes := rapid.SampledFrom([]string{"one", "two", "three", "gone", training.HomeLocal})
		kinds := rapid.SliceOfNDistinct(rapid.SampledFrom(training.ThingKinds()), 0, 3, rapid.ID[training.ThingKind])
		for range rapid.IntRange(0, 4).Draw(t, "words") {
			home, of := homes.Draw(t, "home"), kinds.Draw(t, "kinds")
			who.SetHome(home, of...)
			plain.set(home, of...)
		}
		n++
		k.of = rapid.SampledFrom(training.ThingKinds()).Draw(t, "kind")
		k.change = outbox.Change{
			Here: fmt.Sprint("thing", n), There: map[source.Name]string{}, Names: []string{"name"},
			New: rapid.Bool().Draw(t, "new"), Gone: rapid.Bool().Draw(t, "gone"),
		}
		k.change.AtHome = k.change.Gone && rapid.Bool().Draw(t, "at home") // as deleted activities are
		for _, s := range rapid.SliceOfDistinct(rapid.SampledFrom(three{}.Connected()), rapid.ID[source.Name]).Draw(t, "there") {
			k.change.There[s] = "9"
		}
		home, did := plain[k.of], journal.DocumentChanged{}
		if rapid.Bool().Draw(t, "named") {
			home = string(rapid.SampledFrom(three{}.Connected()).Draw(t, "to"))
			did.To, k.change.To = home, source.Name(home)
		}
		at.lacks = rapid.SampledFrom([]source.Name{"", "one", "two"}).Draw(t, "lacks")
		var all []journal.AtService
		err := db.Write(context.Background(), func(tx *store.Tx) error { return tx.PutAthlete(who) })
		if err == nil {
			err = db.Write(context.Background(), func(tx *store.Tx) error {
				var err error
				all, err = box.Enqueue(context.Background(), tx, journal.Entry{Athlete: ann, ID: fmt.Sprint(n), At: began}, did)
				return err
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range (three{}).Connected() {
			told := slices.ContainsFunc(all, func(a journal.AtService) bool {
				return a.Service == string(name) && a.State != journal.AtServiceNot
			})
			if want := tells(name, home, &k.change) && name != at.lacks; told != want {
				t.Errorf("homes %q: %s of %s is told %v, want %v: %+v", who.HomesText(), name, k.of, told, want, k.change)
			}
		}
	})
}

// edit overrides fields of an activity as the tools do.
func (h *home) edit(id training.ActivityID, fields map[string]string) journal.Outcome {
	h.Helper()
	w := journal.Write{Athlete: ann, Face: "cli", Tool: "test", Summary: "A change", Now: h.Now(), Targets: map[string]string{string(id): ""}}
	return h.agreed(w, func(tx *store.Tx) (e journal.Effect, err error) {
		before, err := tx.Shown(ann, id)
		if err != nil {
			return e, err
		}
		changed := journal.ActivityChanged{Before: before}
		for f, v := range fields {
			former, err := tx.SetOverride(ann, id, f, json.RawMessage(v))
			if err != nil {
				return e, err
			}
			changed.Fields = append(changed.Fields, journal.FieldChanged{Field: f, Before: former})
		}
		e.Changed = []journal.Changed{changed}
		return e, nil
	})
}

// recorded puts an activity of the service into the store.
func (h *home) recorded() (id training.ActivityID, there source.Activity) {
	h.Helper()
	page, err := h.service.(source.ActivityLister).ListActivities(h.Context(),
		source.ActivityQuery{Days: training.DayRange{From: today - 60, To: today}})
	h.must(err)
	for _, a := range page.Activities {
		if a.Withheld != "" {
			continue
		}
		act := storetest.Activity("ride", a.Start)
		act.Sport, act.SubSport = a.Edit.Sport, a.Edit.SubSport
		h.write(func(tx *store.Tx) error {
			if err := tx.PutActivity(ann, act); err != nil {
				return err
			}
			return intakeSays(tx, act.ID, a)
		})
		return act.ID, a
	}
	h.Fatal("the sample has no activity")
	return "", there
}

func (h *home) row(id training.ActivityID) store.ActivityRow {
	h.Helper()
	row, err := h.db.Activity(h.Context(), storetest.Export(ann), id)
	h.must(err)
	return row
}

// TestWordsOnAnActivityGoThereAndComeBack in one request, and are the
// athlete's own only as long as the service does not say the same.
func TestWordsOnAnActivityGoThereAndComeBack(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	id, there := h.recorded()
	before, shown := h.server.State(), h.row(id)
	out := h.edit(id, map[string]string{
		"name": `"Mine"`, "tags": `["a","b"]`, "race": `true`, "feel": `4`, "carbs_g": `80`, "fluid_ml": `700`, "perceived_exertion": `9`, "sport": `"hiking"`,
		"ignored": `[{"channel":"hr"},{"channel":"power","from_s":5,"to_s":9}]`, "manual_load": `33`, "hidden_from_models": `true`,
	})
	at := h.at(out, "update", "done")
	if at.ID != "intervals:"+there.ID || len(at.Differences) > 0 || !strings.Contains(at.Note.String(), "fluid_ml") ||
		!strings.Contains(at.Note.String(), "manual_load") || h.asked() != 1 {
		t.Errorf("%+v, %d requests", at, h.asked())
	}
	all, err := h.service.(source.ActivityReader).Activities(t.Context(), there.ID)
	h.must(err)
	if e := all[0].Edit; e.Name != "Mine" || e.Feel != 4 || e.CarbsG != 80 || !e.Race || !e.IgnoreHR || e.IgnorePower ||
		e.Sport != training.Hiking {
		t.Errorf("there: %+v", e)
	}
	now := h.row(id)
	if now.Name != "Mine" || now.Feel != 4 || len(now.Ignored) != 2 ||
		strings.Join(now.Edited, " ") != "fluid_ml hidden_from_models ignored manual_load" {
		t.Errorf("here: %+v", now.Activity)
	}
	redo := h.undo(out)
	h.at(redo, "update", "done")
	h.want("undone there", before, h.server.State())
	h.want("undone here", shown, h.row(id))
	h.undo(redo)
	if now := h.row(id); now.Name != "Mine" || now.Sport != training.Hiking {
		t.Errorf("done again: %+v", now.Activity)
	}
}

// TestWhatOfAnActivityStaysHere: what no service is told of, and gear that a
// service does not take this way.
func TestWhatOfAnActivityStaysHere(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{})
	id, _ := h.recorded()
	h.take()
	before := h.server.State()
	for _, fields := range []map[string]string{
		{"hidden_from_models": `true`}, {"manual_load": `50`}, {"ignored": `[{"channel":"power","from_s":1,"to_s":5}]`},
	} {
		if out := h.edit(id, fields); !stays(out) {
			t.Errorf("%v: %+v", fields, out.AtService)
		}
	}
	out := h.edit(id, map[string]string{"gear_id": `"` + h.gear("Old shoes").ID + `"`})
	if at := h.at(out, "update", "done"); len(at.Differences) != 1 || at.Differences[0].Field != "gear_id" {
		t.Errorf("%+v", at)
	}
	if h.row(id).GearID != h.gear("Old shoes").ID {
		t.Error("the athlete's word is gone")
	}
	h.want("at the service", before, h.server.State())
}

// rest has all sent that waits, as time passes.
func (h *home) rest() {
	h.Helper()
	for range 3 {
		h.must(h.Sleep(h.Context(), 6*time.Hour))
		h.send()
	}
}

// erase deletes an activity as the tool does.
func (h *home) erase(id training.ActivityID, d journal.ActivityDeleted) journal.Outcome {
	h.Helper()
	d.ID = id
	w := journal.Write{
		Athlete: ann, Face: "cli", Tool: "test", Summary: "A deletion", Now: h.Now(),
		Targets: map[string]string{string(id): ""},
	}
	out, err := h.journal.Do(h.Context(), w, func(tx *store.Tx) (journal.Effect, error) {
		return journal.Effect{Changed: []journal.Changed{d}}, tx.DeleteActivity(ann, id)
	})
	h.must(err)
	return out
}

// noted puts an activity that somebody wrote down at the service into the store.
func (h *home) noted() (id training.ActivityID, there string) {
	h.Helper()
	h.server.Do(func(w *intervalstest.World) {
		for _, v := range w.Athletes[0].NewestFirst() {
			if intervalstest.Text(v.Doc, "source") == "MANUAL" {
				there = intervalstest.IDOf(v.Doc)
				v.Doc["kg_lifted"], v.Doc["description"], v.Doc["icu_color"] = 120.0, "Squats", "red"
			}
		}
	})
	all, err := h.service.(source.ActivityReader).Activities(h.Context(), there)
	h.must(err)
	if len(all) != 1 {
		h.Fatal("nobody wrote anything down")
	}
	act := storetest.Activity("noted", all[0].Start)
	h.write(func(tx *store.Tx) error {
		if err := tx.PutActivity(ann, act); err != nil {
			return err
		}
		return intakeSays(tx, act.ID, all[0])
	})
	return act.ID, there
}

// TestWhatOthersWroteDownComesBackAsItWas without the external id that it is
// made anew by.
func TestWhatOthersWroteDownComesBackAsItWas(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]intervalstest.Fault{
		"calm":                  {Operation: "none"},
		"made, and not told":    {Operation: "createMultipleManualActivities", Status: 503, Late: true, Times: 9},
		"set, and not told":     {Operation: "updateActivity", Cut: true, Late: true, Times: 4},
		"not set":               {Operation: "updateActivity", Status: 503, Times: 9},
		"deleted, and not told": {Operation: "deleteActivity", Cut: true, Late: true, Times: 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t, intervalstest.Options{Activities: 12})
			id, there := h.noted()
			before := h.server.State()
			mend := h.server.Inject(fault)
			gone := h.erase(id, journal.ActivityDeleted{})
			h.rest()
			if all, err := h.service.(source.ActivityReader).Activities(t.Context(), there); err != nil || len(all) > 0 {
				t.Errorf("it is there: %v %v", all, err)
			}
			h.undo(gone)
			mend()
			h.rest()
			h.want("there", before, h.server.State())
			row := h.row(id)
			if len(row.ExternalIDs) != 2 || row.Description != "Squats" || len(row.Edited) > 0 {
				t.Errorf("here: %+v", row.Activity)
			}
		})
	}
}

// TestWhatIsNotKeptHereIsNotDeletedThere and said before and after.
func TestWhatIsNotKeptHereIsNotDeletedThere(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		is          journal.ActivityDeleted
		state, note string
	}{
		"known before": {journal.ActivityDeleted{Recorded: true}, journal.AtServiceCancelled, "not kept here"},
		"found then": {
			journal.ActivityDeleted{Recorded: true, Original: true},
			journal.AtServiceFailed,
			"differs from the one kept here",
		},
	} {
		h := newHome(t, intervalstest.Options{})
		id, _ := h.recorded()
		before := h.server.State()
		out := h.erase(id, x.is)
		if len(out.AtService) != 1 || out.AtService[0].State != x.state || !strings.Contains(out.AtService[0].Note.String(), x.note) {
			t.Errorf("%s: %+v", name, out.AtService)
		}
		h.undo(out)
		h.rest()
		if d := cmp.Diff(before, h.server.State()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if row := h.row(id); row.Deleted {
			t.Errorf("%s: it is not back here", name)
		}
	}
}
