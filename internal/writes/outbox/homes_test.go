package outbox_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
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

// tells is who is told of a change: who has the thing, and of what is new its
// home; of what is for the home alone, nobody else.
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
		Store: db, Services: func(training.AthleteID) outbox.Services { return at }, Leases: db.Connections(),
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
