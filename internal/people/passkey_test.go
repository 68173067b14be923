package people_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/people"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

func attempt(t *testing.T, b *people.Book) people.Attempt {
	t.Helper()
	a, err := b.NewAttempt(time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// withKey returns a person with a passkey that was used a number of times.
func withKey(t *testing.T, b *people.Book, counter uint32) (people.Person, people.Passkey) {
	t.Helper()
	p, err := b.Add(t.Context(), "Ann", training.RoleOwner, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	k := people.Passkey{Credential: []byte{0, 1, 255}, Person: p.ID, PublicKey: []byte("key"), Counter: counter, Eligible: true}
	if err := b.AddPasskey(t.Context(), attempt(t, b), k); err != nil {
		t.Fatal(err)
	}
	k, ok, err := b.Passkey(t.Context(), k.Credential)
	if err != nil || !ok || k.Person != p.ID || string(k.PublicKey) != "key" || !k.Eligible || k.Counter != counter {
		t.Fatalf("%+v %v %v", k, ok, err)
	}
	return p, k
}

// TestACounterGrows, even if two sign in at once: a copy of a device is noticed. Devices that do
// not count say 0.
func TestACounterGrows(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	_, k := withKey(t, b, 7)
	for _, counter := range []uint32{0, 6, 7} {
		if s, err := b.EnterWithPasskey(t.Context(), attempt(t, b), k, counter); training.KindOf(err) != training.KindForbidden || err == nil {
			t.Errorf("%d after 7: %q %v", counter, s, err)
		}
	}
	var all sync.WaitGroup
	failed := make([]error, 2)
	for i := range failed {
		a := attempt(t, b)
		all.Go(func() { _, failed[i] = b.EnterWithPasskey(t.Context(), a, k, 8) })
	}
	all.Wait()
	if (failed[0] == nil) == (failed[1] == nil) {
		t.Errorf("of two with one counter: %v", failed)
	}
	_, none := open(t, t.TempDir())
	_, k = withKey(t, none, 0)
	for range 2 {
		if _, err := none.EnterWithPasskey(t.Context(), attempt(t, none), k, 0); err != nil {
			t.Errorf("a device that does not count: %v", err)
		}
	}
}

// TestAnAttemptSucceedsOnce, within its time, and not if the request was given up.
func TestAnAttemptSucceedsOnce(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	p, k := withKey(t, b, 0)
	a := attempt(t, b)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.EnterWithPasskey(canceled, a, k, 1); err == nil {
		t.Error("a cancelled request signs in")
	}
	session, err := b.EnterWithPasskey(t.Context(), a, k, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok, err := b.Session(t.Context(), session); err != nil || !ok || got.ID != p.ID {
		t.Errorf("%+v %v %v", got, ok, err)
	}
	if _, err := b.EnterWithPasskey(t.Context(), a, k, 2); training.KindOf(err) != training.KindForbidden {
		t.Errorf("an attempt succeeds twice: %v", err)
	}
	late := attempt(t, b)
	late.Expires = time.Now().Add(-time.Second)
	if _, err := b.EnterWithPasskey(t.Context(), late, k, 3); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a late attempt succeeds: %v", err)
	}
	err = b.AddPasskey(t.Context(), a, people.Passkey{Credential: []byte("x"), Person: p.ID})
	if training.KindOf(err) != training.KindForbidden {
		t.Errorf("an attempt to sign in adds a passkey: %v", err)
	}
}

// TestARestoredHomeKnowsNoPasskeys, nor who is who elsewhere: what was removed after the backup
// does not open again.
func TestARestoredHomeKnowsNoPasskeys(t *testing.T) {
	t.Parallel()
	db, b := open(t, t.TempDir())
	p, k := withKey(t, b, 0)
	if err := b.Link(t.Context(), p, "https://id.example", "s"); err != nil {
		t.Fatal(err)
	}
	file, home := filepath.Join(t.TempDir(), "b.tar"), filepath.Join(t.TempDir(), "home")
	if _, err := db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), file, store.Options{Home: home, Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	_, restored := open(t, home)
	if _, ok, err := restored.Passkey(t.Context(), k.Credential); ok || err != nil {
		t.Errorf("a restored home knows the passkey: %v", err)
	}
	if _, err := restored.EnterWithPasskey(t.Context(), attempt(t, restored), k, 1); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a passkey opens a restored home: %v", err)
	}
	if _, err := restored.EnterAs(t.Context(), attempt(t, restored), "https://id.example", "s"); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a subject opens a restored home: %v", err)
	}
	if _, err := b.EnterAs(t.Context(), attempt(t, b), "https://id.example", "s"); err != nil {
		t.Errorf("the home itself does not open: %v", err)
	}
}

// TestASubjectIsOfOnePerson, at one provider, and another provider starts anew.
func TestASubjectIsOfOnePerson(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	p, _ := withKey(t, b, 0)
	other, err := b.Add(t.Context(), "Bob", training.RoleOwner, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	const at, fine = "https://id.example", training.Kind(255)
	link := func(p people.Person, subject string, want training.Kind) {
		t.Helper()
		if err := b.Link(t.Context(), p, at, subject); (err == nil) != (want == fine) || err != nil && training.KindOf(err) != want {
			t.Errorf("%s is %q: %v", p.Name, subject, err)
		}
	}
	link(p, "", training.KindInvalid)
	link(p, "one", fine)
	link(other, "one", training.KindConflict)
	link(p, "two", fine)
	link(other, "one", fine)
	all, err := b.Subjects(t.Context(), at)
	if err != nil || len(all) != 2 || all[p.ID] != "two" || all[other.ID] != "one" {
		t.Errorf("%v %v", all, err)
	}
	session, err := b.EnterAs(t.Context(), attempt(t, b), at, "two")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.EnterAs(t.Context(), attempt(t, b), "https://evil.example", "two"); training.KindOf(err) != training.KindForbidden {
		t.Errorf("another provider's subject enters: %v", err)
	}
	for _, want := range []*people.Provider{{Issuer: "https://a.example", Client: "c"}, {Issuer: "https://b.example", Tokens: true}, nil} {
		err := b.SetProvider(t.Context(), want)
		got, gerr := b.Provider(t.Context())
		if err != nil || gerr != nil || (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%+v is %+v %v %v", want, got, err, gerr)
		}
	}
	if _, ok, err := b.Session(t.Context(), session); ok || err != nil {
		t.Errorf("a session outlives the provider: %v", err)
	}
}
