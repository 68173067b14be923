package importing_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/archivetest/stravatest"
)

// stravaBench imports real bytes.
func stravaBench(t testing.TB) bench {
	t.Helper()
	return newBench(t, func(o *importing.Options) { o.Read = recording.Read })
}

// archived writes an archive to a file.
func archived(t testing.TB, a stravatest.Archive) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "export.zip")
	if err := os.WriteFile(p, a.Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// take imports paths and counts the results by status.
func (b bench) take(t testing.TB, runID string, paths ...string) (map[importing.Status]int, []importing.FileResult) {
	t.Helper()
	counts, all := map[importing.Status]int{}, []importing.FileResult{}
	_, err := b.im.Import(t.Context(), me, archive.Walk(t.Context(), paths, archive.Limits{}),
		importing.RunOptions{RunID: runID, Paths: paths}, func(r importing.FileResult) {
			counts[r.Status]++
			all = append(all, r)
			if r.Status == importing.Failed || r.Reason == "" && r.Status != importing.Imported && r.Status != importing.Updated {
				t.Errorf("%+v", r)
			}
		})
	if err != nil {
		t.Fatal(err)
	}
	return counts, all
}

// shown returns an activity of the store in the form of the truth.
func (b bench) shown(t testing.TB, id string) stravatest.Activity {
	t.Helper()
	scope := storetest.Export(me)
	own, err := b.db.Resolve(t.Context(), scope, "strava:"+id)
	if err != nil {
		t.Fatal(err)
	}
	row, err := b.db.Activity(t.Context(), scope, own)
	if err != nil {
		t.Fatal(err)
	}
	notes, err := b.db.Notes(t.Context(), scope, own)
	if err != nil {
		t.Fatal(err)
	}
	gear, err := b.db.Gear(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	a := stravatest.Activity{
		ID: id, Start: row.Start, Sport: string(row.Sport), Name: row.Name, Description: row.Description, RPE: row.PerceivedExertion,
		Commute: row.Commute, Race: row.Race, LongRun: slices.Contains(row.Tags, "long run"),
		ElapsedS: int(row.Summary.Values[training.MetricElapsedTimeS]),
	}
	for _, n := range notes {
		a.PrivateNote += n.Text
	}
	if i := slices.IndexFunc(gear, func(g training.Gear) bool { return g.ID == row.GearID }); i >= 0 {
		a.Gear = gear[i].Name
	}
	return a
}

// holds compares the store with the truth.
func (b bench) holds(t testing.TB, truth stravatest.Truth) {
	t.Helper()
	if n := b.count(t); n != len(truth.Activities) {
		t.Errorf("%d activities, want %d", n, len(truth.Activities))
	}
	for _, want := range truth.Activities {
		want.Kind, want.File, want.DistanceM, want.MovingS, want.AvgHR = "", "", 0, 0, 0
		if d := cmp.Diff(want, b.shown(t, want.ID)); d != "" {
			t.Errorf("%s: %s", want.ID, d)
		}
	}
}

func TestStravaArchiveOfEveryLayout(t *testing.T) {
	t.Parallel()
	languages := []stravatest.Language{stravatest.German, stravatest.Dutch, stravatest.Japanese, stravatest.Korean}
	for i, layout := range stravatest.Layouts() {
		language := languages[i%len(languages)]
		t.Run(string(layout)+" "+string(language), func(t *testing.T) {
			t.Parallel()
			a := stravatest.Build(stravatest.Options{
				Language: language, Layout: layout, Seconds: 60, Activities: 16, BOM: true, CRLF: true, Extra: layout == stravatest.Layout2026,
			})
			b := stravaBench(t)
			p := archived(t, a)
			counts, results := b.take(t, "run1", p)
			tables := 5
			if counts[importing.Imported] != len(a.Truth.Activities)+tables+len(a.Truth.Routes) {
				t.Errorf("first: %v", counts)
			}
			b.holds(t, a.Truth)
			newest := results[tables].Activities
			if last := b.shown(t, a.Truth.Activities[len(a.Truth.Activities)-1].ID); len(newest) != 1 ||
				last.Start.Before(a.Truth.Activities[0].Start) {
				t.Errorf("the first activity is %v", newest)
			}
			h, err := b.db.History(t.Context(), storetest.Export(me))
			if err != nil || len(h) != 1 || h[0].Values[0] != a.Truth.WeightKG {
				t.Errorf("weight %v %v", h, err)
			}
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", p)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
			}
		})
	}
}

// TestANewerArchive updates what changed, except where the athlete has a word
// of their own; the older one found again changes nothing back.
func TestANewerArchive(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Seconds: 60}
	older := stravatest.Build(o)
	o.Edited, o.Activities = true, 26
	newer := stravatest.Build(o)
	b := stravaBench(t)
	b.take(t, "run1", archived(t, older))
	mine, err := b.db.Resolve(t.Context(), storetest.Export(me), "strava:"+older.Truth.Activities[5].ID)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, mine, "name", json.RawMessage(`"My own"`))
		return err
	})
	before := b.dump(t)
	counts, _ := b.take(t, "run2", archived(t, newer))
	renamed := 5
	if counts[importing.Updated] != renamed || counts[importing.Imported] != 2 {
		t.Errorf("%v", counts)
	}
	want := newer.Truth
	want.Activities = slices.Clone(want.Activities)
	want.Activities[5].Name = "My own"
	b.holds(t, want)
	if counts, _ := b.take(t, "run3", archived(t, older)); counts[importing.Updated] != 0 {
		t.Errorf("the older one again: %v", counts)
	}
	b.holds(t, want)
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
	follow(t, b)
	if d := cmp.Diff(before, b.dump(t)); d != "" {
		t.Errorf("undone: %s", d)
	}
}

