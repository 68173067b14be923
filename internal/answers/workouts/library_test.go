package workouts_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	library "lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// list is a library in memory.
type list struct {
	store.Reader
	docs map[document.Collection][]document.Document
}

func newList() list { return list{docs: map[document.Collection][]document.Document{}} }

func (s list) put(t testing.TB, c document.Collection, id string, body any) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	s.docs[c] = append(s.docs[c], document.Document{ID: id, Statements: []document.SourceLayer{{Source: "intervals", Body: b}}})
}

func (s list) Document(_ context.Context, _ training.Scope, c document.Collection, id string) (document.Document, error) {
	for _, d := range s.docs[c] {
		if d.ID == id {
			return d, nil
		}
	}
	return document.Document{}, document.NotFound(c, id)
}

func (list) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{}, nil
}

func (list) History(context.Context, training.Scope) (training.History, error) {
	return training.History{{Key: training.KeyFTP, Sport: training.Cycling.Plain(), Values: []float64{250}}}, nil
}

func (s list) Documents(ctx context.Context, _ training.Scope, c document.Collection, _ document.Filter) ([]document.Document, error) {
	return append([]document.Document(nil), s.docs[c]...), ctx.Err()
}

func (list) LastChange(context.Context) (int64, error) { return 0, nil }

func (list) Changes(context.Context, int64, int) ([]store.Change, error) { return nil, nil }

var (
	frame = answers.Frame{Today: training.NewDay(2026, 5, 1), TimeZone: "Europe/Berlin"}
	scope = training.Scope{Athlete: "ada"}
)

func on(day int) *int { return &day }

// stocked returns a library with folders, plans and workouts inside and outside of them.
func stocked(t testing.TB) list {
	t.Helper()
	s := newList()
	s.put(t, document.Folders, "f1", training.WorkoutFolder{Name: "Favourites", Description: "what I like"})
	s.put(t, document.Folders, "p1", training.WorkoutFolder{Name: "Base", Plan: true, Weeks: 4, HoursMin: 6, HoursMax: 9.04, Owner: "Coach"})
	s.put(t, document.Folders, "p2", training.WorkoutFolder{Name: "Empty", Plan: true})
	s.put(t, document.Workouts, "w1", training.LibraryWorkout{
		FolderID: "f1", Name: "Fours", Sport: training.Cycling,
		MovingTimeS: 3600, Load: 70.04, Intensity: 0.84, Tags: []string{"VO2"},
	})
	s.put(t, document.Workouts, "w2", training.LibraryWorkout{
		FolderID: "p1", Name: "Late", Sport: training.Running,
		DistanceKm: 10, PlanDay: on(9),
	})
	s.put(t, document.Workouts, "w3", training.LibraryWorkout{
		FolderID: "p1", Name: "Early", Sport: training.Cycling,
		MovingTimeS: 7200, Intensity: 0.5, PlanDay: on(0),
	})
	s.put(t, document.Workouts, "w4", training.LibraryWorkout{FolderID: "p1", Name: "Spare", Sport: training.Cycling})
	s.put(t, document.Workouts, "w5", training.LibraryWorkout{Name: "Loose", Description: "- 10m fours", Sport: training.Cycling})
	return s
}

func TestTheLibrary(t *testing.T) {
	t.Parallel()
	s := stocked(t)
	const all = "Base 3, Empty 0, Favourites 1, Lapkeep's sessions 49"
	for name, c := range map[string]struct {
		q       library.Query
		folders string
		want    string
		next    string
	}{
		"all":             {library.Query{}, all, "Loose Fours Spare Early Late", ""},
		"a plan by id":    {library.Query{Folder: "p1"}, "Base 3", "Spare Early Late", ""},
		"by name":         {library.Query{Folder: " favourites "}, "Favourites 1", "Fours", ""},
		"a sport":         {library.Query{Sport: training.Running.Plain(), Limit: 1}, all, "Late", "1"},
		"a text or a tag": {library.Query{Text: "FOUR", Limit: 2}, all, "Loose Fours", "2"},
		"a tag":           {library.Query{Text: "vo2", Limit: 1}, all, "Fours", "1"},
		"a page":          {library.Query{Limit: 2}, all, "Loose Fours", "2"},
		"the next":        {library.Query{Limit: 2, Cursor: "2"}, "", "Spare Early", "4"},
		"the last":        {library.Query{Limit: 2, Cursor: "4"}, "", "Late", ""},
		"beyond":          {library.Query{Cursor: "99"}, "", "", ""},
	} {
		v, err := library.NewLister(s).Show(t.Context(), scope, frame, c.q)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var folders, workouts []string
		for _, f := range v.Folders {
			folders = append(folders, fmt.Sprint(f.Name, " ", f.Count))
		}
		for _, w := range v.Workouts {
			workouts = append(workouts, w.Name)
		}
		if strings.Join(folders, ", ") != c.folders || strings.Join(workouts, " ") != c.want || v.NextCursor != c.next ||
			v.Truncated != (c.next != "") {
			t.Errorf("%s: %v %v %+v", name, folders, workouts, v)
		}
	}
	v, err := library.NewLister(s).Show(t.Context(), scope, frame, library.Query{})
	if err != nil {
		t.Fatal(err)
	}
	plan := library.FolderRow{
		ID: "p1", Kind: "plan", Name: "Base", Count: 3, Weeks: 4, HoursMin: 6, HoursMax: 9,
		Author: "Coach", Sources: []string{"intervals"},
	}
	if d := cmp.Diff(plan, v.Folders[0]); d != "" {
		t.Error(d)
	}
	fours := library.WorkoutRow{
		ID: "w1", FolderID: "f1", Name: "Fours", Sport: training.Cycling, DurationS: 3600, Load: 70,
		LoadRule: "stated", Intensity: 0.84, Tags: []string{"VO2"}, Purpose: workout.VO2max,
	}
	if d := cmp.Diff(fours, v.Workouts[1]); d != "" {
		t.Error(d)
	}
	if early := v.Workouts[3]; early.Load != 50 || early.LoadRule != "duration_intensity" || *early.PlanDay != 0 {
		t.Errorf("%+v", early)
	}
}

