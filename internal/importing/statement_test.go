package importing_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/goldencheetahtest"
	"lapkeep/test/ingesttest"
)

var asOf = time.Date(2026, 5, 1, 22, 30, 0, 0, time.UTC)

func open(t *testing.T, who training.Athlete) *store.DB {
	t.Helper()
	db := storetest.Open(t)
	who.ID = "ann"
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(who) })
	return db
}

func state(t *testing.T, db *store.DB, it listing.Item) (out importing.StatementOutcome) {
	t.Helper()
	s := importing.StatementOf(it)
	if s == nil {
		t.Fatalf("%+v says nothing", it)
	}
	who, err := db.Athlete(t.Context(), storetest.Export("ann"))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) (err error) {
		b := &importing.Batch{DB: db, Tx: tx, Athlete: who, RunID: "run1", Rows: map[training.ActivityID]training.Activity{}}
		out, err = s.Store(context.WithoutCancel(t.Context()), b)
		return err
	})
	return out
}

// TestTheAccountFillsWhatIsNotKnown, of its day, and once.
func TestTheAccountFillsWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	gear := []training.Gear{{ID: "g1", Kind: training.GearBike, Name: "Green"}}
	said := listing.Account{Name: "Ann", Sex: training.Female, WeightKg: 61.5, Gear: gear}
	for name, tt := range map[string]struct {
		who  training.Athlete
		want training.Athlete
	}{
		"nobody knows": {
			training.Athlete{TimeZone: "Europe/Berlin"},
			training.Athlete{Name: "Ann", Sex: training.Female, TimeZone: "Europe/Berlin"},
		},
		"known": {training.Athlete{Name: "Bea", Sex: training.Male}, training.Athlete{Name: "Bea", Sex: training.Male}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t, tt.who)
			it := listing.Item{Path: "profile.csv", Account: &said, AsOf: asOf}
			out := state(t, db, it)
			if out.News != importing.StatementNew || len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0].String(), "61.5 kg") {
				t.Errorf("%+v", out)
			}
			got, err := db.Athlete(t.Context(), storetest.Export("ann"))
			h, herr := db.History(t.Context(), storetest.Export("ann"))
			g, gerr := db.Gear(t.Context(), storetest.Export("ann"))
			if err != nil || herr != nil || gerr != nil || len(h) != 1 {
				t.Fatal(err, herr, gerr, h)
			}
			if got.Name != tt.want.Name || got.Sex != tt.want.Sex {
				t.Errorf("%s %s", got.Name, got.Sex)
			}
			if want := training.DayOf(asOf.In(tt.want.Location())); h[0].From != want || h[0].Values[0] != 61.5 {
				t.Errorf("%+v, want of %s", h[0], want)
			}
			if d := cmp.Diff(gear, g); d != "" {
				t.Error(d)
			}
			seq := storetest.LastSeq(t, db)
			if out := state(t, db, it); out.News != importing.StatementNothing || out.Reason == "" || storetest.LastSeq(t, db) != seq {
				t.Errorf("again: %+v", out)
			}
		})
	}
}

func TestAnEntryIsAnActivityOnce(t *testing.T) {
	t.Parallel()
	db := open(t, training.Athlete{})
	it := listing.Item{Path: "a.csv#1", AsOf: asOf, Statement: &training.Statement{
		Ref: "service:1", Sport: training.Yoga, Name: "Slow", Entry: &training.Entry{Start: asOf, TimerS: 1800},
	}}
	first := state(t, db, it)
	if first.News != importing.StatementNew || len(first.Activities) != 1 {
		t.Fatalf("%+v", first)
	}
	row, err := db.Activity(t.Context(), storetest.Export("ann"), first.Activities[0])
	if err != nil || row.Name != "Slow" || row.Summary.Values[training.MetricDurationS] != 1800 {
		t.Errorf("%+v %v", row, err)
	}
	if again := state(t, db, it); again.News != importing.StatementNothing || again.Reason == "" {
		t.Errorf("again: %+v", again)
	}
	longer := *it.Statement
	longer.Entry = &training.Entry{Start: asOf, TimerS: 2000}
	it.Statement, it.AsOf = &longer, asOf.AddDate(0, 1, 0)
	if out := state(t, db, it); out.News != importing.Changes || out.Activities[0] != first.Activities[0] {
		t.Errorf("longer: %+v", out)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.DeleteActivity("ann", first.Activities[0]) })
	if out := state(t, db, it); out.News != importing.StatementNothing || out.Reason != importing.StillDeleted {
		t.Errorf("deleted: %+v", out)
	}
}

