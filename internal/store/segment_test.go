package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

const degree = 1_000_000 // steps

// segmented has the segments "near" and "far", each with an effort of "open",
// which anybody may see, and of "hidden", which no model may. "near" begins
// where a privacy zone can be put, "far" ends 100 km away, "to" leads there.
func segmented(t *testing.T) *store.DB {
	t.Helper()
	return segmentedIn(t, t.TempDir())
}

func segmentedIn(t *testing.T, home string) *store.DB {
	t.Helper()
	db := storetest.OpenHome(t, home)
	storetest.Write(t, db, func(tx *store.Tx) error {
		err := tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Position: true}})
		for i, id := range []training.ActivityID{"open", "hidden"} {
			err = errors.Join(err, storetest.AddRide(tx, "ann", id, storetest.Noon().AddDate(0, 0, i), store.EveryAudience))
		}
		_, herr := tx.SetOverride("ann", "hidden", "hidden_from_models", json.RawMessage("true"))
		return errors.Join(err, herr)
	})
	for id, lat := range map[string][2]int32{"near": {47, 48}, "far": {48, 49}, "to": {48, 47}} {
		s := training.Segment{Name: id, DistanceKm: 5, From: training.SegmentOrigin{By: training.SegmentFromActivity, Activity: "open"}}
		if id == "far" {
			s.From.Activity = "hidden"
		}
		for _, y := range []float64{float64(lat[0]), 48.5, float64(lat[1])} {
			s.Points = append(s.Points, training.RoutePoint{LatDeg: y, LonDeg: 8})
		}
		fields, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.PutOwn("ann", document.Segments, id, document.Own{Fields: fields})
			return errors.Join(err, tx.PutSegmentWay("ann", store.SegmentWay{
				Segment: id, StartLat: lat[0] * degree, EndLat: lat[1] * degree, StartLon: 8 * degree, EndLon: 8 * degree, Data: []byte{1},
			}))
		})
	}
	for _, act := range []training.ActivityID{"open", "hidden"} {
		storetest.Write(t, db, func(tx *store.Tx) error {
			var all []training.SegmentEffort
			for _, id := range []string{"near", "far", "to"} {
				all = append(all, training.SegmentEffort{Segment: id, Activity: act, FromS: 10.25, ToS: 20.5, TimerS: 9})
			}
			return tx.PutSegmentEfforts("ann", act, nil, all)
		})
	}
	return db
}

func effortsOf(t *testing.T, db *store.DB, s training.Scope, f store.EffortFilter) (names []string) {
	t.Helper()
	all, err := db.SegmentEfforts(t.Context(), s, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, fmt.Sprintf("%s on %s", e.Activity, e.Segment))
	}
	slices.Sort(names)
	if f.Segment == "" && f.Segments == nil && f.Activity == "" {
		timesAgree(t, db, s, all)
	}
	return names
}

// timesAgree checks that the times of all efforts are those of the efforts themselves.
func timesAgree(t *testing.T, db *store.DB, s training.Scope, efforts []training.SegmentEffort) {
	t.Helper()
	times, err := db.EffortTimes(t.Context(), s, store.EffortFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for i := range efforts {
		e := &efforts[i]
		row, err := db.Activity(t.Context(), s, e.Activity)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintln(e.Segment, e.Activity, row.Start.UnixMilli(), row.LocalDay, row.Discipline(), e.FromS, e.ToS, e.TimeS()))
	}
	for segment, all := range times {
		for _, x := range all {
			got = append(got, fmt.Sprintln(segment, x.Activity, x.Start, x.Day, x.Discipline, x.FromS, x.ToS, x.TimeS()))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the times are not those of the efforts (-efforts +times):\n%s", d)
	}
}

// TestEffortsFollowTheirActivity: an effort has the day, the sport and the audience that its
// activity has after an edit.
func TestEffortsFollowTheirActivity(t *testing.T) {
	t.Parallel()
	db := segmented(t)
	model := storetest.Model("ann")
	for _, x := range []struct {
		name, field, value string
		seen               bool
	}{
		{"another sport", "sport", `"running"`, true},
		{"hidden", "hidden_from_models", "true", false},
		{"shown again", "hidden_from_models", "false", true},
		{"virtual", "sub_sport", `"virtual"`, true},
	} {
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.SetOverride("ann", "open", x.field, json.RawMessage(x.value))
			return err
		})
		for _, s := range []training.Scope{model, storetest.Export("ann")} {
			effortsOf(t, db, s, store.EffortFilter{})
		}
		if n := len(effortsOf(t, db, model, store.EffortFilter{Activity: "open"})); n > 0 != x.seen {
			t.Errorf("%s: a model sees %d efforts", x.name, n)
		}
	}
}

