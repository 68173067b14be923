package store_test

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.Open(t) })
}

// TestWhatTheOwnerSees checks the other half of the scope test: nothing is
// hidden from the page, and what the athlete shares reaches a model.
func TestWhatTheOwnerSees(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	page := training.Scope{Athlete: "ann", Audience: training.AudiencePage}
	list, err := w.db.Activities(w.ctx, page, store.ActivityFilter{})
	if err != nil || list.Total != 4 {
		t.Errorf("the page lists %d of 4, %v", list.Total, err)
	}
	model := storetest.Model("ann")
	for scope, want := range map[training.Scope][2]int{page: {4, 5}, model: {2, 2}} {
		c, err := w.db.Counts(w.ctx, scope)
		if got := [2]int{c.Activities, c.Recordings}; err != nil || got != want {
			t.Errorf("the %s counts %v, want %v, %v", scope.Audience, got, want, err)
		}
	}
	read := func() (*training.Columns, training.History, []store.Note, store.ActivityRow) {
		c, err1 := w.db.Stream(w.ctx, model, "ann-open", store.AllChannels)
		h, err2 := w.db.History(w.ctx, model)
		n, err3 := w.db.Notes(w.ctx, model, "ann-open")
		a, err4 := w.db.Activity(w.ctx, model, "ann-open")
		for _, err := range []error{err1, err2, err3, err4} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return c, h, n, a
	}
	c, h, n, a := read()
	if c.Has(training.Latitude) || len(h) != 1 || len(n) != 0 || a.Description != "" || !c.Has(training.Power) {
		t.Errorf("a model that is shared nothing with sees position %v, %v, %v, %q", c.Has(training.Latitude), h, n, a.Description)
	}
	for _, words := range []string{"secret-ann-open", "secret-ann-open-words"} {
		found, err := w.db.Activities(w.ctx, model, store.ActivityFilter{Text: words})
		if want := len("secret-ann-open") == len(words); err != nil || (len(found.Rows) > 0) != want {
			t.Errorf("searching %q finds %d, %v", words, len(found.Rows), err)
		}
	}
	if _, err := w.db.Original(w.ctx, model, w.hash["ann-open"]); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a file with a position: %v", err)
	}
	storetest.Write(t, w.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Position: true, Weight: true, Notes: true}})
	})
	c, h, n, a = read()
	if !c.Has(training.Latitude) || len(h) != 2 || len(n) != 1 || a.Description == "" {
		t.Errorf("a model that all is shared with sees position %v, %v, %v, %q", c.Has(training.Latitude), h, n, a.Description)
	}
	if _, err := w.db.Original(w.ctx, model, w.hash["ann-open"]); err != nil {
		t.Errorf("a file with a shared position: %v", err)
	}
}

// TestPartlyRestricted checks an activity of which a model may see one of two
// recordings: it sees that one's channels and nothing that both went into.
func TestPartlyRestricted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	model, page := storetest.Model("ann"), training.Scope{Athlete: "ann", Audience: training.AudiencePage}
	has := func(s training.Scope) (cadence, power bool, metrics, sources, primitives int, np float64) {
		c, err := w.db.Stream(w.ctx, s, "ann-mixed", store.AllChannels)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.db.Activity(w.ctx, s, "ann-mixed")
		if err != nil {
			t.Fatal(err)
		}
		if a.Summary.Channels.Has(training.Cadence) != c.Has(training.Cadence) {
			t.Error("the list and the stream disagree about cadence")
		}
		for p := range w.db.Primitives(w.ctx, s, "curve", everyDay) {
			if p.Activity == "ann-mixed" {
				primitives++
			}
		}
		all, err := w.db.LoadInputs(w.ctx, s, everyDay)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range all {
			if in.ID == "ann-mixed" {
				np = in.NP
			}
		}
		return c.Has(training.Cadence), c.Has(training.Power), len(a.Summary.Values), len(a.Sources), primitives, np
	}
	if cad, pow, m, s, p, np := has(page); !cad || !pow || m == 0 || s != 2 || p != 1 || np == 0 {
		t.Error("the page sees", cad, pow, m, s, p, np)
	}
	if cad, pow, m, s, p, np := has(model); cad || !pow || m != 0 || s != 1 || p != 0 || np != 0 {
		t.Error("a model sees", cad, pow, m, s, p, np)
	}
	bound := store.ActivityFilter{Min: training.Values{training.MetricAvgPowerW: 1}, IDs: []training.ActivityID{"ann-mixed"}}
	if found, err := w.db.Activities(w.ctx, model, bound); err != nil || len(found.Rows) != 0 {
		t.Errorf("a filter tells what the row does not: %d, %v", len(found.Rows), err)
	}
}

