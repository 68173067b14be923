package people_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/people"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

const (
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" // RFC 7636, appendix B
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
)

func open(t *testing.T, home string) (*store.DB, *people.Book) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Home: home, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, people.New(db.SQL(), time.Now, rand.Reader)
}

// granted returns the tokens of a grant about one athlete.
func granted(t *testing.T, b *people.Book) (people.Person, people.Tokens) {
	t.Helper()
	p, err := b.Add(t.Context(), "Ann", training.RoleAthlete, []training.AthleteID{"ann"}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	g := people.Grant{
		Client: "c", Resource: "r", Permissions: training.Permissions(), Athletes: []training.AthleteID{"ann", "bea"},
		Expires: time.Now().Add(1e6 * time.Hour),
	}
	code, err := b.Authorize(t.Context(), p, g, "to", challenge)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Exchange(t.Context(), code, "c", "to", verifier, "r")
	if err != nil {
		t.Fatal(err)
	}
	return p, got
}

// TestNoSecretIsStored: neither the database nor its log holds anything that opens.
func TestNoSecretIsStored(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	_, b := open(t, home)
	p, got := granted(t, b)
	code, err1 := b.SignInCode(t.Context(), p)
	session, err2 := b.SignIn(t.Context(), code)
	next, err3 := b.SignInCode(t.Context(), p)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(home, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := false
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // a folder
		}
		found = found || bytes.Contains(text, []byte(p.Name))
		for _, secret := range []string{
			got.Access, got.Refresh, session, next, strings.ReplaceAll(next, "-", ""), code,
			strings.ReplaceAll(code, "-", ""),
		} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s holds a secret", f)
			}
		}
	}
	if !found {
		t.Error("no file holds the person: the test proves nothing")
	}
}

// TestARestoredHomeAdmitsNobody: what was withdrawn after the backup does not open again.
func TestARestoredHomeAdmitsNobody(t *testing.T) {
	t.Parallel()
	db, b := open(t, t.TempDir())
	_, got := granted(t, b)
	file, home := filepath.Join(t.TempDir(), "b.tar"), filepath.Join(t.TempDir(), "home")
	if _, err := db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(t.Context(), file, store.Options{Home: home, Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	_, restored := open(t, home)
	if all, err := restored.People(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("the people are %v %v", all, err)
	}
	if a, err := restored.Access(t.Context(), got.Access, "r"); a != nil || err != nil {
		t.Errorf("a token opens a restored home: %v %v", a, err)
	}
	if _, err := restored.Refresh(t.Context(), got.Refresh, "c", "r"); err == nil {
		t.Error("a token is refreshed in a restored home")
	}
	if a, err := b.Access(t.Context(), got.Access, "r"); a == nil || err != nil {
		t.Errorf("the home itself does not open: %v", err)
	}
}

// TestOneOfTwoRefreshes: of two who use one token at once, at most one gets tokens, and these
// end too.
func TestOneOfTwoRefreshes(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	_, got := granted(t, b)
	var all sync.WaitGroup
	results := make([]people.Tokens, 2)
	failed := make([]error, 2)
	for i := range 2 {
		all.Go(func() { results[i], failed[i] = b.Refresh(t.Context(), got.Refresh, "c", "r") })
	}
	all.Wait()
	if (failed[0] == nil) == (failed[1] == nil) {
		t.Fatal(failed)
	}
	for _, x := range append(results, got) {
		if a, err := b.Access(t.Context(), x.Access, "r"); a != nil || err != nil {
			t.Errorf("a token of the family opens: %v %v", a, err)
		}
	}
}

// TestAGrantHasBounds: no more than the role, the athletes and a year.
func TestAGrantHasBounds(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	p, got := granted(t, b)
	a, err := b.Access(t.Context(), got.Access, "r")
	if err != nil || len(a.Athletes) != 1 || a.Athletes[0] != "ann" || a.May(training.MayAdmin) || !a.May(training.MaySend) || a.Sees("bea") {
		t.Errorf("%+v %v", a, err)
	}
	if x, err := b.Access(t.Context(), got.Access, "other"); x != nil || err != nil {
		t.Errorf("a token opens another resource: %v %v", x, err)
	}
	grants, err := b.Grants(t.Context())
	if err != nil || len(grants) != 1 || time.Until(grants[0].Expires) > people.LongestGrant {
		t.Errorf("%+v %v", grants, err)
	}
	for name, g := range map[string]people.Grant{
		"no athlete":    {Permissions: training.Permissions(), Expires: time.Now().Add(time.Hour)},
		"other athlete": {Permissions: training.Permissions(), Athletes: []training.AthleteID{"bea"}, Expires: time.Now().Add(time.Hour)},
		"no permission": {Athletes: []training.AthleteID{"ann"}, Expires: time.Now().Add(time.Hour)},
		"admin": {
			Permissions: []training.Permission{training.MayAdmin}, Athletes: []training.AthleteID{"ann"},
			Expires: time.Now().Add(time.Hour),
		},
		"the past": {Permissions: training.Permissions(), Athletes: []training.AthleteID{"ann"}, Expires: time.Now()},
	} {
		if code, err := b.Authorize(t.Context(), p, g, "to", challenge); code != "" && err == nil {
			t.Errorf("%s: a code", name)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if x, err := b.Access(canceled, got.Access, "r"); x != nil || err == nil {
		t.Errorf("a cancelled check opens: %v", x)
	}
}

// TestPeopleAreChecked: names, roles and athletes are refused with what to do.
func TestPeopleAreChecked(t *testing.T) {
	t.Parallel()
	_, b := open(t, t.TempDir())
	if _, err := b.Person(t.Context(), "Ann"); training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "Nobody") {
		t.Errorf("%v", err)
	}
	granted(t, b)
	ann := []training.AthleteID{"ann"}
	for _, c := range []struct {
		name string
		role training.Role
		of   []training.AthleteID
		want training.Kind
	}{
		{" ", training.RoleOwner, nil, training.KindInvalid},
		{strings.Repeat("x", 81), training.RoleOwner, nil, training.KindInvalid},
		{"Bob", "king", ann, training.KindInvalid},
		{"Bob", training.RoleCoach, nil, training.KindInvalid},
		{
			"ANN", training.RoleCoach, ann,
			training.KindConflict,
		},
	} {
		if _, err := b.Add(t.Context(), c.name, c.role, c.of, time.Time{}); err == nil || training.KindOf(err) != c.want {
			t.Errorf("%q as %s: %v", c.name, c.role, err)
		}
	}
	if _, err := b.Person(t.Context(), "Cy"); training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "Ann") &&
		err == nil {
		t.Errorf("%v", err)
	}
}
