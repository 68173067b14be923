package mergetest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/archivetest/packtest"
)

// imported runs the real importer over files and says which activity each
// session became, and what was said of each file.
func imported(
	t *testing.T, db *store.DB, me training.AthleteID, files packtest.Files,
) (became map[mergetest.Session]training.ActivityID, said map[string]string) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: me, TimeZone: "Europe/Zurich"})
	}); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }
	im := importing.New(db, importing.Options{Now: now, Read: recording.Read, Derive: derive.Single, Workers: 1, FileTime: time.Minute})
	became, said = map[mergetest.Session]training.ActivityID{}, map[string]string{}
	items := func(yield func(archive.Item) bool) {
		for _, f := range files {
			if !yield(archive.Memory(f.Name, f.Data)) {
				return
			}
		}
	}
	if _, err := im.Import(t.Context(), me, items, importing.RunOptions{}, func(r importing.FileResult) {
		for i, id := range r.Activities {
			became[mergetest.Session{File: r.Path, Index: i}] = id
		}
		said[r.Path] = strings.Join(phrasetest.Texts(r.Warnings), " ")
	}); err != nil {
		t.Fatal(err)
	}
	return became, said
}

// TestTheImporterDecidesSo imports every case, in both orders of its files.
func TestTheImporterDecidesSo(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	for n, c := range mergetest.Cases(3) {
		t.Run(c.Name, func(t *testing.T) {
			back := slices.Clone(c.Files)
			slices.Reverse(back)
			for order, files := range []packtest.Files{c.Files, back} {
				became, said := imported(t, db, training.AthleteID(fmt.Sprintf("athlete-%d-%d", n, order)), files)
				for a, ida := range became {
					for b, idb := range became {
						if a != b && (ida == idb) != c.Together(a, b) {
							t.Errorf("%v and %v became %s and %s, want together: %v", a, b, ida, idb, c.Together(a, b))
						}
						// The file that came second names the activity of the first.
						named := strings.Contains(said[a.File], string(idb)) || strings.Contains(said[b.File], string(ida))
						if c.Asked(a, b) && !named {
							t.Errorf("nothing is asked of %v and %v: %q, %q", a, b, said[a.File], said[b.File])
						}
					}
				}
			}
		})
	}
}
