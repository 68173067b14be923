package importing_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/derive"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/appletest"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/recordingtest"
)

// healthFile writes an export to a file.
func healthFile(t testing.TB, e *appletest.Export) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "export.zip")
	f, err := os.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.WriteZip(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}

// shownSource returns how the truth's source is named here.
func shownSource(name string) string {
	switch {
	case strings.Contains(name, "Watch"):
		return "apple/Apple Watch"
	case strings.Contains(name, "iPhone"):
		return "apple/iPhone"
	}
	return "apple/" + name
}

// healthDays compares the wellness days with the truth.
func (b bench) healthDays(t testing.TB, truth []appletest.Day) {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
	if err != nil || len(docs) != len(truth) {
		t.Errorf("%d days, want %d, %v", len(docs), len(truth), err)
		return
	}
	for i, d := range truth {
		w, err := wellness.Shown(docs[i], "")
		if err != nil || w.Day.String() != d.Date {
			t.Fatalf("%s, want %s, %v", w.Day, d.Date, err)
		}
		phones, err := wellness.Shown(docs[i], "steps=iphone") // each device's values are kept, and the setting decides
		if by := phones.Numbers[training.WellnessSteps]; err != nil || by.Value != d.PhoneSteps || by.Source != "apple/iPhone" {
			t.Errorf("%s: %+v, want %v of the phone, %v", d.Date, by, d.PhoneSteps, err)
		}
		want := map[training.WellnessField]training.WellnessNumber{}
		put := func(f training.WellnessField, v float64, source string) {
			if v != 0 {
				want[f] = training.WellnessNumber{Value: math.Round(v*1e6) / 1e6, Source: shownSource(source)}
			}
		}
		for f, m := range map[training.WellnessField]appletest.Measure{
			training.WellnessSteps: d.Steps, training.WellnessRestingHRBpm: d.RestingHR, training.WellnessHRVSdnnMs: d.SDNN,
			training.WellnessSpO2Pct:         d.SpO2,
			training.WellnessRespirationPerM: d.Respiration, training.WellnessWeightKg: d.WeightKG, training.WellnessVO2Max: d.VO2max,
		} {
			put(f, m.Value, m.Source)
		}
		words := map[training.WellnessField]training.WellnessWords(nil)
		if s := d.Sleep; s != nil {
			put(training.WellnessSleepS, float64(s.AsleepS()), s.Source)
			put(training.WellnessSleepDeepS, float64(s.DeepS), s.Source)
			put(training.WellnessSleepLightS, float64(s.CoreS), s.Source)
			put(training.WellnessSleepRemS, float64(s.REMS), s.Source)
			put(training.WellnessSleepAwakeS, float64(s.AwakeS), s.Source)
			by := shownSource(s.Source)
			words = map[training.WellnessField]training.WellnessWords{
				training.WellnessSleepStart: {Text: s.Start.Format(time.RFC3339), Source: by},
				training.WellnessSleepEnd:   {Text: s.End.Format(time.RFC3339), Source: by},
			}
		}
		if n, ok := w.Numbers[training.WellnessSystolicMmHg]; ok && n.Value != 118 {
			t.Errorf("%s: %+v, which stands once in a correlation and once by itself", d.Date, n)
		}
		delete(w.Numbers, training.WellnessSystolicMmHg) // not in the truth
		for f, n := range w.Numbers {
			n.Value = math.Round(n.Value*1e6) / 1e6
			w.Numbers[f] = n
		}
		if diff := cmp.Diff(want, w.Numbers); diff != "" {
			t.Errorf("%s: %s", d.Date, diff)
		}
		if diff := cmp.Diff(words, w.Words); diff != "" {
			t.Errorf("%s: %s", d.Date, diff)
		}
	}
}

