package account_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/account"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

// takers are services that take things: one all kinds, one workouts alone, one nothing.
type takers struct{ *services }

func (k takers) Views(context.Context, time.Time) ([]serviced.ConnectedView, error) {
	of := func(name string, takes ...string) serviced.ConnectedView {
		return serviced.ConnectedView{Name: strings.ToUpper(name), Connected: name != "deaf", Takes: takes, Report: syncer.Report{Source: name}}
	}
	var all []string
	for _, kind := range training.ThingKinds() {
		all = append(all, string(kind))
	}
	return []serviced.ConnectedView{of("tri", all...), of("rack", "workouts"), of("deaf")}, nil
}

func (k takers) View(ctx context.Context, name string, now time.Time) (serviced.ConnectedView, error) {
	all, err := k.Views(ctx, now)
	at := slices.IndexFunc(all, func(v serviced.ConnectedView) bool { return v.Source == name })
	if at < 0 {
		return serviced.ConnectedView{}, training.Errorf(training.KindNotFound, "There is no %s.", name)
	}
	return all[at], err
}

func newTakers(t *testing.T) takers {
	t.Helper()
	k := takers{newServices(t)}
	k.table = tools.NewTable(account.Rows(account.Deps{
		Store: k.db, Journal: k.journal, Installation: athlete.Installation{Default: who},
		Connections: func(training.AthleteID) account.Connections { return k },
	})...)
	return k
}

func (k takers) shown(t *testing.T) string {
	t.Helper()
	var out athlete.ProfileView
	tooltest.Decode(t, k.table, model, "get_athlete_profile", `{}`, &out)
	return out.Home
}

// TestAHomeAKind: each call in turn, with what the profile then shows.
func TestAHomeAKind(t *testing.T) {
	t.Parallel()
	k := newTakers(t)
	if got := k.shown(t); got != "" {
		t.Errorf("at first %q", got)
	}
	for _, c := range []struct{ set, shown string }{
		{"tri", "tri"},
		{"workouts=rack", "tri, workouts=rack"},
		{"Workout: Tri", "tri"},
		{"events = local; custom_items=local", "tri, calendar=local, custom items=local"},
		{"calendar=tri,workouts=rack", "tri, workouts=rack, custom items=local"},
		{"local", "local"},
		{"workouts=rack", "local, workouts=rack"},
		{"workouts=local, everything=tri", "tri, workouts=local"},
		{"rack", "rack"},
	} {
		before := k.shown(t)
		dry := k.update(t, model, `{"home_source":"`+c.set+`","dry_run":true}`)
		if len(dry.Changes) != 1 || dry.Changes[0].After.String() != c.shown || k.shown(t) != before {
			t.Errorf("%q dry: %+v", c.set, dry)
		}
		out := k.update(t, model, `{"home_source":"`+c.set+`"}`)
		if got := k.shown(t); got != c.shown || len(out.Changes) != 1 || out.Changes[0].After.String() != c.shown {
			t.Errorf("%q: %q and %+v, want %q", c.set, got, out.Changes, c.shown)
		}
		if _, err := k.journal.Undo(t.Context(), storetest.Export(who), out.JournalID, storetest.Noon()); err != nil || k.shown(t) != before {
			t.Errorf("%q undone: %q, want %q: %v", c.set, k.shown(t), before, err)
		}
		k.update(t, model, `{"home_source":"`+c.set+`"}`)
	}
	if out := k.update(t, model, `{"home_source":"rack, workouts=rack"}`); len(out.Changes) != 0 {
		t.Errorf("what holds already: %+v", out)
	}
	if out := k.update(t, model, `{"home_source":"rack","units":"imperial"}`); !strings.Contains(strings.Join(out.Notes, " "), "RACK takes only workouts") {
		t.Errorf("notes %q", out.Notes)
	}
}

func TestAHomeThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	k := newTakers(t)
	storetest.Write(t, k.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: who, HomeSource: "tri"}) })
	for home, right := range map[string]string{
		"calendar=rack":               "The home source of calendar can be: local, tri.",
		"deaf":                        "takes no changes",
		"workouts=deaf":               "can be: local, tri, rack.",
		"workouts=":                   "calendar=intervals, workouts=local",
		"bikes=tri":                   "activities, calendar, wellness, workouts",
		"tri, rack":                   "calendar=intervals",
		"workouts=tri, workouts=rack": "calendar=intervals",
		"workouts=nowhere":            "no nowhere",
	} {
		if p := tooltest.Fails(t, k.table, model, "update_athlete_settings", `{"home_source":"`+home+`"}`); !strings.Contains(p.String(), right) {
			t.Errorf("%s: %s", home, p)
		}
	}
	if got := k.shown(t); got != "tri" {
		t.Errorf("the home is %q", got)
	}
}
