package app_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/export"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
)

// owner is an athlete of whom something of every kind is kept.
type owner struct {
	*testing.T
	home string
	db   *store.DB
	me   training.AthleteID
}

// everythingIn makes a home with something of every kind in it: recordings
// that are joined, doubtful and decided about, and every field and collection.
func everythingIn(t *testing.T, home string) {
	t.Helper()
	files := filepath.Join(t.TempDir(), "files")
	for _, c := range mergetest.Cases(7) {
		if c.Name == "watch and head unit" || c.Name == "two athletes side by side" || c.Name == "multisport siblings" {
			if err := c.Unpack(filepath.Join(files, strings.ReplaceAll(c.Name, " ", "-"))); err != nil {
				t.Fatal(err)
			}
		}
	}
	writeFile(t, filepath.Join(files, "way.gpx"), []byte(`<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><rte><name>Round the lake</name>
		<rtept lat="47.1" lon="8.1"/><rtept lat="47.2" lon="8.2"/><rtept lat="47.3" lon="8.1"/></rte></gpx>`))
	within(t, home, clock(), "import", files).must(t)
	db, err := store.Open(t.Context(), store.Options{Home: home, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	athletes, err := db.Athletes(t.Context())
	if err != nil || len(athletes) != 1 {
		t.Fatal(athletes, err)
	}
	k := owner{t, home, db, athletes[0].ID}
	k.person()
	k.documents()
	k.words()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func (k owner) write(f func(tx *store.Tx) error) {
	k.Helper()
	if err := k.db.Write(k.Context(), f); err != nil {
		k.Fatal(err)
	}
}

// person fills in every field of the athlete, and sets every threshold, for a
// sport and for all.
func (k owner) person() {
	k.Helper()
	who := training.Athlete{
		ID: k.me, Name: "Ada", Sex: training.Female, BirthYear: 1985, TimeZone: "Pacific/Auckland", WeekStart: time.Sunday,
		Units: training.ImperialUnits, Language: "de", Sharing: training.Sharing{Position: true, Weight: true, Notes: true},
		LoadOrder: "hr,power", WellnessOrder: "hrv=oura", HomeSource: "intervals", HomesOf: "workouts=local",
		SaidBy: training.SaidBy{Sex: "tri", BirthYear: "tri", TimeZone: "tri"},
	}
	of := reflect.ValueOf(who)
	for i := range of.NumField() {
		if name := of.Type().Field(i).Name; of.Field(i).IsZero() && name != "WeekStart" && name != "Demo" && name != "Unsaid" {
			k.Errorf("the athlete has a field %s that this test does not know", name)
		}
	}
	k.write(func(tx *store.Tx) error {
		for i, key := range []training.ThresholdKey{
			training.KeyFTP, training.KeyIndoorFTP, training.KeyLTHR, training.KeyMaxHR, training.KeyRestHR,
			training.KeyThresholdPace, training.KeyCP,
			training.KeyWPrime, training.KeyWeight, training.KeyPowerZones, training.KeyHRZones, training.KeyPaceZones,
			training.KeyLactateTest, training.KeyFitness,
		} {
			for n, sport := range []training.Sport{"", training.Cycling} {
				e := training.ThresholdEntry{
					Key: key, Sport: sport.Plain(), From: training.Day(20_000 + n),
					Values: []float64{float64(100 + i), float64(200 + i)},
				}
				if err := tx.PutThreshold(k.me, e); err != nil {
					return err
				}
			}
		}
		return tx.PutAthlete(who)
	})
}

// documents keeps in every collection what a source says, what the athlete
// says over it and alone, and what they deleted.
func (k owner) documents() {
	k.Helper()
	body := map[string]any{"name": "Theirs"}
	k.write(func(tx *store.Tx) error {
		for _, c := range export.Collections() {
			for _, id := range []string{"said", "both", "deleted"} {
				if _, err := tx.PutStatement(k.me, document.Statement{
					Collection: c, ID: id, Source: "garmin", AsOf: clock(), Body: body,
					Days: training.DayRange{From: 20_000, To: 20_000},
				}); err != nil {
					return err
				}
			}
			for id, own := range map[string]document.Own{
				"both": {Fields: json.RawMessage(`{"name":"Mine"}`)}, "deleted": {Deleted: true},
				"alone": {Fields: json.RawMessage(`{"name":"Mine <b>"}`), Days: training.DayRange{From: 20_001, To: 20_002}},
			} {
				if _, err := tx.PutOwn(k.me, c, id, own); err != nil {
					return err
				}
			}
		}
		if _, err := tx.PutStatement(k.me, document.GearStatement(training.Gear{
			ID: "bike", Kind: training.GearBike, Name: "Theirs",
			Since: 19_000,
		})); err != nil {
			return err
		}
		for id, own := range map[string]document.Own{
			"bike": {Fields: json.RawMessage(`{"name":"Green"}`)},
			"shoe": {Fields: json.RawMessage(`{"kind":"shoes","name":"Blue"}`)},
		} {
			if _, err := tx.PutOwn(k.me, document.Gear, id, own); err != nil {
				return err
			}
		}
		return nil
	})
}

// values are one for each field that the athlete may write over.
var values = map[string]string{
	"name": `"Mine"`, "description": `"windy"`, "sport": `"cycling"`, "sub_sport": `"gravel"`, "tags": `["a","b"]`,
	"race": `true`, "commute": `true`,
	"gear_id": `"bike"`, "more_gear": `["shoe"]`, "perceived_exertion": `7`, "feel": `4`, "carbs_g": `90`, "fluid_ml": `900`,
	"manual_load": `55`, "hidden_from_models": `true`,
	"ignored": `[{"channel":"power","from_s":1,"to_s":9}]`, "intervals": `[{"name":"Mine","start_offset_s":1,"end_offset_s":9}]`,
	"sets": `[{"exercise":"Squat","reps":5,"load_kg":100,"rpe":8}]`,
}

// words writes over every field of an activity, notes, decides about a pair,
// enters an activity by hand and deletes one.
func (k owner) words() {
	k.Helper()
	page, err := k.db.Activities(k.Context(), training.Everything(k.me),
		store.ActivityFilter{Ascending: true})
	if err != nil || len(page.Rows) < 5 {
		k.Fatal(len(page.Rows), err)
	}
	first, last := page.Rows[0].ID, page.Rows[len(page.Rows)-1].ID
	k.write(func(tx *store.Tx) error {
		for _, field := range ledger.FieldNames() {
			if _, err := tx.SetOverride(k.me, first, field, json.RawMessage(values[field])); err != nil {
				return err
			}
		}
		if err := tx.PutNote(k.me, store.Note{ID: "n1", Activity: first, Target: "local", Author: "me", Text: "tired", At: clock()}); err != nil {
			return err
		}
		return tx.DeleteActivity(k.me, last)
	})
	within(k.T, k.home, clock(), "call", "create_activities",
		`{"activities":[{"sport":"yoga","start":"2026-06-10T20:00","duration_s":1800,"name":"Stretching"}]}`).must(k.T)
	var doubts struct {
		Pairs []struct{ A, B struct{ ID string } }
	}
	if err := json.Unmarshal([]byte(within(k.T, k.home, clock(), "duplicates", "--json").must(k.T).out),
		&doubts); err != nil || len(doubts.Pairs) == 0 {
		k.Fatal(doubts, err)
	}
	within(k.T, k.home, clock(), "duplicates", "apart", doubts.Pairs[0].A.ID, doubts.Pairs[0].B.ID).must(k.T)
}

// TestEverythingComesBack: an export that is imported into an empty home and
// exported again is the same, file by file, and again changes nothing.
func TestEverythingComesBack(t *testing.T) {
	t.Parallel()
	from, to := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "home")
	everythingIn(t, from)
	first := exportedFiles(t, from)
	for _, c := range export.Collections() {
		if first["documents/"+string(c)+".jsonl"] == "" {
			t.Errorf("nothing of %s is exported", c)
		}
	}
	dest := filepath.Join(t.TempDir(), "export")
	within(t, from, clock(), "export", "--all", dest).must(t)
	for range 2 {
		within(t, to, clock(), "import", dest).must(t)
		if diff := cmp.Diff(first, exportedFiles(t, to)); diff != "" {
			t.Fatal(diff)
		}
	}
}

// exportedFiles returns the files of an export of a home, by their names in it.
func exportedFiles(t *testing.T, home string) map[string]string {
	t.Helper()
	dest := filepath.Join(t.TempDir(), "export")
	within(t, home, clock(), "export", "--all", dest).must(t)
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dest), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(os.DirFS(dest), p)
		out[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
