package importing_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/archivetest/fitbittest"
	"lapkeep/test/archivetest/packtest"
	"lapkeep/test/archivetest/polartest"
	"lapkeep/test/archivetest/runkeepertest"
)

// wayBench has zones of positions, as the program has.
func wayBench(t testing.TB) bench {
	t.Helper()
	return newBench(t, func(o *importing.Options) { o.Read, o.Zones = recording.Read, &timezone.Finder{} })
}

// twice imports a path and wants nothing of it new the second time.
func (b bench) twice(t *testing.T, path string) {
	t.Helper()
	b.take(t, "run1", path)
	follow(t, b)
	seq := storetest.LastSeq(t, b.db)
	again, _ := b.take(t, "run2", path)
	if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
		t.Errorf("a second time: %v, and %d changes", again, storetest.LastSeq(t, b.db)-seq)
	}
}

func packed(t *testing.T, files packtest.Files) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "export.zip")
	if err := os.WriteFile(p, files.Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func (b bench) rows(t *testing.T) []store.ActivityRow {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return page.Rows
}

// TestEveryFormOfARide comes in as one activity at its instant and on its day,
// and what is kept are the bytes that came.
func TestEveryFormOfARide(t *testing.T) {
	t.Parallel()
	// Forty minutes past midnight south of the Alps, which is the day before in UTC.
	body := bodytest.Body{Start: time.Date(2024, 6, 1, 22, 40, 0, 0, time.UTC), Seed: 12, Seconds: 400, Sport: "cycling", OffsetS: 7200}
	for name, data := range map[string][]byte{
		"a.pwx": body.PWX("Evening"), "a.fitlog": body.FITLOG("Evening", "Cycling"), "a.kml": body.KML("Evening"),
		"a.sml": body.SML(), "a.json": body.SuuntoJSON(), "b.json": body.SuuntoLog(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := wayBench(t)
			p := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(p, data, 0o600); err != nil {
				t.Fatal(err)
			}
			b.twice(t, p)
			rows := b.rows(t)
			if len(rows) != 1 {
				t.Fatalf("%d activities", len(rows))
			}
			act := rows[0]
			if !act.Start.Equal(body.Start) || act.OffsetS != 7200 || act.ZoneSource != training.ZoneFromGPS ||
				act.LocalDay.String() != "2024-06-02" ||
				math.Abs(act.Summary.Values[training.MetricDistanceKM]*1000-body.DistanceM()) > 40 {
				t.Errorf("%+v, %v m, want %v", act.Activity, act.Summary.Values[training.MetricDistanceKM], body.DistanceM())
			}
			recs, err := b.db.Recordings(t.Context(), storetest.Export(me), act.ID)
			if err != nil || len(recs) != 1 {
				t.Fatal(len(recs), err)
			}
			kept, err := b.db.KeptOriginal(me, recs[0].Original)
			if err != nil || !bytes.Equal(kept, data) {
				t.Errorf("%d bytes are kept of %d, %v", len(kept), len(data), err)
			}
		})
	}
}

// TestPolarArchive: an activity an exercise, and days.
func TestPolarArchive(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			a := polartest.Build(polartest.Options{Generation: g, OffsetS: 7200, From: time.Date(2024, 6, 1, 22, 30, 0, 0, time.UTC)})
			b := wayBench(t)
			b.twice(t, packed(t, a.Files))
			got, want := map[string]string{}, map[string]string{}
			for _, act := range b.rows(t) {
				got[act.Start.Format(time.DateTime)] = string(act.Sport) + " " + act.LocalDay.String()
			}
			for _, s := range append(a.Truth.Multi, a.Truth.Sessions...) {
				want[s.Start.Format(time.DateTime)] = s.Sport + " " + s.Start.Add(time.Duration(s.OffsetS)*time.Second).Format(time.DateOnly)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
			if err != nil || len(docs) != 2 {
				t.Fatalf("%d days, %v", len(docs), err)
			}
			sum := 0.0
			for _, d := range docs {
				w, err := document.Show[training.WellnessDay](d)
				if err != nil || w.Numbers[training.WellnessSteps].Source != "polar" {
					t.Errorf("%+v, %v", w, err)
				}
				sum += w.Numbers[training.WellnessSteps].Value
			}
			if sum != 17_000 {
				t.Errorf("%v steps", sum)
			}
		})
	}
}

