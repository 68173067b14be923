package app

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/faces/cli"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// errKilled ends a split as a kill would: nothing is cleaned up after it.
var errKilled = errors.New("killed")

// manyAthletes returns a person with two athletes who have rides, texts, entries of the
// journal, a calendar feed and the key of a service each.
func manyAthletes(t *testing.T) *person {
	t.Helper()
	p := newPerson(t)
	p.must(t, "athletes", "add", "bea")
	for i, who := range []string{"me", "bea"} {
		from := filepath.Join(p.user, "of-"+who)
		rides(t, from, may.AddDate(0, 0, i), 900+300*i, training.Cycling, training.Running)
		for _, args := range [][]string{
			{"import", from},
			{"call", "update_wellness", `{"days": [{"date": "2026-08-19", "values": {"comments": "words of ` + who + `", "weight_kg": 5` + fmt.Sprint(i) + `}}]}`},
			{"call", "create_events", `{"events": [{"date": "2026-08-25", "name": "race of ` + who + `", "category": "race_a", "sport": "run"}]}`},
			{"call", "save_gear", `{"name": "shoes of ` + who + `", "kind": "shoes"}`},
			{"call", "update_coach_memory", `{"section": "goals", "content": "The coach's words on ` + who + `."}`},
			{"calendar", "feed", "on"},
		} {
			p.must(t, append(args, "--athlete", who)...)
		}
		v := token.Vault{Dir: filepath.Join(p.home(), "keys", who)}
		secret := source.Token{Scheme: source.Basic, Access: source.NewSecret("key of " + who), Account: "i" + who}
		if err := v.Save("intervals", secret); err != nil {
			t.Fatal(err)
		}
	}
	p.must(t, "login", "setup", "Olga")
	p.must(t, "login", "add", "Carl", "--role", "coach", "--of", "me,bea")
	p.must(t, "login", "client", "Program", "--redirect", "https://program.example/back")
	writeConfig(t, p.home(), "writes: full\nathletes: all\nintervals_api_key: key of me\nimport_dirs: "+p.user+"\n")
	return p
}

func (p *person) home() string { return filepath.Join(p.user, ".lapkeep") }

