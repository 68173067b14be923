package importing_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/causetest"
	"lapkeep/test/ingesttest"
)

// theIsland is where the apps' roads lie in these tests.
type theIsland struct{}

func (theIsland) Zone(float64, float64) (string, bool) { return "Pacific/Guadalcanal", true }

// A ride on an app's road took place where the athlete is, however little of
// it the file says.
func TestVirtualRidesAreAtHome(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Island{
			Seconds: rapid.IntRange(60, 120).Draw(t, "seconds"), LatDeg: rapid.Float64Range(-60, 60).Draw(t, "latitude"),
			LonDeg: rapid.Float64Range(-170, 170).Draw(t, "longitude"),
			Maker: rapid.SampledFrom([]int{
				causetest.MakerZwift, causetest.MakerMyWhoosh, causetest.MakerRouvy,
				causetest.MakerBkool,
			}).Draw(t, "maker"),
			SubSport: rapid.SampledFrom([]int{0, causetest.Virtual}).Draw(t, "sub-sport"),
		}
		if rapid.Bool().Draw(t, "named by its fields alone") {
			c.App, c.Maker = c.Maker, causetest.MakerNone
		}
		made, name := c.FIT(), rapid.SampledFrom([]string{"Zwift", "Rouvy", "ROUVY", "MyWhoosh", "BKOOL", "Bkool Cycling"})
		switch rapid.SampledFrom([]string{"FIT", "GPX", "TCX"}).Draw(t, "format") {
		case "GPX":
			made = c.GPX(name.Draw(t, "creator"))
		case "TCX":
			made = c.TCX(name.Draw(t, "author"))
		}
		res, err := recording.Read(t.Context(), "ride", made.Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatal(res, err)
		}
		act := match.Recording(res.Recordings[0], training.Athlete{TimeZone: "Europe/Berlin"}, theIsland{})
		if act.Zone != "Europe/Berlin" || act.OffsetS != 7200 {
			t.Errorf("the ride took place in %s, %d s from UTC", act.Zone, act.OffsetS)
		}
	})
}

// Legs without positions took place where the others did.
func TestLegsAreInOnePlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := causetest.Legs{SwimS: 300, BikeS: 600, RunS: 300, SwimRows: rapid.Bool().Draw(t, "rows of the swim")}
		some := false
		for i := range c.Places {
			c.Places[i] = rapid.Bool().Draw(t, "place")
			some = some || c.Places[i]
		}
		res, err := recording.Read(t.Context(), "race", c.File().Bytes, recording.Limits{})
		if err != nil || len(res.Recordings) != 3 {
			t.Fatal(res, err)
		}
		want := "Europe/Berlin"
		if some {
			want = "Pacific/Guadalcanal"
		}
		for i, act := range match.Together(res.Recordings, nil, training.Athlete{TimeZone: "Europe/Berlin"}, theIsland{}) {
			if act.Zone != want {
				t.Errorf("leg %d with %v is in %s", i, c.Places, act.Zone)
			}
		}
	})
}

// A leg that a second device recorded too took place where its siblings did,
// whichever came first and whatever is taken apart and put together again.
func TestAMergedLegKeepsItsSiblingsZone(t *testing.T) {
	t.Parallel()
	heart := func(maker string) ingesttest.Device {
		return ingesttest.Device{Maker: maker, Serial: "1", Channels: []training.Channel{training.HeartRate}}
	}
	swim, bike := outing(training.Swimming, 0, 1), outing(training.Cycling, 20*time.Minute, 2)
	race := file{"race.fit", ingesttest.File(swim.Record(heart("garmin")), bike.Record(headUnit("1")))}
	band := ride("band.fit", swim, heart("polar"))
	for name, order := range map[string][]file{"race first": {race, band}, "band first": {band, race}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, func(o *importing.Options) { o.Zones = theIsland{} })
			inIsland := func(what string) {
				t.Helper()
				page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{Ascending: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range page.Rows {
					if row.Zone != "Pacific/Guadalcanal" {
						t.Errorf("%s: %s is in %s", what, row.Sport, row.Zone)
					}
				}
			}
			for _, f := range order {
				b.run(t, importing.RunOptions{}, f)
			}
			if b.count(t) != 2 {
				t.Fatalf("%d activities", b.count(t))
			}
			inIsland("imported")
			follow(t, b)
			inIsland("composed anew")
			page, err := b.db.Activities(t.Context(), storetest.Export(me),
				store.ActivityFilter{Sports: []training.Discipline{training.Swimming.Plain()}})
			if err != nil || len(page.Rows) != 1 {
				t.Fatal(page, err)
			}
			recs, err := b.db.Recordings(t.Context(), storetest.Export(me), page.Rows[0].ID)
			if err != nil || len(recs) != 2 {
				t.Fatal(recs, err)
			}
			i := slices.IndexFunc(recs, func(r store.RecordingRow) bool { return r.Recording.Sessions == 2 })
			leg := recs[i].ID
			err = b.db.Write(t.Context(), func(tx *store.Tx) error {
				_, err := b.im.Split(t.Context(), tx, me, page.Rows[0].ID, training.Activity{}, leg)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			alone, err := b.db.Recordings(t.Context(), storetest.Export(me), page.Rows[0].ID)
			if err != nil || len(alone) != 1 {
				t.Fatal(alone, err)
			}
			row, err := b.db.Activity(t.Context(), storetest.Export(me), activityOf(t, b, leg))
			if err != nil || row.Zone != "Pacific/Guadalcanal" {
				t.Errorf("split off, it is in %s, %v", row.Zone, err)
			}
		})
	}
}

// activityOf returns the activity that a recording is part of.
func activityOf(t *testing.T, b bench, id training.RecordingID) training.ActivityID {
	t.Helper()
	for row, err := range b.db.AllRecordings(t.Context(), storetest.Export(me)) {
		if err != nil {
			t.Fatal(err)
		}
		if row.ID == id {
			return row.Activity
		}
	}
	t.Fatal("there is no recording", id)
	return ""
}

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

// TestAnIndexOfWhatIsDamaged checks the advice for an index of damaged
// documents.
func TestAnIndexOfWhatIsDamaged(t *testing.T) {
	t.Parallel()
	l := document.Layers{ID: "w", Statements: []document.Stated{{SourceLayer: document.SourceLayer{Source: document.OfFiles, Body: []byte(`{"file":1}`)}}}}
	if _, err := importing.NewIndex([]document.Layers{l}, 1); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
	l.Statements[0].Source = "intervals" // which is none of ours to read
	if _, err := importing.NewIndex([]document.Layers{l}, 1); err != nil {
		t.Error(err)
	}
}