// TestRunkeeperArchive: rows with a track give it sport and notes, the others are
// activities of their own, at the instant that the tracks near them tell.
func TestRunkeeperArchive(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]runkeepertest.Options{
		"today":            {OffsetS: 7200, From: time.Date(2024, 6, 1, 22, 30, 0, 0, time.UTC)},
		"miles, no tracks": {Miles: true, NoTracks: true, OffsetS: -14_400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := runkeepertest.Build(o)
			b := wayBench(t)
			b.twice(t, packed(t, a.Files))
			rows := b.rows(t)
			if len(rows) != len(a.Activities) {
				t.Errorf("%d activities, want %d", len(rows), len(a.Activities))
			}
			for _, want := range a.Activities {
				found := 0
				for _, act := range rows {
					start := want.Start
					if o.NoTracks { // nothing tells the place; the clock is that of the athlete's home
						start = want.Local.Add(-time.Hour)
					}
					sport, _, ok := training.ParseKind(want.Type)
					if !act.Start.Equal(start) || !ok || act.Sport != sport || act.Description != want.Notes ||
						act.LocalDay.String() != want.Local.Format(time.DateOnly) {
						continue
					}
					found++
					v := act.Summary.Values
					if want.File == "" && math.Abs(v[training.MetricDistanceKM]*1000-want.DistanceM) > 0.1 ||
						math.Abs(v[training.MetricDurationS]-float64(want.DurationS)) > 1 ||
						want.File == "" && v[training.MetricAvgHRBpm] != float64(want.AvgHR) ||
						v[training.MetricCaloriesKcal]+act.Burnt.Kcal != want.Calories || (act.Burnt.By == "runkeeper") != (want.File != "") {
						t.Errorf("%v, want %+v", v, want)
					}
				}
				if found != 1 {
					t.Errorf("%d activities are %+v", found, want)
				}
			}
		})
	}
}

// TestATrackThatIsMissingIsTold.
func TestATrackThatIsMissingIsTold(t *testing.T) {
	t.Parallel()
	a := runkeepertest.Build(runkeepertest.Options{})
	var left packtest.Files
	for _, f := range a.Files {
		if f.Name != a.Activities[0].File {
			left = append(left, f)
		}
	}
	b := wayBench(t)
	_, all := b.take(t, "run1", packed(t, left))
	told := 0
	for _, r := range all {
		if len(r.Warnings) > 0 {
			told++
		}
	}
	if told != 1 || len(b.rows(t)) != len(a.Activities) {
		t.Errorf("%d results tell it, %d activities", told, len(b.rows(t)))
	}
}

// TestFoldersOfFIT: what COROS, Wahoo and Zwift hand out or keep are FIT files,
// and each recording names its maker.
func TestFoldersOfFIT(t *testing.T) {
	t.Parallel()
	for maker, o := range map[string]struct {
		number uint16
		name   string
	}{
		"coros": {294, "Cycling20240301063000.fit"}, "wahoo_fitness": {32, "2024-03-01-063000-ELEMNT BOLT 1234-5-0.fit"},
		"zwift": {260, "2024-03-01-06-30-00.fit"},
	} {
		body := bodytest.Body{Start: time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC), Seed: 2, Seconds: 200, Sport: "cycling", Maker: o.number}
		var files packtest.Files
		files.Add("Activities/"+o.name, body.FIT())
		b := wayBench(t)
		p := packed(t, files)
		b.twice(t, p)
		rows := b.rows(t)
		if len(rows) != 1 {
			t.Fatalf("%s: %d activities", maker, len(rows))
		}
		recs, err := b.db.Recordings(t.Context(), storetest.Export(me), rows[0].ID)
		if err != nil || recs[0].Recording.Device.Manufacturer != maker || (rows[0].SubSport == training.SubVirtual) != (maker == "zwift") {
			t.Errorf("%s: %+v %s, %v", maker, recs[0].Recording.Device, rows[0].SubSport, err)
		}
	}
}

// TestTakeoutArchive: exercises of which something was measured are activities on
// the day of their place, the one with a track is its recording, and the list
// without a zone says nothing twice.
func TestTakeoutArchive(t *testing.T) {
	t.Parallel()
	a := fitbittest.Build()
	b := wayBench(t)
	b.twice(t, packed(t, a.Files))
	got, want := map[string]string{}, map[string]string{}
	for _, act := range b.rows(t) {
		got[act.Start.Format(time.DateTime)] = string(act.Sport) + " " + act.LocalDay.String()
	}
	for _, e := range a.Exercises {
		if e.DistanceM+float64(e.Kcal) > 0 {
			want[e.Start.Format(time.DateTime)] = e.Sport + " " + e.Start.Add(time.Duration(e.OffsetS)*time.Second).Format(time.DateOnly)
		}
	}
	if d := cmp.Diff(want, got); d != "" || len(b.rows(t)) != len(want) {
		t.Errorf("%d activities, %s", len(b.rows(t)), d)
	}
}
