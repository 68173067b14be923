//go:build e2e

package app_test

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/ingesttest"
	"lapkeep/test/intervalstest"
)

// The collection of the killed imports: enough for several commits.
const (
	killOutings = 220
	killSeconds = 240
)

// TestKilledImports kills imports with SIGKILL at random moments, LAPKEEP_KILLS
// times: after each, the store must be sound and have everything that was
// acknowledged; importing again must end where an import ends that nobody
// disturbed. In every third round two processes write at once.
// LAPKEEP_KILL_SEED repeats a run, as far as the machine does.
func TestKilledImports(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	collection(t, k.folder, killOutings, killSeconds, ingesttest.Everything())
	k.kill(t)
}

// TestKilledArchives does so while an archive of a service is imported, with
// its words, gear and activities that nothing recorded.
func TestKilledArchives(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	a := stravatest.Build(stravatest.Options{Language: stravatest.Spanish, Activities: killOutings, Seconds: killSeconds / 2})
	for _, f := range a.Files {
		switch top, _, _ := strings.Cut(f.Name, "/"); top {
		case "activities", "activities.csv", "bikes.csv", "shoes.csv", "components.csv", "profile.csv": // the rest is ignored
			writeFile(t, filepath.Join(k.folder, filepath.FromSlash(f.Name)), f.Data)
		}
	}
	k.kill(t)
}

// newKiller skips the test unless there is something to kill.
func newKiller(t *testing.T) *killer {
	t.Helper()
	kills, _ := strconv.Atoi(os.Getenv("LAPKEEP_KILLS"))
	if kills <= 0 {
		t.Skip("LAPKEEP_KILLS is not set")
	}
	seed, err := strconv.ParseUint(os.Getenv("LAPKEEP_KILL_SEED"), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano()) //nolint:gosec // any number
	}
	t.Logf("LAPKEEP_KILL_SEED=%d", seed)
	return &killer{
		program: buildProgram(t), folder: filepath.Join(t.TempDir(), "files"), kills: kills,
		rng: rand.New(rand.NewPCG(seed, 1)), //nolint:gosec // not a secret
	}
}

// kill imports into homes of their own until enough imports were killed.
func (k *killer) kill(t *testing.T) {
	t.Helper()
	calm := filepath.Join(t.TempDir(), "calm")
	begin := time.Now()
	out := k.program.run(t, calm, "import", "--json", k.folder).must(t).out
	k.calmTime = time.Since(begin)
	want := stateOf(t, calm)
	k.files = len(acknowledged(t, out))
	t.Logf("undisturbed: %d files, %d activities in %v", k.files, len(want), k.calmTime)

	var tally tally
	for round := 0; tally.kills < k.kills; round++ {
		writers := 1
		if round%3 == 2 {
			writers = 2
		}
		home := filepath.Join(t.TempDir(), "home")
		acks := k.round(t, home, writers, &tally)
		if len(acks) != k.files {
			t.Fatalf("round %d: %d of %d files acknowledged in the end", round, len(acks), k.files)
		}
		if diff := cmp.Diff(want, stateOf(t, home)); diff != "" {
			t.Fatalf("round %d with %d writers ended otherwise than undisturbed (-want +got):\n%s", round, writers, diff)
		}
		if listed := listedIDs(t, k.program, home); len(listed) != len(want) {
			t.Fatalf("round %d: %d activities are listed of %d", round, len(listed), len(want))
		}
		if err := os.RemoveAll(home); err != nil {
			t.Fatal(err)
		}
		tally.rounds++
	}
	t.Logf("reliability: imports killed (%s) | %d | %d between acknowledged files, %d with a second writer running; nothing "+
		"acknowledged was lost", t.Name(), tally.kills, tally.between, tally.withTwoWriters)
}

// tally says what the kills met.
type tally struct {
	rounds, kills  int
	early, between int // kills before that run acknowledged anything, and after some files
	withTwoWriters int
	tooLate        int // the import had ended: no kill
}

func (y *tally) count(r killedRun, acks, writers int) {
	if !r.killed {
		y.tooLate++
		return
	}
	y.kills++
	if writers > 1 {
		y.withTwoWriters++
	}
	if acks > 0 {
		y.between++
	} else {
		y.early++
	}
}

// killedRun is an import that was to be killed.
type killedRun struct {
	out    string
	killed bool // rather than ended by itself
}

type killer struct {
	program  program
	folder   string
	kills    int
	rng      *rand.Rand
	calmTime time.Duration
	files    int
}

// round imports into one home, killing what imports a few times, until an
// import is left alone. It returns what was acknowledged in all.
func (k *killer) round(t *testing.T, home string, writers int, tally *tally) map[string][]string {
	t.Helper()
	acks := map[string][]string{}
	for range 1 + k.rng.IntN(6) {
		// What is there already is passed over quickly.
		left := 1 - float64(len(acks))/float64(k.files)
		for _, r := range k.killed(t, home, writers, time.Duration(max(left, 0.05)*float64(k.calmTime))) {
			fresh := acknowledged(t, r.out)
			maps.Copy(acks, fresh)
			tally.count(r, len(fresh), writers)
		}
		k.check(t, home, acks)
	}
	out := k.program.run(t, home, "import", "--json", k.folder).must(t).out
	maps.Copy(acks, acknowledged(t, out))
	k.check(t, home, acks)
	return acks
}

