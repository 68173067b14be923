package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const (
	libraryRides  = 15_000
	primitiveSize = 4 << 10
)

var everyDay = training.DayRange{From: 0, To: 1 << 20}

// library returns a store with as many activities as twenty busy years have; of
// these every fifth has a primitive of 4 KB.
func library(b *testing.B) *store.DB {
	b.Helper()
	db := storetest.Open(b)
	storetest.Athlete(b, db, "ann")
	r := rand.New(rand.NewPCG(1, 2))
	first := storetest.Noon().AddDate(-20, 0, 0)
	const group = 500
	for i := 0; i < libraryRides; i += group {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for j := i; j < i+group; j++ {
				id := training.ActivityID(fmt.Sprintf("a%05d", j))
				act := storetest.Activity(id, first.Add(time.Duration(j)*11*time.Hour+time.Duration(r.IntN(3600))*time.Second))
				sum := storetest.Summary()
				sum.Values[training.MetricNormalizedPowerW] = 150 + 100*r.Float64()
				err := tx.PutActivity("ann", act)
				if err == nil {
					err = tx.PutSummary("ann", id, sum)
				}
				if err == nil && j%5 == 0 {
					data := make([]byte, primitiveSize)
					err = tx.PutPrimitive("ann", store.Primitive{Activity: id, Day: act.LocalDay, Sport: act.Sport, Kind: "curve", Version: 1, Data: data})
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return db
}

// BenchmarkReads has the goals of reading from 15,000 activities: load inputs
// in 15 ms, a page in 3 ms, primitives at 200 MB/s.
func BenchmarkReads(b *testing.B) {
	db := library(b)
	ctx, s := context.Background(), storetest.Export("ann")
	b.Run("LoadInputs", func(b *testing.B) {
		for b.Loop() {
			if in, err := db.LoadInputs(ctx, s, everyDay); err != nil || len(in) != libraryRides {
				b.Fatal(len(in), err)
			}
		}
	})
	b.Run("Page", func(b *testing.B) {
		for b.Loop() {
			if p, err := db.Activities(ctx, s, store.ActivityFilter{Limit: 20}); err != nil || p.Total != libraryRides {
				b.Fatal(p.Total, err)
			}
		}
	})
	b.Run("PageText", func(b *testing.B) {
		for b.Loop() {
			if p, err := db.Activities(ctx, s, store.ActivityFilter{Limit: 20, Text: "ride a0"}); err != nil || p.Total != 10000 {
				b.Fatal(p.Total, err)
			}
		}
	})
	b.Run("PageByPower", func(b *testing.B) {
		for b.Loop() {
			if p, err := db.Activities(ctx, s, store.ActivityFilter{Limit: 20, SortBy: training.MetricNormalizedPowerW}); err != nil ||
				p.Total != libraryRides {
				b.Fatal(p.Total, err)
			}
		}
	})
	most := make([]training.ActivityID, libraryRides-libraryRides/10)
	for i := range most {
		most[i] = training.ActivityID(fmt.Sprintf("a%05d", i))
	}
	for name, f := range map[string]store.ActivityFilter{
		"PageOfIDs":                {Limit: 20, IDs: most},
		"PageOfIDsFromTheDatabase": {Limit: 20, IDs: most, Source: "manual"}, // as all are, which an index does not know
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if p, err := db.Activities(ctx, s, f); err != nil || p.Total != len(most) {
					b.Fatal(p.Total, err)
				}
			}
		})
	}
	b.Run("Primitives", func(b *testing.B) {
		b.SetBytes(libraryRides / 5 * primitiveSize)
		for b.Loop() {
			n := 0
			for p, err := range db.Primitives(ctx, s, "curve", everyDay) {
				if err != nil {
					b.Fatal(err)
				}
				n += len(p.Data)
			}
			if n != libraryRides/5*primitiveSize {
				b.Fatal(n)
			}
		}
	})
	b.Run("Counts", func(b *testing.B) {
		for b.Loop() {
			if c, err := db.Counts(ctx, s); err != nil || c.Activities != libraryRides {
				b.Fatal(c, err)
			}
		}
	})
	b.Run("Activity", func(b *testing.B) {
		for b.Loop() {
			if _, err := db.Activity(ctx, s, "a00100"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkOpen opens a store of 15,000 activities and reads one of them.
func BenchmarkOpen(b *testing.B) {
	home := b.TempDir()
	db := storetest.OpenHome(b, home)
	storetest.Athlete(b, db, "ann")
	ctx := context.Background()
	for b.Loop() {
		db, err := store.Open(ctx, store.Options{Home: home, Now: storetest.Clock})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := db.Athletes(ctx); err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPutHours stores one-hour rides in groups of 64: goal 300 a second
// and core, without decoding and without their originals.
func BenchmarkPutHours(b *testing.B) {
	db := storetest.Open(b)
	storetest.Athlete(b, db, "ann")
	recs := make([]*training.Recording, 64)
	for i := range recs {
		recs[i] = storetest.Recording(storetest.Noon(), 3600)
	}
	n := 0
	for b.Loop() {
		storetest.Write(b, db, func(tx *store.Tx) error {
			for _, rec := range recs {
				n++
				id := training.ActivityID(fmt.Sprintf("a%06d", n))
				start := storetest.Noon().Add(time.Duration(n) * 12 * time.Hour)
				rec.Start = start
				for _, err := range []error{
					tx.PutRecording("ann", store.NewRecording{
						ID: training.RecordingID("r" + id), Audience: store.EveryAudience,
						Origin: store.Origin{Source: "file"}, Recording: rec,
					}),
					tx.PutActivity("ann", storetest.Activity(id, start)),
					tx.LinkRecording("ann", id, training.RecordingID("r"+id), 0, store.AllChannels),
					tx.PutSummary("ann", id, storetest.Summary()),
				} {
					if err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rides/s")
}

func BenchmarkStream4h(b *testing.B) {
	db := storetest.Open(b)
	storetest.Athlete(b, db, "ann")
	storetest.Write(b, db, func(tx *store.Tx) error {
		rec := storetest.Recording(storetest.Noon(), 4*3600)
		if err := tx.PutRecording("ann", store.NewRecording{ID: "r", Audience: store.EveryAudience, Recording: rec}); err != nil {
			return err
		}
		if err := tx.PutActivity("ann", storetest.Activity("a", storetest.Noon())); err != nil {
			return err
		}
		return tx.LinkRecording("ann", "a", "r", 0, store.AllChannels)
	})
	for b.Loop() {
		if _, err := db.Stream(context.Background(), storetest.Export("ann"), "a", store.AllChannels); err != nil {
			b.Fatal(err)
		}
	}
}

// TestWhatAScopeWithholds checks that a scope withholds the same of writes as
// of reads.
func TestWhatAScopeWithholds(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	day, event := store.ChangeKind(document.Wellness), store.ChangeKind(document.Events)
	for sharing, want := range map[training.Sharing]string{
		{}:                          "weight of settings, weight, waist, comments, description, event",
		{Weight: true}:              "comments, description, event",
		{Notes: true}:               "weight of settings, weight, waist",
		{Weight: true, Notes: true}: "",
	} {
		storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: sharing}) })
		for _, s := range []training.Scope{storetest.Model("ann"), {Athlete: "ann", Audience: training.AudiencePage}, storetest.Export("ann")} {
			w, err := db.Withheld(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range []struct {
				of          store.ChangeKind
				field, name string
			}{
				{store.ChangeSettings, "weight_kg", "weight of settings"},
				{store.ChangeSettings, "ftp_w", "FTP"},
				{day, "weight_kg", "weight"},
				{day, "abdomen_cm", "waist"},
				{day, "comments", "comments"},
				{day, "soreness", "soreness"},
				{store.ChangeActivity, "description", "description"},
				{store.ChangeActivity, "name", "name"},
				{event, "description", "event"},
				{event, "name", "name of the event"},
				{"gear", "weight_kg", "weight of a bike"},
			} {
				if w.Hides(f.of, f.field) {
					got = append(got, f.name)
				}
			}
			shown := want
			if s.Audience != training.AudienceModel {
				shown = ""
			}
			if text := strings.Join(got, ", "); text != shown {
				t.Errorf("shared %+v, the %s does not see %q, want %q", sharing, s.Audience, text, shown)
			}
		}
	}
}

// TestAWorkoutIsShownWithoutWords: its steps stay, if they are those of its
// text by the same voice; that another says the same text tells nothing.
func TestAWorkoutIsShownWithoutWords(t *testing.T) {
	t.Parallel()
	const text = "secret\n- 10m 95%"
	steps := []training.WorkoutStep{{
		Kind: training.StepRepeat, Count: 2, Text: "secret",
		Steps: []training.WorkoutStep{{Text: "secret", DurationS: 600}},
	}}
	said := training.CalendarEvent{Name: "Tempo", Description: text, Structure: training.StructureOf(text, steps)}
	for own, want := range map[string]int{
		`{"load":50}`:                         1,
		`{"description":"secret 2"}`:          0,
		`{"description":"secret\n- 10m 95%"}`: 0,
	} {
		db := storetest.Open(t)
		storetest.Athlete(t, db, "ann")
		days := training.DayRange{From: 20_000, To: 20_000}
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err1 := tx.PutStatement("ann", document.Statement{Collection: document.Events, ID: "e", Source: "tri", Days: days, Body: said})
			_, err2 := tx.PutOwn("ann", document.Events, "e", document.Own{Fields: json.RawMessage(own)})
			return errors.Join(err1, err2)
		})
		d, err := db.Document(t.Context(), storetest.Model("ann"), document.Events, "e")
		if err != nil {
			t.Fatal(err)
		}
		e, err := document.Show[training.CalendarEvent](d)
		if err != nil || strings.Contains(readable(d)+readable(e), "secret") || e.Name != "Tempo" {
			t.Errorf("%s: a model sees %+v, %v", own, e, err)
		}
		if got := e.Structure.Of(e.Description); len(got) != want || want == 1 && got[0].Steps[0].DurationS != 600 {
			t.Errorf("%s: the steps are %+v", own, got)
		}
	}
}

// TestModelsKnowOfTheirOwnWritesAlone: what the athlete did elsewhere may be
// about what is hidden.
func TestModelsKnowOfTheirOwnWritesAlone(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Write(t, db, func(tx *store.Tx) error {
		return errors.Join(
			tx.PutJournal(store.JournalEntry{ID: "theirs", Athlete: "ann", Face: "mcp", Summary: "Plan 1 event."}),
			tx.PutJournal(store.JournalEntry{ID: "hers", Athlete: "ann", Face: "cli", Summary: "Hide the ride of 2026-05-01."}))
	})
	for s, want := range map[training.Scope]int{storetest.Model("ann"): 1, storetest.Export("ann"): 2} {
		all, err := db.Journal(t.Context(), s, 0)
		if err != nil || len(all) != want || all[len(all)-1].ID != "theirs" {
			t.Errorf("the %s is told %+v, %v", s.Audience, all, err)
		}
		if _, err := db.JournalEntry(t.Context(), s, "hers"); (err == nil) != (want == 2) {
			t.Errorf("the %s reads an entry of the athlete's: %v", s.Audience, err)
		}
	}
}