// beforeTimes is the version of databases whose efforts had no columns of their activities.
const beforeTimes = 16

// withoutTimes returns a script that takes back what the next versions added.
func withoutTimes() string {
	script := "DROP INDEX activities_sets;DELETE FROM sqlite_stat1 WHERE idx='activities_sets';" +
		"DROP TABLE remote_tallies;DELETE FROM sqlite_stat1 WHERE tbl='remote_tallies';"
	for _, trigger := range []string{"added", "removed", "changed"} {
		script += "DROP TRIGGER remote_items_" + trigger + ";"
	}
	for _, column := range []string{"start_ms", "day", "sport", "sub_sport", "seen"} {
		script += "ALTER TABLE segment_efforts DROP COLUMN " + column + ";"
	}
	for _, table := range []string{
		"people", "agreements", "clients", "grants", "secrets", "access_log", "passkeys", "providers", "subjects",
	} {
		script += "DROP TABLE " + table + ";"
	}
	return script + "ALTER TABLE approvals DROP COLUMN person;"
}

// TestEffortsOfFormerHomes get what they take from their activities at the upgrade, and items
// of services are counted.
func TestEffortsOfFormerHomes(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	db := segmentedIn(t, home)
	key := ledger.ConnectionKey{Athlete: "ann", Source: "intervals"}
	for i, state := range []ledger.ConnectionState{ledger.Stored, ledger.Stored, ledger.Withheld} {
		if err := db.Connections().PutItem(t.Context(), key, ledger.ConnectionItem{ID: fmt.Sprint(i), State: state}); err != nil {
			t.Fatal(err)
		}
	}
	want, err := db.EffortTimes(t.Context(), storetest.Model("ann"), store.EffortFilter{})
	if err != nil || len(want) != 3 {
		t.Fatal(want, err)
	}
	tallies, err := db.Connections().Tallies(t.Context(), key)
	if err != nil || len(tallies) != 2 || tallies[0].Items != 2 {
		t.Fatal(tallies, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	former := withoutTimes() + fmt.Sprintf("PRAGMA user_version=%d", beforeTimes)
	if err := sqlitedb.Script(t.Context(), filepath.Join(home, store.FileName), former); err != nil {
		t.Fatal(err)
	}
	db = storetest.OpenHome(t, home)
	got, err := db.EffortTimes(t.Context(), storetest.Model("ann"), store.EffortFilter{})
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	again, err := db.Connections().Tallies(t.Context(), key)
	if d := cmp.Diff(tallies, again); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

func putZone(t *testing.T, db *store.DB, z training.PrivacyZone) {
	t.Helper()
	fields, err := json.Marshal(z)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.PrivacyZones, "zone", document.Own{Fields: fields})
		return err
	})
}

// TestEffortsThatAModelMayNotSee: those of a hidden activity, and those from or
// to a gate within a zone of privacy; the athlete sees all.
func TestEffortsThatAModelMayNotSee(t *testing.T) {
	t.Parallel()
	db := segmented(t)
	model, all := storetest.Model("ann"), store.EffortFilter{}
	open := []string{"open on far", "open on near", "open on to"}
	if d := cmp.Diff(open, effortsOf(t, db, model, all)); d != "" {
		t.Errorf("without a zone: %s", d)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 47, LonDeg: 8.01, RadiusM: 1000}) // 759 m away
	if d := cmp.Diff([]string{"open on far"}, effortsOf(t, db, model, all)); d != "" {
		t.Errorf("with a zone at two gates: %s", d)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 47, LonDeg: 8.01, RadiusM: 700})
	if d := cmp.Diff(open, effortsOf(t, db, model, all)); d != "" {
		t.Errorf("with a zone beside a gate: %s", d)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 48.5, LonDeg: 8, RadiusM: 100})
	if d := cmp.Diff(open, effortsOf(t, db, model, all)); d != "" {
		t.Errorf("with a zone between gates: %s", d)
	}
	if n := len(effortsOf(t, db, storetest.Export("ann"), all)); n != 6 {
		t.Errorf("the athlete sees %d", n)
	}
}

