package archive

import (
	"bytes"
	"context"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/runkeepertest"
)

func TestWhereAnExportLies(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		top string
		ok  bool
	}{
		"DI_CONNECT/DI-Connect-User/user_settings.json":    {"", true},
		"a/b/DI_CONNECT/DI-Connect-Metrics/x.json":         {"a/b/", true},
		"b/di-connect-fitness/x_gear.json":                 {"b/", true},
		"b/me_0_summarizedActivities.json":                 {"b/", true},
		"DI_CONNECT/DI-Connect-Uploaded-Files/Part1.zip":   {"", false},
		"my_DI_CONNECT/x.json":                             {"", false},
		"notes/summarizedActivities.txt":                   {"", false},
		"DI_CONNECTED/DI-Connect.json":                     {"", false},
		"x/DI_CONNECT/y/DI_CONNECT/DI-Connect-User/z.json": {"x/", true},
	} {
		if top, ok := (GarminForm{}).Top(&listing.Entry{Rel: name}); top != tt.top || ok != tt.ok {
			t.Errorf("%s: %q %v", name, top, ok)
		}
	}
}

// noted is a content that tells whether it was opened.
type noted struct {
	data   []byte
	opened *bool
}

func (n noted) Head(int) ([]byte, error)             { return n.Read(context.Background()) }
func (n noted) Read(context.Context) ([]byte, error) { *n.opened = true; return n.data, nil }

func (n noted) Stream(ctx context.Context) (io.ReadCloser, error) {
	data, err := n.Read(ctx)
	return io.NopCloser(bytes.NewReader(data)), err
}

// emitted holds the items and the rest of an export.
type emitted struct {
	items  []listing.Item
	rest   []listing.Entry
	opened map[string]*bool
}

func garminEmit(t *testing.T, a garmintest.Archive, stopAt int) (e emitted) {
	t.Helper()
	var all []listing.Entry
	e.opened = map[string]*bool{}
	for _, f := range a.Files {
		e.opened[f.Name] = new(bool)
		entry := listing.Entry{Shown: "x.zip/" + f.Name, Rel: f.Name, Size: int64(len(f.Data)), File: noted{f.Data, e.opened[f.Name]}}
		if f.Data == nil {
			entry.Err = training.Errorf(training.KindUnsupported, "The member is encrypted.")
		}
		all = append(all, entry)
	}
	rest, last, ok := listing.Exports(t.Context(), []listing.Form{GarminForm{}}, all, func(it listing.Item) bool {
		e.items = append(e.items, it)
		return len(e.items) != stopAt
	}, nil)
	e.rest = rest
	if ok {
		ok = last()
	}
	if ok != (stopAt == 0) {
		t.Errorf("the walk goes on: %v", ok)
	}
	return e
}

// TestOnlyTablesOfTrainingAreOpened: all others go on unopened with a reason,
// and no name shows the account.
func TestOnlyTablesOfTrainingAreOpened(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30})
	e := garminEmit(t, a, 0)
	for _, r := range e.rest {
		if *e.opened[r.Rel] {
			t.Errorf("%s was opened", r.Rel)
		}
		it := r.Item()
		if path.Ext(r.Rel) == ".json" && (it.Skip == "" || !it.Aside) || path.Ext(r.Rel) == ".zip" && (it.Skip != "" || it.StatementOf == nil) {
			t.Errorf("%s goes on as %+v", r.Rel, it)
		}
		if strings.Contains(it.Path, garmintest.Account) {
			t.Errorf("%s shows the account", it.Path)
		}
		delete(e.opened, r.Rel)
	}
	for name, opened := range e.opened {
		if !*opened || slices.Contains(a.Truth.Private, name) {
			t.Errorf("%s: opened %v", name, *opened)
		}
	}
}

// TestAWalkThatEnds at any item.
func TestAWalkThatEnds(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 12, Days: 400, Page: 5})
	whole := len(garminEmit(t, a, 0).items)
	for at := 1; at <= whole; at++ {
		if n := len(garminEmit(t, a, at).items); n != at {
			t.Errorf("%d items, want %d", n, at)
		}
	}
}

