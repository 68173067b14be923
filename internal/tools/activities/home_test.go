package activities_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// home is a whole athlete on a real store, with a folder of files to import.
type home struct {
	db      *store.DB
	journal *journal.Journal
	table   *tools.Table
	rides   string // the folder that may be imported from
	exports string
}

func newHome(t testing.TB) *home { t.Helper(); return newHomeWith(t, derive.Single) }

// newHomeWith imports with a given way of deriving; nil leaves it undone.
func newHomeWith(t testing.TB, d importing.Derive) *home {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &home{
		db: storetest.OpenHome(t, filepath.Join(base, "home")), rides: filepath.Join(base, "rides"),
		exports: filepath.Join(base, "exports"),
	}
	if err := os.MkdirAll(filepath.Join(h.rides, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	n := 0
	newID := func() string { n++; return fmt.Sprintf("id%d", n) }
	h.journal = journal.New(h.db, newID)
	importer := importing.New(h.db, importing.Options{
		Now: storetest.Clock, Derive: d, Workers: 1,
		Read: func(ctx context.Context, _ string, data []byte, limits recording.Limits) (recording.Result, error) {
			return fit.Read(ctx, data, limits)
		},
	})
	sets := structure.NewIndex(h.db)
	h.table = tools.NewTable(activities.Rows(activities.Deps{
		Store: h.db, Journal: h.journal, Importer: importer, Intervals: sets, Similar: structure.NewSimilarIndex(h.db, sets),
		ImportRoots: []string{h.rides}, ExportDir: h.exports, NewID: newID,
	})...)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone})
		for _, e := range answerstest.History() {
			err = errors.Join(err, tx.PutThreshold(answerstest.ActivityAthlete, e))
		}
		return err
	})
	return h
}

// file writes a FIT file into the folder of rides.
func (h *home) file(t testing.TB, name string, recs ...*training.Recording) string {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(h.rides, name)
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// ride imports one ride with every sensor and returns its id.
func (h *home) ride(t *testing.T) string {
	t.Helper()
	h.file(t, "ride.fit", answerstest.Session(training.Cycling, answerstest.FirstStart, 900, nil))
	var out struct {
		Files []importing.FileResult `json:"files"`
	}
	h.decode(t, "import_files", `{"paths":["ride.fit"]}`, &out)
	if len(out.Files) != 1 || len(out.Files[0].Activities) != 1 {
		t.Fatalf("import: %+v", out)
	}
	return string(out.Files[0].Activities[0])
}

func (h *home) decode(t testing.TB, tool, args string, out any) {
	t.Helper()
	tooltest.Decode(t, h.table, call(t, answerstest.ActivityModel), tool, args, out)
}

// share lets assistants see everything.
func (h *home) share(t *testing.T) {
	t.Helper()
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{
			ID: answerstest.ActivityAthlete, Name: "Ann", TimeZone: answerstest.Zone,
			Sharing: training.Sharing{Position: true, Weight: true, Notes: true},
		})
	})
}

// undo takes a write back.
func (h *home) undo(t *testing.T, journalID string) {
	t.Helper()
	if journalID == "" {
		t.Fatal("the write was not journaled")
	}
	if _, err := h.journal.Undo(t.Context(), answerstest.ActivityPage, journalID, noon); err != nil {
		t.Fatal(err)
	}
}

// consent is the preview of a call that a person must agree to.
func (h *home) consent(t *testing.T, c *tools.Call, tool, args string) journal.Preview {
	t.Helper()
	_, err := h.table.Call(t.Context(), tool, c, []byte(args))
	need, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		t.Fatalf("%s %s: %v, want a question", tool, args, err)
	}
	return need.Preview
}
