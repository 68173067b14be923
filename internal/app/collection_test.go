package app_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// sensors returns channels without a position: finding the time zone of one
// takes longer than all else in a small import.
func sensors() []training.Channel {
	return []training.Channel{training.Power, training.HeartRate, training.Cadence, training.Speed, training.Distance}
}

// collection writes outings of a few minutes as FIT files: some were recorded
// by two devices, some are there twice.
func collection(t *testing.T, folder string, outings, seconds int, channels []training.Channel) {
	t.Helper()
	sports := []training.Sport{training.Cycling, training.Cycling, training.Running, training.Walking}
	for i := range outings {
		o := ingesttest.Outing{
			Sport: sports[i%len(sports)], Start: clock().AddDate(0, 0, -outings+i).Add(-3 * time.Hour), Seconds: seconds + i%60,
			Seed: float64(i), LatDeg: 47, LonDeg: 8,
		}
		name := func(of string) string { return filepath.Join(folder, fmt.Sprintf("%04d-%s.fit", i, of)) }
		head := fitFile(t, o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: channels}))
		writeFile(t, name("head"), head)
		if i%5 == 2 {
			watch := ingesttest.Device{Maker: "suunto", Serial: "2", Channels: watched(channels), LateS: 7}
			writeFile(t, name("watch"), fitFile(t, o.Record(watch)))
		}
		if i%11 == 3 {
			writeFile(t, name("copy"), head)
		}
	}
}

// watched returns the channels that a watch on the wrist has, too.
func watched(channels []training.Channel) []training.Channel {
	return slices.DeleteFunc(slices.Clone(channels), func(c training.Channel) bool {
		return c == training.Power || c == training.Cadence
	})
}

func fitFile(t *testing.T, rec *training.Recording) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{rec}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// filled returns a home with a small collection in it, and the collection.
func filled(t *testing.T) (home, folder string) {
	t.Helper()
	home, folder = filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "files")
	collection(t, folder, 8, 400, sensors())
	within(t, home, clock(), "import", "--json", folder).must(t)
	return home, folder
}

func TestHomeThatCannotBe(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "files")
	collection(t, folder, 1, 60, sensors())
	file := filepath.Join(t.TempDir(), "a file")
	writeFile(t, file, []byte("not a folder"))
	for _, home := range []string{file, filepath.Join(file, "below")} {
		within(t, home, clock(), "import", folder).refused(t, "folder", "--home")
		within(t, home, clock(), "call", "get_status").refused(t, home)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "not a folder" {
		t.Errorf("the file was touched: %q %v", b, err)
	}
}

// TestReadOnlyDisk makes the disk read-only under a home that has data.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 16<<20)
	home, folder := filepath.Join(disk.path, "home"), filepath.Join(t.TempDir(), "files")
	collection(t, folder, 8, 90, sensors())
	within(t, home, clock(), "import", folder).must(t)
	total := fmt.Sprintf(`"total":%d,`, len(stateOf(t, home)))
	disk.protect(t)
	within(t, home, clock(), "import", folder).refused(t, "read-only", "--home")
	within(t, filepath.Join(disk.path, "another"), clock(), "import", folder).refused(t, "read-only", "--home")
	within(t, home, clock(), "call", "create_activities", `{"activities":[{"sport":"run","start":"2026-06-01T08:00","duration_s":1800}]}`).
		refused(t, "reading only", "writable")
	within(t, home, clock(), "verify").must(t)
	if out := within(t, home, clock(), "call", "list_activities").must(t).out; !strings.Contains(out, total) {
		t.Errorf("not all is there: %s", out)
	}
	t.Log("reliability: disks that become read-only while in use | 1 | reads continue, writes report it, nothing is lost")
}

func TestOpenedForReadingOnly(t *testing.T) {
	t.Parallel()
	home, _ := filled(t)
	want := stateOf(t, home)
	db, err := store.Open(t.Context(), store.Options{Home: home, ReadOnly: true, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStore(t, db)
	page, err := db.Activities(t.Context(), everything(), store.ActivityFilter{Limit: 100})
	if err != nil || len(page.Rows) != len(want) {
		t.Errorf("%d of %d activities, %v", len(page.Rows), len(want), err)
	}
	err = db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetWatermark("test", 1, 1) })
	if training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
}