// TestSegmentsThatAModelMayNotSee: no point of one with a gate in a zone, no
// point in a zone of another, none at all where positions are not shared, and
// no activity that is hidden.
func TestSegmentsThatAModelMayNotSee(t *testing.T) {
	t.Parallel()
	db := segmented(t)
	points := func(s training.Scope) map[string]int {
		t.Helper()
		docs, err := db.Documents(t.Context(), s, document.Segments, document.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]int{}
		for _, d := range docs {
			shown, err := document.Show[training.Segment](d)
			if err != nil || shown.Name != d.ID || shown.DistanceKm != 5 {
				t.Fatal(shown, err)
			}
			out[d.ID] = len(shown.Points)
			if hidden := d.ID == "far" && s.Audience == training.AudienceModel; (shown.From.Activity == "") != hidden {
				t.Errorf("%s is said to be cut from %q", d.ID, shown.From.Activity)
			}
		}
		return out
	}
	model := storetest.Model("ann")
	if d := cmp.Diff(map[string]int{"near": 3, "far": 3, "to": 3}, points(model)); d != "" {
		t.Errorf("without a zone: %s", d)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 47, LonDeg: 8, RadiusM: 500})
	if d := cmp.Diff(map[string]int{"near": 0, "far": 3, "to": 0}, points(model)); d != "" {
		t.Errorf("with a zone at two gates: %s", d)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 48.5, LonDeg: 8, RadiusM: 500})
	if d := cmp.Diff(map[string]int{"near": 2, "far": 2, "to": 2}, points(model)); d != "" {
		t.Errorf("with a zone between gates: %s", d)
	}
	if d := cmp.Diff(map[string]int{"near": 3, "far": 3, "to": 3}, points(storetest.Export("ann"))); d != "" {
		t.Errorf("the athlete: %s", d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	if d := cmp.Diff(map[string]int{"near": 0, "far": 0, "to": 0}, points(model)); d != "" {
		t.Errorf("without positions: %s", d)
	}
	if n := len(effortsOf(t, db, model, store.EffortFilter{})); n != 3 { // when says nothing of where
		t.Errorf("without positions there are %d efforts", n)
	}
	if _, err := db.SegmentWays(t.Context(), model); training.KindOf(err) != training.KindForbidden {
		t.Errorf("a model reads ways: %v", err)
	}
}

// TestEffortsAreSelected by everything that a filter has.
func TestEffortsAreSelected(t *testing.T) {
	t.Parallel()
	db := segmented(t)
	day := training.DayOf(storetest.Noon())
	for name, c := range map[string]struct {
		f    store.EffortFilter
		want []string
	}{
		"segment":       {store.EffortFilter{Segment: "near"}, []string{"hidden on near", "open on near"}},
		"activity":      {store.EffortFilter{Activity: "open", Segment: "to"}, []string{"open on to"}},
		"some":          {store.EffortFilter{Segments: []string{"near", "none"}}, []string{"hidden on near", "open on near"}},
		"no such thing": {store.EffortFilter{Segment: "none"}, nil},
	} {
		if d := cmp.Diff(c.want, effortsOf(t, db, storetest.Export("ann"), c.f)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	all, err := db.SegmentEfforts(t.Context(), storetest.Export("ann"), store.EffortFilter{Activity: "open", Segment: "near"})
	if err != nil || len(all) != 1 || all[0].FromS != 10.25 || all[0].ToS != 20.5 || all[0].TimerS != 9 || all[0].Day != day {
		t.Errorf("%+v %v", all, err)
	}
}

// TestEffortsAreReplaced: on the segments that are named, or on all.
func TestEffortsAreReplaced(t *testing.T) {
	t.Parallel()
	db := segmented(t)
	one := []training.SegmentEffort{{Segment: "near", FromS: 30, ToS: 40}}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutSegmentEfforts("ann", "open", []string{"near", "to"}, one) })
	mine := store.EffortFilter{Activity: "open"}
	if d := cmp.Diff([]string{"open on far", "open on near"}, effortsOf(t, db, storetest.Export("ann"), mine)); d != "" {
		t.Error(d)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutSegmentEfforts("ann", "open", nil, nil) })
	if left := effortsOf(t, db, storetest.Export("ann"), store.EffortFilter{}); len(left) != 3 || strings.Contains(fmt.Sprint(left), "open") {
		t.Errorf("%v", left)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.DropSegment("ann", "near") })
	ways, err := db.SegmentWays(t.Context(), storetest.Export("ann"))
	if left := effortsOf(t, db, storetest.Export("ann"), store.EffortFilter{}); len(left) != 2 || len(ways) != 2 || err != nil {
		t.Errorf("%v %v %v", left, ways, err)
	}
}