// healthWorkouts compares the activities with the truth; what another source
// wrote of the same outing is none of its own.
func (b bench) healthWorkouts(t testing.TB, truth []appletest.Workout) {
	t.Helper()
	want := 0
	for _, w := range truth {
		if w.CopyOf < 0 {
			want += max(1, len(w.Legs))
		}
	}
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil || len(page.Rows) != want {
		t.Errorf("%d activities, want %d, %v", len(page.Rows), want, err)
	}
	at := func(start time.Time) *store.ActivityRow {
		i := slices.IndexFunc(page.Rows, func(r store.ActivityRow) bool { return r.Start.Equal(start) })
		if i < 0 {
			t.Fatalf("nothing began at %s", start)
		}
		return &page.Rows[i]
	}
	for _, w := range truth {
		if w.CopyOf >= 0 {
			continue
		}
		if len(w.Legs) > 0 {
			parent := at(w.Legs[0].Start)
			for _, leg := range w.Legs {
				row := at(leg.Start)
				if string(row.Sport) != leg.Sport || row.ParentID != parent.ID ||
					math.Abs(row.Summary.Values[training.MetricElapsedTimeS]-leg.End.Sub(leg.Start).Seconds()) > 1 {
					t.Errorf("%+v, want %+v", row, leg)
				}
			}
			continue
		}
		b.healthWorkout(t, at(w.Start), w)
	}
}

func (b bench) healthWorkout(t testing.TB, row *store.ActivityRow, w appletest.Workout) {
	t.Helper()
	v := row.Summary.Values
	if string(row.Sport) != w.Sport || row.OffsetS != w.OffsetS || math.Abs(v[training.MetricElapsedTimeS]-w.End.Sub(w.Start).Seconds()) > 1 ||
		math.Abs(v[training.MetricDurationS]-w.DurationS) > 1 {
		t.Errorf("%s: %s %d %v, want %+v", row.Start, row.Sport, row.OffsetS, v, w)
	}
	recs, err := b.db.Recordings(t.Context(), storetest.Export(me), row.ID)
	if err != nil || len(recs) != 1 {
		t.Fatalf("%s has %d recordings, %v", row.Start, len(recs), err)
	}
	rec := recs[0].Recording
	c, err := b.db.RecordingColumns(t.Context(), storetest.Export(me), recs[0].ID, store.AllChannels)
	if err != nil {
		t.Fatal(err)
	}
	if hr := c.Data[training.HeartRate].Valid.Count(); hr != w.HeartRates {
		t.Errorf("%s: %d heart rates, want %d", row.Start, hr, w.HeartRates)
	}
	if n := c.Data[training.Latitude].Valid.Count(); n != w.Points {
		t.Errorf("%s: %d positions, want %d", row.Start, n, w.Points)
	}
	if len(rec.Pauses) != w.Pauses || w.Laps > 0 && len(rec.Laps) != w.Laps+1 {
		t.Errorf("%s: %d laps, %v, want %+v", row.Start, len(rec.Laps), rec.Pauses, w)
	}
	d := rec.DeviceValues
	if math.Abs(d[training.MetricDistanceKM]*1000-w.DistanceM) > 1 || math.Abs(d[training.MetricAvgHRBpm]-w.AvgHR) > 1 ||
		d[training.MetricCaloriesKcal] != w.EnergyKcal {
		t.Errorf("%s: %v, want %+v", row.Start, d, w)
	}
	if indoor := row.SubSport == training.SubIndoor || row.SubSport == training.SubPool; indoor != w.Indoor {
		t.Errorf("%s is %q, want %+v", row.Start, row.SubSport, w)
	}
}

func TestAppleHealthInEveryLanguage(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]appletest.Options{
		"English": {}, "Chinese, old totals": {Language: appletest.Chinese, OldTotals: true, Seed: 3},
		"Norwegian, imperial": {Language: appletest.Norwegian, Imperial: true, BrokenDTD: true},
	} {
		if testing.Short() && name != "English" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := appletest.New(o)
			b := stravaBench(t)
			p := healthFile(t, e)
			counts, results := b.take(t, "run1", p)
			truth := e.Truth()
			b.healthDays(t, truth.Days)
			for i := range truth.Workouts {
				if o.OldTotals { // which have no heart rate
					truth.Workouts[i].AvgHR = 0
				}
			}
			b.healthWorkouts(t, truth.Workouts)
			for _, r := range results {
				if slices.ContainsFunc(truth.Private,
					func(name string) bool { return strings.HasSuffix(r.Path, name) }) != (r.Reason == "It is a medical record; it was not opened.") {
					t.Errorf("%+v", r)
				}
			}
			follow(t, b)
			seq := storetest.LastSeq(t, b.db)
			again, _ := b.take(t, "run2", p)
			if again[importing.Imported]+again[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
				t.Errorf("a second time: %v after %v, and %d changes", again, counts, storetest.LastSeq(t, b.db)-seq)
			}
		})
	}
}

