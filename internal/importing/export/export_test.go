package export_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/importing/export"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// list is a store with one ride and one that was deleted.
type list struct {
	store.Store
	broken bool
}

func (list) Documents(_ context.Context, _ training.Scope, c document.Collection, _ document.Filter) ([]document.Document, error) {
	if c != document.Pairs {
		return nil, nil
	}
	return []document.Document{{ID: "rb+ra", Own: json.RawMessage(`{"verdict":"same"}`)}, {ID: "said alone"}}, nil
}

func (list) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{ID: "me", Name: "Ada", WeekStart: time.Monday}, nil
}

func (list) History(context.Context, training.Scope) (training.History, error) {
	return training.History{{Key: training.KeyFTP, From: 20000, Values: []float64{250}}}, nil
}

func (list) Activities(context.Context, training.Scope, store.ActivityFilter) (store.ActivityPage, error) {
	at := time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC)
	return store.ActivityPage{Rows: []store.ActivityRow{
		{Activity: training.Activity{
			ID: "a", Sport: training.Cycling, Start: at, LocalDay: training.DayOf(at), Name: `Hills, "steep"`, Tags: []string{"x", "y"},
			Edited: []string{"name"},
		}, Summary: store.Summary{Values: training.Values{training.MetricDistanceKM: 40.5}}},
		{Activity: training.Activity{ID: "b", Sport: training.Running, Start: at, LocalDay: training.DayOf(at)}, Deleted: true},
	}}, nil
}

func (list) Recordings(context.Context, training.Scope, training.ActivityID) ([]store.RecordingRow, error) {
	return []store.RecordingRow{{ID: "ra", Original: "abc", Chosen: store.Channels(training.Power), Origin: store.Origin{Source: "file"}}}, nil
}

func (list) Notes(context.Context, training.Scope, training.ActivityID) ([]store.Note, error) {
	return []store.Note{{ID: "n", Text: "t"}}, nil
}

func (list) DocumentLayers(_ context.Context, _ training.Scope, c document.Collection) ([]document.Layers, error) {
	if c != document.Events {
		return nil, nil
	}
	said := document.SourceLayer{Source: "service", AsOf: time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC), Body: json.RawMessage(`{"name":"Race"}`)}
	return []document.Layers{
		{ID: "e1", Statements: []document.Stated{{SourceLayer: said, Days: training.DayRange{From: 20_000, To: 20_000}}}},
		{ID: "e2", Own: document.Own{Fields: json.RawMessage(`{"name":"Mine"}`), Deleted: true}},
	}, nil
}

func (list) ActivityStatements(context.Context, training.Scope, training.ActivityID) ([]document.Standing, error) {
	return []document.Standing{{Said: training.Statement{Ref: "service:1", Name: "Theirs"}}}, nil
}

func (list) Ties(context.Context, training.Scope) ([]ledger.Tie, error) {
	return []ledger.Tie{{Source: "service", Kind: "event", Here: "e1", There: "71"}}, nil
}

func (s list) AllOriginals(context.Context, training.Scope) iter.Seq2[store.OriginalFile, error] {
	return func(yield func(store.OriginalFile, error) bool) {
		if yield(store.OriginalFile{Hash: "abc", FileName: `..\../odd:name.fit`, Data: []byte("bytes")}, nil) && s.broken {
			yield(store.OriginalFile{}, errors.New("broken"))
		}
	}
}

func contents(t *testing.T, dir fs.FS) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := fs.WalkDir(dir, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, p)
		got[p] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestFolderAndArchiveHoldTheSame(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder, packed := filepath.Join(root, "out"), filepath.Join(root, "out.zip")
	for _, dest := range []string{folder, packed} {
		if n, err := export.Write(t.Context(), list{}, "me", dest); err != nil || n != 1 {
			t.Fatal(n, err)
		}
	}
	z, err := zip.OpenReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	got := contents(t, os.DirFS(folder))
	if diff := cmp.Diff(got, contents(t, z)); diff != "" {
		t.Error(diff)
	}
	wantCSV := "id,local_date,start,time_zone,sport,sub_sport,name,tags,race,elapsed_time_s,duration_s,moving_time_s,distance_km," +
		"avg_speed_kmh,elevation_gain_m,avg_hr_bpm,max_hr_bpm,avg_power_w,max_power_w,normalized_power_w,work_kj,avg_cadence_rpm,calories_kcal\n" +
		"a,2026-05-01,2026-05-01T06:00:00Z,,cycling,,\"Hills, \"\"steep\"\"\",x y,false,,,,40.5,,,,,,,,,,\n"
	if diff := cmp.Diff(wantCSV, got["activities.csv"]); diff != "" {
		t.Error(diff)
	}
	if got["originals/abc-_.._odd_name.fit"] != "bytes" {
		t.Errorf("originals: %q", slices.Collect(func(yield func(string) bool) {
			for k := range got {
				if !yield(k) {
					return
				}
			}
		}))
	}
	data := []byte(got["athlete.json"])
	if !export.Is(data) || export.Is([]byte(`{"format":"other"}`)) || export.Is(nil) {
		t.Error("the document is not recognised by its beginning")
	}
	doc, err := export.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Decisions) != 1 || doc.Decisions[0].Pair != "rb+ra" || !strings.Contains(string(doc.Decisions[0].Word), `"same"`) {
		t.Errorf("decisions: %+v", doc.Decisions)
	}
	if doc.Profile.Name != "Ada" || len(doc.Activities) != 2 || !doc.Activities[1].Deleted ||
		doc.Activities[0].Recordings[0].Chosen[0] != "power" {
		t.Errorf("%+v", doc)
	}
	if got := string(doc.Activities[0].Override("name")); got != `"Hills, \"steep\""` {
		t.Errorf("override %s", got)
	}
	if doc.Activities[0].Override("id") != nil {
		t.Error("an id cannot be edited")
	}
}

func TestExportLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"out", "out.zip"} {
		root := t.TempDir()
		if _, err := export.Write(t.Context(), list{broken: true}, "me", filepath.Join(root, name)); err == nil {
			t.Error("no error")
		}
		if left, _ := os.ReadDir(root); len(left) != 0 {
			t.Errorf("%v is left", left)
		}
	}
}

func TestExportOverwritesNothing(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	kept := filepath.Join(root, "kept")
	if err := os.WriteFile(kept, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dest := range []string{kept, root} {
		if _, err := export.Write(t.Context(), list{}, "me", dest); training.KindOf(err) != training.KindConflict {
			t.Errorf("%s: %v", dest, err)
		}
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Write(t.Context(), list{}, "me", empty); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	_, err := export.Write(t.Context(), list{}, "me", filepath.Join(kept, "below a file"))
	if err != nil && strings.Contains(err.Error(), "exists") {
		t.Errorf("where nothing can be looked at, something exists: %v", err)
	}
	if training.KindOf(err) != training.KindUnavailable && training.KindOf(err) != training.KindConflict {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"lapkeep-export","version":1,"activities":[{"id":"a","local_date":"2026-05-01","edited":["name","x"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := export.Parse(data)
		if err != nil {
			return
		}
		for _, a := range doc.Activities {
			for _, field := range a.Edited {
				if v := a.Override(field); v != nil && strings.Contains(field, " ") {
					t.Errorf("%q has a value", field)
				}
			}
		}
	})
}