// killed starts imports and kills each after a while of its own, within the
// time that they would take.
func (k *killer) killed(t *testing.T, home string, writers int, within time.Duration) []killedRun {
	t.Helper()
	runs := make([]killedRun, writers)
	var running sync.WaitGroup
	for i := range runs {
		after := time.Duration(k.rng.Float64() * float64(within))
		var out bytes.Buffer
		cmd := k.program.command(t.Context(), home, "import", "--json", k.folder)
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			killed := killedAfter(cmd, after)
			runs[i] = killedRun{out.String(), killed}
		})
	}
	running.Wait()
	return runs
}

// killedAfter kills a process that was started once it has run for so long. It
// tells whether it had not ended by itself.
func killedAfter(cmd *exec.Cmd, after time.Duration) bool {
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended
	defer timer.Stop()
	_ = cmd.Wait() // what killed it is in its state
	return !cmd.ProcessState.Exited()
}

// check looks at a home after a kill: sound, and nothing lost.
func (k *killer) check(t *testing.T, home string, acks map[string][]string) {
	t.Helper()
	db := filepath.Join(home, "lapkeep.db")
	if info, err := os.Stat(db); err != nil || info.Size() == 0 {
		if len(acks) > 0 {
			t.Fatalf("%d files were acknowledged and there is no store: %v", len(acks), err)
		}
		return // killed before there was anything
	}
	if missing := lost(t, home, acks); len(missing) > 0 {
		t.Fatalf("acknowledged and lost: %q", missing)
	}
	k.program.run(t, home, "verify").must(t)
	sound(t, db)
	listed := listedIDs(t, k.program, home)
	for id := range stateOf(t, home) { // reads all of it
		if !listed[string(id)] {
			t.Fatalf("%s is stored and not listed", id)
		}
	}
}

// TestKilledSyncs kills syncs with SIGKILL at random moments, two at once in
// every second round: in the end each home is as after a sync that nobody
// disturbed, and hardly a file was fetched again.
func TestKilledSyncs(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	server := intervalstest.New(t, intervalstest.Options{Activities: 30, Seconds: 60, Now: clock})
	calm := k.connected(t, server)
	begin := time.Now()
	k.syncs(t, server, calm)
	within := time.Since(begin)
	want := stateOf(t, calm)
	homes, kills := 1, 0
	for ; kills < k.kills; homes++ {
		home := k.connected(t, server)
		for round := range 1 + k.rng.IntN(4) {
			kills += k.killSyncs(t, server, home, 1+round%2, within)
		}
		k.syncs(t, server, home)
		if diff := cmp.Diff(want, stateOf(t, home)); diff != "" || len(want) < 20 {
			t.Fatalf("home %d ended otherwise than undisturbed (-want +got):\n%s", homes, diff)
		}
	}
	fetched := map[string]int{}
	for _, r := range server.Requests() {
		if r.Operation == "downloadActivityFile" {
			fetched[r.Path]++
		}
	}
	again := 0
	for _, n := range fetched {
		again += max(0, n-homes) // once for each home
	}
	if again > kills {
		t.Errorf("%d files were fetched again after %d kills", again, kills)
	}
	t.Logf("reliability: syncs killed | %d | each of %d home folders ended up the same as an undisturbed one; "+
		"%d files were downloaded again", kills, homes-1, again)
}

// connected returns a home that may read the service.
func (k *killer) connected(t *testing.T, s *intervalstest.Server) (home string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "home")
	cmd := k.sync(t.Context(), s, home, "connect", "intervals")
	cmd.Stdin = strings.NewReader(intervalstest.DefaultKey)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return home
}

// syncs has a sync end by itself.
func (k *killer) syncs(t *testing.T, s *intervalstest.Server, home string) {
	t.Helper()
	if out, err := k.sync(t.Context(), s, home, "sync").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
}

// killSyncs starts so many syncs at once, kills each within a time, and tells
// how many had not ended by themselves.
func (k *killer) killSyncs(t *testing.T, s *intervalstest.Server, home string, n int, within time.Duration) int {
	t.Helper()
	var running sync.WaitGroup
	var kills atomic.Int64
	for range n {
		cmd := k.sync(t.Context(), s, home, "sync")
		after := time.Duration(k.rng.Float64() * float64(within))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running.Go(func() {
			if killedAfter(cmd, after) {
				kills.Add(1)
			}
		})
	}
	running.Wait()
	sound(t, filepath.Join(home, "lapkeep.db"))
	return int(kills.Load())
}

// sync runs a command on services, with the emulator's address.
func (k *killer) sync(ctx context.Context, s *intervalstest.Server, home string, args ...string) *exec.Cmd {
	cmd := k.program.command(ctx, home, args...)
	cmd.Env = append(cmd.Env, "INTERVALS_API_BASE_URL="+s.URL)
	return cmd
}