// stocked returns a home with a ride and its original.
func stocked(t *testing.T) (home string, db *store.DB, hash string) {
	t.Helper()
	home = t.TempDir()
	db = storetest.OpenHome(t, home)
	storetest.Athlete(t, db, "ann")
	hashes, err := db.KeepOriginals(context.Background(), "ann", [][]byte{[]byte("the bytes of a file")})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return errors.Join(storetest.AddRide(tx, "ann", "a", storetest.Noon(), store.EveryAudience),
			tx.PutRecording("ann", store.NewRecording{
				ID: "o", Original: hashes[0], Audience: store.EveryAudience,
				Recording: storetest.Recording(storetest.Noon(), 9),
			}),
			tx.LinkRecording("ann", "a", "o", 1, 0))
	})
	return home, db, hashes[0]
}

func everything(t *testing.T, db *store.DB, hash string) string {
	t.Helper()
	ctx, s := context.Background(), storetest.Export("ann")
	page, err1 := db.Activities(ctx, s, store.ActivityFilter{})
	recs, err2 := db.Recordings(ctx, s, "a")
	columns, err3 := db.RecordingColumns(ctx, s, "r-a", store.AllChannels&^1)
	file, err4 := db.Original(ctx, s, hash)
	all, err5 := json.Marshal([]any{page, recs, columns, string(file)})
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, ext := range []string{".tar", ".tar.zst"} {
		home, db, hash := stocked(t)
		if err := os.WriteFile(filepath.Join(home, "athletes", "ann", "originals", hash[:2], ".tmp-1"), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		dest := filepath.Join(t.TempDir(), "backup"+ext)
		if _, err := db.Backup(ctx, dest); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dest), "*")); len(left) != 1 {
			t.Errorf("beside the backup lies %v", left)
		}
		explained(t, training.KindConflict, backup(t, db, dest))
		explained(t, training.KindConflict, restore(dest, home))
		again := filepath.Join(t.TempDir(), "new", "home")
		if isSealed, err := store.Restore(ctx, dest, store.Options{Home: again}); err != nil || !isSealed {
			t.Fatal(isSealed, err)
		}
		restored := storetest.OpenHome(t, again)
		if a, b := everything(t, db, hash), everything(t, restored, hash); a != b {
			t.Errorf("%s: before\n%s\nafter\n%s", ext, a, b)
		}
		if report, err := restored.Verify(ctx); err != nil || !report.OK() || report.Originals != 1 || report.Columns == 0 {
			t.Errorf("%+v, %v", report, err)
		}
	}
	_, db, _ := stocked(t)
	explained(t, training.KindInvalid, backup(t, db, filepath.Join(t.TempDir(), "backup.zip")))
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	dir := t.TempDir()
	if _, err := db.Backup(canceled, filepath.Join(dir, "b.tar")); training.KindOf(err) != training.KindCanceled {
		t.Errorf("a cancelled backup: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("a cancelled backup leaves %v", left)
	}
}

func backup(t *testing.T, db *store.DB, dest string) error {
	t.Helper()
	_, err := db.Backup(t.Context(), dest)
	return err
}

func restore(archive, home string) error {
	_, err := store.Restore(context.Background(), archive, store.Options{Home: home})
	return err
}

