package ingest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lapkeep/internal/archive/archivetest/mergetest"
	"lapkeep/internal/archive/archivetest/packtest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestALifeInSeveralArchives imports what one athlete has in the archives of
// two services, a telephone and on the device, in several orders: each outing
// is one activity, which every name means, with the words of the service and
// the power of the device.
func TestALifeInSeveralArchives(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it imports four archives three times")
	}
	l := mergetest.NewLife(3, 7)
	dir := t.TempDir()
	put := func(name string, data []byte) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	folder := func(name string, files packtest.Files) string {
		for _, f := range files {
			put(filepath.Join(name, f.Name), f.Data)
		}
		return filepath.Join(dir, name)
	}
	var apple bytes.Buffer
	if err := l.Apple.WriteZip(&apple); err != nil {
		t.Fatal(err)
	}
	places := []string{
		put("strava.zip", l.Strava.Zip()), folder("garmin", l.Garmin.Files), folder("device", l.Loose), put("apple.zip", apple.Bytes()),
	}
	for n, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			b := stravaBench(t)
			for _, at := range order {
				b.take(t, fmt.Sprintf("run%d", at), places[at])
			}
			follow(t, b)
			b.holdsLife(t, l)
			if n > 0 {
				return
			}
			before := b.told(t)
			for _, at := range order {
				b.take(t, fmt.Sprintf("again%d", at), places[at])
			}
			follow(t, b)
			if got := b.told(t); !slices.Equal(before, got) {
				t.Errorf("again: %q, was %q", got, before)
			}
		})
	}
}

func (b bench) holdsLife(t *testing.T, l mergetest.Life) {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, a := range l.Strava.Truth.Activities {
		names[a.ID] = a.Name
	}
	used := map[training.ActivityID]bool{}
	for _, o := range l.Outings {
		at := slices.IndexFunc(page.Rows, func(r store.ActivityRow) bool { return r.Start.Sub(o.Start).Abs().Seconds() < 120 })
		if at < 0 {
			t.Errorf("%s is not there", o)
			continue
		}
		row := page.Rows[at]
		used[row.ID] = true
		for ref, there := range map[string]bool{"strava:" + o.Strava: o.Strava != "", fmt.Sprintf("garmin:%d", o.Garmin): o.Garmin != 0} {
			if got, err := b.db.Resolve(t.Context(), storetest.Export(me), ref); there && (err != nil || got != row.ID) {
				t.Errorf("%s means %s, not %s: %v", ref, got, row.ID, err)
			}
		}
		if want := names[o.Strava]; o.Strava != "" && o.Garmin == 0 && row.Name != want {
			t.Errorf("%s is called %q, want %q", o, row.Name, want)
		}
		if row.Summary.Channels.Has(training.Power) != o.Power {
			t.Errorf("%s: power %v", o, !o.Power)
		}
	}
	for _, row := range page.Rows {
		outing := slices.ContainsFunc(l.Outings, func(o mergetest.Outing) bool { return row.Start.Sub(o.Start).Abs().Hours() < 2 })
		if outing && !used[row.ID] {
			t.Errorf("%s at %s is a second one of its outing: %v", row.ID, row.Start, row.Sources)
		}
	}
}
