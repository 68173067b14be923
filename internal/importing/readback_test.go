package importing_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// lived returns a store with everything that an export must carry.
func lived(t *testing.T) (b bench, deleted file) {
	t.Helper()
	b = newBench(t)
	b.run(t, importing.RunOptions{}, folder()...)
	day := 24 * time.Hour
	o := importing.RunOptions{Source: "archive", ExternalID: func(p string) string { return "x" + p }}
	doubtful := b.run(t, o,
		ride("power.fit", outing(training.Cycling, 2*day, 1), ingesttest.Device{Channels: []training.Channel{training.Power}}),
		ride("heart.fit", outing(training.Cycling, 2*day, 1), ingesttest.Device{Channels: []training.Channel{training.HeartRate}}),
		ride("unit.fit", outing(training.Cycling, 3*day, 1), headUnit("1")),
		ride("wrist.fit", outing(training.Cycling, 3*day, 1), watch("2")))
	deleted = ride("deleted.fit", outing(training.Cycling, 4*day, 1), headUnit("1"))
	gone := b.run(t, importing.RunOptions{}, deleted)[0].Activities[0]
	enter(t, b, importing.Manual{
		Sport: training.Strength, Start: start.Add(5 * day), TimerS: 1800, ManualLoad: 30, ExternalID: "manual:gym",
		Values: training.Values{training.MetricAvgHRBpm: 110},
	})
	joined := doubtful[2].Activities[0]
	recs, err := b.db.Recordings(t.Context(), storetest.Export(me), joined)
	if err != nil || len(recs) != 2 {
		t.Fatal(recs, err)
	}
	ctx := t.Context()
	for _, f := range []func(tx *store.Tx) error{
		func(tx *store.Tx) error { // the athlete knows better, both ways
			return b.im.Merge(ctx, tx, me, doubtful[1].Activities[0], doubtful[0].Activities[0])
		},
		func(tx *store.Tx) error {
			_, err := b.im.Split(ctx, tx, me, joined, training.Activity{}, recs[1].ID)
			return err
		},
		func(tx *store.Tx) error { return tx.DeleteActivity(me, gone) },
		func(tx *store.Tx) error {
			_, err := tx.SetOverride(me, joined, "name", json.RawMessage(`"The long one"`))
			return err
		},
		func(tx *store.Tx) error {
			_, err := tx.SetOverride(me, joined, "tags", json.RawMessage(`["a","b"]`))
			return err
		},
		func(tx *store.Tx) error {
			return tx.PutNote(me, store.Note{ID: "n1", Activity: joined, Target: "local", Author: "athlete", Text: "Legs\nheavy", At: start})
		},
		func(tx *store.Tx) error {
			return tx.PutThreshold(me, training.ThresholdEntry{
				Key: training.KeyFTP, Sport: training.Cycling.Plain(),
				From: training.DayOf(start), Values: []float64{250},
			})
		},
	} {
		write(t, b, f)
	}
	follow(t, b)
	return b, deleted
}

// words prints the parts that [bench.dump] leaves out.
func (b bench) words(t *testing.T) string {
	t.Helper()
	ctx, all := t.Context(), storetest.Export(me)
	page, err := b.db.Activities(ctx, all, store.ActivityFilter{Ascending: true, Deleted: true})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, row := range page.Rows {
		fmt.Fprintf(&out, "%s deleted=%v %q tags=%v edited=%v refs=%v load=%v %s %s", row.ID, row.Deleted, row.Name, row.Tags, row.Edited,
			row.ExternalIDs, row.ManualLoad, row.Zone, row.ZoneSource)
		if !row.Deleted {
			notes, err := b.db.Notes(ctx, all, row.ID)
			recs, rerr := b.db.Recordings(ctx, all, row.ID)
			if err != nil || rerr != nil {
				t.Fatal(err, rerr)
			}
			fmt.Fprintf(&out, " notes=%v", notes)
			for _, r := range recs {
				fmt.Fprintf(&out, " %+v", r.Origin)
			}
		}
		out.WriteByte('\n')
	}
	who, err := b.db.Athlete(ctx, all)
	history, herr := b.db.History(ctx, all)
	if err != nil || herr != nil {
		t.Fatal(err, herr)
	}
	fmt.Fprintf(&out, "%+v\n%+v\n", who, history)
	return out.String()
}

func (b bench) originals(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for f, err := range b.db.AllOriginals(t.Context(), storetest.Export(me)) {
		if err != nil {
			t.Fatal(err)
		}
		all[f.Hash] = string(f.Data)
	}
	return all
}

func TestExportComesBackEqual(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"export", "export.zip"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, deleted := lived(t)
			dest := filepath.Join(t.TempDir(), name)
			if n, err := export.Write(t.Context(), from.db, me, dest); err != nil || n != from.count(t) {
				t.Fatal(n, err)
			}
			to := onStore(storetest.Open(t))
			write(t, to, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: me}) })
			back := func() (results []importing.FileResult) {
				t.Helper()
				items := archive.Walk(t.Context(), []string{dest}, archive.Limits{})
				_, err := to.im.Import(t.Context(), me, items, importing.RunOptions{RunID: "back"},
					func(r importing.FileResult) { results = append(results, r) })
				if err != nil {
					t.Fatal(err)
				}
				follow(t, to)
				return results
			}
			for _, r := range back() {
				if strings.Contains(strings.Join(phrasetest.Texts(r.Warnings), " "), "not read to its end") {
					t.Errorf("it was: %+v", r)
				}
			}
			if diff := cmp.Diff(from.originals(t), to.originals(t)); diff != "" {
				t.Error("originals: ", diff)
			}
			if diff := cmp.Diff(from.dump(t), to.dump(t)); diff != "" {
				t.Error("metrics and links: ", diff)
			}
			if diff := cmp.Diff(from.words(t), to.words(t)); diff != "" {
				t.Error("words: ", diff)
			}
			for _, r := range back() {
				if r.Status != importing.Duplicate && r.Status != importing.Ignored {
					t.Errorf("a second time: %+v", r)
				}
			}
			if diff := cmp.Diff(from.dump(t)+from.words(t), to.dump(t)+to.words(t)); diff != "" {
				t.Error("after a second time: ", diff)
			}
			if got := to.run(t, importing.RunOptions{}, deleted)[0]; got.Status != importing.Duplicate || got.Reason == "" {
				t.Errorf("what was deleted came back: %+v", got)
			}
		})
	}
}