func TestRestoreOfDamage(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	_, db, _ := stocked(t)
	dest := filepath.Join(t.TempDir(), "backup.tar")
	if _, err := db.Backup(ctx, dest); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(dest)
	if err != nil {
		t.Fatal(err)
	}
	hurt := bytes.Clone(whole)
	copy(hurt[512+4096:], bytes.Repeat([]byte{0xff}, 40_000))
	for name, archive := range map[string][]byte{
		"empty": {}, "cut": whole[:len(whole)/3], "no archive": []byte(strings.Repeat("x", 2000)), "database overwritten": hurt,
		"only others": tarOf(t, map[string]string{"readme": "x"}),
	} {
		path := filepath.Join(t.TempDir(), "x.tar")
		if err := os.WriteFile(path, archive, 0o600); err != nil {
			t.Fatal(err)
		}
		home := filepath.Join(t.TempDir(), "home")
		t.Run(name, func(t *testing.T) { explained(t, training.KindCorrupt, restore(path, home)) })
		if _, err := os.Stat(home); err == nil {
			t.Errorf("%s: it left a home", name)
		}
	}
	explained(t, training.KindNotFound, restore(filepath.Join(t.TempDir(), "none.tar"), t.TempDir()))
}

// tarOf makes an archive.
func tarOf(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for name, text := range files {
		err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o600})
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRestoreWritesNowhereElse(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	path := filepath.Join(top, "x.tar")
	archive := tarOf(t, map[string]string{
		"../outside": "x", "athletes/../../outside": "x", "/outside": "x",
		"athletes/ann/originals/aa/../../../../outside": "x", "config.yaml": "x",
	})
	if err := os.WriteFile(path, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := restore(path, filepath.Join(top, "home")); err == nil {
		t.Error("an archive without a database was restored")
	}
	if left, err := filepath.Glob(filepath.Join(top, "*")); err != nil || len(left) != 1 {
		t.Errorf("it wrote %v, %v", left, err)
	}
}

func TestVerifyFinds(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, hurt := range map[string]func(home, hash string) error{
		"its hash": func(home, hash string) error {
			return os.WriteFile(filepath.Join(home, "athletes", "ann", "originals", hash[:2], hash+".zst"), []byte("x"), 0o600)
		},
		"not there": func(home, hash string) error {
			return os.Remove(filepath.Join(home, "athletes", "ann", "originals", hash[:2], hash+".zst"))
		},
		"Column 0":            byHand("UPDATE channel_data SET data=zeroblob(20) WHERE recording='r-a' AND channel=0"),
		"Column 1000":         byHand("UPDATE channel_data SET rows=rows+1 WHERE recording='r-a' AND channel=1000"),
		"no clock":            byHand("DELETE FROM channel_data WHERE recording='r-a' AND channel=200"),
		"never stored":        byHand("DELETE FROM originals"),
		"stored but not":      byHand("DELETE FROM activities"),
		"shown but not":       byHand("PRAGMA foreign_keys=0; DELETE FROM activity_base"),
		"was merged into":     byHand("INSERT INTO redirects VALUES ('ann','x','y')"),
		"row of links":        byHand("PRAGMA foreign_keys=0; UPDATE links SET activity='zz'"),
		"Derived data exists": byHand("UPDATE primitives SET activity='zz'"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home, db, hash := stocked(t)
			if err := hurt(home, hash); err != nil {
				t.Fatal(err)
			}
			report, err := db.Verify(ctx)
			if err != nil || report.OK() {
				t.Fatalf("it found nothing: %+v, %v", report, err)
			}
			found := false
			for _, f := range report.Findings {
				found = found || strings.Contains(f.What.String(), name) || name == "its hash" && strings.Contains(f.What.String(), "damaged")
				if f.Fix == "" {
					t.Errorf("%q says nothing about what to do", f.What)
				}
			}
			if !found {
				t.Errorf("it found something else: %+v", report.Findings)
			}
		})
	}
}

// byHand changes the database as no code of the store would.
func byHand(script string) func(home, hash string) error {
	return func(home, _ string) error {
		return sqlitedb.Script(context.Background(), filepath.Join(home, "lapkeep.db"), script)
	}
}
