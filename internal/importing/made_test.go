package importing_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/goldencheetahtest"
)

// exports are those whose recordings lie in no file of a device's form.
func exports(t *testing.T) map[string]string {
	t.Helper()
	rides := filepath.Join(t.TempDir(), "rides.zip")
	if err := os.WriteFile(rides, goldencheetahtest.Build(goldencheetahtest.Options{}).Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"goldencheetah": rides, "apple": healthFile(t, appletest.New(appletest.Options{}))}
}

// asFIT is an item as earlier versions imported it: a FIT file that was made of
// its recordings.
func asFIT(t *testing.T, it archive.Item) archive.Item {
	t.Helper()
	data, recs, err := it.Content(t.Context())
	if err == nil && recs == nil && strings.HasSuffix(it.Path, ".json") {
		var res recording.Result
		res, err = recording.Read(t.Context(), it.Name(), data, recording.Limits{})
		recs = res.Recordings
	}
	if err != nil || recs == nil {
		return it
	}
	var out bytes.Buffer
	if err := fit.Write(&out, recs); err != nil {
		t.Fatal(err)
	}
	made := archive.Memory(it.Path, out.Bytes())
	made.Said, made.AsOf, made.ModTime = it.Said, it.AsOf, it.ModTime
	return made
}

// TestHomesWhoseRecordingsWereMadeFiles: what an earlier version imported is
// known again by what the export calls it, also what was deleted since, and can
// be read again.
func TestHomesWhoseRecordingsWereMadeFiles(t *testing.T) {
	t.Parallel()
	for name, p := range exports(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := stravaBench(t)
			before := func(yield func(archive.Item) bool) {
				for it := range archive.Walk(t.Context(), []string{p}, archive.Limits{}) {
					if !yield(asFIT(t, it)) {
						return
					}
				}
			}
			if _, err := b.im.Import(t.Context(), me, before, importing.RunOptions{RunID: "run1"}, nil); err != nil {
				t.Fatal(err)
			}
			page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Source: "archive"})
			if err != nil || len(page.Rows) == 0 {
				t.Fatal(err)
			}
			write(t, b, func(tx *store.Tx) error { return tx.DeleteActivity(me, page.Rows[0].ID) })
			follow(t, b)
			want, seq := b.dump(t), storetest.LastSeq(t, b.db)
			counts, _ := b.take(t, "run2", p)
			if d := cmp.Diff(want, b.dump(t)); d != "" || storetest.LastSeq(t, b.db) != seq ||
				counts[importing.Imported]+counts[importing.Updated] != 0 {
				t.Errorf("%v, %d changes\n%s", counts, storetest.LastSeq(t, b.db)-seq, d)
			}
			b.reread(t, want)
		})
	}
}

// TestWhatIsKeptIsReadAsWhatWasHandedOver: the recordings of an export and those
// that are read of what is kept of them are the same.
func TestWhatIsKeptIsReadAsWhatWasHandedOver(t *testing.T) {
	t.Parallel()
	for name, p := range exports(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := stravaBench(t)
			b.take(t, "run1", p)
			follow(t, b)
			b.reread(t, b.dump(t))
		})
	}
}

// reread reads all originals again, which must not change what is stored.
func (b bench) reread(t *testing.T, want string) {
	t.Helper()
	n := 0
	later := onStore(b.db, func(o *importing.Options) { o.Read, o.ReadVersion = recording.Read, recording.Version+1 })
	if err := later.im.Renew(t.Context(), b.db, func(int, int) { n++ }); err != nil || n == 0 {
		t.Fatalf("%d read again, %v", n, err)
	}
	follow(t, later)
	hash := regexp.MustCompile(" [0-9a-f]{32} ") // of what a primitive is made of, the reader's version too
	if d := cmp.Diff(hash.ReplaceAllString(want, " "), hash.ReplaceAllString(later.dump(t), " ")); d != "" {
		t.Errorf("read again: %s", d)
	}
}

// TestWordsThatTheAthleteChanged in GoldenCheetah stand in the file with the
// samples: they are taken, and the recording is not a second one.
func TestWordsThatTheAthleteChanged(t *testing.T) {
	t.Parallel()
	dir, b := t.TempDir(), stravaBench(t)
	p := filepath.Join(dir, "2024_03_01_06_30_00.json")
	for n, notes := range []string{"one", "two"} {
		text := `{"RIDE":{"STARTTIME":"2024/03/01 05:30:00 UTC ","TAGS":{"Notes":"` + notes +
			`"},"SAMPLES":[{"SECS":0,"KPH":10},{"SECS":1,"KPH":11}]}}`
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		b.take(t, "run"+notes, dir)
		page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Description != notes {
			t.Fatalf("%d: %+v, %v", n, page.Rows, err)
		}
		if recs, err := b.db.Recordings(t.Context(), storetest.Export(me), page.Rows[0].ID); err != nil || len(recs) != 1 {
			t.Errorf("%d recordings, %v", len(recs), err)
		}
	}
}
