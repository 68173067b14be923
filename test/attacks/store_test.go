//go:build e2e

package attacks_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/test/attacks/arenatest"

	_ "modernc.org/sqlite"
)

// damaged reports whether verify reports damage; anything but a clean end does.
func damaged(t *testing.T, u *arenatest.User) bool {
	t.Helper()
	s := u.Run(t, "verify")
	if s.Hung || strings.Contains(s.All(), "goroutine ") {
		t.Fatalf("verify: %.500s", s.All())
	}
	return s.Code != 0
}

// compact returns an athlete whose database came from a backup, so that nothing
// lies in it but what counts.
func compact(t *testing.T) *arenatest.User {
	t.Helper()
	u, _ := newAthlete(t)
	backup := filepath.Join(u.Dir, "b.tar")
	u.Must(t, "backup", backup)
	other := arenatest.NewUser(t)
	other.Must(t, "restore", backup)
	arenatest.Write(t, filepath.Join(other.Home, "config.yaml"), []byte(config))
	if damaged(t, other) {
		t.Fatal("verify finds damage in what was just restored")
	}
	return other
}

// content returns the places of bytes that are not zero, from a first one on.
func content(data []byte, from int) (at []int) {
	for i := from; i < len(data); i++ {
		if data[i] != 0 {
			at = append(at, i)
		}
	}
	return at
}

// page is the size of a page of the database; the first has its header, with
// counters that mean nothing.
const page = 4096

func damage() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "a bit of the database", By: arenatest.Chance, Seen: "c510560",
			Tries: "one bit is flipped, in 60 places, one at a time; `verify` must report it, unless it only changed a value and no activity is missing",
			Run:   flippedDatabase,
		},
		{
			Name: "a bit of an original", By: arenatest.Chance, Seen: arenatest.Held, Tries: "one bit of a recording's original is flipped",
			Run: func(t *testing.T) {
				u := compact(t)
				path := originals(t, u)[0]
				data := read(t, path)
				for _, i := range []int{0, len(data) / 2, len(data) - 1} {
					arenatest.Write(t, path, flip(data, i, 3))
					if !damaged(t, u) {
						t.Errorf("byte %d of %d: verify finds nothing", i, len(data))
					}
				}
			},
		},
		{
			Name: "a missing original", By: arenatest.Chance, Seen: arenatest.Held, Tries: "a recording's original is deleted",
			Run: func(t *testing.T) {
				u := compact(t)
				if err := os.Remove(originals(t, u)[0]); err != nil {
					t.Fatal(err)
				}
				if !damaged(t, u) {
					t.Error("verify finds nothing")
				}
			},
		},
		{
			Name: "an original without a recording", By: arenatest.Chance, Seen: "c510560", Tries: "an original on the disk belongs to no recording",
			Run: func(t *testing.T) {
				u, more := compact(t), arenatest.NewUser(t)
				if s := more.Import(t, map[string][]byte{"x.tcx": arenatest.Ride(arenatest.Day(15), 250)}); s.Code != 0 {
					t.Fatal(s.All())
				}
				from := originals(t, more)[0]
				to := strings.Replace(from, more.Home, u.Home, 1)
				arenatest.Write(t, to, read(t, from))
				s := u.Run(t, "verify")
				// An import that was stopped leaves such a file too: it is told, and no damage.
				if !strings.Contains(s.All(), "1 original files of athlete") && s.Code == 0 {
					t.Errorf("verify does not tell: %s", s.All())
				}
			},
		},
		{
			Name: "a missing write-ahead log", By: arenatest.Chance, Seen: "c510560",
			Tries: "the program is killed after acknowledged writes, and the log of the database is deleted",
			Run:   lostLog,
		},
		{
			Name: "an older database", By: arenatest.Chance, Seen: "c510560",
			Tries: "the database is replaced with an older copy from before some acknowledged writes",
			Run: func(t *testing.T) {
				u := compact(t)
				u.Must(t, "call", "update_wellness", `{"date":"2026-03-03","values":{"resting_hr_bpm":51}}`)
				path := filepath.Join(u.Home, "lapkeep.db")
				old := read(t, path)
				u.Must(t, "call", "update_wellness", `{"date":"2026-03-04","values":{"resting_hr_bpm":52}}`)
				arenatest.Write(t, path, old)
				for _, rest := range []string{"-wal", "-shm"} {
					_ = os.Remove(path + rest) // there may be none
				}
				if !damaged(t, u) {
					t.Error("verify finds nothing")
				}
			},
		},
		{
			Name: "permanent damage", By: arenatest.Chance, Seen: "c510560",
			Tries: "data that is still in the original is damaged in the database; `verify --repair` must restore it",
			Run: func(t *testing.T) {
				u := compact(t)
				path := filepath.Join(u.Home, "lapkeep.db")
				data := read(t, path)
				at := bytes.Index(data, []byte("Morning ride"))
				if at < 0 {
					t.Skip("the name does not lie open in the database")
				}
				arenatest.Write(t, path, flip(data, at+1, 1))
				if s := u.Run(t, "verify", "--repair"); strings.Contains(s.Err, "unknown flag") {
					t.Fatal(s.Err)
				}
				if s := u.Run(t, "verify"); s.Code != 0 {
					t.Errorf("repaired, it is still damaged: %s", s.All())
				}
				if list := u.Must(t, "call", "list_activities", `{"range":"all"}`); strings.Count(list, "Morning ride") != 3 {
					t.Errorf("the activities are: %s", list)
				}
			},
		},
		{
			Name: "a bit of a backup", By: arenatest.Chance, Seen: "c510560",
			Tries: "one bit of a backup is flipped, in 24 places; `restore` must refuse it and leave the home empty",
			Run:   func(t *testing.T) { flippedBackup(t, "b.tar", 16); flippedBackup(t, "b.tar.zst", 8) },
		},
		{
			Name: "half a backup", By: arenatest.Chance, Seen: "c510560", Tries: "a backup is cut off; `restore` must refuse it and leave the home empty",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				for _, name := range []string{"b.tar", "b.tar.zst"} {
					u.Must(t, "backup", filepath.Join(u.Dir, name))
					data := read(t, filepath.Join(u.Dir, name))
					for _, n := range []int{0, 100, 1024, len(data) / 3, len(data) / 2, len(data) - 2000, len(data) - 1} {
						restoresNothing(t, name, data[:max(n, 0)], fmt.Sprint(n, " bytes of ", name))
					}
				}
			},
		},
		{
			Name: "a large backup", By: arenatest.Chance, Seen: "ac3d4695",
			Tries: "a database of 3 MB is backed up and restored; nothing may be missing",
			Run:   largeBackup,
		},
		{
			Name: "a reader of the database", By: arenatest.Chance, Seen: "ac3d4695",
			Tries: "another program reads the database while Lapkeep writes, and closes it last; this must not count as damage or be repaired",
			Run:   outsideReader,
		},
		{
			Name: "a backup that is killed", By: arenatest.Chance, Seen: "c510560",
			Tries: "the program is killed while it writes a backup; the next backup must remove the remains",
			Run:   killedBackups,
		},
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func flip(data []byte, at, bit int) []byte {
	out := bytes.Clone(data)
	out[at] ^= 1 << bit
	return out
}

