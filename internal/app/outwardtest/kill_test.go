//go:build e2e

package outwardtest_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/builttest"
	"lapkeep/test/intervalstest"
)

// live returns a service whose clock goes as that of the machine does, since
// processes of their own have no other.
func live() intervalstest.Options {
	o := sample()
	o.Now, o.Live = nil, true
	return o
}

var syncedLive = sync.OnceValues(func() (folder, error) { return syncedFrom(live(), time.Now()) })

// newVictim returns an athlete whose program is a process of its own.
func newVictim(t *testing.T) *athlete {
	t.Helper()
	return copyOf(t, syncedLive, live(), time.Now())
}

// child returns the program in a process of its own.
func (a *athlete) child(t *testing.T, url string, args ...string) (cmd *exec.Cmd, said *bytes.Buffer) {
	t.Helper()
	cmd, said = exec.CommandContext(t.Context(), builttest.Program(t), args...), &bytes.Buffer{}
	cmd.Env = []string{
		"HOME=" + a.user, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), "TZ=Europe/Berlin",
		"INTERVALS_API_BASE_URL=" + url, "INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey, // a key goes where its own hand says
	}
	cmd.Dir, cmd.Stdout, cmd.Stderr = a.work, said, said
	return cmd, said
}

// killed returns the writes that are killed: those of events, each in its way,
// and the deletion of what was recorded.
func killed() []trial {
	day := time.Now().AddDate(0, 0, 6).Format(time.DateOnly)
	return []trial{
		{tool: "create_events", has: "Proof ride", args: strings.ReplaceAll(proofRide, "2026-08-27", day)},
		{tool: "update_event", has: "Proof threshold", args: `{"id":"{Threshold}","name":"Proof threshold"}`},
		{tool: "delete_events", lacks: "Easy run", args: `{"ids":["{Easy run}"]}`},
		{tool: "delete_activity", lacks: "Long ride", args: `{"id":"{Long ride}"}`, asks: true},
	}
}

// TestKilledBetween kills the process when a certain request is under way:
// before anything was sent, before the write had its effect, after it and
// before its answer came, and when the process reads back.
func TestKilledBetween(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts programs of their own, which the race detector does not see")
	}
	for _, c := range killed() {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			calm := newVictim(t)
			calm.agreesTo(t, c)
			calm.server.Forget()
			cmd, said := calm.child(t, calm.server.URL, "call", c.tool, calm.fill(t, c.args))
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			all := calm.server.Requests()
			write := slices.IndexFunc(all, func(r intervalstest.Request) bool { return r.Method != "GET" })
			if write < 0 {
				t.Fatalf("none of %d requests was a write", len(all))
			}
			points := map[string]point{"before anything": {0, false}, "before the effect": {write, false}, "after the effect": {write, true}}
			if write+1 < len(all) {
				points["at the reading back"] = point{write + 1, false}
				points["before the last is kept"] = point{len(all) - 1, true}
			}
			for name, at := range points {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					newVictim(t).dies(t, c, at)
				})
			}
		})
	}
}

// point is a moment in the exchange with a service: before a request is served,
// or after it was and before its answer has come.
type point struct {
	request int
	served  bool
}

// hold returns a way to the service on which one request is held.
func (a *athlete) hold(t *testing.T, at point) (url string, met <-chan struct{}) {
	t.Helper()
	target, err := neturl.Parse(a.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	n, holds := 0, make(chan struct{}, 1)
	onward := httputil.NewSingleHostReverseProxy(target)
	way := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // who is gone is only noticed once all was read
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		mu.Lock()
		here := n == at.request
		n++
		mu.Unlock()
		if here && at.served {
			onward.ServeHTTP(httptest.NewRecorder(), r.WithContext(context.WithoutCancel(r.Context())))
		}
		if here {
			holds <- struct{}{}
			<-r.Context().Done() // whoever asked is gone
			return
		}
		onward.ServeHTTP(w, r)
	}))
	t.Cleanup(way.Close)
	return way.URL, holds
}