func TestWhatIsNotInTheLibrary(t *testing.T) {
	t.Parallel()
	s := stocked(t)
	for name, c := range map[string]struct {
		ask  func(ctx context.Context) error
		want training.Kind
	}{
		"a folder": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{Folder: "f9"})
			return err
		}, training.KindNotFound},
		"a cursor": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{Cursor: "-1"})
			return err
		}, training.KindInvalid},
		"half a cursor": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{Cursor: "2x"})
			return err
		}, training.KindInvalid},
		"no purpose": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{Purpose: "fun"})
			return err
		}, training.KindInvalid},
		"no duration": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{MinDurationS: 2, MaxDurationS: 1})
			return err
		}, training.KindInvalid},
		"no load": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{MinLoad: 80, MaxLoad: 79.9})
			return err
		}, training.KindInvalid},
		"below 0": {func(ctx context.Context) error {
			_, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{MaxLoad: -1})
			return err
		}, training.KindInvalid},
		"a session": {func(ctx context.Context) error {
			_, err := library.GetWorkout(ctx, s, scope, frame, "session:w1")
			return err
		}, training.KindNotFound},
		"a session to change": {func(ctx context.Context) error {
			_, err := library.FindWorkout(ctx, s, scope, "session:four-by-eight")
			return err
		}, training.KindInvalid},
		"a workout": {func(ctx context.Context) error {
			_,
				err := library.GetWorkout(ctx, s, scope, frame, "w9")
			return err
		}, training.KindNotFound},
		"a plan": {
			func(ctx context.Context) error { _, _, err := library.PlanView(ctx, s, scope, "p9"); return err },
			training.KindNotFound,
		},
		"no plan": {
			func(ctx context.Context) error { _, _, err := library.PlanView(ctx, s, scope, "f1"); return err },
			training.KindInvalid,
		},
		"a plan of days": {
			func(ctx context.Context) error { _, _, err := library.PlanView(ctx, s, scope, "p2"); return err },
			training.KindInvalid,
		},
	} {
		if err := c.ask(t.Context()); err == nil || training.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := library.NewLister(s).Show(ctx, scope, frame, library.Query{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, id := range []string{"w5", "session:four-by-eight"} {
		if _, err := library.GetWorkout(ctx, s, scope, frame, id); !errors.Is(err, context.Canceled) {
			t.Error(id, err)
		}
	}
}

func TestAPlanIsItsDays(t *testing.T) {
	t.Parallel()
	s := stocked(t)
	folder, workouts, err := library.PlanView(t.Context(), s, scope, "p1")
	if err != nil || folder.Name != "Base" || len(workouts) != 2 || workouts[0].Name != "Early" || workouts[1].ID != "w2" {
		t.Errorf("%+v %+v %v", folder, workouts, err)
	}
	for i := range 501 {
		s.put(t, document.Workouts, fmt.Sprint("more", i), training.LibraryWorkout{FolderID: "p2", PlanDay: on(i)})
	}
	if _, _, err := library.PlanView(t.Context(), s, scope, "p2"); training.KindOf(err) != training.KindTooLarge {
		t.Error(err)
	}
}

// TestLongLibrariesArePaged checks that no answer exceeds the size of a result,
// and that the pages together have every workout once.
func TestLongLibrariesArePaged(t *testing.T) {
	t.Parallel()
	s := newList()
	long := strings.Repeat("ö", 400)
	for i := range 150 {
		s.put(t, document.Folders, fmt.Sprint("f", i), training.WorkoutFolder{Name: long, Description: long})
		s.put(t, document.Workouts, fmt.Sprint("w", i), training.LibraryWorkout{Name: fmt.Sprint(i, long), Tags: []string{long, long, long}})
	}
	seen, cursor := map[string]bool{}, ""
	for page := 0; page == 0 || cursor != ""; page++ {
		v, err := library.NewLister(s).Show(t.Context(), scope, frame, library.Query{Cursor: cursor, Limit: library.MaxRows})
		if err != nil || answers.Size(v) > 32_000 || len(v.Workouts) == 0 || page > 150 || v.Total != 150 {
			t.Fatalf("page %d: %d bytes, %v", page, answers.Size(v), err)
		}
		for _, w := range v.Workouts {
			if seen[w.ID] {
				t.Fatalf("%s twice", w.ID)
			}
			seen[w.ID] = true
		}
		cursor = v.NextCursor
	}
	if len(seen) != 150 {
		t.Errorf("%d workouts", len(seen))
	}
}

func TestStepsInColumns(t *testing.T) {
	t.Parallel()
	ftp := func(low, high float64, ramp training.RampWay) []training.StepTarget {
		return []training.StepTarget{{Of: training.TargetPower, Unit: training.TargetFTP, Low: low, High: high, Ramp: ramp}}
	}
	rpm := training.StepTarget{Of: training.TargetCadence, Unit: training.TargetRPM, Low: 90, High: 95}
	repeat := func(n int, steps ...training.WorkoutStep) training.WorkoutStep {
		return training.WorkoutStep{Kind: training.StepRepeat, Count: n, Steps: steps}
	}
	const text = "the text"
	s := newList()
	s.put(t, document.Folders, "f1", training.WorkoutFolder{Name: "Mine"})
	s.put(t, document.Workouts, "w", training.LibraryWorkout{
		FolderID: "f1", Name: "All of it", Description: text, Sport: training.Cycling, WorkKJ: 700, Target: "power",
		Structure: training.StructureOf(text, []training.WorkoutStep{
			{Kind: training.StepWarmup, DurationS: 600, Text: "easy\u202e", Targets: ftp(40, 60, training.RampUp)},
			repeat(2, repeat(3, training.WorkoutStep{DurationS: 30, Targets: ftp(120, 120, "")},
				training.WorkoutStep{Kind: training.StepRest, DurationS: 30}), training.WorkoutStep{DistanceM: 400}),
			{DurationS: 10, MaxEffort: true, Targets: []training.StepTarget{rpm}},
			{Kind: training.StepCooldown, Open: true},
		}),
	})
	d, err := library.GetWorkout(t.Context(), s, scope, frame, "w")
	if err != nil {
		t.Fatal(err)
	}
	want := &library.WorkoutSteps{
		Block: []int{1, 2, 2, 3, 4, 5}, Times: []int{1, 6, 6, 2, 1, 1}, Kind: []string{"warmup", "step", "rest", "step", "step", "cooldown"},
		Length:  []i18n.Sentence{"10:00", "0:30", "0:30", "400 m", "0:10", "open"},
		Target:  []i18n.Sentence{"ramp 40–60 % FTP", "120 % FTP", "free", "free", "all out", "free"},
		Cadence: []i18n.Sentence{"", "", "", "", "90–95 rpm", ""}, Text: []string{"easy", "", "", "", "", ""},
		OnDay: []i18n.Sentence{"100–150 W", "300 W", "", "", "", ""}, By: []i18n.Sentence{"an FTP of 250 W"},
	}
	if diff := cmp.Diff(want, d.Workout.Steps, phrasetest.SameInEnglish()); diff != "" {
		t.Error(diff)
	}
	if d.Workout.Folder != "Mine" || d.Workout.WorkKJ != 700 || d.Missing["load"] == "" || d.Missing["steps"] != "" {
		t.Errorf("%+v", d)
	}
	many := make([]training.WorkoutStep, 130)
	s.put(t, document.Workouts, "many", training.LibraryWorkout{
		Description: text,
		Structure:   training.StructureOf(text, append(many, repeat(2, many[0]))),
	})
	s.put(t, document.Workouts, "other", training.LibraryWorkout{Description: "another text", Structure: training.StructureOf(text, many)})
	s.put(t, document.Workouts, "none", training.LibraryWorkout{})
	for id, want := range map[string]string{"many": "", "other": "no steps could be read", "none": "no text"} {
		d, err := library.GetWorkout(t.Context(), s, scope, frame, id)
		if err != nil || !strings.Contains(d.Missing["steps"].String(), want) || (d.Workout.Steps == nil) != (want != "") ||
			answers.Size(d) > 32_000 {
			t.Errorf("%s: %+v %v", id, d, err)
		}
		if id == "many" && (!d.Workout.Steps.Cut || len(d.Workout.Steps.Length) != 120) {
			t.Errorf("%+v", d.Workout.Steps)
		}
	}
}

// TestAnEstimateSaysSo checks that the assumptions behind figures are shown with them.
func TestAnEstimateSaysSo(t *testing.T) {
	t.Parallel()
	s := newList()
	const text = "- 1h 250w\n- 10m 100w press lap"
	s.put(t, document.Workouts, "w1", training.LibraryWorkout{Name: "n", Sport: training.Cycling, Description: text})
	d, err := library.GetWorkout(t.Context(), s, scope, frame, "w1")
	const about = "step 2 lasts until the lap button; its stated length is assumed"
	if err != nil || d.Workout.Estimated["duration_s"].String() != about ||
		d.Workout.Estimated["load"].String() != about || d.Workout.DurationS != 4200 {
		t.Errorf("%+v %v", d, err)
	}
}
