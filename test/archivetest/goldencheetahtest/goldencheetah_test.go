package goldencheetahtest_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/goldencheetahtest"
)

// document has the fields that a reader of the published form expects.
type document struct {
	Ride struct {
		Start     string            `json:"STARTTIME"`
		Device    string            `json:"DEVICETYPE"`
		Tags      map[string]string `json:"TAGS"`
		Intervals []struct {
			Name  string `json:"NAME"`
			Start int    `json:"START"`
			Stop  int    `json:"STOP"`
		} `json:"INTERVALS"`
		Samples []map[string]float64 `json:"SAMPLES"`
	} `json:"RIDE"`
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	o := goldencheetahtest.Options{Activities: 3}
	one := goldencheetahtest.Build(o).Zip()
	if !bytes.Equal(one, goldencheetahtest.Build(o).Zip()) {
		t.Error("two builds differ")
	}
	o.Seed++
	if bytes.Equal(one, goldencheetahtest.Build(o).Zip()) {
		t.Error("another seed changes nothing")
	}
}

func TestActivitiesAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	a := goldencheetahtest.Build(goldencheetahtest.Options{Seed: 4})
	originals, gaps, paused := 0, 0, 0
	for _, w := range a.Truth.Activities {
		data, ok := bytes.CutPrefix(a.Data(w.File), []byte("\ufeff"))
		var d document
		if err := json.Unmarshal(data, &d); err != nil || !ok {
			t.Fatalf("%s: %v, byte order mark %v", w.File, err, ok)
		}
		text := func(s string) string {
			trimmed, ok := strings.CutSuffix(s, " ")
			if !ok {
				t.Errorf("%s: %q has no blank at its end", w.File, s)
			}
			return trimmed
		}
		r := d.Ride
		start, err := time.Parse("2006/01/02 15:04:05 MST", text(r.Start))
		if err != nil || !start.Equal(w.Start) || text(r.Device) != w.Device || text(r.Tags["Workout Title"]) != w.Title ||
			text(r.Tags["Notes"]) != w.Notes {
			t.Errorf("%s: %v, %+v, want %+v", w.File, err, r.Tags, w)
		}
		last := r.Samples[len(r.Samples)-1]
		if len(r.Samples) != w.Rows || int(last["SECS"]) != w.ElapsedS || math.Abs(1000*last["KM"]-w.DistanceM) > 0.1 ||
			len(r.Intervals) != len(w.Intervals) {
			t.Errorf("%s: %d rows to %v, want %+v", w.File, len(r.Samples), last, w)
		}
		zeros := 0
		for _, s := range r.Samples {
			_, gps := s["LAT"]
			if _, power := s["WATTS"]; gps != w.HasGPS || power != w.HasPower {
				t.Fatalf("%s: %v, want %+v", w.File, s, w)
			}
			if s["HR"] == 0 {
				zeros++
			}
		}
		if zeros != w.HRGaps {
			t.Errorf("%s: %d rows without heart rate, want %d", w.File, zeros, w.HRGaps)
		}
		gaps += zeros
		if w.Rows < w.ElapsedS {
			paused++
		}
		if w.Original != "" {
			originals++
			got, err := recording.Read(t.Context(), "x.fit", a.Data(w.Original), recording.Limits{})
			if err != nil || !got.Recordings[0].Start.Equal(w.Start) || got.Recordings[0].Columns.Len() != w.Rows {
				t.Errorf("%s: %v", w.Original, err)
			}
		}
	}
	if originals == 0 || gaps == 0 || paused == 0 {
		t.Errorf("%d originals, %d rows without heart rate, %d paused", originals, gaps, paused)
	}
	for _, name := range a.Truth.Others {
		if !json.Valid(bytes.TrimPrefix(a.Data(name), []byte("\ufeff"))) {
			t.Errorf("%s is no JSON", name)
		}
	}
}
