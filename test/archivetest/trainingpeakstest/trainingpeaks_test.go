package trainingpeakstest_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/recording"
	"lapkeep/test/archivetest/trainingpeakstest"
)

// inner returns the files of the zip whose name begins so.
func inner(t *testing.T, a trainingpeakstest.Archive, prefix string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, prefix) {
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

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	t.Parallel()
	o := trainingpeakstest.Options{Activities: 4}
	one := trainingpeakstest.Build(o).Zip()
	if !bytes.Equal(one, trainingpeakstest.Build(o).Zip()) {
		t.Error("two builds differ")
	}
	o.Seed++
	if bytes.Equal(one, trainingpeakstest.Build(o).Zip()) {
		t.Error("another seed changes nothing")
	}
}

func TestTheTableAndTheFilesAreWhatTheTruthSays(t *testing.T) {
	t.Parallel()
	a := trainingpeakstest.Build(trainingpeakstest.Options{})
	files := inner(t, a, "WorkoutFileExport-")
	rows, err := csv.NewReader(bytes.NewReader(inner(t, a, "WorkoutExport-")["workouts.csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	done, planned, off := map[string][]string{}, 0, 0
	for _, r := range rows[1:] {
		switch {
		case r[at["WorkoutType"]] == "Day Off":
			off++
		case r[at["TimeTotalInHours"]] == "":
			planned++
		default:
			done[r[at["Title"]]] = r
		}
	}
	if planned != a.Truth.Planned || off != a.Truth.DaysOff || planned*off == 0 {
		t.Errorf("%d planned and %d days off, want %+v", planned, off, a.Truth)
	}
	withFile, inTable, perDay := 0, 0, map[string]int{}
	for _, w := range a.Truth.Activities {
		perDay[w.Day]++
		if w.InTable {
			inTable++
			r := done[w.Title]
			hours, err := strconv.ParseFloat(r[at["TimeTotalInHours"]], 64)
			if err != nil || int(math.Round(3600*hours)) != w.DurationS || r[at["WorkoutDay"]] != w.Day || r[at["WorkoutType"]] != w.Type ||
				r[at["AthleteComments"]] != w.Comments || r[at["CoachComments"]] != w.Coach {
				t.Errorf("%q, want %+v, %v", r, w, err)
			}
		}
		if w.File == "" {
			continue
		}
		withFile++
		got, err := recording.Read(t.Context(), w.File, files[w.File], recording.Limits{})
		if err != nil || len(got.Recordings) != 1 || !got.Recordings[0].Start.Equal(w.Start) || int(got.Recordings[0].ElapsedS) != w.DurationS ||
			w.Start.Add(time.Hour).Format(time.DateOnly) != w.Day {
			t.Errorf("%s: %v, want %+v", w.File, err, w)
		}
	}
	twice := 0
	for _, n := range perDay {
		if n > 1 {
			twice++
		}
	}
	if withFile != len(files) || inTable != len(done) || inTable == len(a.Truth.Activities) ||
		withFile == len(a.Truth.Activities) || twice == 0 {
		t.Errorf("%d files of %d, %d rows of %d, %d days with two", withFile, len(files), inTable, len(done), twice)
	}
}
