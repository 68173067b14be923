package importing_test

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/diarytest"
)

// TestDaysOfEveryForm are stored with their source, add nothing a second time, come back from an
// export of them, and are gone when the import is undone.
func TestDaysOfEveryForm(t *testing.T) {
	t.Parallel()
	for name, f := range diarytest.All(11) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, x := range f.Files {
				p := filepath.Join(dir, filepath.FromSlash(x.Name))
				if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, x.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			b := wayBench(t)
			b.twice(t, dir)
			want := map[string]bool{}
			for _, d := range f.Days {
				if len(f.Want(d)) > 0 {
					want[d.Date.Format("2006-01-02")] = true
				}
			}
			docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
			if err != nil || len(docs) != len(want) {
				t.Fatalf("%d days, want %d, %v", len(docs), len(want), err)
			}
			for _, d := range docs {
				w, err := document.Show[training.WellnessDay](d)
				if err != nil || !want[w.Day.String()] || len(w.Numbers) == 0 {
					t.Errorf("%+v %v", w, err)
				}
			}
			to := wayBench(t)
			to.take(t, "back", exported(t, b, "export.zip"))
			again, err := to.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
			if err != nil || len(again) != len(docs) {
				t.Errorf("%d of %d days come back, %v", len(again), len(docs), err)
			}
			for _, run := range []string{"run1", "run2"} {
				if err := b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.RemoveRun(me, run) }); err != nil {
					t.Fatal(err)
				}
			}
			if left, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{}); err != nil || len(left) > 0 {
				t.Errorf("%d days are left, %v", len(left), err)
			}
		})
	}
}