func TestReadingBackKeepsTheAthletesOwnWords(t *testing.T) {
	t.Parallel()
	from, _ := lived(t)
	dest := filepath.Join(t.TempDir(), "export")
	if _, err := export.Write(t.Context(), from.db, me, dest); err != nil {
		t.Fatal(err)
	}
	page, err := from.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Text: "long one"})
	if err != nil || page.Total != 1 {
		t.Fatal(page, err)
	}
	id := page.Rows[0].ID
	write(t, from, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, id, "name", json.RawMessage(`"Later words"`))
		return err
	})
	_, err = from.im.Import(t.Context(), me, archive.Walk(t.Context(), []string{dest}, archive.Limits{}), importing.RunOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if row, err := from.db.Activity(t.Context(), storetest.Export(me), id); err != nil || row.Name != "Later words" {
		t.Errorf("%q %v", row.Name, err)
	}
}

func TestDamagedDocumentIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got := b.run(t, importing.RunOptions{},
		file{"athlete.json", []byte(`{"format":"lapkeep-export","version":`)},
		file{"newer.json", []byte(`{"format":"lapkeep-export","version":99}`)},
		file{"missing.json", []byte(`{"format":"lapkeep-export","version":1,"profile":{},"activities":[
			{"id":"aaaaaaaaaa","sport":"running","start":"2026-05-01T06:00:00Z","local_date":"2026-05-01",
			 "recordings":[{"id":"raa","original_sha256":"00","session":0,"source":"file","rank":0}]}]}`)})
	if got[0].Status != importing.Failed || got[1].Status != importing.Failed || b.count(t) != 0 {
		t.Errorf("%+v", got)
	}
	if got[2].Status != importing.Duplicate || len(got[2].Warnings) != 1 {
		t.Errorf("%+v", got[2])
	}
}

// TestSettingsThatAreNoMoreAreReadOver: an export of an earlier version says
// by what power was estimated; the rest of it is read.
func TestSettingsThatAreNoMoreAreReadOver(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	got := b.run(t, importing.RunOptions{}, file{"athlete.json", []byte(`{"format":"lapkeep-export","version":1,
		"profile":{"name":"Ada","power_estimate":"bike_kg=8.5,road=drops","load_order":"hr,power","wellness_sources":"hrv=oura"}}`)})
	who, err := b.db.Athlete(t.Context(), storetest.Export(me))
	if err != nil || got[0].Status == importing.Failed || who.LoadOrder != "hr,power" || who.WellnessOrder != "hrv=oura" {
		t.Errorf("%+v, %+v, %v", got, who, err)
	}
}

// unlike returns two recordings of one outing with nothing in common, and an
// entry with a recording of its own.
func unlike() []listing.Item {
	return []listing.Item{
		ride("power.fit", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.Power}}).item(),
		ride("heart.fit", outing(training.Cycling, 0, 1), ingesttest.Device{Channels: []training.Channel{training.HeartRate}}).item(),
		entered(0, 600, func(s *training.Statement) { s.Sport = training.Running }),
		ride("run.fit", outing(training.Running, 0, 2), headUnit("1")).item(),
	}
}

// decide joins the two that have nothing in common.
func decide(t *testing.T, b bench) {
	t.Helper()
	var recs []training.RecordingID
	for _, name := range []string{"power.fit", "heart.fit"} {
		for _, it := range unlike() {
			if it.Path != name {
				continue
			}
			data, err := it.Bytes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			again := b.run(t, importing.RunOptions{}, file{name, data})[0]
			rows, err := b.db.Recordings(t.Context(), storetest.Export(me), again.Activities[0])
			if err != nil || len(rows) != 1 {
				t.Fatal(rows, err)
			}
			recs = append(recs, rows[0].ID)
		}
	}
	write(t, b, func(tx *store.Tx) error {
		_, err := match.Choose(tx, me, match.Pair{Moved: match.Recorded(recs[1]), Kept: match.Recorded(recs[0])}, match.PairSame)
		return err
	})
}

// TestTwoSettleAtOnce: a server follows a decision while the command that
// made it does.
func TestTwoSettleAtOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	one := onStore(storetest.OpenHome(t, home))
	storetest.Athlete(t, one.db, me)
	two := onStore(storetest.OpenHome(t, home))
	one.items(t, "run1", unlike()...)
	decide(t, one)
	var wg sync.WaitGroup
	errs := make([]error, 2)
	for i, b := range []bench{one, two} {
		wg.Go(func() { errs[i] = b.im.Follow(t.Context(), b.db) })
	}
	wg.Wait()
	if errs[0] != nil || errs[1] != nil {
		t.Fatal(errs)
	}
	follow(t, one)
	if got := two.told(t); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
