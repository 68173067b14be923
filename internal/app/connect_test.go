package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// linked is a person with an account at a service.
type linked struct {
	*person
	server *intervalstest.Server
	said   bytes.Buffer // all that every command said
	begun  time.Time
	hurry  time.Duration // how many times as fast its clock goes; 0 is once
	sleep  func(ctx context.Context, d time.Duration) error
}

func newLinked(t *testing.T, o intervalstest.Options, environ ...string) *linked {
	t.Helper()
	o.Now = func() time.Time { return noon }
	if o.Activities == 0 {
		o.Activities, o.Seconds, o.Wellness = 3, 60, 2
	}
	l := &linked{person: newPerson(t), server: intervalstest.New(t, o), begun: time.Now()}
	l.environ = append(l.environ, "INTERVALS_API_BASE_URL="+l.server.URL, "LAPKEEP_LOG_LEVEL=debug")
	l.environ = append(l.environ, environ...)
	return l
}

// do runs a command with something on standard input. Its clock goes, or
// requests would have to wait for each other.
func (l *linked) do(ctx context.Context, in string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	l.in = strings.NewReader(in)
	p := l.program(&o, &e)
	p.Now = func() time.Time { return noon.Add(time.Since(l.begun) * max(l.hurry, 1)) }
	p.Sleep = l.sleep
	code = p.Run(ctx, args)
	l.said.Write(o.Bytes())
	l.said.Write(e.Bytes())
	return code, o.String(), e.String()
}

// ok runs a command that must succeed and say some things.
func (l *linked) ok(t *testing.T, in string, args []string, says ...string) string {
	t.Helper()
	code, out, errs := l.do(t.Context(), in, args...)
	if code != 0 {
		t.Fatalf("lapkeep %q: exit %d\n%s%s", args, code, out, errs)
	}
	for _, s := range says {
		if !strings.Contains(out, s) {
			t.Errorf("lapkeep %q does not say %q:\n%s", args, s, out)
		}
	}
	return out
}

// fails runs a command that must fail and say why.
func (l *linked) fails(t *testing.T, in string, args []string, says ...string) string {
	t.Helper()
	code, out, errs := l.do(t.Context(), in, args...)
	if code == 0 {
		t.Fatalf("lapkeep %q did it: %s", args, out)
	}
	for _, s := range says {
		if !strings.Contains(errs, s) {
			t.Errorf("lapkeep %q does not say %q:\n%s", args, s, errs)
		}
	}
	return errs
}