// TestATableThatCannotBeOpened checks that a table that cannot be opened is
// reported, and the others are read.
func TestATableThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 2, Days: 20})
	locked := 0
	for i, f := range a.Files {
		if strings.Contains(f.Name, "sleepData") {
			a.Files[i].Data = nil
			locked++
		}
	}
	failed, days := 0, 0
	for _, it := range garminEmit(t, a, 0).items {
		if it.Err != nil {
			failed++
		}
		if it.Wellness != nil {
			days += len(it.Wellness.Days)
		}
	}
	if failed != locked || locked == 0 || days < 15 {
		t.Errorf("%d failed, %d days", failed, days)
	}
}

// TestDamagedTables checks that damaged tables are reported with a reason, and
// that the others, and the rows before the damage, are kept.
func TestDamagedTables(t *testing.T) {
	t.Parallel()
	a := garmintest.Build(garmintest.Options{Seconds: 30, Activities: 12, Days: 20})
	for i, f := range a.Files {
		if strings.HasSuffix(f.Name, ".json") {
			a.Files[i].Data = f.Data[:len(f.Data)*9/10]
		}
	}
	e := garminEmit(t, a, 0)
	failed, days, unrecorded := 0, 0, 0
	for _, it := range e.items {
		if it.Err != nil {
			failed++
		}
		if it.Wellness != nil {
			days += len(it.Wellness.Days)
		}
		unrecorded += len(it.Unrecorded)
	}
	tables := 0
	for _, opened := range e.opened {
		if *opened {
			tables++
		}
	}
	if failed != tables || days < 15 || unrecorded < 8 {
		t.Errorf("%d failed of %d, %d days, %d activities", failed, tables, days, unrecorded)
	}
}

func TestTheAccountIsHidden(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"e.zip/DI/first.last_x@example.org_0_summary.json": "e.zip/DI/0_summary.json",
		`e\me@example.org_12.fit`:                          `e\12.fit`,
		"e.zip/UploadedFiles_0-_Part1.zip/1.fit":           "e.zip/UploadedFiles_0-_Part1.zip/1.fit",
		"a@b/c_d":                                          "a@b/c_d",
	} {
		if got := hideAccount(name); got != want {
			t.Errorf("%s is shown as %s", name, got)
		}
	}
}

func TestUploadsAreOrderedByTheirNumbers(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int64{
		"me@example.org_200000000013.fit": 200000000013, "x/me_12.TCX": 12, "UploadedFiles_0-_Part1.zip": 0, "12.fit": 0,
		"me_99999999999999999999.fit": 0,
	} {
		if got := upload(name); got != want {
			t.Errorf("%s is %d, want %d", name, got, want)
		}
	}
}

// TestRowsAreWhatTheTableSays, in kilometres or miles.
func TestRowsAreWhatTheTableSays(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]runkeepertest.Options{"today": {}, "old, in miles": {Miles: true, Old: true}, "hours": {Seconds: 4000}} {
		a := runkeepertest.Build(o)
		got, err := runkeeperRead(a.Data("cardioActivities.csv"))
		if err != nil || len(got.rows) != len(a.Activities) {
			t.Fatalf("%s: %d rows, %v", name, len(got.rows), err)
		}
		refs := map[string]bool{}
		for i, want := range a.Activities {
			r := got.rows[len(got.rows)-1-i]
			v := r.entry.Values
			if !r.local.Equal(want.Local) || r.file != want.File || r.entry.TimerS != float64(want.DurationS) || r.said.Description != want.Notes ||
				math.Abs(1000*v[training.MetricDistanceKM]-want.DistanceM) > 0.01 || v[training.MetricAvgHRBpm] != float64(want.AvgHR) ||
				v[training.MetricCaloriesKcal] != want.Calories || math.Abs(v[training.MetricElevationGainM]-want.ClimbM) > 0.01 {
				t.Errorf("%s: %+v, want %+v", name, r, want)
			}
			if _, said := v[training.MetricAvgHRBpm]; said != (want.AvgHR > 0) {
				t.Errorf("%s: a heart rate of %v", name, v[training.MetricAvgHRBpm])
			}
			refs[r.said.Ref] = true
		}
		if len(refs) != len(a.Activities) {
			t.Errorf("%s: %d references", name, len(refs))
		}
	}
}

func TestTablesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a,b\n1,2\n", "Date,Type,Duration\n", "\x00\x01"} {
		if _, err := runkeeperRead([]byte(text)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%q: %v", text, err)
		}
	}
	got, err := runkeeperRead([]byte("Date,Type,Duration,GPX File\nyesterday,Running,1:00,\n2024-03-01 " +
		"06:30:00,Running,0:00,\n2024-03-01 06:30:00,Nordic Golf,x:1,\n2024-03-02 06:30:00,Nordic Golf,1:00,\n"))
	if err != nil || len(got.rows) != 1 || got.rows[0].said.Sport != "nordic_golf" {
		t.Errorf("%+v, %v", got.rows, err)
	}
}

// TestOffsetsComeFromTheNearestTrack.
func TestOffsetsComeFromTheNearestTrack(t *testing.T) {
	t.Parallel()
	at := func(day int) time.Time { return time.Date(2024, 3, day, 6, 30, 0, 0, time.UTC) }
	var all runkeeperTable
	if _, ok := all.offset(at(1)); ok {
		t.Error("an offset without a track")
	}
	all.places = []place{{at(1), time.Hour}, {at(20), -7 * time.Hour}}
	for day, want := range map[int]time.Duration{1: time.Hour, 9: time.Hour, 12: -7 * time.Hour, 30: -7 * time.Hour} {
		if got, ok := all.offset(at(day)); !ok || got != want {
			t.Errorf("day %d: %v", day, got)
		}
	}
}

// FuzzRunkeeperTable holds that nothing in a table brings its reader down.
func FuzzRunkeeperTable(f *testing.F) {
	a := runkeepertest.Build(runkeepertest.Options{})
	f.Add(a.Data("cardioActivities.csv"))
	f.Add(bytes.ReplaceAll(a.Data("cardioActivities.csv"), []byte(","), []byte(";")))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := runkeeperRead(data)
		for _, r := range got.rows {
			if err == nil && (r.local.IsZero() || r.entry.TimerS <= 0 || r.said.Ref == "") {
				t.Errorf("%+v", r)
			}
		}
	})
}

// read1 returns the summary of one row.
func read1(t *testing.T, text string) (s summary, ok bool) {
	t.Helper()
	if err := rows(strings.NewReader(text), "", func(r row) { s, ok = r.summary(map[string][]string{"7": {"gbike", "gstrap"}}) }); err != nil {
		t.Fatal(err)
	}
	return s, ok
}

func TestARowInItsUnits(t *testing.T) {
	t.Parallel()
	s, ok := read1(t, `{"activityId":7,"name":" Lap\u0007 ","description":"a\nb","activityType":"gravel_cycling","beginTimestamp":1.7E12,
		"startTimeGmt":1.7E12,"startTimeLocal":1.7000198E12,"duration":3600000,"elapsedDuration":4000000.5,"movingDuration":3000000,
		"distance":3000000,"elevationGain":12345,"elevationLoss":-1,"avgHr":140,"avgPower":200,"workoutRpe":70,"eventTypeId":1,"calories":900}`)
	want := training.Statement{
		Ref: "garmin:7", Sport: training.Cycling, SubSport: training.SubGravel, Name: "Lap", Description: "a\nb",
		Race: true, GearID: "gbike", MoreGear: []string{"gstrap"}, PerceivedExertion: 7,
		Entry: &training.Entry{
			Start: time.UnixMilli(1.7e12), TimerS: 3600, ElapsedS: 4000.0005,
			Values: training.Values{
				training.MetricDistanceKM: 30, training.MetricMovingTimeS: 3000, training.MetricAvgSpeedKMH: 36,
				training.MetricElevationGainM: 123.45, training.MetricAvgHRBpm: 140, training.MetricAvgPowerW: 200,
			},
		},
	}
	if d := cmp.Diff(want, s.said, cmpopts.EquateApprox(0, 1e-9)); d != "" || !ok {
		t.Error(d)
	}
	if _, offset := s.said.Entry.Start.Zone(); offset != 19800 {
		t.Errorf("%d s from UTC", offset)
	}
}

