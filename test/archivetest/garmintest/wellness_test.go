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

func num(row map[string]any, key string) float64 { v, _ := row[key].(float64); return v }

// TestTheDaysAreWhatTheTruthSays turns the daily files back, field by field.
func TestTheDaysAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{}, func(t *testing.T, a garmintest.Archive, _ garmintest.Options) {
		daily := rows(t, a, "/UDSFile_", "")
		if len(daily) != len(a.Truth.Days) || len(daily) != 40 {
			t.Fatalf("%d days, want %d", len(daily), len(a.Truth.Days))
		}
		unmeasured, nights := 0, 0
		for i, row := range daily {
			d := a.Truth.Days[i]
			stress := row["allDayStress"].(map[string]any)["aggregatorList"].([]any)[1].(map[string]any)
			if s := num(stress, "averageStressLevel"); s != float64(d.StressAvg) {
				unmeasured++
				if s >= 0 || d.StressAvg != 0 {
					t.Errorf("%s: stress %v, want %d", d.Date, s, d.StressAvg)
				}
			}
			if row["calendarDate"] != d.Date || num(row, "restingHeartRate") != float64(d.RestingHR) ||
				num(row, "currentDayRestingHeartRate") != float64(d.DayRestingHR) || num(row, "totalSteps") != float64(d.Steps) ||
				num(row, "averageSpo2Value") != d.SpO2 {
				t.Errorf("%v, want %+v", row, d)
			}
		}
		for i, row := range rows(t, a, "_sleepData", "") {
			d := a.Truth.Days[i]
			if row["sleepWindowConfirmationType"] == "OFF_WRIST" {
				if d.Sleep != nil {
					t.Errorf("%s: the watch was off", d.Date)
				}
				continue
			}
			nights++
			begin, err := time.Parse("2006-01-02T15:04:05.0", row["sleepStartTimestampGMT"].(string))
			span := num(row, "deepSleepSeconds") + num(row, "lightSleepSeconds") + num(row, "remSleepSeconds") + num(row, "awakeSleepSeconds")
			if err != nil || !begin.Equal(d.Sleep.Start) || d.Sleep.End.Sub(begin).Seconds() != span ||
				int(span) != d.Sleep.AsleepS()+d.Sleep.AwakeS {
				t.Errorf("%v, want %+v, %v", row, d.Sleep, err)
			}
			local := d.Sleep.End.Add(2 * time.Hour).Format(time.DateOnly)
			if local != d.Date {
				t.Errorf("the night of %s ends on %s", d.Date, local)
			}
		}
		if unmeasured == 0 || nights == 0 || nights == len(daily) {
			t.Errorf("%d days without stress, %d nights of %d", unmeasured, nights, len(daily))
		}
	})
}

// TestTheLastOfADayCounts looks at the files that speak of a day twice.
func TestTheLastOfADayCounts(t *testing.T) {
	t.Parallel()
	generations(t, garmintest.Options{Seed: 8}, func(t *testing.T, a garmintest.Archive, o garmintest.Options) {
		type key struct{ date, sport string }
		at, vo2max := map[key]string{}, map[key]float64{}
		for _, row := range rows(t, a, "/MetricsMaxMetData_", "") {
			k := key{row["calendarDate"].(string), row["sport"].(string)}
			if when := row["updateTimestamp"].(string); when > at[k] {
				at[k], vo2max[k] = when, num(row, "vo2MaxValue")
			}
		}
		ready, waking, hrv, weights := map[string]float64{}, map[string]float64{}, map[string]float64{}, map[string]float64{}
		for _, row := range rows(t, a, "/TrainingReadinessDTO_", "") {
			date := row["calendarDate"].(string)
			if row["inputContext"] == "AFTER_WAKEUP_RESET" {
				waking[date] = num(row, "score")
			} else {
				ready[date] = num(row, "score")
			}
		}
		for _, row := range rows(t, a, "_healthStatusData", "") {
			for _, m := range row["metrics"].([]any) {
				if m := m.(map[string]any); m["type"] == "HRV" {
					hrv[row["calendarDate"].(string)] = num(m, "value")
				}
			}
		}
		for _, row := range rows(t, a, "_userBioMetrics", "") {
			if w, ok := row["weight"].(map[string]any); ok {
				weights[row["metaData"].(map[string]any)["calendarDate"].(string)[:10]] = num(w, "weight") / 1000
			}
		}
		for _, d := range a.Truth.Days {
			if vo2max[key{d.Date, "RUNNING"}] != d.VO2maxRunning || vo2max[key{d.Date, "CYCLING"}] != d.VO2maxCycling ||
				hrv[d.Date] != d.HRVms || ready[d.Date] != float64(d.Readiness) || waking[d.Date] != float64(d.ReadinessWaking) ||
				math.Abs(weights[d.Date]-d.WeightKG) > 1e-6 {
				t.Errorf("%+v: VO2max %v, HRV %v, readiness %v, %v kg", d, vo2max[key{d.Date, "RUNNING"}], hrv[d.Date], ready[d.Date], weights[d.Date])
			}
		}
		current := o.Generation == garmintest.Current
		if (len(hrv) > 0) != current || (len(ready) > 0) != current || len(weights) == 0 || len(vo2max) == 0 ||
			(len(rows(t, a, "/MetricsAcuteTrainingLoad_", "")) > 0) != current {
			t.Errorf("%d HRVs, %d readiness, %d weights", len(hrv), len(ready), len(weights))
		}
	})
}

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

// uploads returns the files within the nested zips, by name.
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

// rows returns the objects of all files whose names end so, in order.
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
