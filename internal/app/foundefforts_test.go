//go:build e2e

package app_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
	"lapkeep/test/segmenttest"
)

// listedIDs asks the program itself for every activity.
func listedIDs(t *testing.T, p program, home string) map[string]bool {
	t.Helper()
	ids := map[string]bool{}
	cursor := ""
	for {
		args, err := json.Marshal(map[string]any{"limit": 50, "cursor": cursor})
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			Activities []struct{ ID string }
			NextCursor string `json:"next_cursor"`
		}
		out := p.run(t, home, "call", "list_activities", string(args)).must(t).out
		if err := json.Unmarshal([]byte(out), &page); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, a := range page.Activities {
			ids[a.ID] = true
		}
		if page.NextCursor == "" {
			return ids
		}
		cursor = page.NextCursor
	}
}

// ridesOfSegments imports rides of an hour into a home, of which every other
// one goes over the segment of [putSegment].
func ridesOfSegments(t *testing.T, p program, home string, rides int) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "rides")
	for i := range rides {
		writeFile(t, filepath.Join(folder, fmt.Sprintf("%03d.fit", i)), fitFile(t, segmenttest.Hour(i, 2)))
	}
	p.run(t, home, "import", folder).must(t)
}

// putSegment keeps a segment that begins at a second of the first ride.
func putSegment(t *testing.T, home, id string, from int) {
	t.Helper()
	points, err := route.SegmentPoints(segmenttest.Part(segmenttest.Hour(0, 2), from, from+200))
	if err != nil {
		t.Fatal(err)
	}
	fields, err := json.Marshal(training.Segment{Name: id, Points: points})
	if err != nil {
		t.Fatal(err)
	}
	db := openStore(t, home)
	defer closeStore(t, db)
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.PutOwn(everything().Athlete, document.Segments, id, document.Own{Fields: fields})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func effortsIn(t *testing.T, home string) []training.SegmentEffort {
	t.Helper()
	db := openStore(t, home)
	defer closeStore(t, db)
	all, err := db.SegmentEfforts(t.Context(), everything(), store.EffortFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEffortsAreFoundAndFoundAgain: any command finds them, verify tells what
// is wrong with them, its repair and a restored backup have them again.
func TestEffortsAreFoundAndFoundAgain(t *testing.T) {
	t.Parallel()
	const rides = 4
	p, home := buildProgram(t), filepath.Join(t.TempDir(), "home")
	ridesOfSegments(t, p, home, rides)
	putSegment(t, home, "part", 900)
	follow := func(home string) { p.run(t, home, "call", "get_status").must(t) }
	follow(home)
	want := effortsIn(t, home)
	if len(want) != rides/2 || want[0].Values[training.MetricAvgPowerW] == 0 || len(want[0].Doubts) > 0 {
		t.Fatalf("%+v", want)
	}
	p.run(t, home, "verify").must(t)
	backup := filepath.Join(t.TempDir(), "home.tar.zst")
	p.run(t, home, "backup", backup).must(t)
	script := func(sql string) func(home string) {
		return func(home string) {
			if err := sqlitedb.Script(t.Context(), filepath.Join(home, "lapkeep.db"), sql); err != nil {
				t.Fatal(err)
			}
		}
	}
	const copied = "INSERT INTO segment_efforts (athlete, segment, activity, from_ms, to_ms, body) " +
		"SELECT athlete, %s, from_ms, to_ms, body FROM segment_efforts LIMIT 1"
	for name, c := range map[string]struct {
		hurt func(home string)
		says string
	}{
		"another time":         {script("UPDATE segment_efforts SET to_ms=to_ms+9000"), "segment efforts of the activity"},
		"an effort of nothing": {script(fmt.Sprintf(copied, "segment, 'nothing'")), "which does not exist"},
		"an effort on nothing": {script(fmt.Sprintf(copied, "'nothing', activity")), "which does not exist"},
		"torn pages":           {func(home string) { hurtPages(t, home) }, "database is damaged"},
		"nothing":              {func(string) {}, ""},
	} {
		again := filepath.Join(t.TempDir(), "home")
		p.run(t, again, "restore", backup).must(t)
		c.hurt(again)
		if told := p.run(t, again, "verify"); (told.code == 0) != (c.says == "") || !strings.Contains(told.out+told.err, c.says) {
			t.Errorf("%s: %d %s %s", name, told.code, told.out, told.err)
		}
		p.run(t, again, "verify", "--repair").must(t)
		p.run(t, again, "verify").must(t)
		if diff := cmp.Diff(want, effortsIn(t, again)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestKilledFollowers kills commands while they match a segment that is new:
// the one that is left alone ends as one that nobody disturbed.
func TestKilledFollowers(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	const rides = 60
	home := filepath.Join(t.TempDir(), "home")
	ridesOfSegments(t, k.program, home, rides)
	within, kills := time.Second, 0
	for round := 0; kills < k.kills; round++ {
		putSegment(t, home, fmt.Sprint("segment", round%3), 100+round)
		for range 1 + k.rng.IntN(4) {
			kills += k.attempt(t, within, home, "call", "get_status")
		}
		begin := time.Now()
		k.program.run(t, home, "call", "get_status").must(t)
		within = max(within/2, time.Since(begin))
		all := effortsIn(t, home)
		if want := rides / 2 * min(3, round+1); len(all) != want {
			t.Fatalf("round %d: %d efforts of %d", round, len(all), want)
		}
		if round%10 == 0 {
			k.program.run(t, home, "verify").must(t)
		}
	}
	t.Logf("reliability: segment searches killed | %d | an undisturbed run found every effort exactly once", kills)
}