// secret: the key is in its own file and nowhere else that anybody sees.
func (l *linked) secret(t *testing.T, in ...string) {
	t.Helper()
	if strings.Contains(l.said.String(), intervalstest.DefaultKey) {
		t.Errorf("the key was said")
	}
	have := map[string]bool{}
	for _, path := range in {
		have[filepath.Join(l.user, ".lapkeep", filepath.FromSlash(path))] = true
	}
	err := filepath.WalkDir(l.user, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(intervalstest.DefaultKey)) != have[path] {
			t.Errorf("%s: the key", path)
		}
		if info, ierr := d.Info(); have[path] && (ierr != nil || info.Mode().Perm() != 0o600) {
			t.Errorf("%s: %v %v", path, info.Mode(), ierr)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestConnectingFromTheCommandLine checks how an athlete connects, checks,
// syncs, asks, disconnects and undoes on the command line. The key appears
// nowhere.
func TestConnectingFromTheCommandLine(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.fails(t, "", []string{"sync"}, "No service is connected", "lapkeep connect")
	l.fails(t, "", []string{"connect", "intervals"}, "No key", "Developer Settings")
	l.fails(t, "wrong\n", []string{"connect", "intervals"}, "intervals")
	l.fails(t, "x", []string{"connect", "myspace"}, "myspace", "intervals")
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"}, "Intervals.icu is connected",
		intervalstest.DefaultAthlete, "everything")
	l.ok(t, "", []string{"check"}, "ok", intervalstest.DefaultAthlete, "file that only you can read")
	l.ok(t, "", []string{"sync"}, "3 stored", "activity 3 added", "wellness 2 added")
	l.ok(t, "", []string{"sync", "--full", "--json"}, `"stored":0`, `"state":"up_to_date"`)
	l.ok(t, "", []string{"call", "get_status"}, `"connected":true`, `"last_success"`, `"stored":3`)
	l.ok(t, "", []string{"call", "list_activities"}, `"freshness":"intervals read just now"`)
	l.ok(t, "", []string{"call", "get_activity", `{"id":"latest"}`}, `"freshness":"intervals read just now"`)
	l.ok(t, "", []string{"call", "connect_source"}, "is connected", "sync_now")
	if out := l.ok(t, "", []string{"call", "sync_now"}, `"stored":0`); strings.Contains(out, `"changes"`) {
		t.Errorf("nothing changed, and it says %s", out)
	}
	l.ok(t, "", []string{"check", "intervals", "--json"}, `"ok":true`)
	l.ok(t, "", []string{"backup", filepath.Join(l.user, "b.tar")})
	l.ok(t, "", []string{"export", "--all", filepath.Join(l.user, "out")})
	l.ok(t, "", []string{"doctor", "--all"}, "up_to_date, key in file, last sync")
	for _, args := range [][]string{{"doctor", "--all"}, {"doctor", "--json"}, {"undo", "--list"}, {"tools"}} {
		l.ok(t, "", args)
	}
	l.secret(t, "keys/me/intervals.json")
	l.disconnect(t)
}

// disconnect asks, agrees at a terminal, disconnects, and has the data back.
func (l *linked) disconnect(t *testing.T) {
	t.Helper()
	asked := l.fails(t, "", []string{"disconnect", "intervals"}, "3 activities", "cannot be undone", "lapkeep approve ")
	code := regexp.MustCompile(`lapkeep approve (\w+)`).FindStringSubmatch(asked)
	if code == nil {
		t.Fatal(asked)
	}
	l.inTTY = true
	l.ok(t, code[1]+"\n", []string{"approve", code[1]})
	l.inTTY = false
	l.ok(t, "", []string{"disconnect", "intervals"}, "Disconnected", "lapkeep undo ")
	l.secret(t)
	l.fails(t, "", []string{"check", "intervals"}, "not connected")
	if out := l.ok(t, "", []string{"call", "get_status"}, `"sources":[]`); !strings.Contains(out, `"activities":0`) {
		t.Errorf("there is something left: %s", out)
	}
	l.ok(t, "", []string{"undo"})
	l.ok(t, "", []string{"call", "list_activities"}, `"total":3`)
}

// athletes returns the athletes of the home.
func (l *linked) athletes(t *testing.T) (ids []training.AthleteID) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Home: filepath.Join(l.user, ".lapkeep"), ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := db.Athletes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		ids = append(ids, a.ID)
	}
	return ids
}