// dies makes a write in a process that is killed at a point; another process
// goes on.
func (a *athlete) dies(t *testing.T, c trial, at point) {
	t.Helper()
	before := a.server.State()
	a.agreesTo(t, c)
	a.killed(t, at, "call", c.tool, a.fill(t, c.args))
	if !a.hasHere(t, c) {
		t.Error("what was written is not kept here: it is not local first")
	}
	a.recovers(t, c, before)
}

// agreesTo has a person agree to a write before it is called.
func (a *athlete) agreesTo(t *testing.T, c trial) {
	t.Helper()
	if !c.asks {
		return
	}
	if _, _, errs := a.do(t.Context(), "", "call", c.tool, a.fill(t, c.args)); !a.agree(t, errs) {
		t.Fatalf("nobody was asked: %s", tail(errs))
	}
}

// killed runs a command in a process that is killed at a point.
func (a *athlete) killed(t *testing.T, at point, args ...string) {
	t.Helper()
	url, met := a.hold(t, at)
	cmd, said := a.child(t, url, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-met:
		_ = cmd.Process.Kill() // it waits for its answer
		<-ended
	case err := <-ended:
		t.Fatalf("it ended before that request: %v %s", err, said)
	}
}

// hasHere reports whether the write is in the calendar, or among the
// activities, here.
func (a *athlete) hasHere(t *testing.T, c trial) bool {
	t.Helper()
	if c.tool == "delete_activity" {
		here, _ := a.made(t, c.lacks)
		return len(here) == 0
	}
	from := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	to := time.Now().AddDate(0, 0, 40).Format(time.DateOnly)
	here := a.ok(t, "call", "list_events", `{"range":"`+from+`..`+to+`"}`)
	return c.has != "" && strings.Contains(here, c.has) || c.lacks != "" && !strings.Contains(here, c.lacks)
}

// recovers: whoever comes next sends what was to be sent, once, and undoes it.
func (a *athlete) recovers(t *testing.T, c trial, before intervalstest.State) {
	t.Helper()
	want, entry := 0, ""
	if a.hasHere(t, c) {
		want, entry = 1, a.latest(t) // a sync may write an entry of its own
	}
	a.hasten()
	a.wait(2 * time.Hour)
	a.ok(t, "sync")
	a.settled(t)
	if n := a.effects(t, c); n != want || a.hasHere(t, c) != (want == 1) {
		t.Errorf("%d effects at the service of %d, here: %v", n, want, a.hasHere(t, c))
	}
	if want == 1 {
		a.back(t, entry, "its undo", before)
	} else if diff := cmp.Diff(before, a.server.State()); diff != "" {
		t.Error(diff)
	}
}

// TestKilledWrites kills the process at random moments, LAPKEEP_KILLS times.
func TestKilledWrites(t *testing.T) {
	kills, _ := strconv.Atoi(os.Getenv("LAPKEEP_KILLS"))
	if kills <= 0 {
		t.Skip("LAPKEEP_KILLS is not set")
	}
	seed, err := strconv.ParseUint(os.Getenv("LAPKEEP_KILL_SEED"), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano()) //nolint:gosec // any number
	}
	t.Logf("LAPKEEP_KILL_SEED=%d", seed)
	rng := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // not a secret
	calm := map[string]time.Duration{}
	for _, c := range killed() {
		a := newVictim(t)
		a.agreesTo(t, c)
		cmd, said := a.child(t, a.server.URL, "call", c.tool, a.fill(t, c.args))
		begun := time.Now()
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		calm[c.tool] = time.Since(begun)
	}
	here, early := 0, 0
	for i := 0; here+early < kills; i++ {
		c := killed()[i%len(killed())]
		a := newVictim(t)
		before := a.server.State()
		a.agreesTo(t, c)
		cmd, _ := a.child(t, a.server.URL, "call", c.tool, a.fill(t, c.args))
		after := time.Duration(1.1 * rng.Float64() * float64(calm[c.tool]))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
		_ = cmd.Wait()                                                    // what killed it is in its state
		timer.Stop()
		if killed := !cmd.ProcessState.Exited(); killed && a.hasHere(t, c) {
			here++
		} else if killed {
			early++
		}
		a.recovers(t, c, before)
	}
	t.Logf("reliability: writes to a service killed | %d | %d were killed before the write was stored, %d after it; each write "+
		"was sent once or not at all", here+early, early, here)
}

