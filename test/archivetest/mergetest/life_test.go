package mergetest_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/archivetest/packtest"
)

// recordings are the files of a life that are recordings, each with the outing
// that it is of. A route of Apple's is none: its sport and heart stand elsewhere.
func recordings(t *testing.T, l mergetest.Life) (files packtest.Files, of map[string]int) {
	t.Helper()
	of = map[string]int{}
	put := func(outing int, name string, data []byte) {
		if data == nil {
			t.Fatalf("there is no %s", name)
		}
		files.Add(name, data)
		of[name] = outing
	}
	strava, uploads := map[string]string{}, map[int64]string{}
	for _, a := range l.Strava.Truth.Activities {
		strava[a.ID] = a.File
	}
	for _, a := range l.Garmin.Truth.Activities {
		uploads[a.ID] = a.File
	}
	parts := unzipped(t, l.Garmin.Files)
	for i, o := range l.Outings {
		if o.Loose != "" {
			put(i, o.Loose, l.Loose.Data(o.Loose))
		}
		if o.Strava != "" {
			put(i, strava[o.Strava], l.Strava.Data(strava[o.Strava]))
		}
		if o.Garmin != 0 {
			put(i, uploads[o.Garmin], parts[uploads[o.Garmin]])
		}
	}
	return files, of
}

func unzipped(t *testing.T, files packtest.Files) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range files {
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
			if out[e.Name], err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// TestALifeIsFoundInEveryArchive says that each outing is somewhere, most of
// them in several places, and that the importer makes one activity of each.
func TestALifeIsFoundInEveryArchive(t *testing.T) {
	t.Parallel()
	l := mergetest.NewLife(2, 12)
	files, of := recordings(t, l)
	seen := map[string]bool{}
	for i, o := range l.Outings {
		if o.Strava == "" && o.Garmin == 0 {
			t.Errorf("%s is nowhere", o)
		}
		if seen[o.String()] {
			t.Errorf("%s is there twice", o)
		}
		seen[o.String()] = true
		if o.Apple >= 0 {
			if w := l.Apple.Truth().Workouts[o.Apple]; w.Start.Sub(o.Start) != 20*time.Second || w.Sport != o.Sport || w.Points == 0 {
				t.Errorf("%s is %+v", o, w)
			}
		}
		if o.Garmin != 0 && o.Loose != "" && !bytes.Equal(files.Data(o.Loose),
			unzipped(t, l.Garmin.Files)[l.Garmin.Truth.Activities[garminIndex(l, o)].File]) {
			t.Errorf("outing %d: the service has other bytes than the device", i)
		}
	}
	if len(files) < 3*len(l.Outings)/2 {
		t.Errorf("%d files of %d outings: too few are in several places", len(files), len(l.Outings))
	}
	became, said := imported(t, storetest.Open(t), "me", files)
	activity := map[int]training.ActivityID{}
	for s, id := range became {
		i := of[s.File]
		if activity[i] == "" {
			activity[i] = id
		}
		if activity[i] != id {
			t.Errorf("outing %d, %s: %s became %s and another %s (%s)", i, l.Outings[i], s.File, id, activity[i], said[s.File])
		}
	}
	ids := map[training.ActivityID]bool{}
	for _, id := range activity {
		ids[id] = true
	}
	if len(ids) != len(l.Outings) {
		t.Errorf("%d activities of %d outings", len(ids), len(l.Outings))
	}
}

func garminIndex(l mergetest.Life, o mergetest.Outing) int {
	for i, a := range l.Garmin.Truth.Activities {
		if a.ID == o.Garmin {
			return i
		}
	}
	return -1
}