// originals returns the files of recordings in a home.
func originals(t *testing.T, u *arenatest.User) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(u.Home, "athletes"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("there are no originals: %v", err)
	}
	return paths
}

func flippedDatabase(t *testing.T) {
	u := compact(t)
	path := filepath.Join(u.Home, "lapkeep.db")
	data := read(t, path)
	places, random := content(data, page), rand.New(rand.NewPCG(1, 2))
	const tries = 60
	var missed []int
	for range tries {
		at := places[random.IntN(len(places))]
		arenatest.Write(t, path, flip(data, at, random.IntN(8)))
		if damaged(t, u) {
			continue
		}
		missed = append(missed, at)
		if list := u.Must(t, "call", "list_activities", `{"range":"all"}`); strings.Count(list, `"id":`) != 3 {
			t.Errorf("a flip at %d was not noticed, and the activities are: %s", at, list)
		}
	}
	if len(missed) > tries/2 {
		t.Errorf("%d of %d flips were not noticed, at %d", len(missed), tries, missed)
	}
}

// lostLog kills a server after it has acknowledged, and takes its log away.
func lostLog(t *testing.T) {
	u := compact(t)
	path := filepath.Join(u.Home, "lapkeep.db")
	s := serve(t, u)
	for day := 1; day < 9; day++ {
		a := s.Call("update_wellness", object{"date": fmt.Sprintf("2026-03-%02d", day), "values": object{"resting_hr_bpm": 40 + day}})
		if a.Error {
			t.Fatal(a.Text)
		}
	}
	s.Kill()
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		t.Skip("there is no log: what was acknowledged is in the database")
	}
	time.Sleep(50 * time.Millisecond) // the system lets go of its locks
	for _, rest := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + rest) // one may not be there
	}
	if !damaged(t, u) {
		t.Errorf("verify finds nothing; wellness: %.300s", u.Run(t, "call", "get_wellness", `{"range":"2026-03"}`).Out)
	}
}

