package importing_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/testdata"
	"lapkeep/internal/training"
)

// TestRealRecordings imports a collection of real files, damaged ones
// included, twice.
func TestRealRecordings(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads hundreds of files")
	}
	root := testdata.Dir(t)
	b := newBench(t, func(o *importing.Options) { o.Read, o.Zones = recording.Read, &timezone.Finder{} })
	var paths []string
	for _, d := range []string{"fit", "fit-bad", "tcx", "gpx"} {
		paths = append(paths, filepath.Join(root, d))
	}
	pass := func() (results []importing.FileResult, counts map[string]int) {
		t.Helper()
		run, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), paths, archive.Limits{}), importing.RunOptions{},
			func(r importing.FileResult) { results = append(results, r) })
		if err != nil {
			t.Fatal(err)
		}
		return results, run.Counts
	}
	first, counts := pass()
	t.Log(counts)
	if counts["imported"] < 100 {
		t.Errorf("only %d files gave an activity", counts["imported"])
	}
	for _, r := range first {
		understood := r.Status == importing.Imported || r.Status == importing.Updated || r.Status == importing.Duplicate
		route := strings.HasPrefix(r.Reason.String(), "It is a course to follow")
		if understood != (len(r.Activities)+len(r.Workouts) > 0 || route) || !understood && r.Reason == "" {
			t.Errorf("%+v", r)
		}
	}
	if _, err := derive.Follow(t.Context(), b.db, nil); err != nil {
		t.Error(err)
	}
	before := b.dump(t)
	second, _ := pass()
	for i, r := range second {
		if len(r.Activities)+len(r.Workouts) > 0 && r.Status != importing.Duplicate || r.Path != first[i].Path {
			t.Errorf("a second time: %+v", r)
		}
	}
	if diff := cmp.Diff(before, b.dump(t)); diff != "" {
		t.Error(diff)
	}
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range page.Rows {
		if row.Summary.Version != derive.Version() || row.Sport == "" || row.Name == "" ||
			row.Zone == "" && row.ZoneSource != training.ZoneFromFile {
			t.Errorf("%+v", row)
		}
	}
}