// TestDeviceEffortsThatAModelMayNotSee: no place unless positions are shared, and
// none that begins or ends within a zone.
func TestDeviceEffortsThatAModelMayNotSee(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	rec := storetest.Recording(storetest.Noon(), 60)
	at := func(lat float64) *training.RoutePoint { return &training.RoutePoint{LatDeg: lat, LonDeg: 8} }
	rec.DeviceEfforts = []training.DeviceEffort{
		{Name: "from", Start: at(47), End: at(48), EndS: 9},
		{Name: "to", Start: at(48), End: at(47), EndS: 9},
		{Name: "unknown", Start: at(48), EndS: 9},
		{Name: "far", Start: at(48), End: at(49), EndS: 9},
	}
	keepRide(t, db, rec, 47, 8)
	names := func(s training.Scope) (names []string, places int) {
		t.Helper()
		rows, err := db.Recordings(t.Context(), s, "ride")
		if err != nil || len(rows) != 1 {
			t.Fatal(rows, err)
		}
		for _, e := range rows[0].Recording.DeviceEfforts {
			names = append(names, e.Name)
			if e.Start != nil {
				places++
			}
		}
		return names, places
	}
	all := []string{"from", "to", "unknown", "far"}
	if got, places := names(storetest.Model("ann")); !slices.Equal(got, all) || places != 4 {
		t.Errorf("without a zone: %v, %d places", got, places)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: 47, LonDeg: 8, RadiusM: 500})
	if got, places := names(storetest.Model("ann")); !slices.Equal(got, []string{"far"}) || places != 1 {
		t.Errorf("with a zone: %v, %d places", got, places)
	}
	if got, places := names(storetest.Export("ann")); !slices.Equal(got, all) || places != 4 {
		t.Errorf("the athlete: %v, %d places", got, places)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	if got, places := names(storetest.Model("ann")); !slices.Equal(got, []string{"far"}) || places != 0 {
		t.Errorf("without positions: %v, %d places", got, places)
	}
}

// TestAssistantsSeeNothingOfAZone: whoever may see positions sees those
// outside, of streams, of recordings, of routes, and of files nothing.
func TestAssistantsSeeNothingOfAZone(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	rec := storetest.Recording(storetest.Noon(), 60)
	if !rec.Columns.Has(training.Latitude) {
		t.Fatal("the sample has no position")
	}
	degrees := func(i int) (lat, lon float64) {
		y, _ := rec.Columns.At(training.Latitude, i)
		x, _ := rec.Columns.At(training.Longitude, i)
		return float64(y) * 180 / (1 << 31), float64(x) * 180 / (1 << 31)
	}
	lat, lon := degrees(0)
	zone, err := json.Marshal(training.PrivacyZone{LatDeg: lat, LonDeg: lon, RadiusM: 2})
	if err != nil {
		t.Fatal(err)
	}
	hash := keepRide(t, db, rec, lat, lon)
	seen := func(s training.Scope) (first, last bool, points int, file error) {
		t.Helper()
		for _, read := range []func() (*training.Columns, error){
			func() (*training.Columns, error) { return db.Stream(t.Context(), s, "ride", store.AllChannels) },
			func() (*training.Columns, error) { return db.RecordingColumns(t.Context(), s, "r", store.AllChannels) },
		} {
			c, err := read()
			if err != nil {
				t.Fatal(err)
			}
			_, first = c.At(training.Latitude, 0)
			_, last = c.At(training.Latitude, c.Len()-1)
		}
		d, err := db.Document(t.Context(), s, document.Routes, "x")
		if err != nil {
			t.Fatal(err)
		}
		shown, err := document.Show[training.Route](d)
		if err != nil || shown.Name != "Round" {
			t.Fatal(shown, err)
		}
		_, file = db.Original(t.Context(), s, hash)
		return first, last, len(shown.Points), file
	}
	if first, last, points, file := seen(storetest.Model("ann")); !first || !last || points != 2 || file != nil {
		t.Errorf("without a zone: %v %v %d %v", first, last, points, file)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		_, err := tx.PutOwn("ann", document.PrivacyZones, "home", document.Own{Fields: zone})
		return err
	})
	first, last, points, file := seen(storetest.Model("ann"))
	if first || !last || points != 1 || training.KindOf(file) != training.KindForbidden {
		t.Errorf("a model sees %v %v %d %v", first, last, points, file)
	}
	half, err := db.RecordingColumns(t.Context(), storetest.Model("ann"), "r", store.Channels(training.Latitude))
	if err != nil || half.Has(training.Latitude) {
		t.Errorf("half of a position: %v", err)
	}
	if first, last, points, file := seen(storetest.Export("ann")); !first || !last || points != 2 || file != nil {
		t.Errorf("the athlete sees %v %v %d %v", first, last, points, file)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	if first, last, points, _ := seen(storetest.Model("ann")); first || last || points != 0 {
		t.Errorf("who shares no position: %v %v %d", first, last, points)
	}
}

