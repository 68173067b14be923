package garmintest_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/garmintest"
)

func generations(t *testing.T, o garmintest.Options, check func(t *testing.T, a garmintest.Archive, o garmintest.Options)) {
	t.Helper()
	for _, g := range garmintest.Generations() {
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			mine := o
			mine.Generation = g
			check(t, garmintest.Build(mine), mine)
		})
	}
}

// uploads are the files within the nested zips, by name.
func uploads(t *testing.T, a garmintest.Archive) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".zip") {
			continue
		}
		z, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range z.File {
			r, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			if out[e.Name] != nil {
				t.Errorf("%s is there twice", e.Name)
			}
			if out[e.Name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// rows are the objects of all files whose names end so, in order.
func rows(t *testing.T, a garmintest.Archive, part, within string) []map[string]any {
	t.Helper()
	var out []map[string]any
	for _, f := range a.Files {
		if !strings.Contains(f.Name, part) {
			continue
		}
		var page []map[string]any
		if err := json.Unmarshal(f.Data, &page); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if within == "" {
			out = append(out, page...)
			continue
		}
		for _, row := range page[0][within].([]any) {
			out = append(out, row.(map[string]any))
		}
	}
	return out
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{Seed: 3, Activities: 12, Seconds: 120}, func(t *testing.T, a garmintest.Archive, o garmintest.Options) {
		one, again := a.Zip(), garmintest.Build(o).Zip()
		if !bytes.Equal(one, again) {
			t.Error("two builds differ")
		}
		o.Seed++
		if bytes.Equal(one, garmintest.Build(o).Zip()) {
			t.Error("another seed changes nothing")
		}
	})
}

// TestEveryUploadIsWhatTheTruthSays reads all FIT files and counts them.
func TestEveryUploadIsWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{}, func(t *testing.T, a garmintest.Archive, _ garmintest.Options) {
		files := uploads(t, a)
		want := map[string][]garmintest.Activity{}
		for _, act := range a.Truth.Activities {
			if act.File != "" {
				want[act.File] = append(want[act.File], act)
			}
		}
		others, bodies := 0, map[string]bool{}
		for name, data := range files {
			if !strings.HasPrefix(name, garmintest.Account+"_") {
				t.Errorf("%s has no account in its name", name)
			}
			got, err := recording.Read(t.Context(), "x.fit", data, recording.Limits{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(got.Recordings) == 0 {
				others++
				continue
			}
			bodies[string(data)] = true
			acts := want[name]
			if len(acts) == 0 && a.Truth.Duplicates == 1 {
				continue // the upload that came twice
			}
			if len(got.Recordings) != len(acts) || len(acts) != acts[0].Sessions {
				t.Fatalf("%s: %d sessions, want %d", name, len(got.Recordings), len(acts))
			}
			for i, rec := range got.Recordings {
				if w := acts[i]; w.Session != i || !rec.Start.Equal(w.Start) || string(rec.Sport) != w.Sport ||
					math.Abs(rec.ElapsedS-float64(w.ElapsedS)) > 0.5 || rec.OffsetS == nil || *rec.OffsetS != w.OffsetS {
					t.Errorf("%s session %d: %s at %s for %v s, want %+v", name, i, rec.Sport, rec.Start, rec.ElapsedS, w)
				}
			}
		}
		if others != a.Truth.Others || len(bodies) != len(want) || len(files) != len(want)+others+a.Truth.Duplicates {
			t.Errorf("%d other files and %d different activities of %d, want %d and %d", others, len(bodies), len(files), a.Truth.Others, len(want))
		}
	})
}

// TestSummariesAreInTheirUnits turns them back and joins them by start.
func TestSummariesAreInTheirUnits(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{Page: 10}, func(t *testing.T, a garmintest.Archive, _ garmintest.Options) {
		byID := map[int64]map[string]any{}
		all := rows(t, a, "_summarizedActivities", "summarizedActivitiesExport")
		for _, row := range all {
			byID[int64(row["activityId"].(float64))] = row
		}
		if len(byID) != len(a.Truth.Activities)+len(a.Truth.Containers) || len(all) <= len(byID) {
			t.Errorf("%d summaries of %d activities, want %d with some twice", len(all), len(byID), len(a.Truth.Activities)+len(a.Truth.Containers))
		}
		for _, id := range a.Truth.Containers {
			if byID[id]["parent"] != true || len(byID[id]["childIds"].([]any)) != 3 {
				t.Errorf("container %d is %v", id, byID[id])
			}
		}
		for _, w := range a.Truth.Activities {
			row := byID[w.ID]
			num := func(key string) float64 { v, _ := row[key].(float64); return v }
			start := time.UnixMilli(int64(num("startTimeGmt")))
			if d := start.Sub(w.Start).Abs(); d > 5*time.Second || num("beginTimestamp") != num("startTimeGmt") ||
				num("startTimeLocal")-num("startTimeGmt") != 1000*float64(w.OffsetS) {
				t.Errorf("%d begins %s from its file", w.ID, d)
			}
			if row["name"] != w.Name || row["activityType"] != w.Type || row["parent"] != false ||
				(row["description"] != nil) != (w.Description != "") {
				t.Errorf("%d is %v, want %+v", w.ID, row, w)
			}
			if math.Abs(num("distance")/100-w.DistanceM) > 0.01 || num("duration")/1000 != float64(w.TimerS) ||
				math.Abs(10*num("avgSpeed")*float64(w.TimerS)-w.DistanceM) > 0.1 || num("elevationGain")/100 != w.AscentM ||
				num("avgHr") != float64(w.AvgHR) || num("workoutRpe")/10 != float64(w.RPE) {
				t.Errorf("%d has %v, want %+v", w.ID, row, w)
			}
		}
	})
}