// TestACoachConnectsEachAthleteByItself.
func TestACoachConnectsEachAthleteByItself(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Coached: []string{"i777"}})
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"}, "Not connected:", "--athlete i777 --as NAME")
	for _, r := range l.server.Requests() {
		if strings.Contains(r.Path, "i777") {
			t.Errorf("%s was asked for an athlete whom nobody connected", r.Path)
		}
	}
	l.says(t, "PUT", "/athlete/i777", `{"icu_notes":"Knee: no hills.","icu_tags":["juniors"]}`)
	l.ok(t, "", []string{"check"}, "not connected: Coached i777 (i777); access: write; tags: juniors; notes: Knee: no hills.")
	status := l.ok(t, "", []string{"call", "get_status"}, `"athletes_not_connected":1`, "a person can see them with lapkeep check intervals")
	for _, word := range []string{"i777", "Knee", "juniors"} {
		if strings.Contains(status, word) {
			t.Errorf("an assistant is told of %q, who never agreed: %s", word, status)
		}
	}
	l.fails(t, intervalstest.DefaultKey, []string{"connect", "intervals", "--athlete", "i777"}, "already", "--as NAME")
	l.fails(t, intervalstest.DefaultKey, []string{"connect", "intervals", "--athlete", "i888", "--as", "cid"})
	l.fails(t, intervalstest.DefaultKey, []string{"connect", "intervals", "--athlete", "i777", "--as", "../x"}, "not an athlete's id")
	l.fails(t, "", []string{"connect", "intervals", "--as", "dee"}, "No key") // who is not coached has a key of their own
	if got := l.athletes(t); !slices.Equal(got, []training.AthleteID{"me"}) {
		t.Errorf("connections that failed left %q", got)
	}
	l.ok(t, "", []string{"connect", "intervals", "--athlete", "i777", "--as", "bea"}, "i777") // by the coach's own key
	l.ok(t, "", []string{"sync", "--athlete", "bea"}, "stored")
	l.ok(t, "", []string{"call", "list_activities"}, `"total":0`)
	l.ok(t, "", []string{"sync"}) // the list of the coach's athletes is read with the profile
	if status = l.ok(t, "", []string{"call", "get_status"}); strings.Contains(status, "athletes_not_connected") {
		t.Errorf("everybody is connected: %s", status)
	}
	status = l.statusOfAll(t)
	if !strings.Contains(status, `"access":"write"`) || strings.Contains(status, "Knee") {
		t.Errorf("of a server about all: %s", status)
	}
	l.ok(t, "", []string{"check", "--json"}, `"id":"i777"`, `"athlete_id":"bea"`)
	l.ok(t, "", []string{"check"}, "here as bea: Coached i777 (i777)")
	if bea := l.ok(t, "", []string{"call", "get_status", "--athlete", "bea"}); strings.Contains(bea, "athletes_not_connected") {
		t.Errorf("the coach's athletes are told of as bea's: %s", bea)
	}
	l.secret(t, "keys/me/intervals.json", "keys/bea/intervals.json")
}