// TestAWayOfPositionsIsEverybodysDistance: where positions alone say how far it
// was, those who may see some of them or none get the distance of all.
func TestAWayOfPositionsIsEverybodysDistance(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	rec := storetest.Recording(storetest.Noon(), 600)
	rec.Columns.Data[training.Distance], rec.Columns.Data[training.Speed] = training.Column{}, training.Column{}
	lat, lon, _ := rec.Columns.Position(300)
	keepRide(t, db, rec, lat, lon)
	metres := func(s training.Scope) float64 {
		t.Helper()
		c, err := db.Stream(t.Context(), s, "ride", store.Channels(training.Distance, training.Latitude, training.Longitude))
		if err != nil {
			t.Fatal(err)
		}
		return stream.Of(&training.Recording{Columns: *c, Sport: rec.Sport, Pauses: rec.Pauses}, stream.Limits{}).Way.RowsM
	}
	want := metres(storetest.Export("ann"))
	if want < 100 {
		t.Fatalf("the sample is %v m long", want)
	}
	putZone(t, db, training.PrivacyZone{LatDeg: lat, LonDeg: lon, RadiusM: want / 4})
	if got := metres(storetest.Model("ann")); got != want {
		t.Errorf("with a zone it is %v m, for the athlete %v", got, want)
	}
	storetest.Write(t, db, func(tx *store.Tx) error { return tx.PutAthlete(training.Athlete{ID: "ann"}) })
	if got := metres(storetest.Model("ann")); got != want {
		t.Errorf("without positions it is %v m, for the athlete %v", got, want)
	}
}

// keepRide keeps a ride with its file, and a route from a place to the north.
// It gives the hash of the file.
func keepRide(t *testing.T, db *store.DB, rec *training.Recording, lat, lon float64) string {
	t.Helper()
	route := training.Route{Name: "Round", Points: []training.RoutePoint{{LatDeg: lat, LonDeg: lon}, {LatDeg: lat + 1, LonDeg: lon}}}
	storetest.Write(t, db, func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: "ann", Sharing: training.Sharing{Position: true}})
	})
	hashes, err := db.KeepOriginals(t.Context(), "ann", [][]byte{[]byte("a file")})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		act := storetest.Activity("ride", storetest.Noon())
		if err := tx.PutActivity("ann", act); err != nil {
			return err
		}
		if err := tx.PutRecording("ann", store.NewRecording{
			ID: "r", Original: hashes[0], Audience: store.EveryAudience,
			Recording: rec,
		}); err != nil {
			return err
		}
		if _, err := tx.PutStatement("ann", document.Statement{Collection: document.Routes, ID: "x", Source: "file", Body: route}); err != nil {
			return err
		}
		return tx.LinkRecording("ann", "ride", "r", 0, store.AllChannels)
	})
	return hashes[0]
}
