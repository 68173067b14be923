package importing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const (
	zwoFile = `<workout_file><name>%s</name><sportType>bike</sportType><workout>` +
		`<SteadyState Duration="%d" Power="0.9"/></workout></workout_file>`
	ergFile = "[COURSE HEADER]\nMINUTES WATTS\n[END COURSE HEADER]\n[COURSE DATA]\n0.00\t200\n5.00\t200\n[END COURSE DATA]\n"
	native  = `{"title":"N","workoutType":"Bike","sportBigType":1,"structure":[{"type":"Step","intensityClass":"active",` +
		`"length":{"unit":"Second","value":300},"intensityTarget":{"unit":"PercentOfFTP","minValue":90,"maxValue":90}}]}`
)

func origin(name string) importing.Origin {
	return importing.Origin{Name: name, Lies: "/rides/" + name, Hash: name}
}

// TestWhatIsAWorkoutFile: by its name, or by what it begins with.
func TestWhatIsAWorkoutFile(t *testing.T) {
	t.Parallel()
	zwo := fmt.Sprintf(zwoFile, "Z", 600)
	for name, c := range map[string]struct {
		file, data string
		is, fails  bool
	}{
		"zwo":                {"a.zwo", zwo, true, false},
		"zwo by content":     {"a.xml", "\ufeff<?xml version=\"1.0\"?>\n" + zwo, true, false},
		"erg":                {"A.ERG", ergFile, true, false},
		"erg by content":     {"a.txt", "\r\n" + strings.ToLower(ergFile), true, false},
		"native":             {"a.json", native, true, false},
		"native in envelope": {"a.json", `{"code":0,"data":` + native + `}`, true, false},
		"broken zwo":         {"a.zwo", zwo[:60], true, true},
		"entities":           {"a.zwo", `<!DOCTYPE x [<!ENTITY a "b">]>` + zwo, true, true},
		"no erg":             {"map.mrc", "MAP \x00\x01", true, true},
		"too large":          {"a.erg", strings.Repeat(" ", 10<<20) + ergFile, true, true},
		"empty":              {"a.zwo", " \n", false, false},
		"gpx":                {"a.gpx", "<gpx></gpx>", false, false},
		"text":               {"a.txt", "- 10m 90%", false, false},
		"other structure":    {"a.json", strings.Replace(native, `"Step"`, `"step"`, 1), false, false},
		"other JSON":         {"a.json", `{"structure":[{"type":"Step","intensityClass":"active"}]}`, false, false},
		"no JSON":            {"a.json", `{"structure":`, false, false},
	} {
		f, err := importing.ReadWorkouts(t.Context(), origin(c.file), []byte(c.data), recording.Limits{})
		if (err != nil) != c.fails || (f != nil) != (c.is && !c.fails) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
		if f != nil && (len(f.Says.Structure.Of(f.Says.Description)) != 1 || f.Says.Sport != training.Cycling || f.Says.Name == "") {
			t.Errorf("%s: %+v", name, f.Says)
		}
		if err != nil && training.KindOf(err) == training.KindInternal {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func read(t testing.TB, name string, minutes int) *importing.File {
	t.Helper()
	o := origin(name)
	o.Hash = fmt.Sprint(name, minutes)
	f, err := importing.ReadWorkouts(context.Background(), o, fmt.Appendf(nil, zwoFile, name, minutes*60), recording.Limits{})
	if err != nil || f == nil {
		t.Fatal(f, err)
	}
	return f
}

// TestManyLossesAreCounted in the one sentence about them.
func TestManyLossesAreCounted(t *testing.T) {
	t.Parallel()
	tags := ""
	for i := range 9 {
		tags += fmt.Sprintf("<tag name=\"t%d\"/>", i)
	}
	data := strings.Replace(fmt.Sprintf(zwoFile, "Z", 600), "<workout>", "<tags>"+tags+"</tags><workout>", 1)
	f, err := importing.ReadWorkouts(t.Context(), origin("a.zwo"), []byte(data), recording.Limits{})
	if err != nil || len(f.Warnings) != 1 || !strings.HasSuffix(f.Warnings[0].String(), "the tag “t5”; and 3 more.") {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestAnAttemptCountsOnceItIsKept: a transaction that was rolled back leaves
// nothing behind, and a run ends at its most.
func TestAnAttemptCountsOnceItIsKept(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	x, err := importing.NewIndex(nil, 2)
	if err != nil {
		t.Fatal(err)
	}
	run := importing.WorkoutsRun{Athlete: "ann", ID: "run"}
	rolledBack := fmt.Errorf("rolled back")
	try := func(a *importing.Attempt, back error, files ...*importing.File) (news []importing.WorkoutsNews) {
		t.Helper()
		err := db.Write(t.Context(), func(tx *store.Tx) error {
			for _, f := range files {
				out, err := f.Store(tx, run, a)
				if err != nil {
					return err
				}
				news = append(news, out.News)
			}
			return back
		})
		if err != back { //nolint:errorlint // the very one
			t.Fatal(err)
		}
		return news
	}
	a, b, c := read(t, "a.zwo", 1), read(t, "b.zwo", 2), read(t, "c.zwo", 3)
	is := func(got []importing.WorkoutsNews, want ...importing.WorkoutsNews) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	is(try(x.Try(), rolledBack, a, b), importing.WorkoutsNew, importing.WorkoutsNew)
	kept := x.Try()
	is(try(kept, nil, a, a), importing.WorkoutsNew, importing.WorkoutsNothing)
	kept.Keep()
	// The same place with another content is no new version of what this run brought.
	is(try(x.Try(), rolledBack, read(t, "a.zwo", 9)), importing.WorkoutsNew)
	is(try(x.Try(), nil, b, c), importing.WorkoutsNew, importing.Refused)
	docs, err := db.Documents(t.Context(), storetest.Export("ann"), document.Workouts, document.Filter{})
	if err != nil || len(docs) != 2 {
		t.Errorf("%d workouts, %v", len(docs), err)
	}
}

// TestAnIndexOfWhatIsDamaged says what to do.
func TestAnIndexOfWhatIsDamaged(t *testing.T) {
	t.Parallel()
	l := document.Layers{ID: "w", Said: []document.Stated{{Said: document.Said{Source: document.OfFiles, Body: []byte(`{"file":1}`)}}}}
	if _, err := importing.NewIndex([]document.Layers{l}, 1); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
	l.Said[0].Source = "intervals" // which is none of ours to read
	if _, err := importing.NewIndex([]document.Layers{l}, 1); err != nil {
		t.Error(err)
	}
}