// TestClockGoesBackwards imports, sets the clock a year back and imports the
// rest, then takes that back.
func TestClockGoesBackwards(t *testing.T) {
	t.Parallel()
	home, folder := filled(t)
	first := stateOf(t, home)
	more := filepath.Join(t.TempDir(), "more")
	collection(t, more, 12, 400, sensors())
	within(t, home, clock().AddDate(-1, 0, 0), "import", more).must(t)
	straight := filepath.Join(t.TempDir(), "straight")
	within(t, straight, clock(), "import", folder).must(t)
	within(t, straight, clock(), "import", more).must(t)
	got := stateOf(t, home)
	if diff := cmp.Diff(stateOf(t, straight), got); diff != "" {
		t.Errorf("the clock made a difference (-straight +backwards):\n%s", diff)
	}
	for id := range first {
		if _, ok := got[id]; !ok {
			t.Errorf("%s was lost", id)
		}
	}
}

// TestDamagedDatabase overwrites what SQLite keeps and asks for one clear
// line, and that the originals still make the same store.
func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func([]byte) []byte{
		"header": func(b []byte) []byte { copy(b, "no database at all"); return b },
		"schema": func(b []byte) []byte { clear(b[100:4096]); return b },
		"pages": func(b []byte) []byte {
			for i := 2 * 4096; i < len(b); i++ {
				b[i] = 0xa5
			}
			return b
		},
		"cut off": func(b []byte) []byte { return b[:4096+100] },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home, folder := filled(t)
			want := stateOf(t, home)
			path := filepath.Join(home, "lapkeep.db")
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, damage(b))
			for _, suffix := range []string{"-wal", "-shm"} {
				_ = os.Remove(path + suffix) // closed cleanly: there is none
			}
			within(t, home, clock(), "call", "list_activities").refused(t, "damaged")
			within(t, home, clock(), "import", folder).refused(t, "damaged")
			fresh := filepath.Join(t.TempDir(), "fresh")
			within(t, fresh, clock(), "import", filepath.Join(home, "athletes")).must(t)
			got := stateOf(t, fresh)
			if len(got) != len(want) {
				t.Errorf("%d activities come back of %d", len(got), len(want))
			}
		})
	}
}

func TestNewerSchemaIsLeftAlone(t *testing.T) {
	t.Parallel()
	home, folder := filled(t)
	path := filepath.Join(home, "lapkeep.db")
	if err := sqlitedb.Script(t.Context(), path, "PRAGMA user_version=999"); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"import", folder}, {"call", "get_status"}, {"serve"}, {"verify"}} {
		within(t, home, clock(), args...).refused(t, "newer Lapkeep", "999")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the store was written to: %v", err)
	}
}

// TestFullDisk fills a disk of a few megabytes while a large import runs.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, 3<<20)
	home, folder := filepath.Join(disk.path, "home"), filepath.Join(t.TempDir(), "files")
	collection(t, folder, 8, 90, sensors())
	acks := acknowledged(t, within(t, home, clock(), "import", "--json", folder).must(t).out)
	before := stateOf(t, home)
	large := filepath.Join(t.TempDir(), "large")
	collection(t, large, 90, 1500, sensors())
	s := within(t, home, clock().Add(time.Hour), "import", "--json", large)
	s.refused(t, "disk is full", "space")
	for path, ids := range acknowledged(t, s.out) {
		acks[path] = ids
	}
	if missing := lost(t, home, acks); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %q", missing)
	}
	after := stateOf(t, home)
	for id, was := range before {
		if diff := cmp.Diff(was.Recordings, after[id].Recordings); diff != "" {
			t.Errorf("%s changed: %s", id, diff)
		}
	}
	sound(t, filepath.Join(home, "lapkeep.db"))
	within(t, home, clock(), "call", "list_activities").must(t)
	t.Logf("reliability: imports that fill a disk of 3 MB | 1 | it was reported; none of %d acknowledged files was lost", len(acks))
}