// TestBareIDsOfAServiceAreFound wherever an id is taken, and the answer says
// how each was read.
func TestBareIDsOfAServiceAreFound(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	bare := func(args string) string { return strings.ReplaceAll(a.fill(t, args), "intervals:", "") }
	for tool, args := range map[string]string{
		"get_activity":            `{"id":"{Long ride}"}`,
		"get_activity_streams":    `{"id":"{Long ride}"}`,
		"compare_activities":      `{"ids":["{Long ride}","{Morning ride}"]}`,
		"list_activities":         `{"around":"{Long ride}"}`,
		"update_activity":         `{"id":"{Long ride}","name":"Bare","dry_run":true}`,
		"add_activity_note":       `{"id":"{Long ride}","text":"Bare","dry_run":true}`,
		"export_activity":         `{"id":"{Long ride}","dry_run":true}`,
		"get_event":               `{"id":"{Threshold}"}`,
		"update_event":            `{"id":"{Endurance}","done_by":"{Long ride}","dry_run":true}`,
		"delete_events":           `{"ids":["{Easy run}"],"dry_run":true}`,
		"apply_training_plan":     `{"plan_id":"{Base weeks}","start_date":"2026-09-07","dry_run":true}`,
		"list_workouts":           `{"folder":"{Favourites}"}`,
		"get_workout":             `{"id":"{Base weeks 2}"}`,
		"create_workout":          `{"workouts":[{"workout_id":"{Base weeks 2}","date":"2026-08-27"}],"dry_run":true}`,
		"check_workout":           `{"id":"{Base weeks 2}"}`,
		"export_workout":          `{"id":"{Base weeks 2}","format":"txt","inline":true}`,
		"save_workout":            `{"id":"{Base weeks 2}","folder_id":"{Base weeks}","name":"Bare","dry_run":true}`,
		"list_gear":               `{"id":"{Road bike}"}`,
		"save_gear_reminder":      `{"gear_id":"{Road bike}","text":"Bare","every_km":300,"dry_run":true}`,
		"get_custom_item":         `{"id":"{Coffee}"}`,
		"delete_custom_item":      `{"id":"{Coffee}","dry_run":true}`,
		"save_custom_item":        `{"id":"{Coffee}","name":"Bare","dry_run":true}`,
		"get_activity_notes":      `{"id":"{Long ride}"}`,
		"duplicate_events":        `{"ids":["{Autumn race}"],"copies":2,"dry_run":true}`,
		"delete_workout":          `{"id":"{Base weeks 2}","dry_run":true}`,
		"delete_gear":             `{"id":"{Old shoes}","dry_run":true}`,
		"save_gear":               `{"id":"{Road bike}","name":"Bare","dry_run":true}`,
		"delete_activity":         `{"id":"{Long ride}","dry_run":true}`,
		"update_activity_streams": `{"id":"{Long ride}","drop":[{"channel":"hr"}],"dry_run":true}`,
	} {
		code, out, said := a.do(t.Context(), "", "call", tool, bare(args))
		if code != 0 {
			t.Errorf("%s %s: exit %d: %s", tool, bare(args), code, tail(said))
			continue
		}
		if !strings.Contains(out, `"read_as":{`) || !strings.Contains(out, `"intervals:`) {
			t.Errorf("%s does not say how it read the id: %.300s", tool, out)
		}
	}
	made := a.call(t, "save_workout", a.fill(t, `{"name":"Proof made","sport":"ride","description":"- 30m 60%","folder_id":"{Favourites}"}`))
	if id := made.AtService[0].ID; made.states() != "done" ||
		!strings.Contains(a.ok(t, "call", "get_workout", `{"id":"`+id+`"}`), "Proof made") ||
		!strings.Contains(a.ok(t, "call", "get_workout", `{"id":`+strings.TrimPrefix(id, "intervals:")+`}`), "Proof made") {
		t.Errorf("what was made here is not found by its id there, %s", id)
	}
	if code, _, said := a.do(t.Context(), "", "call", "get_activity", `{"id":"99999999"}`); code == 0 || !strings.Contains(said, "99999999") {
		t.Errorf("an id of nothing: %d %s", code, tail(said))
	}
}
