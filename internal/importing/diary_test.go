package importing_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/diarytest"
)

// TestDaysOfEveryForm: each value is stored in its unit, with its zone and its source, comes back
// from an export as it was, is not added a second time, and is gone when the import is undone.
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
			here := said(t, b)
			days := map[string]bool{}
			for _, d := range f.Days {
				day, want := d.Date.Format(time.DateOnly), f.Want(d)
				got := map[string]float64{}
				for source, w := range here[day] {
					for field, v := range w.Numbers {
						if maker, _, _ := strings.Cut(v.Source, "/"); maker != f.Source || !strings.HasPrefix(source, f.Source) {
							t.Errorf("%s: %s is of %q, said by %q", day, field, v.Source, source)
						}
						got[string(field)] = v.Value
					}
					for field, v := range w.Words {
						at, err := time.Parse(time.RFC3339, v.Text)
						_, offset := at.Zone()
						if _, zone := d.Night.End.Zone(); err != nil || offset != zone {
							t.Errorf("%s: %s is %q, in the zone %d", day, field, v.Text, zone)
						}
						got[string(field)] = float64(at.Unix())
					}
				}
				if len(want) > 0 {
					days[day] = true
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-3, 1e-6), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s: %s", day, diff)
				}
			}
			if len(here) != len(days) {
				t.Errorf("%d days, want %d", len(here), len(days))
			}
			to := wayBench(t)
			to.take(t, "back", exported(t, b, "export.zip"))
			if diff := cmp.Diff(here, said(t, to)); diff != "" {
				t.Errorf("what comes back from the export differs:\n%s", diff)
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

// said returns what each source says about each day.
func said(t *testing.T, b bench) map[string]map[string]training.WellnessDay {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]training.WellnessDay{}
	for _, d := range docs {
		of := map[string]training.WellnessDay{}
		for _, s := range d.Statements {
			if of[s.Source], err = document.ShowLayer[training.WellnessDay](s); err != nil {
				t.Fatal(err)
			}
		}
		out[d.ID] = of
	}
	return out
}
