package connections_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// account is a home in Berlin whose athlete has an account at an emulated service.
type account struct {
	*home
	t      *testing.T
	of     source.Name
	given  connections.Given
	logged bytes.Buffer
	s      *connections.Set
}

func newAccount(t *testing.T, of source.Name) *account {
	t.Helper()
	h := newHome(t, intervalstest.Options{Empty: true})
	storetest.Write(t, h.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Berlin"}) })
	return &account{home: h, t: t, of: of}
}

// again returns another process.
func (a *account) again() *connections.Set {
	a.s = a.set(func(o *connections.Options) {
		o.Given = map[source.Name]connections.Given{a.of: a.given}
		o.Log = logTo(&a.logged)
	})
	return a.s
}

func (a *account) sync() connection.Result {
	a.t.Helper()
	r, err := a.s.Sync(a.t.Context(), a.of, false, nil)
	if err != nil || r.Failed > 0 {
		a.t.Fatalf("%+v %v", r, err)
	}
	return r
}

// killed syncs until everything is read, in processes that end at the given requests.
func (a *account) killed(at ...int) {
	a.t.Helper()
	way := &road{clock: a.clock, kills: at, hours: map[time.Time]int{}}
	a.base = way
	a.again()
	for run := 0; ; run++ {
		if run > 20 {
			a.t.Fatal("it does not end")
		}
		err, dead := alive(func() error {
			_, err := a.s.Sync(a.t.Context(), a.of, false, nil)
			return err
		})
		if !dead {
			if err != nil || way.deadHad != len(at) {
				a.t.Fatalf("%d kills, %v", way.deadHad, err)
			}
			return
		}
		a.reopen(a.t)
		a.again()
		wait(a.t, a.home, 30*time.Minute)
	}
}

// nowhere: a secret is in no file but the vault's, and was never said.
func (h *home) nowhere(t *testing.T, name, secret, said string) {
	t.Helper()
	vault, found := filepath.Join(h.dir, "keys", name+".json"), false
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(secret)) {
			if found = path == vault; !found {
				t.Errorf("it is in %s", path)
			}
		}
		return err
	})
	if err != nil || !found || strings.Contains(said, secret) {
		t.Errorf("%v, in the vault: %v, said: %v", err, found, strings.Contains(said, secret))
	}
}
