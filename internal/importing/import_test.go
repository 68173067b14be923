package importing_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

const me training.AthleteID = "me"

var start = time.Date(2026, 5, 1, 6, 0, 0, 0, time.UTC)

func clock() time.Time { return start.Add(48 * time.Hour) }

// bench is a store with an importer.
type bench struct {
	db     *store.DB
	im     *importing.Importer
	derive importing.Derive
}

func newBench(t testing.TB, change ...func(*importing.Options)) bench {
	t.Helper()
	db := storetest.Open(t)
	err := db.Write(t.Context(), func(tx *store.Tx) error {
		return tx.PutAthlete(training.Athlete{ID: me, TimeZone: "Europe/Berlin"})
	})
	if err != nil {
		t.Fatal(err)
	}
	return onStore(db, change...)
}

func onStore(db *store.DB, change ...func(*importing.Options)) bench {
	o := importing.Options{Now: clock, Read: ingesttest.Read, Derive: derive.Single, Workers: 3, FileTime: 5 * time.Second}
	for _, c := range change {
		c(&o)
	}
	return bench{db: db, im: importing.New(db, o), derive: o.Derive}
}

// file is a named content.
type file struct {
	name string
	data []byte
}

func (b bench) run(t testing.TB, o importing.RunOptions, files ...file) []importing.FileResult {
	t.Helper()
	var got []importing.FileResult
	_, err := b.im.Import(t.Context(), me, items(files...), o, func(r importing.FileResult) { got = append(got, r) })
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func items(files ...file) func(func(listing.Item) bool) {
	return func(yield func(listing.Item) bool) {
		for _, f := range files {
			if !yield(listing.Memory(f.name, f.data)) {
				return
			}
		}
	}
}

func outing(sport training.Sport, after time.Duration, seed float64) ingesttest.Outing {
	return ingesttest.Outing{Sport: sport, Start: start.Add(after), Seconds: 600, Seed: seed, LatDeg: 47, LonDeg: 8}
}

func headUnit(serial string) ingesttest.Device {
	return ingesttest.Device{Maker: "garmin", Serial: serial, Channels: ingesttest.Everything()}
}

func watch(serial string) ingesttest.Device {
	return ingesttest.Device{
		Maker: "polar", Serial: serial, LateS: 15, EarlyS: 5, Noise: 3,
		Channels: []training.Channel{training.HeartRate, training.Latitude, training.Longitude, training.CoreTemperature},
	}
}

func ride(name string, o ingesttest.Outing, d ingesttest.Device) file {
	return file{name, ingesttest.File(o.Record(d))}
}

// dump returns everything that an import wrote, as text: two stores with equal
// dumps answer every question alike.
func (b bench) dump(t testing.TB) string {
	t.Helper()
	ctx, all := t.Context(), storetest.Export(me)
	page, err := b.db.Activities(ctx, all, store.ActivityFilter{Ascending: true})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, row := range page.Rows {
		fmt.Fprintf(&out, "%s %s %s %q parent=%q %v\n", row.ID, row.Sport, row.LocalDay, row.Name, row.ParentID, sorted(row.Summary.Values))
		recs, err := b.db.Recordings(ctx, all, row.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recs {
			fmt.Fprintf(&out, "  %s rank %d chosen %x of %x from %.8s\n", r.ID, r.Rank, r.Chosen, r.Channels, r.Original)
		}
		for _, kind := range derive.Kinds() {
			p, err := b.db.Primitive(ctx, all, row.ID, kind)
			if err == nil {
				fmt.Fprintf(&out, "  %s %s %d bytes %x\n", kind, p.InputHash, len(p.Data), p.Data[max(0, len(p.Data)-8):])
			}
		}
	}
	return out.String()
}

func sorted(v training.Values) string {
	b, err := json.Marshal(v) // maps are written in order of their keys
	if err != nil {
		panic(err)
	}
	return string(b)
}

func (b bench) count(t testing.TB) int {
	t.Helper()
	page, err := b.db.Activities(t.Context(), storetest.Export(me), store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return page.Total
}

func statuses(results []importing.FileResult) []importing.Status {
	out := make([]importing.Status, len(results))
	for i, r := range results {
		out[i] = r.Status
	}
	return out
}

func TestImportReportsEachFileInOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *importing.Options) { o.FileTime = 50 * time.Millisecond })
	multi := ingesttest.File(outing(training.Swimming, 0, 1).Record(watch("w")), outing(training.Cycling, time.Hour, 1).Record(watch("w")))
	got := b.run(t, importing.RunOptions{RunID: "run1"},
		file{"a.fit", []byte(ingesttest.Garbage)},
		ride("b.fit", outing(training.Cycling, 24*time.Hour, 1), headUnit("1")),
		file{"c.fit", []byte(ingesttest.Ignored)},
		file{"d.fit", []byte(ingesttest.Panics)},
		file{"e.fit", []byte(ingesttest.Hangs)},
		file{"f.fit", multi},
		file{"g.fit", nil},
	)
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	one, two := got[1].Activities, got[5].Activities
	if len(one) != 1 || len(two) != 2 {
		t.Fatalf("%s", text)
	}
	want := fmt.Sprintf(`[`+
		`{"path":"a.fit","status":"failed","activities":[],"warnings":[],"reason":"a.fit is damaged. Copy it again."},`+
		`{"path":"b.fit","status":"imported","activities":["%s"],"warnings":[]},`+
		`{"path":"c.fit","status":"ignored","activities":[],"warnings":[],"reason":"It holds settings, not an activity."},`+
		`{"path":"d.fit","status":"failed","activities":[],"warnings":[],"reason":"A bug in Lapkeep stopped it from reading the file. The file was not changed."},`+
		`{"path":"e.fit","status":"failed","activities":[],"warnings":[],"reason":"Reading took longer than 50ms. Check what kind of file it is."},`+
		`{"path":"f.fit","status":"imported","activities":["%s","%s"],"warnings":[]},`+
		`{"path":"g.fit","status":"failed","activities":[],"warnings":[],"reason":"g.fit is damaged. Copy it again."}]`, one[0], two[0], two[1])
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	runs, err := b.db.ImportRuns(t.Context(), storetest.Export(me), 0)
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	if diff := cmp.Diff(map[string]int{"imported": 2, "failed": 4, "ignored": 1}, runs[0].Counts); diff != "" || runs[0].FinishedAt.IsZero() {
		t.Error(diff, runs[0])
	}
}