func writeConfig(t *testing.T, home, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(home, "config.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// heldOf returns what a home has of one athlete: the rows of all tables, the originals, the
// coach's texts, the keys and the feed.
func heldOf(t *testing.T, home, who string, alone bool) map[string]string {
	t.Helper()
	out := map[string]string{}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(home, store.FileName)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range columnOf(t, db, `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type='table' AND c.name='athlete'`) {
		cells := columnOf(t, db, `SELECT 'quote("'||name||'")' FROM pragma_table_info('`+name+`')`)
		rows := columnOf(t, db, "SELECT "+strings.Join(cells, "||'|'||")+" FROM "+name+" WHERE athlete='"+who+"'")
		slices.Sort(rows)
		out[name] = strings.Join(rows, "\n")
		if slices.Contains([]string{"agreements", "access_log"}, name) {
			out[name] = "" // of people, who stay; see nobodyElse
			continue
		}
		if alone {
			if n := columnOf(t, db, "SELECT count(*) FROM "+name+" WHERE athlete<>'"+who+"'")[0]; n != "0" {
				t.Errorf("%s has %s rows of others", name, n)
			}
		}
	}
	if alone {
		nobodyElse(t, db)
	}
	for _, dir := range []string{"athletes/" + who, "keys/" + who} {
		err := filepath.WalkDir(filepath.Join(home, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || e.Name() == ".lock" {
				return err
			}
			b, err := os.ReadFile(path)
			rel, _ := filepath.Rel(home, path)
			out[rel] = string(b)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	f, err := readFeeds(home)
	if err != nil {
		t.Fatal(err)
	}
	out["feed"] = f[training.AthleteID(who)]
	return out
}

// nobodyElse checks that a home that was split off knows nobody who could enter the former
// one: its people, what they allowed, and their tokens stay there.
func nobodyElse(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, name := range []string{
		"people", "agreements", "clients", "grants", "secrets", "access_log", "passkeys", "providers", "subjects",
	} {
		if n := columnOf(t, db, "SELECT count(*) FROM "+name)[0]; n != "0" {
			t.Errorf("%s has %s rows in the new home", name, n)
		}
	}
}

func columnOf(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestASplitKilledAtEveryStepLosesNothing: whatever step it is killed after, the next run
// ends it, and each home has exactly what the former home had of its athlete.
func TestASplitKilledAtEveryStepLosesNothing(t *testing.T) {
	t.Parallel()
	p := manyAthletes(t)
	want := map[string]map[string]string{}
	for _, who := range []string{"me", "bea"} {
		want[who] = heldOf(t, p.home(), who, false)
		for _, part := range []string{"activities", "journal", "documents", "originals", "changes", "feed", "keys/" + who + "/intervals.json"} {
			if want[who][part] == "" {
				t.Fatalf("%s has no %s to lose", who, part)
			}
		}
	}
	root := p.home() + "-homes"
	var steps []string
	for kills := 0; ; kills++ {
		if kills > 20 {
			t.Fatalf("it never ends: %q", steps)
		}
		seen := 0
		p.later += time.Second
		prog := p.program(&bytes.Buffer{}, &bytes.Buffer{})
		prog.interrupt = func(done string) error {
			if seen++; !slices.Contains(steps, done) { // a new step: the kill comes after it
				steps = append(steps, done)
				return errKilled
			}
			return nil
		}
		if prog.Run(t.Context(), []string{"homes", "split"}) == 0 {
			break
		}
	}
	if len(steps) != 9 {
		t.Errorf("it was killed after %q", steps)
	}
	for who, had := range want {
		got := heldOf(t, filepath.Join(root, who), who, true)
		if d := cmp.Diff(had, got); d != "" {
			t.Errorf("%s (-had +has):\n%s", who, d)
		}
		if out := p.must(t, "verify", "--home", filepath.Join(root, who)); strings.Contains(out, "repair") {
			t.Error(out)
		}
		if _, err := os.Stat(filepath.Join(p.home(), "keys", who)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("two homes have the key of %s: %v", who, err)
		}
	}
	if b, err := os.ReadFile(filepath.Join(root, "bea", store.FileName)); err != nil || bytes.Contains(b, []byte("words of me")) {
		t.Errorf("bea's file has words of another athlete (%v)", err)
	}
	for who, secret := range map[string]bool{"me": true, "bea": false} {
		b, err := os.ReadFile(filepath.Join(root, who, "config.yaml"))
		if err != nil || !bytes.Contains(b, []byte("athlete: "+who)) || bytes.Contains(b, []byte("athletes")) ||
			!bytes.Contains(b, []byte("writes: full")) || bytes.Contains(b, []byte("key of me")) != secret {
			t.Errorf("the settings of %s: %s %v", who, b, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(root, ".*")); err != nil || len(left) > 0 {
		t.Errorf("it leaves %q", left)
	}
	p.formerHomeIsRead(t)
}

// formerHomeIsRead checks that a home that was split answers, and takes no write.
func (p *person) formerHomeIsRead(t *testing.T) {
	t.Helper()
	if out := p.must(t, "call", "get_wellness", `{"range": "2026-08-19"}`); !strings.Contains(out, "words of me") {
		t.Errorf("the former home does not answer: %s", out)
	}
	code, _, said := p.run(t.Context(), "call", "save_gear", `{"name": "late", "kind": "shoes"}`)
	if code == 0 || !strings.Contains(said, "lapkeep homes list") {
		t.Errorf("a write into the former home: %d %s", code, said)
	}
}

// TestAnOpenHomeTakesNoWriteAfterItsSplit, so that nothing is written that no home has.
func TestAnOpenHomeTakesNoWriteAfterItsSplit(t *testing.T) {
	t.Parallel()
	p := manyAthletes(t)
	w, _ := opened(t, p.program(&bytes.Buffer{}, &bytes.Buffer{}), cli.OpenOptions{})
	defer w.Close()
	p.must(t, "homes", "split")
	err := w.DB.Write(t.Context(), func(*store.Tx) error { return nil })
	if training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "split") {
		t.Errorf("written: %v", err)
	}
}

// TestASplitTouchesNoOtherHome: a folder with an athlete's name stops it before anything changes.
func TestASplitTouchesNoOtherHome(t *testing.T) {
	t.Parallel()
	p := manyAthletes(t)
	p.must(t, "homes", "add", "bea")
	code, _, said := p.run(t.Context(), "homes", "split")
	if code == 0 || !strings.Contains(said, "exists already") {
		t.Errorf("%d %s", code, said)
	}
	if of, err := store.SplitOf(p.home()); of != nil || err != nil {
		t.Errorf("handed over: %v %v", of, err)
	}
	p.must(t, "call", "save_gear", `{"name": "later", "kind": "shoes"}`)
}