// statusOfAll returns get_status of a server about all athletes of the home.
func (l *linked) statusOfAll(t *testing.T) string {
	t.Helper()
	p := l.program(io.Discard, io.Discard)
	p.Now = func() time.Time { return noon.Add(time.Since(l.begun)) }
	p.Places.Flags = map[settings.Key]string{settings.Athletes: "all"}
	w, s := opened(t, p, cli.OpenOptions{})
	c, err := w.NewCall(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Table.WithAthletes(p.athletes(w.DB, w.Limited, w.Athlete, s)).Call(t.Context(), "get_status", c, json.RawMessage(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), `\"`, `"`)
}

// TestWritesGoToTheNamedAthletesService: of a server about several, what is
// planned for one is sent to their own calendar by their own connection.
func TestWritesGoToTheNamedAthletesService(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{Coached: []string{"i777"}})
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"})
	l.ok(t, "", []string{"connect", "intervals", "--athlete", "i777", "--as", "bea"})
	p := l.program(io.Discard, io.Discard)
	p.Now = func() time.Time { return noon.Add(time.Since(l.begun)) }
	p.Places.Flags = map[settings.Key]string{settings.Athletes: "all"}
	w, s := opened(t, p, cli.OpenOptions{})
	table := w.Table.WithAthletes(p.athletes(w.DB, w.Limited, w.Athlete, s))
	for _, do := range []struct{ tool, args string }{
		{"update_athlete_settings", `{"athlete":"bea","home_source":"intervals","ftp_w":200}`},
		{"create_events", `{"athlete":"bea","events":[{"date":"2026-08-25","name":"Hers","sport":"ride","duration_s":3600}]}`},
		{"create_events", `{"events":[{"date":"2026-08-25","name":"His, at home","sport":"ride","duration_s":3600}]}`},
	} {
		c, err := w.NewCall(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Call(t.Context(), do.tool, c, json.RawMessage(do.args)); err != nil {
			t.Fatalf("%s %s: %v", do.tool, do.args, err)
		}
	}
	sent := 0
	for _, r := range l.server.Requests() {
		if r.Operation != "createMultipleEvents" {
			continue
		}
		if sent++; !strings.Contains(r.Path, "i777") {
			t.Errorf("it went to %s", r.Path)
		}
	}
	if sent != 1 {
		t.Errorf("%d events were sent", sent)
	}
}

// TestKeysOfOtherPrograms: the names that other servers use work without a
// connect; a key that may be anybody's does not go anywhere.
func TestKeysOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		environ []string
		on      bool
	}{
		"full names":   {[]string{"INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey, "INTERVALS_ICU_ATHLETE_ID=i12345"}, true},
		"key alone":    {[]string{"INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey}, true},
		"short names":  {[]string{"API_KEY=" + intervalstest.DefaultKey, "ATHLETE_ID=i12345"}, true},
		"anybody's":    {[]string{"API_KEY=" + intervalstest.DefaultKey}, false},
		"no such form": {[]string{"INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey, "ATHLETE_ID=ann"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLinked(t, intervalstest.Options{}, tt.environ...)
			if !tt.on {
				l.fails(t, "", []string{"check"})
				if n := len(l.server.Requests()); n > 0 {
					t.Errorf("%d requests", n)
				}
				return
			}
			l.ok(t, "", []string{"check"}, "ok", "environment")
			l.fails(t, "", []string{"disconnect", "intervals"}, "comes from environment")
			l.secret(t)
		})
	}
}

// TestACloneCannotGiveAKey: the .env of a working folder connects nothing.
func TestACloneCannotGiveAKey(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	env := "INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey + "\nINTERVALS_API_BASE_URL=https://example.com\n"
	if err := os.WriteFile(filepath.Join(l.work, ".env"), []byte(env), 0o600); err != nil {
		t.Fatal(err)
	}
	l.fails(t, "", []string{"check"}, "No service is connected")
}

// TestDeleteModeNarrows: none offers no delete tool, safe those of safe.
func TestDeleteModeNarrows(t *testing.T) {
	t.Parallel()
	names := func(mode string) string {
		a := newPerson(t)
		if err := os.MkdirAll(filepath.Join(a.user, ".lapkeep"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(a.user, ".lapkeep", "config.yaml"), []byte("writes: full\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if mode != "" {
			a.environ = append(a.environ, "INTERVALS_ICU_DELETE_MODE="+mode)
		}
		_, out, _ := a.run(t.Context(), "call", "delete_activity", `{"id":"x"}`)
		code, _, said := a.run(t.Context(), "call", "delete_activity", `{"id":"x"}`)
		if code == 0 {
			t.Fatal(out)
		}
		return said
	}
	for mode, want := range map[string]string{"": "no activity", "full": "no activity", "safe": "full", "none": "delete_activity"} {
		if got := names(mode); !strings.Contains(got, want) {
			t.Errorf("%q: %s", mode, got)
		}
	}
}

// TestServersReadByThemselves: a server reads what is connected.
func TestServersReadByThemselves(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	reached, gate := make(chan struct{}, 9), make(chan struct{})
	close(gate)
	l.server.Inject(intervalstest.Fault{Operation: "downloadActivityFile", After: 1, Gate: gate, Held: func() { reached <- struct{}{} }})
	in, client := io.Pipe()
	defer client.Close()
	done := make(chan int)
	var out bytes.Buffer
	l.in = in
	p := l.program(&out, io.Discard) // the server and its reader log at once, as a file allows
	p.Now = func() time.Time { return noon.Add(time.Since(l.begun)) }
	go func() { done <- p.Run(ctx, []string{"serve"}) }()
	select {
	case <-reached:
	case code := <-done:
		t.Fatalf("the server ended with %d", code)
	}
	var v struct{ Total int }
	for v.Total == 0 { // several are fetched before the first is stored
		if err := json.Unmarshal([]byte(l.ok(t, "", []string{"call", "list_activities"})), &v); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	<-done
}