func TestRowsThatAreNone(t *testing.T) {
	t.Parallel()
	const at = `"beginTimestamp":1700000000000`
	for name, tt := range map[string]struct {
		text string
		ok   bool
	}{
		"little":       {`{"activityId":1,` + at + `}`, true},
		"a container":  {`{"activityId":1,"parent":true,` + at + `}`, false},
		"multisport":   {`{"activityId":1,"activityType":"multi_sport",` + at + `}`, false},
		"no start":     {`{"activityId":1}`, false},
		"no number":    {`{` + at + `}`, false},
		"a bad number": {`{"activityId":1e40,` + at + `}`, false},
	} {
		s, ok := read1(t, tt.text)
		if ok != tt.ok || ok && (s.said.PerceivedExertion != 0 || s.said.Race || len(s.said.Entry.Values) != 0) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestWordsFindTheirRecording(t *testing.T) {
	t.Parallel()
	at := func(ref string, afterS, elapsedS float64) summary {
		start := noon.Add(time.Duration(afterS * float64(time.Second)))
		return summary{start: start, elapsedS: elapsedS, said: training.Statement{Ref: ref, Entry: &training.Entry{Start: start}}}
	}
	all := summaries{at("late", 3600, 60), at("watch", 2, 600), at("head unit", 1, 1800), at("long ago", -86400, 600)}.index()
	for name, tt := range map[string]struct {
		afterS, elapsedS float64
		want             string
	}{
		"two devices at once":   {1, 605, "watch"},
		"the other":             {2, 1795, "head unit"},
		"within five seconds":   {3605, 60, "late"},
		"before it":             {3595, 60, "late"},
		"further away":          {3606, 60, ""},
		"of another day":        {-86400, 600, "long ago"},
		"after all":             {99999, 1, ""},
		"before all, and other": {-99999, 1, ""},
	} {
		got := all.of(&training.Recording{Start: noon.Add(time.Duration(tt.afterS) * time.Second), ElapsedS: tt.elapsedS})
		if (got == nil) != (tt.want == "") || got != nil && (got.Ref != tt.want || got.Entry != nil) {
			t.Errorf("%s: %+v, want %q", name, got, tt.want)
		}
	}
	if all[0].said.Entry == nil {
		t.Error("looking it up took its entry away")
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"running": {"running", ""}, "Lap_Swimming": {"swimming", training.SubPool}, "rowing_v2": {"rowing", ""},
		"resort_skiing_snowboarding_ws": {"alpine_skiing", ""}, "swimToBikeTransition_v2": {"transition", ""}, "quidditch": {}, "": {},
		"e_bike_mountain": {"cycling", "e_bike"}, "indoor_hand_cycling": {"cycling", "handcycle"}, "hiit": {"fitness", "hiit"},
		"obstacle_run": {"running", "obstacle"}, "snow_shoe": {"hiking", "snowshoe"}, "stand_up_paddleboarding": {"paddling", "stand_up"},
		"skate_skiing_ws": {"cross_country_skiing", "skate"}, "stair_climbing": {"fitness", "stairs"}, "jump_rope": {"fitness", "jump_rope"},
	} {
		if sport, sub := kindOf(word); string(sport) != want[0] || sub != want[1] {
			t.Errorf("%q is %v %v, want %v", word, sport, sub, want)
		}
	}
	for _, tt := range [][3]string{{"quidditch", "CYCLING", "cycling"}, {"Paper Chess", "", "paper_chess"}, {"", "", "other"}} {
		if got := sportOfEntry(tt[0], tt[1]); string(got) != tt[2] {
			t.Errorf("%v is %q", tt, got)
		}
	}
}