// TestFilesSayNothingByThemselves: nor does what could not be read.
func TestFilesSayNothingByThemselves(t *testing.T) {
	t.Parallel()
	entry := &training.Statement{Ref: "service:1", Entry: &training.Entry{}}
	for name, it := range map[string]listing.Item{
		"a file": listing.Memory("a.fit", nil), "with words": {Statement: &training.Statement{Ref: "service:1"}},
		"skipped": {Skip: "It is old.", Account: &listing.Account{}}, "broken": {Err: context.Canceled, Statement: entry},
	} {
		if s := importing.StatementOf(it); s != nil {
			t.Errorf("%s says %+v", name, s)
		}
	}
}

// TestWordsFollowTheRecording: what an export says of an activity that was only
// entered leads to the recorded one when that comes, and words that are there
// are no news.
func TestWordsFollowTheRecording(t *testing.T) {
	t.Parallel()
	db := open(t, training.Athlete{})
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	words := training.Statement{Ref: "strava:1", Name: "Lunch ride"}
	say := func(of training.ActivityID) (news bool) {
		t.Helper()
		storetest.Write(t, db, func(tx *store.Tx) (err error) {
			b := &importing.Batch{DB: db, Tx: tx, Athlete: training.Athlete{ID: "ann"}, RunID: "run1"}
			news, err = importing.Words(context.WithoutCancel(t.Context()), b, words, asOf, []training.ActivityID{of}, noon)
			return err
		})
		return news
	}
	leads := func(to training.ActivityID) {
		t.Helper()
		for _, from := range []string{"entered", "strava:1"} {
			if id, err := db.Resolve(t.Context(), storetest.Export("ann"), from); err != nil || id != to {
				t.Errorf("%s leads to %q, %v; want %s", from, id, err, to)
			}
		}
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for _, id := range []training.ActivityID{"entered", "recorded"} {
			if err := tx.PutActivity("ann", training.Activity{
				ID: id, Sport: training.Cycling, Start: noon,
				LocalDay: training.DayOf(noon),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if !say("entered") || say("entered") {
		t.Error("the first words are news, the same again are not")
	}
	leads("entered")
	say("recorded")
	leads("recorded")
}

// TestACourseWithTimes checks that a course with times is a drawn track, though
// it looks recorded.
func TestACourseWithTimes(t *testing.T) {
	t.Parallel()
	rec := storetest.Recording(asOf, 600)
	it := listing.Item{Route: &listing.RouteName{Ref: "strava:7", Name: "Drawn"}, AsOf: asOf}
	db := open(t, training.Athlete{})
	storetest.Write(t, db, func(tx *store.Tx) error {
		s := importing.Routes(it, recording.Result{Recordings: []*training.Recording{rec}}, strings.Repeat("0", 64), "file")
		if s == nil {
			t.Fatal("it is no way to follow")
		}
		_, err := s.Store(t.Context(), &importing.Batch{DB: db, Tx: tx, Athlete: training.Athlete{ID: "ann"}})
		return err
	})
	all, err := db.Documents(t.Context(), storetest.Export("ann"), document.Routes, document.Filter{})
	if err != nil || len(all) != 1 || len(all[0].Statements) != 1 || all[0].ID != "strava:7" ||
		!strings.Contains(string(all[0].Statements[0].Body), `"Drawn"`) {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestAFileThatIsHereIsNotReadAgain: its hash is known before it is decoded.
func TestAFileThatIsHereIsNotReadAgain(t *testing.T) {
	t.Parallel()
	reads := 0
	b := newBench(t, func(o *importing.Options) {
		o.Workers = 1
		o.Read = func(ctx context.Context, name string, data []byte, l recording.Limits) (recording.Result, error) {
			reads++
			return ingesttest.Read(ctx, name, data, l)
		}
	})
	ride := ingesttest.Outing{Sport: training.Cycling, Start: start, Seconds: 600, Seed: 1, LatDeg: 47, LonDeg: 8}
	f := file{"a.fit", ingesttest.File(ride.Record(ingesttest.Device{Channels: ingesttest.Everything()}))}
	for _, want := range []importing.Status{importing.Imported, importing.Duplicate} {
		if got := b.run(t, importing.RunOptions{}, f); got[0].Status != want || reads != 1 {
			t.Errorf("%s, read %d times; want %s, once", got[0].Status, reads, want)
		}
	}
}

// exports returns the exports without recordings in a file of a device's form.
func exports(t *testing.T) map[string]string {
	t.Helper()
	rides := filepath.Join(t.TempDir(), "rides.zip")
	if err := os.WriteFile(rides, goldencheetahtest.Build(goldencheetahtest.Options{}).Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"goldencheetah": rides, "apple": healthFile(t, appletest.New(appletest.Options{}))}
}

// asFIT returns an item as earlier versions imported it: a FIT file that was
// made of its recordings.
func asFIT(t *testing.T, it listing.Item) listing.Item {
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
	made := listing.Memory(it.Path, out.Bytes())
	made.Statement, made.AsOf, made.ModTime = it.Statement, it.AsOf, it.ModTime
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
			before := func(yield func(listing.Item) bool) {
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