func flippedBackup(t *testing.T, name string, tries int) {
	t.Helper()
	u, _ := newAthlete(t)
	u.Must(t, "backup", filepath.Join(u.Dir, name))
	data := read(t, filepath.Join(u.Dir, name))
	places, random := content(data, 0), rand.New(rand.NewPCG(3, 4))
	for range tries {
		at := places[random.IntN(len(places))]
		restoresNothing(t, name, flip(data, at, random.IntN(8)), fmt.Sprint(name, " flipped at ", at))
	}
}

// restoresNothing fails the test if a damaged backup is taken, or leaves
// something in the home.
func restoresNothing(t *testing.T, name string, data []byte, what string) {
	t.Helper()
	u := arenatest.NewUser(t)
	arenatest.Write(t, filepath.Join(u.Dir, name), data)
	s := u.Run(t, "restore", filepath.Join(u.Dir, name))
	if s.Code == 0 {
		t.Errorf("%s is restored: %s", what, s.All())
		return
	}
	_ = filepath.WalkDir(u.Home, func(path string, d fs.DirEntry, err error) error { // a home that is not there is empty
		if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".lock") {
			t.Errorf("%s leaves %s", what, filepath.Base(path))
		}
		return nil
	})
}

// killedBackups kills backups at many moments; the next one cleans up.
func killedBackups(t *testing.T) {
	u, _ := newAthlete(t)
	dir := filepath.Join(u.Dir, "backups")
	arenatest.Folders(t, dir)
	before := names(t, u.Home)
	for i := range 16 {
		cmd := u.Command(t.Context(), "backup", filepath.Join(dir, "b.tar.zst"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+4*i) * time.Millisecond) // the moment is the attack
		_ = cmd.Process.Kill()                               // it may have ended
		_ = cmd.Wait()
		_ = os.Remove(filepath.Join(dir, "b.tar.zst")) // so that each writes anew
	}
	u.Must(t, "backup", filepath.Join(dir, "b.tar.zst"))
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("beside the backup: %q", left)
	}
	for _, n := range names(t, u.Home) {
		if !strings.Contains(strings.Join(before, "\n"), n) && !strings.Contains(n, ".lock") &&
			!strings.HasSuffix(n, "-wal") && !strings.HasSuffix(n, "-shm") {
			t.Errorf("the home has %s", n)
		}
	}
}

// largeBackup makes a home whose database is larger than the pages that SQLite
// keeps in memory while it copies them.
func largeBackup(t *testing.T) {
	u := arenatest.NewUser(t)
	files := map[string][]byte{}
	for i := range 300 {
		files[fmt.Sprintf("%d.tcx", i)] = arenatest.Ride(time.Date(2025, 4, 1+i, 9, 0, 0, 0, time.UTC), 150+i)
	}
	u.Import(t, files)
	if info, err := os.Stat(filepath.Join(u.Home, "lapkeep.db")); err != nil || info.Size() < 25e5 {
		t.Fatalf("the database is too small: %v, %v", info.Size(), err)
	}
	u.Must(t, "backup", filepath.Join(u.Dir, "b.tar"))
	other := arenatest.NewUser(t)
	other.Must(t, "restore", filepath.Join(u.Dir, "b.tar"))
	other.Must(t, "verify")
	if a, b := u.Must(t, "call", "list_activities", `{"range":"all"}`), other.Must(t, "call", "list_activities", `{"range":"all"}`); a != b {
		t.Errorf("before %s\nafter %s", a, b)
	}
}

// outsideReader has another program keep the database open for reading.
func outsideReader(t *testing.T) {
	u, _ := newAthlete(t)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(u.Home, "lapkeep.db")+"?mode=rw")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	read := func() (changes int) {
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM changes").Scan(&changes); err != nil {
			t.Fatal(err)
		}
		return changes
	}
	read()
	u.Must(t, "call", "update_athlete_settings", `{"weight_kg":71.5}`)
	want := read()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	u.Must(t, "verify")
	u.Must(t, "verify", "--repair")
	if db, err = sql.Open("sqlite", "file:"+filepath.Join(u.Home, "lapkeep.db")+"?mode=rw"); err != nil {
		t.Fatal(err)
	}
	if got := read(); got < want {
		t.Errorf("a repair left %d of %d changes", got, want)
	}
	if s := u.Must(t, "call", "get_athlete_profile"); !strings.Contains(s, "71.5") {
		t.Errorf("the weight is gone: %s", s)
	}
}

// names returns the files below a folder.
func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			out = append(out, strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestDamage(t *testing.T) { arenatest.Run(t, damage()) }