// TestAppleHealthThatIsInterrupted, at any item, and run again is what one
// run makes.
func TestAppleHealthThatIsInterrupted(t *testing.T) {
	t.Parallel()
	e := appletest.New(appletest.Options{Days: 6, Workouts: 4, Seconds: 300})
	p := healthFile(t, e)
	for _, after := range []int{0, 1, 3, 5} {
		b := stravaBench(t)
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		items := func(yield func(listing.Item) bool) {
			for it := range archive.Walk(ctx, []string{p}, archive.Limits{}) {
				if n++; n > after {
					cancel()
				}
				if !yield(it) {
					return
				}
			}
		}
		if _, err := b.im.Import(ctx, me, items, importing.RunOptions{RunID: "run1"}, nil); err == nil {
			t.Errorf("after %d items: the run was not interrupted", after)
		}
		cancel()
		b.take(t, "run2", p)
		b.healthDays(t, e.Truth().Days)
		b.healthWorkouts(t, e.Truth().Workouts)
	}
}

// TestALifeFromEveryArchive imports the same outings from Strava, Garmin, Apple
// Health and the device itself, in both orders: each is one activity.
func TestALifeFromEveryArchive(t *testing.T) {
	t.Parallel()
	l := mergetest.NewLife(2, 8)
	dir := t.TempDir()
	apple := healthFile(t, l.Apple)
	paths := []string{filepath.Join(dir, "strava.zip"), filepath.Join(dir, "garmin.zip"), apple, filepath.Join(dir, "loose")}
	for i, data := range [][]byte{l.Strava.Zip(), l.Garmin.Zip()} {
		if err := os.WriteFile(paths[i], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Loose.Unpack(paths[3]); err != nil {
		t.Fatal(err)
	}
	for name, order := range map[string][]int{"Apple last": {0, 1, 3, 2}, "Apple first": {2, 3, 1, 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := stravaBench(t)
			for _, i := range order {
				b.take(t, "run"+string(rune('0'+i)), paths[i])
			}
			if n := b.count(t); n != len(l.Outings) {
				t.Errorf("%d activities of %d outings", n, len(l.Outings))
			}
		})
	}
}

// hours makes files of one hour at 1 Hz with all sensors, one a day.
func hours(tb testing.TB, n int) []file {
	tb.Helper()
	files := make([]file, n)
	for i := range files {
		rec := recordingtest.Hour()
		rec.Start = rec.Start.AddDate(0, 0, -i)
		var b bytes.Buffer
		if err := fit.Write(&b, []*training.Recording{rec}); err != nil {
			tb.Fatal(err)
		}
		files[i] = file{fmt.Sprintf("%d.fit", i), b.Bytes()}
	}
	return files
}

// BenchmarkImportOneHourFIT measures the CPU of one file from its bytes to
// columns and every primitive, without the store. The goal is 5 ms.
func BenchmarkImportOneHourFIT(b *testing.B) {
	f := hours(b, 1)[0]
	b.ReportAllocs()
	b.SetBytes(int64(len(f.data)))
	for b.Loop() {
		res, err := recording.Read(b.Context(), f.name, f.data, recording.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			b.Fatal(res, err)
		}
		act := training.Activity{ID: "a", Sport: training.Cycling}
		if _, ps := derive.Single(act, "r", res.Recordings[0]); len(ps) < 8 {
			b.Fatalf("only %d primitives", len(ps))
		}
	}
}

// BenchmarkImportDurable imports a year of one-hour files into a store on
// disk. The goal is 150 files a second and core.
func BenchmarkImportDurable(b *testing.B) {
	files, zones := hours(b, 365), &timezone.Finder{}
	for b.Loop() {
		b.StopTimer()
		bench := newBench(b, func(o *importing.Options) { o.Read, o.Workers = recording.Read, 0; o.Zones = zones })
		begin := time.Now()
		b.StartTimer()
		for _, r := range bench.run(b, importing.RunOptions{}, files...) {
			if r.Status != importing.Imported {
				b.Fatalf("%+v", r)
			}
		}
		b.StopTimer()
		perSecond := float64(len(files)) / time.Since(begin).Seconds()
		b.ReportMetric(perSecond, "files/s")
		b.ReportMetric(perSecond/float64(runtime.GOMAXPROCS(0)), "files/s/core")
		b.ReportMetric(residentMB(b), "MB-peak")
		b.StartTimer()
	}
}

// residentMB returns the most memory that the process ever held, 0 where the
// system does not say.
func residentMB(tb testing.TB) float64 {
	tb.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}