func TestGearAndRecords(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{})
	linked := 0
	for _, g := range a.Truth.Gear {
		linked += len(g.Activities)
		if len(g.Activities) == 0 {
			t.Errorf("%s was never used", g.Name)
		}
	}
	var file []struct {
		Gear  []map[string]any            `json:"gearDTOS"`
		Links map[string][]map[string]any `json:"gearActivityDTOs"`
	}
	if err := json.Unmarshal(a.Data("DI_CONNECT/DI-Connect-Fitness/"+garmintest.Account+"_gear.json"), &file); err != nil {
		t.Fatal(err)
	}
	for _, links := range file[0].Links {
		linked -= len(links)
	}
	if len(file[0].Gear) != len(a.Truth.Gear) || linked != 0 {
		t.Errorf("%d pieces of gear, %d links too few", len(file[0].Gear), linked)
	}
	for i, row := range rows(t, a, "_personalRecord", "personalRecords") {
		w := a.Truth.Records[i]
		at, err := time.Parse("Mon Jan 02 15:04:05 MST 2006", row["prStartTimeGMT"].(string))
		if err != nil || !at.Equal(w.At) || math.Abs(row["value"].(float64)-w.Value) > 0.1 || int64(row["activityId"].(float64)) != w.Activity {
			t.Errorf("record %v, want %+v, %v", row, w, err)
		}
	}
	zones := rows(t, a, "_heartRateZones", "")
	if power := rows(t, a, "_powerZones", ""); int(power[0]["functionalThresholdPower"].(float64)) != a.Truth.FTPW ||
		int(zones[1]["lactateThresholdHeartRateUsed"].(float64)) != a.Truth.LTHR || int(zones[0]["maxHeartRateUsed"].(float64)) != a.Truth.MaxHR {
		t.Errorf("thresholds %v and %v", power, zones)
	}
}

func TestWhatIsPrivateIsMarked(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{})
	marked := 0
	for _, f := range a.Files {
		if bytes.Contains(f.Data, []byte(garmintest.Canary)) {
			marked++
		}
	}
	if marked == 0 || marked != len(a.Truth.Private) {
		t.Errorf("%d files have the canary, want %d", marked, len(a.Truth.Private))
	}
}

func BenchmarkThousand(b *testing.B) {
	for b.Loop() {
		garmintest.Build(garmintest.Options{Activities: 1000, Days: 1000, EveryS: 5}).Zip()
	}
}