// TestTheRecordingsWereThere: an archive says more of what was imported as
// files, and brings none of it twice.
func TestTheRecordingsWereThere(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 60})
	dir := t.TempDir()
	if err := a.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	b := stravaBench(t)
	b.take(t, "run1", filepath.Join(dir, "activities"))
	plain := b.dump(t)
	counts, _ := b.take(t, "run2", dir)
	manual := 0
	for _, act := range a.Truth.Activities {
		if act.File == "" {
			manual++
		}
	}
	if counts[importing.Updated] != len(a.Truth.Activities)-manual || counts[importing.Imported] != manual+5+len(a.Truth.Routes) {
		t.Errorf("%v", counts)
	}
	b.holds(t, a.Truth)
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
	if d := cmp.Diff(plain, b.dump(t)); d != "" {
		t.Errorf("undone: %s", d)
	}
	if counts, _ := b.take(t, "run3", dir); counts[importing.Imported] != manual+len(a.Truth.Routes) {
		t.Errorf("after that: %v", counts)
	}
	b.holds(t, a.Truth)
}

// TestTheTableAloneMakesNoSecondActivity: the recordings came from a device,
// and the archive has the table without its files.
func TestTheTableAloneMakesNoSecondActivity(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 300, Activities: 7})
	plain, table := a, a
	plain.Files = slices.DeleteFunc(slices.Clone(a.Files), func(f packtest.File) bool { return !strings.HasPrefix(f.Name, "activities/") })
	table.Files = slices.DeleteFunc(slices.Clone(a.Files), func(f packtest.File) bool { return f.Name != "activities.csv" })
	b := stravaBench(t)
	b.take(t, "run1", archived(t, plain))
	b.take(t, "run2", archived(t, table))
	if n := b.count(t); n != len(a.Truth.Activities) {
		t.Errorf("%d activities, want %d", n, len(a.Truth.Activities))
	}
}

// TestAFileComesLater: an archive lacked a recording, the next has it.
func TestAFileComesLater(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 60, Activities: 4})
	poor := a
	poor.Files = slices.Clone(a.Files)
	gone := a.Truth.Activities[1]
	poor.Files = slices.DeleteFunc(poor.Files, func(f packtest.File) bool { return f.Name == gone.File })
	b := stravaBench(t)
	b.take(t, "run1", archived(t, poor))
	b.holds(t, a.Truth)
	before, err := b.db.Resolve(t.Context(), storetest.Export(me), "strava:"+gone.ID)
	if err != nil {
		t.Fatal(err)
	}
	b.take(t, "run2", archived(t, a))
	b.holds(t, a.Truth)
	after, err := b.db.Resolve(t.Context(), storetest.Export(me), string(before))
	recs, rerr := b.db.Recordings(t.Context(), storetest.Export(me), after)
	if err != nil || rerr != nil || after == before || len(recs) != 1 {
		t.Errorf("%s leads to %s with %d recordings, %v %v", before, after, len(recs), err, rerr)
	}
	if counts, _ := b.take(t, "run3", archived(t, poor)); counts[importing.Imported]+counts[importing.Updated] != 0 {
		t.Errorf("the poorer one again: %v", counts)
	}
	b.holds(t, a.Truth)
}

