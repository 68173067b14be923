package archive

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/liftstest"
)

func liftsOf(t *testing.T, source string) LiftsForm {
	t.Helper()
	for _, f := range liftsForms() {
		if f := f.(LiftsForm); f.app.source == source {
			return f
		}
	}
	t.Fatal("no form", source)
	return LiftsForm{}
}

// lifted are two sessions, the second within one minute of another with another name.
func lifted() []liftstest.Session {
	push := liftstest.Session{
		Start: time.Date(2026, 5, 3, 18, 5, 0, 0, time.UTC), Min: 65, Name: "Push; \"A\"", Note: "Felt good, really",
		Sets: []liftstest.Set{
			{Exercise: "Bench Press (Barbell)", Kind: "warmup", Kg: 20, Reps: 10},
			{Exercise: "Bench Press (Barbell)", Kg: 82.5, Reps: 8, RPE: 8.5, RestAfter: 120},
			{Exercise: "Bench Press (Barbell)", Kind: "failure", Kg: 82.5, Reps: 6, RPE: 10},
			{Exercise: "Bench Press (Barbell)", Kind: "drop", Kg: 61.25, Reps: 9, ExerciseNotes: "elbow"},
			{Exercise: "Plank", Seconds: 75},
		},
	}
	run := liftstest.Session{
		Start: time.Date(2026, 12, 31, 23, 50, 0, 0, time.UTC), Min: 45, Name: "Late",
		Sets: []liftstest.Set{{Exercise: "Treadmill", Km: 5.25, Seconds: 1800}, {Exercise: "Squat (Barbell)", Kg: 100, Reps: 5}},
	}
	other := run
	other.Name = "Other"
	return []liftstest.Session{push, run, other}
}

// wanted returns the statements of sessions. Only Strong's tables have rests.
func wanted(source string, sessions []liftstest.Session, notes bool) (out []training.Statement) {
	for _, s := range sessions {
		w := training.Statement{
			Sport: training.Strength, Name: s.Name, Description: s.Note,
			Entry: &training.Entry{Start: s.Start, Local: true, TimerS: float64(s.Min * 60), ElapsedS: float64(s.Min * 60)},
		}
		if !notes {
			w.Description = ""
		}
		for _, x := range s.Sets {
			set := training.StrengthSet{
				Exercise: x.Exercise, Kind: training.SetKind(x.Kind), LoadKg: x.Kg, Reps: x.Reps, DistanceM: x.Km * 1000,
				DurationS: float64(x.Seconds), RPE: x.RPE,
			}
			if source == "strong" {
				set.RestS = float64(x.RestAfter)
			}
			w.Sets = append(w.Sets, set)
		}
		out = append(out, w)
	}
	return out
}

// sameLifts compares statements to a gram and a metre, regardless of their order.
func sameLifts(want, got []training.Statement, ignoreRPE bool) string {
	opts := cmp.Options{
		cmpopts.IgnoreFields(training.Statement{}, "Ref"), cmpopts.EquateApprox(0, 0.0011), cmpopts.EquateEmpty(),
		cmpopts.SortSlices(func(a, b training.Statement) bool { return a.Name < b.Name }),
	}
	if ignoreRPE {
		opts = append(opts, cmpopts.IgnoreFields(training.StrengthSet{}, "RPE"))
	}
	return cmp.Diff(want, got, opts)
}

func TestHevyTables(t *testing.T) {
	t.Parallel()
	f := liftsOf(t, "hevy")
	for _, layout := range []string{liftstest.HevyDate, "02.01.2006, 15:04", "2006-01-02 15:04:05", "2. Januar 2006, 15:04"} {
		for _, pounds := range []bool{false, true} {
			sessions := lifted()
			data := liftstest.Hevy(sessions, layout, pounds)
			if strings.Contains(layout, "Januar") {
				data = []byte(strings.ReplaceAll(string(liftstest.Hevy(sessions, "2. January 2006, 15:04", pounds)), "December", "Dezember"))
				data = []byte(strings.ReplaceAll(string(data), "May", "Mai"))
			}
			got, warning, err := f.read(data)
			if err != nil || warning != "" {
				t.Fatal(layout, warning, err)
			}
			if diff := sameLifts(wanted("hevy", sessions, true), got, false); diff != "" {
				t.Errorf("%s, pounds %t: %s", layout, pounds, diff)
			}
			refs := map[string]bool{}
			for _, s := range got {
				refs[s.Ref] = true
			}
			if len(refs) != len(got) {
				t.Error("sessions share a reference:", refs)
			}
		}
	}
}