func TestImportedActivityIsWhole(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	f := ride("evening.fit", outing(training.Cycling, 11*time.Hour, 1), headUnit("1"))
	id := b.run(t, importing.RunOptions{}, f)[0].Activities[0]
	row, err := b.db.Activity(t.Context(), storetest.Export(me), id)
	if err != nil {
		t.Fatal(err)
	}
	if row.Name != "Evening ride" || row.Zone != "Europe/Berlin" || row.LocalDay.String() != "2026-05-01" || row.ParentID != "" {
		t.Errorf("%+v", row.Activity)
	}
	recs, err := b.db.Recordings(t.Context(), storetest.Export(me), id)
	if err != nil || len(recs) != 1 || recs[0].Origin != (store.Origin{Source: "file", FileName: "evening.fit"}) {
		t.Fatalf("%+v %v", recs, err)
	}
	if data, err := b.db.Original(t.Context(), storetest.Export(me), recs[0].Original); err != nil || !slices.Equal(data, f.data) {
		t.Errorf("the original is not what was read: %v", err)
	}
	if row.Summary.Version != derive.RulesOf(&recs[0].Recording) || row.Summary.Values[training.MetricElapsedTimeS] != 600 {
		t.Errorf("%+v", row.Summary)
	}
	if n, err := derive.Follow(t.Context(), b.db, nil); err != nil || n != 0 {
		t.Errorf("an import leaves %d activities to compute, %v", n, err)
	}
	for _, alias := range []string{"file:" + recs[0].Original, string(id)} {
		if got, err := b.db.Resolve(t.Context(), storetest.Export(me), alias); err != nil || got != id {
			t.Errorf("%s means %s, %v", alias, got, err)
		}
	}
}

func TestImportIsIdempotentAndIDsAreTheSameAnywhere(t *testing.T) {
	t.Parallel()
	files := []file{
		ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1")),
		ride("2.fit", outing(training.Running, 5*time.Hour, 2), headUnit("1")),
	}
	b := newBench(t)
	first := b.run(t, importing.RunOptions{}, append(files, file{"copy of 1.fit", files[0].data})...)
	if diff := cmp.Diff([]importing.Status{importing.Imported, importing.Imported, importing.Duplicate}, statuses(first)); diff != "" {
		t.Error(diff)
	}
	before := b.dump(t)
	again := b.run(t, importing.RunOptions{}, files...)
	if diff := cmp.Diff([]importing.Status{importing.Duplicate, importing.Duplicate}, statuses(again)); diff != "" {
		t.Error(diff)
	}
	if want := "The same file is already here, as activity " + string(first[0].Activities[0]) + "."; first[2].Reason.String() != want {
		t.Errorf("the copy's reason is %q, want %q", first[2].Reason, want)
	}
	for i := range again {
		if diff := cmp.Diff(first[i].Activities, again[i].Activities); diff != "" {
			t.Error(diff)
		}
		if !strings.Contains(again[i].Reason.String(), string(first[i].Activities[0])) {
			t.Errorf("the reason is %q", again[i].Reason)
		}
	}
	if diff := cmp.Diff(before, b.dump(t)); diff != "" {
		t.Error(diff)
	}
	elsewhere := newBench(t)
	elsewhere.run(t, importing.RunOptions{}, files[1], files[0])
	if diff := cmp.Diff(before, elsewhere.dump(t)); diff != "" {
		t.Error("another store: ", diff)
	}
}

func TestDeletedStaysDeletedAndUndoneComesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	f := ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1"))
	id := b.run(t, importing.RunOptions{RunID: "run1"}, f)[0].Activities[0]
	before := b.dump(t)
	write := func(change func(tx *store.Tx) error) {
		t.Helper()
		if err := b.db.Write(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	write(func(tx *store.Tx) error { return tx.DeleteActivity(me, id) })
	got := b.run(t, importing.RunOptions{RunID: "run2"}, f)[0]
	if got.Status != importing.Duplicate || got.Reason == "" || !slices.Equal(got.Activities, []training.ActivityID{id}) || b.count(t) != 0 {
		t.Errorf("after a deletion: %+v, %d activities", got, b.count(t))
	}
	write(func(tx *store.Tx) error { return tx.RestoreActivity(me, id) })
	write(func(tx *store.Tx) error { return tx.RemoveRun(me, "run1") })
	if b.count(t) != 0 {
		t.Fatal("an undone run left something")
	}
	got = b.run(t, importing.RunOptions{RunID: "run3"}, f)[0]
	if got.Status != importing.Imported || !slices.Equal(got.Activities, []training.ActivityID{id}) {
		t.Errorf("after an undo: %+v", got)
	}
	if diff := cmp.Diff(before, b.dump(t)); diff != "" {
		t.Error(diff)
	}
}

func TestExternalIDsOfASource(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	o := importing.RunOptions{Source: "strava", ExternalID: func(string) string { return "123" }, Audience: 1 << training.AudiencePage}
	id := b.run(t, o, ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1")))[0].Activities[0]
	page := training.Scope{Athlete: me, Audience: training.AudiencePage}
	if got, err := b.db.Resolve(t.Context(), page, "strava:123"); err != nil || got != id {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := b.db.Resolve(t.Context(), storetest.Model(me), "strava:123"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a model sees what the policy keeps from it: %v", err)
	}
}

func TestUnknownAthleteIsRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.im.Import(t.Context(), "nobody", items(), importing.RunOptions{}, nil)
	if training.KindOf(err) != training.KindNotFound {
		t.Errorf("got %v", err)
	}
}

func TestCanceledBeforeItBegins(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.im.Import(ctx, me, items(ride("1.fit", outing(training.Cycling, 0, 1), headUnit("1"))), importing.RunOptions{}, nil)
	if training.KindOf(err) != training.KindCanceled || b.count(t) != 0 {
		t.Errorf("got %v, %d activities", err, b.count(t))
	}
}

// TestTwoWithoutRecords: two damaged copies of one ride, of which nothing but
// the laps is left, are compared with each other within one group.
func TestTwoWithoutRecords(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	bare := func(name, serial string) file {
		r := outing(training.Cycling, 0, 1).Record(ingesttest.Device{Serial: serial})
		r.Columns, r.Name = training.Columns{}, name
		return file{name, ingesttest.File(r)}
	}
	got := b.run(t, importing.RunOptions{}, bare("a.fit", ""), bare("b.fit", ""),
		ride("c.fit", outing(training.Running, 24*time.Hour, 2), headUnit("1")))
	if len(got) != 3 || got[0].Status != importing.Imported || got[2].Status != importing.Imported || got[1].Status == importing.Failed {
		t.Errorf("%+v", got)
	}
}

// untyped returns a recording whose file names no sport.
func untyped(name string, o ingesttest.Outing, d ingesttest.Device) file {
	r := o.Record(d)
	r.Sport, r.SportUnsaid = training.Other, true
	return file{name, ingesttest.File(r)}
}

// TestARecordingWithoutASport merges with one that has one, whichever comes
// first, takes a sport of its own where it is alone, and is asked about where
// nothing proves whose it is.
func TestARecordingWithoutASport(t *testing.T) {
	t.Parallel()
	place := ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude, training.Altitude}}
	o := outing(training.Running, 0, 1)
	unit, phone := ride("unit.fit", o, headUnit("1")), untyped("phone.gpx", o, place)
	for name, order := range map[string][]file{"last": {unit, phone}, "first": {phone, unit}} {
		b := newBench(t)
		got := b.run(t, importing.RunOptions{}, order...)
		row, err := b.db.Activity(t.Context(), storetest.Export(me), got[1].Activities[0])
		if err != nil || b.count(t) != 1 || row.Sport != training.Running {
			t.Errorf("%s: %d activities, %s, %v", name, b.count(t), row.Sport, err)
		}
	}

	b := newBench(t)
	got := b.run(t, importing.RunOptions{}, phone)[0]
	row, err := b.db.Activity(t.Context(), storetest.Export(me), got.Activities[0])
	if err != nil || row.Sport != training.Cycling || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].String(), "names no sport") {
		t.Errorf("alone it is %s: %q, %v", row.Sport, got.Warnings, err)
	}
	b.run(t, importing.RunOptions{}, ride("strap", outing(training.Swimming, 10*time.Second, 1),
		ingesttest.Device{Channels: []training.Channel{training.HeartRate}}))
	doubts, err := importing.FindDuplicates(t.Context(), b.db, storetest.Export(me))
	if err != nil || len(doubts) != 1 {
		t.Errorf("%d in doubt, %v", len(doubts), err)
	}
}
