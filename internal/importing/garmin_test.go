package importing_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/packtest"
)

// garminFile writes an export to a file.
func garminFile(t testing.TB, files packtest.Files) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "export.zip")
	if err := os.WriteFile(p, files.Zip(), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// garminHolds compares the store with the truth.
func (b bench) garminHolds(t testing.TB, truth garmintest.Truth) {
	t.Helper()
	if n := b.count(t); n != len(truth.Activities) {
		t.Errorf("%d activities, want %d", n, len(truth.Activities))
	}
	gear, err := b.db.Gear(t.Context(), storetest.Export(me))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range truth.Activities {
		b.garminActivity(t, want, gear)
	}
	b.garminGear(t, truth, gear)
	b.garminAccount(t, truth)
	b.garminDays(t, truth)
}

func (b bench) garminActivity(t testing.TB, want garmintest.Activity, gear []training.Gear) {
	t.Helper()
	scope := storetest.Export(me)
	id, err := b.db.Resolve(t.Context(), scope, fmt.Sprintf("garmin:%d", want.ID))
	if err != nil {
		t.Errorf("%d: %v", want.ID, err)
		return
	}
	row, err := b.db.Activity(t.Context(), scope, id)
	if err != nil {
		t.Fatal(err)
	}
	recs, err := b.db.Recordings(t.Context(), scope, id)
	if err != nil && training.KindOf(err) != training.KindNotFound || (len(recs) == 1) != (want.File != "") {
		t.Errorf("%d has %d recordings of %q, %v", want.ID, len(recs), want.File, err)
	}
	type words struct{ Name, Description, Sport, Gear, Day string }
	worn := ""
	if i := slices.IndexFunc(gear, func(g training.Gear) bool { return g.ID == row.GearID }); i >= 0 {
		worn = gear[i].Name
	}
	local := training.DayOf(want.Start.Add(1e9 * 7200)).String()
	got := words{row.Name, row.Description, string(row.Sport), worn, row.LocalDay.String()}
	if d := cmp.Diff(words{want.Name, want.Description, want.Sport, strings.Join(want.Gear, ""), local}, got); d != "" {
		t.Errorf("%d: %s", want.ID, d)
	}
	v := row.Summary.Values
	km, _ := v[training.MetricDistanceKM]
	if row.PerceivedExertion != float64(want.RPE) || row.Start.Sub(want.Start).Abs() > 2e9 ||
		math.Abs(v[training.MetricElapsedTimeS]-float64(want.ElapsedS)) > 0.5 ||
		math.Abs(v[training.MetricDurationS]-float64(want.TimerS)) > 0.5 || math.Abs(km-want.DistanceM/1000) > 0.01+0.003*km {
		t.Errorf("%d began %s, RPE %v, %v, want %+v", want.ID, row.Start, row.PerceivedExertion, v, want)
	}
	if want.File == "" && (v[training.MetricElevationGainM] != want.AscentM || v[training.MetricAvgHRBpm] != float64(want.AvgHR) ||
		v[training.MetricMaxHRBpm] != float64(want.MaxHR) || v[training.MetricMovingTimeS] != float64(want.MovingS)) {
		t.Errorf("%d that was typed in has %v, want %+v", want.ID, v, want)
	}
}

func (b bench) garminGear(t testing.TB, truth garmintest.Truth, gear []training.Gear) {
	t.Helper()
	if len(gear) != len(truth.Gear) {
		t.Errorf("%d pieces of gear, want %d", len(gear), len(truth.Gear))
	}
	for _, want := range truth.Gear {
		i := slices.IndexFunc(gear, func(g training.Gear) bool { return g.Name == want.Name })
		if i < 0 || gear[i].Brand != want.Make || gear[i].Model != want.Model || gear[i].Retired != want.Retired ||
			(gear[i].Kind == training.GearBike) != want.Bike {
			t.Errorf("%+v, want %+v", gear, want)
		}
	}
}

// garminAccount compares the records, thresholds and reminders.
func (b bench) garminAccount(t testing.TB, truth garmintest.Truth) {
	t.Helper()
	scope := storetest.Export(me)
	docs, err := b.db.Documents(t.Context(), scope, document.Records, document.Filter{})
	due, derr := b.db.Documents(t.Context(), scope, document.Reminders, document.Filter{})
	h, herr := b.db.History(t.Context(), scope)
	if err != nil || derr != nil || herr != nil {
		t.Fatal(err, derr, herr)
	}
	got := map[string]float64{}
	for _, d := range docs {
		r, err := document.Show[training.PersonalRecord](d)
		if err != nil {
			t.Fatal(err)
		}
		got[fmt.Sprintf("%s of %s at %s", r.Name, r.Ref, r.At)] = math.Round(r.DurationS + r.DistanceM)
	}
	for _, d := range due {
		r, err := document.Show[training.GearReminder](d)
		if err != nil {
			t.Fatal(err)
		}
		got["reminder"] += r.DistanceKm
	}
	last := training.DayOf(truth.Activities[len(truth.Activities)-1].Start)
	for _, e := range h {
		got[fmt.Sprintf("%s %s in time %v", e.Key, e.Sport, e.From <= last)] = e.Values[0]
	}
	want := map[string]float64{
		"lthr_bpm running in time true": float64(truth.LTHR), "max_hr_bpm  in time true": float64(truth.MaxHR),
		"ftp_w cycling in time true": float64(truth.FTPW),
	}
	for _, g := range truth.Gear {
		if g.MaximumM > 0 && !g.Retired {
			want["reminder"] += g.MaximumM / 1000
		}
	}
	for _, r := range truth.Records {
		if r.Unit != "" {
			want[fmt.Sprintf("%s of garmin:%d at %s", r.Type, r.Activity, r.At)] = math.Round(r.Value)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func (b bench) garminDays(t testing.TB, truth garmintest.Truth) {
	t.Helper()
	docs, err := b.db.Documents(t.Context(), storetest.Export(me), document.Wellness, document.Filter{})
	if err != nil || len(docs) != len(truth.Days) {
		t.Errorf("%d days, want %d, %v", len(docs), len(truth.Days), err)
		return
	}
	for i, want := range truth.Days {
		w, err := document.Show[training.WellnessDay](docs[i])
		if err != nil || w.Day.String() != want.Date {
			t.Fatalf("%s, want %s, %v", w.Day, want.Date, err)
		}
		got := map[training.WellnessField]float64{}
		for f, n := range w.Numbers {
			if got[f] = n.Value; n.Source != "garmin" {
				t.Errorf("%s is said by %s", f, n.Source)
			}
		}
		if d := cmp.Diff(numbersOf(want), got); d != "" {
			t.Errorf("%s: %s", want.Date, d)
		}
		if s := want.Sleep; s != nil && (!isAt(w.Words[training.WellnessSleepStart].Text, s.Start) ||
			!isAt(w.Words[training.WellnessSleepEnd].Text, s.End)) {
			t.Errorf("%s: %v, want %+v", want.Date, w.Words, s)
		}
	}
}

// isAt reports whether a text is an instant, on whichever clock.
func isAt(text string, at time.Time) bool {
	got, err := time.Parse(time.RFC3339, text)
	return err == nil && got.Equal(at)
}

// numbersOf gives a day of the truth as the store keeps it, without values
// that the truth has as nothing.
func numbersOf(d garmintest.Day) map[training.WellnessField]float64 {
	out := map[training.WellnessField]float64{training.WellnessTotalKcal: 2400}
	for f, v := range map[training.WellnessField]float64{
		training.WellnessRestingHRBpm: float64(d.DayRestingHR), training.WellnessSteps: float64(d.Steps),
		training.WellnessDeviceStress: float64(d.StressAvg), training.WellnessSpO2Pct: d.SpO2,
		training.WellnessEnergyHigh: float64(d.BodyBatteryHigh), training.WellnessEnergyLow: float64(d.BodyBatteryLow),
		training.WellnessWeightKg: math.Round(1000*d.WeightKG) / 1000, training.WellnessHRVRmssdMs: d.HRVms,
		training.WellnessVO2MaxRunning: d.VO2maxRunning, training.WellnessVO2MaxCycling: d.VO2maxCycling,
		training.WellnessReadiness: float64(d.Readiness),
	} {
		if v > 0 {
			out[f] = v
		}
	}
	if s := d.Sleep; s != nil {
		out[training.WellnessSleepS], out[training.WellnessSleepDeepS],
			out[training.WellnessSleepLightS] = float64(s.AsleepS()), float64(s.DeepS), float64(s.LightS)
		out[training.WellnessSleepRemS], out[training.WellnessSleepAwakeS] = float64(s.RemS), float64(s.AwakeS)
		out[training.WellnessSleepInBedS], out[training.WellnessRespirationPerM] = s.End.Sub(s.Start).Seconds(), s.Respiration
		if d.HRVms > 0 { // of exports that have it
			out[training.WellnessSleepScore] = float64(s.Score)
		}
	}
	return out
}

func TestGarminArchiveOfEveryGeneration(t *testing.T) {
	t.Parallel()
	for _, g := range garmintest.Generations() {
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			a := garmintest.Build(garmintest.Options{Generation: g, Seconds: 120, Page: 10})
			b := stravaBench(t)
			p := garminFile(t, a.Files)
			counts, results := b.take(t, "run1", p)
			aside, newest := 0, ""
			for _, r := range results {
				if path.Ext(r.Path) == ".fit" && !r.Aside && r.Status == importing.Imported {
					if newest != "" && path.Base(r.Path) > newest {
						t.Errorf("%s comes after %s", r.Path, newest)
					}
					newest = path.Base(r.Path)
				}
				if r.Aside && strings.Contains(r.Reason.String(), "FIT file") {
					aside++
				}
				if strings.Contains(r.Path, garmintest.Account) {
					t.Errorf("%s shows the account", r.Path)
				}
			}
			if aside != a.Truth.Others || counts[importing.Failed] != 0 {
				t.Errorf("%d of %d other files, %v", aside, a.Truth.Others, counts)
			}
			b.garminHolds(t, a.Truth)
			if text := b.dump(t) + b.words(t); strings.Contains(text, garmintest.Canary) || strings.Contains(text, garmintest.Account) {
				t.Error("something private came out")
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

// TestGarminUnpacked checks the same from a folder, also from DI_CONNECT alone.
func TestGarminUnpacked(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 60, Activities: 12, Days: 20})
	dir := t.TempDir()
	if err := a.Unpack(filepath.Join(dir, "deep", "down")); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{dir, filepath.Join(dir, "deep", "down", "DI_CONNECT")} {
		b := stravaBench(t)
		b.take(t, "run1", p)
		b.garminHolds(t, a.Truth)
		seq := storetest.LastSeq(t, b.db)
		b.take(t, "run2", garminFile(t, a.Files))
		if n := storetest.LastSeq(t, b.db); n != seq {
			t.Errorf("packed again: %d changes", n-seq)
		}
	}
}

// TestANewerGarminArchive updates what changed, except where the athlete has
// a word of their own; an older one changes nothing back, and what a run
// brought goes with it.
func TestANewerGarminArchive(t *testing.T) {
	t.Parallel()
	o := garmintest.Options{Seconds: 60, Activities: 12, Days: 18}
	older := garmintest.Build(o)
	o.Activities, o.Days = 14, 22
	newer := garmintest.Build(o)
	renamed := &newer.Truth.Activities[3]
	for i, f := range newer.Files {
		if strings.HasSuffix(f.Name, "_summarizedActivities.json") {
			newer.Files[i].Data = []byte(strings.Replace(string(f.Data), renamed.Name, "Renamed", 1))
		}
	}
	renamed.Name = "Renamed"
	b := stravaBench(t)
	first := garminFile(t, older.Files)
	b.take(t, "run1", first)
	b.garminHolds(t, older.Truth)
	mine, err := b.db.Resolve(t.Context(), storetest.Export(me), fmt.Sprintf("garmin:%d", older.Truth.Activities[5].ID))
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(me, mine, "name", json.RawMessage(`"My own"`))
		return err
	})
	before := b.dump(t)
	b.take(t, "run2", garminFile(t, newer.Files))
	newer.Truth.Activities[5].Name = "My own"
	b.garminHolds(t, newer.Truth)
	seq := storetest.LastSeq(t, b.db)
	if counts, _ := b.take(t, "run3", first); counts[importing.Imported]+counts[importing.Updated] != 0 || storetest.LastSeq(t, b.db) != seq {
		t.Errorf("the older one again: %v", counts)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.RemoveRun(me, "run2") })
	older.Truth.Activities[5].Name = "My own"
	b.garminHolds(t, older.Truth)
	if d := cmp.Diff(before, b.dump(t)); d != "" {
		t.Errorf("undone: %s", d)
	}
}

// TestGarminFilesWereThere: the archive says more of what was imported before
// as files, and what was deleted does not come back by its summary.
func TestGarminFilesWereThere(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 60, Activities: 12, Days: 4})
	dir := t.TempDir()
	if err := a.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	b := stravaBench(t)
	_, results := b.take(t, "run1", filepath.Join(dir, "DI_CONNECT", "DI-Connect-Uploaded-Files"))
	gone := results[slices.IndexFunc(results, func(r importing.FileResult) bool {
		return r.Status == importing.Imported &&
			len(r.Activities) == 1
	})].Activities[0]
	row, err := b.db.Activity(t.Context(), storetest.Export(me), gone)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, b.db, func(tx *store.Tx) error { return tx.DeleteActivity(me, gone) })
	b.take(t, "run2", dir)
	truth := a.Truth
	truth.Activities = slices.DeleteFunc(slices.Clone(truth.Activities), func(w garmintest.Activity) bool { return w.Start.Equal(row.Start) })
	if len(truth.Activities) != len(a.Truth.Activities)-1 {
		t.Fatalf("%s is not in the truth", row.Start)
	}
	b.garminHolds(t, truth)
}
