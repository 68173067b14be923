//go:build e2e

package attacks_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := keptHome(); err == nil {
		_ = os.RemoveAll(filepath.Dir(dir)) // in the system's folder for such things
	}
	os.Exit(code)
}

// keptHome is where the first athlete's home lies, to be copied.
var keptHome = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "lapkeep-attacked-home-*")
	return filepath.Join(dir, "home"), err
})

var filling sync.Mutex

// config of an athlete who lets assistants do all that they may.
const config = "writes: full\ntoolsets: all\n"

// newAthlete has three rides of three days, a day of wellness and two events,
// and shares nothing. rides are their ids, oldest first.
func newAthlete(t *testing.T) (u *arenatest.User, rides []string) {
	t.Helper()
	u = arenatest.NewUser(t)
	kept, err := keptHome()
	if err != nil {
		t.Fatal(err)
	}
	filling.Lock()
	defer filling.Unlock()
	if _, err := os.Stat(kept); err != nil {
		fill(t, u)
		arenatest.CopyHome(t, u.Home, kept)
	} else {
		arenatest.CopyHome(t, kept, u.Home)
	}
	var list struct{ Activities []struct{ ID string } }
	if err := json.Unmarshal([]byte(u.Must(t, "call", "list_activities", `{"sort":"date","order":"asc"}`)), &list); err != nil {
		t.Fatal(err)
	}
	for _, a := range list.Activities {
		rides = append(rides, a.ID)
	}
	if len(rides) != 3 {
		t.Fatalf("%d rides, want 3", len(rides))
	}
	return u, rides
}

func fill(t *testing.T, u *arenatest.User) {
	t.Helper()
	arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(config))
	s := u.Import(t, map[string][]byte{
		"a.tcx": arenatest.Ride(arenatest.Day(1), 180), "b.tcx": arenatest.Ride(arenatest.Day(2), 210),
		"c.tcx": arenatest.Ride(arenatest.Day(3), 240),
	})
	if s.Code != 0 {
		t.Fatal(s.All())
	}
	u.Must(t, "call", "update_wellness", `{"date":"2026-03-02","values":{"resting_hr_bpm":48}}`)
	u.Must(t, "call", "create_events", `{"events":[
		{"date":"2027-01-10","name":"Long ride","sport":"ride","duration_s":7200,"external_id":"long"},
		{"date":"2027-01-12","name":"Hill race","category":"race_a","sport":"ride","external_id":"race"}]}`)
}

// newConnected writes at a service on loopback, which has rides of its own.
func newConnected(t *testing.T) (*arenatest.User, *intervalstest.Server) {
	t.Helper()
	u := arenatest.NewUser(t)
	service := intervalstest.New(t, intervalstest.Options{Live: true, Activities: 3, Seconds: 60, Wellness: 2, Lenient: true})
	connect(t, u, service)
	u.Must(t, "sync")
	u.Must(t, "call", "update_athlete_settings", `{"home_source":"intervals"}`)
	service.Forget()
	return u, service
}

func connect(t *testing.T, u *arenatest.User, service *intervalstest.Server) {
	t.Helper()
	arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(config+"intervals_url: "+service.URL+"\n"))
	if s := u.RunWith(t, intervalstest.DefaultKey+"\n", "connect", "intervals"); s.Code != 0 {
		t.Fatal(s.All())
	}
}

// serve starts a session that must start.
func serve(t *testing.T, u *arenatest.User, args ...string) *arenatest.Session {
	t.Helper()
	s, why := u.Serve(t, args...)
	if s == nil {
		t.Fatalf("it does not serve: %s", why)
	}
	return s
}

// objects is a list of arguments' objects, for calls.
type object = map[string]any