func TestStrongTables(t *testing.T) {
	t.Parallel()
	f := liftsOf(t, "strong")
	heavy := lifted() // with plates that tell the unit
	heavy[1].Sets[1].Kg, heavy[2].Sets[1].Kg = 225*0.45359237, 135*0.45359237
	heavy[0].Sets[0].Kg = 45 * 0.45359237
	for i := 1; i < 4; i++ {
		heavy[0].Sets[i].Kg = 185 * 0.45359237
	}
	for name, c := range map[string]struct {
		v        liftstest.Variant
		sessions []liftstest.Session
		notes    bool
		warning  string
	}{
		"A":              {liftstest.StrongA, lifted(), true, "kilograms"},
		"A, pounds":      {liftstest.StrongA.InPounds(), heavy, true, "pounds"},
		"A of 2024":      {liftstest.StrongA2024, lifted(), false, "kilograms"},
		"B":              {liftstest.StrongB, lifted(), true, ""},
		"B in pounds":    {liftstest.StrongB.InPounds(), lifted(), true, ""},
		"C":              {liftstest.StrongC, lifted(), true, ""},
		"C in pounds":    {liftstest.StrongC.InPounds(), lifted(), true, ""},
		"German columns": {liftstest.StrongGerman, lifted(), true, "kilograms"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, warning, err := f.read(liftstest.Strong(c.sessions, c.v))
			if err != nil || (warning != "") != (c.warning != "") || !strings.Contains(warning, c.warning) {
				t.Fatal(warning, err)
			}
			if diff := sameLifts(wanted("strong", c.sessions, c.notes), got, false); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHalfATable: the rows before the cut are kept, and the cut row is told.
func TestHalfATable(t *testing.T) {
	t.Parallel()
	f := liftsOf(t, "hevy")
	whole := liftstest.Hevy(lifted(), liftstest.HevyDate, false)
	all, _, _ := f.read(whole)
	count := func(of []training.Statement) (n int) {
		for _, s := range of {
			n += len(s.Sets)
		}
		return n
	}
	for cut := strings.IndexByte(string(whole), '\n') + 1; cut < len(whole)-1; cut++ {
		got, warning, err := f.read(whole[:cut])
		lines := strings.Count(string(whole[:cut]), "\n") - 1
		if err != nil || count(got) < lines || count(got) > lines+1 || count(got) > count(all) {
			t.Fatalf("cut at %d: %d sets of %d whole rows, %q, %v", cut, count(got), lines, warning, err)
		}
	}
}

// TestRowsThatCannotBe: rows without a time or with impossible values are left out and counted.
func TestRowsThatCannotBe(t *testing.T) {
	t.Parallel()
	head := `"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes",` +
		`"set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"` + "\n"
	row := func(start, weight, reps string) string {
		return fmt.Sprintf(`"A","%s","","","Squat",,"",0,"normal",%s,%s,,,`+"\n", start, weight, reps)
	}
	got, warning, err := liftsOf(t, "hevy").read([]byte(head + row("sometime", "80", "5") + row("3 May 2026, 18:00", "9000", "5") +
		row("3 May 2026, 18:00", "80", "5") + row("3 May 2026, 18:00", "NaN", "-3")))
	if err != nil || len(got) != 1 || !strings.HasPrefix(i18n.Sentence(warning).String(), "2 of its rows") {
		t.Fatal(got, warning, err)
	}
	if len(got[0].Sets) != 2 || got[0].Sets[0].LoadKg != 80 || got[0].Sets[1].LoadKg != 0 || got[0].Sets[1].Reps != 0 {
		t.Error(got[0].Sets)
	}
	for _, bad := range []string{"", "no table", head[:40] + "\n", "\x00\x01"} {
		if _, _, err := liftsOf(t, "hevy").read([]byte(bad)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzLifts holds that nothing in a table brings its reader down, and that every set is sound.
func FuzzLifts(f *testing.F) {
	f.Add(liftstest.Hevy(lifted(), liftstest.HevyDate, true))
	for _, v := range []liftstest.Variant{liftstest.StrongA, liftstest.StrongB, liftstest.StrongC, liftstest.StrongGerman} {
		f.Add(liftstest.Strong(lifted(), v))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, form := range liftsForms() {
			all, _, _ := form.(LiftsForm).read(in)
			for _, s := range all {
				if err := training.CheckSets(s.Sets); err != nil || s.Entry.TimerS < 0 || math.IsNaN(s.Entry.TimerS) || s.Entry.Start.IsZero() {
					t.Fatal(err, s.Entry)
				}
			}
		}
	})
}