// TestWhatIsSaidByTheTime: an export that does not name its files says what it
// says of a recording once that is read, also of one that was there before.
func TestWhatIsSaidByTheTime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	f := ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1"))
	other := ride("2.fit", outing(training.Running, time.Hour, 2), headUnit("1"))
	say := func(name string, asOf time.Time) (got []importing.Status) {
		t.Helper()
		said := func(r *training.Recording) *training.Statement {
			if !r.Start.Equal(start) {
				return nil
			}
			return &training.Statement{Ref: "service:1", Name: name}
		}
		items := func(yield func(listing.Item) bool) {
			for _, f := range []file{f, other} {
				it := listing.Memory(f.name, f.data)
				it.StatementOf, it.AsOf = said, asOf
				if !yield(it) {
					return
				}
			}
		}
		_, err := b.im.Import(t.Context(), me, items, importing.RunOptions{RunID: "run " + name},
			func(r importing.FileResult) { got = append(got, r.Status) })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, tt := range []struct {
		name  string
		later int
		want  []importing.Status
		shown string
	}{
		{"First", 0, []importing.Status{importing.Imported, importing.Imported}, "First"},
		{"First", 0, []importing.Status{importing.Duplicate, importing.Duplicate}, "First"},
		{"Second", 1, []importing.Status{importing.Updated, importing.Duplicate}, "Second"},
		{"First", 0, []importing.Status{importing.Duplicate, importing.Duplicate}, "Second"},
	} {
		if d := cmp.Diff(tt.want, say(tt.name, start.AddDate(0, 0, tt.later))); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
		if err != nil || page.Rows[0].Name != tt.shown || page.Rows[1].Name == tt.shown {
			t.Errorf("called %q, %v", page.Rows[0].Name, err)
		}
	}
}

// TestDeletedStaysDeleted, whether it was recorded or typed in.
func TestDeletedStaysDeleted(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{Seconds: 60, Activities: 8})
	b := stravaBench(t)
	p := archived(t, a)
	_, results := b.take(t, "run1", p)
	for _, r := range results[5:7] {
		storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.DeleteActivity(me, r.Activities[0]) })
	}
	counts, again := b.take(t, "run2", p)
	if counts[importing.Imported]+counts[importing.Updated] != 0 || b.count(t) != len(a.Truth.Activities)-2 {
		t.Errorf("%v\n%+v", counts, again)
	}
}

// TestAnArchiveComesBackFromAnExport: Lapkeep's own export keeps what a
// service's archive said apart from the athlete's words, so that a newer
// archive goes on from there.
func TestAnArchiveComesBackFromAnExport(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Seconds: 60}
	a := stravatest.Build(o)
	o.Edited, o.Activities = true, 26
	newer := stravatest.Build(o)
	p, later := archived(t, a), archived(t, newer)
	from := stravaBench(t)
	from.take(t, "run1", p)
	mine, err := from.db.Resolve(t.Context(), storetest.Export(me), "strava:"+a.Truth.Activities[5].ID)
	if err != nil {
		t.Fatal(err)
	}
	noted := slices.IndexFunc(a.Truth.Activities, func(act stravatest.Activity) bool { return act.PrivateNote != "" })
	storetest.Write(t, from.db, func(tx *store.Tx) error {
		if _, err := tx.SetOverride(me, mine, "name", json.RawMessage(`"My own"`)); err != nil {
			return err
		}
		return tx.DeleteNote(me, "strava:"+a.Truth.Activities[noted].ID)
	})
	dest := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), from.db, me, dest); err != nil {
		t.Fatal(err)
	}
	to := onStore(storetest.Open(t), func(o *importing.Options) { o.Read = recording.Read })
	storetest.Write(t, to.db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me}) })
	to.take(t, "back", dest)
	want := a.Truth
	want.Activities = slices.Clone(want.Activities)
	want.Activities[5].Name, want.Activities[noted].PrivateNote = "My own", ""
	to.holds(t, want)
	follow(t, from)
	follow(t, to)
	if d := cmp.Diff(from.dump(t)+from.words(t), to.dump(t)+to.words(t)); d != "" {
		t.Error(d)
	}
	seq := storetest.LastSeq(t, to.db)
	if again, _ := to.take(t, "again", dest, p); again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t,
		to.db) != seq {
		t.Errorf("both again: %v, %d changes", again, storetest.LastSeq(t, to.db)-seq)
	}
	want.Activities = slices.Clone(newer.Truth.Activities)
	want.Activities[5].Name, want.Activities[noted].PrivateNote = "My own", ""
	for _, b := range []bench{from, to} {
		b.take(t, "newer", later)
		b.holds(t, want)
	}
}
