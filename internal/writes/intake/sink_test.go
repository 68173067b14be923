package intake_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/derive"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/archive"
	"lapkeep/internal/importing/export"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
)

const ann training.AthleteID = "ann"

// anybodys returns terms that allow everything.
func anybodys() source.Policy {
	return source.Policy{
		Retention: source.Forever, Joined: true,
		Audiences: []training.Audience{training.AudiencePage, training.AudienceExport, training.AudienceModel},
	}
}

// home is a store with the sink of a service.
type home struct {
	*intake.Sink
	db      *store.DB
	journal *journal.Journal
	now     time.Time
}

// library is a service with things that are listed at once. Its own library is
// what a test puts there; to hand over a new kind, add it here.
type library struct {
	source.Service
	source.FolderKeeper
	kinds.CustomItemKeeper

	folders  []training.WorkoutFolder
	workouts []training.LibraryWorkout
	items    []training.CustomItem
}

func (library) Name() source.Name { return "tri" }

func (l library) Folders(context.Context) ([]training.WorkoutFolder, error) { return l.folders, nil }

func (l library) Workouts(context.Context) ([]training.LibraryWorkout, error) { return l.workouts, nil }

func (l library) CustomItems(context.Context) ([]training.CustomItem, error) { return l.items, nil }

// takeThings stores everything of a library.
func (h *home) takeThings(ctx context.Context, from library) (err error) {
	for _, k := range kinds.Listers(kinds.All(h.db, nil, h.Now)) {
		err = errors.Join(err, h.TakeThings(ctx, k, from))
	}
	return err
}

func newHome(t *testing.T) *home {
	t.Helper()
	return newHomeOf(t, storetest.Open(t))
}

func newHomeOf(t *testing.T, db *store.DB) *home {
	t.Helper()
	h := &home{db: db, now: storetest.Noon().Add(time.Hour)}
	storetest.Athlete(t, h.db, ann)
	n := 0
	h.journal = journal.New(h.db, func() string { n++; return fmt.Sprint("j", n) })
	h.Sink = &intake.Sink{
		Athlete: ann, Store: h.db, Journal: h.journal, Source: "tri", Policy: anybodys(),
		Now:      func() time.Time { h.now = h.now.Add(time.Second); return h.now },
		Importer: importing.New(h.db, importing.Options{Derive: derive.Single}),
	}
	return h
}

// incoming returns an activity that a service has, with samples.
func (h *home) incoming(id string, start time.Time) intake.Incoming {
	h.now = h.now.Add(time.Second)
	return intake.Incoming{
		Activity: source.Activity{
			ID: id, Start: start, Replaces: []string{"strava:9" + id},
			Statement: training.Statement{
				Ref: "tri:" + id, Name: "Out " + id, Sport: training.Cycling,
				Entry: &training.Entry{Start: start, TimerS: 1800, ElapsedS: 1800, Values: training.Values{training.MetricDistanceKM: 12}},
			},
		},
		Fetched: h.now,
	}
}

func (h *home) take(t *testing.T, in intake.Incoming) {
	t.Helper()
	if err := h.Take(t.Context(), in); err != nil {
		t.Fatal(err)
	}
}

// row returns the activity of a reference.
func (h *home) row(t *testing.T, ref string) (store.ActivityRow, error) {
	t.Helper()
	id, err := h.db.Resolve(t.Context(), storetest.Export(ann), ref)
	if err != nil {
		return store.ActivityRow{}, err
	}
	return h.db.Activity(t.Context(), storetest.Export(ann), id)
}

func TestSamplesBecomeARecording(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	in := h.incoming("i5", storetest.Noon())
	in.Recording = storetest.Recording(storetest.Noon(), 600)
	in.Recording.Format = "streams"
	for range 2 {
		h.take(t, in)
	}
	row, err := h.row(t, "tri:i5")
	if err != nil || row.Name != "Out i5" || row.Summary.Values[training.MetricNormalizedPowerW] == 0 || row.Sources[0] != "tri" {
		t.Fatalf("%+v %v", row, err)
	}
	if same, err := h.row(t, "strava:9i5"); err != nil || same.ID != row.ID {
		t.Errorf("by its other name it is %s, %v", same.ID, err)
	}
	in.Activity.Statement.Name, in.Fetched = "Renamed", h.now.Add(time.Hour)
	h.take(t, in)
	if row, err = h.row(t, "tri:i5"); err != nil || row.Name != "Renamed" {
		t.Errorf("%q %v", row.Name, err)
	}
	recs, err := h.db.Recordings(t.Context(), storetest.Export(ann), row.ID)
	if err != nil || len(recs) != 1 || recs[0].Origin.ExternalID != "i5" || recs[0].RunID != source.Name("tri").Run() {
		t.Errorf("%+v %v", recs, err)
	}
}

// TestWordsAloneAreAnActivityUntilItsFileComes.
func TestWordsAloneAreAnActivityUntilItsFileComes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	in := h.incoming("i6", storetest.Noon())
	h.take(t, in)
	row, err := h.row(t, "tri:i6")
	if err != nil || row.Summary.Values[training.MetricDurationS] != 1800 {
		t.Fatalf("%+v %v", row, err)
	}
	in.Recording, in.Fetched = storetest.Recording(storetest.Noon(), 600), h.now.Add(time.Minute)
	h.take(t, in)
	row, err = h.row(t, "tri:i6")
	if err != nil || row.Summary.Values[training.MetricNormalizedPowerW] == 0 {
		t.Errorf("%+v %v", row, err)
	}
	if c, err := h.db.Counts(t.Context(), storetest.Export(ann)); err != nil || c.Activities != 1 {
		t.Errorf("%d activities, %v", c.Activities, err)
	}
}

func TestAFileThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	in := h.incoming("i7", storetest.Noon())
	in.File = &source.File{Name: "i7.fit", Body: []byte("garbage")}
	if err := h.Take(t.Context(), in); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Take(ctx, in); training.KindOf(err) != training.KindCanceled {
		t.Errorf("%v", err)
	}
}

// TestGone: what only the service had goes with it, and can be had back;
// what a file of the athlete's holds stays.
func TestGone(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for i, id := range []string{"i1", "i2"} {
		in := h.incoming(id, storetest.Noon().AddDate(0, 0, i))
		in.Recording = storetest.Recording(in.Activity.Start, 600)
		h.take(t, in)
	}
	own, err := h.row(t, "tri:i2")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		rec := store.NewRecording{
			ID: "mine", Audience: store.EveryAudience,
			Recording: storetest.Recording(storetest.Noon().AddDate(0, 0, 1), 600),
		}
		if err := tx.PutRecording(ann, rec); err != nil {
			return err
		}
		return tx.LinkRecording(ann, own.ID, "mine", 1, 0)
	})
	for _, ref := range []string{"tri:i1", "tri:i2"} {
		if err := h.Gone(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.row(t, "tri:i1"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("the first: %v", err)
	}
	if row, err := h.row(t, "tri:i2"); err != nil || row.ID != own.ID {
		t.Errorf("the second: %v", err)
	}
	if err := h.Gone(t.Context(), "tri:i99"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("nothing: %v", err)
	}
	entries, err := h.db.Journal(t.Context(), storetest.Export(ann), 9)
	if err != nil || len(entries) != 1 || !strings.Contains(entries[0].Summary, "tri") {
		t.Fatalf("%+v %v", entries, err)
	}
	if _, err := h.journal.Undo(t.Context(), storetest.Export(ann), entries[0].ID, h.now); err != nil {
		t.Fatal(err)
	}
	if _, err := h.row(t, "tri:i1"); err != nil {
		t.Errorf("undone: %v", err)
	}
}

func (h *home) documents(t *testing.T, c document.Collection) []document.Document {
	t.Helper()
	all, err := h.db.Documents(t.Context(), storetest.Export(ann), c, document.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func ids(all []document.Document) string {
	var out []string
	for _, d := range all {
		out = append(out, d.ID)
	}
	return strings.Join(out, " ")
}

// TestDaysAreWholeWithinWhatWasCovered: what a service no longer has on covered
// days is removed; other days stay, and so do the athlete's words.
func TestDaysAreWholeWithinWhatWasCovered(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := func(d training.Day) training.WellnessDay {
		w := training.WellnessDay{Day: d}
		w.Put(training.WellnessHRVRmssdMs, float64(d), "tri")
		return w
	}
	wellness := func(from, to training.Day, days ...training.WellnessDay) {
		t.Helper()
		if err := h.TakeWellness(t.Context(), training.DayRange{From: from, To: to}, days); err != nil {
			t.Fatal(err)
		}
	}
	first := training.NewDay(2026, 5, 1)
	wellness(first, first+9, day(first), day(first+1), day(first+9))
	seq := storetest.LastSeq(t, h.db)
	wellness(first, first+9, day(first), day(first+1), day(first+9))
	if storetest.LastSeq(t, h.db) != seq {
		t.Error("saying the same again changed something")
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Wellness, "2026-05-01", document.Own{Fields: []byte(`{"locked":true}`)})
		return err
	})
	wellness(first, first+1)
	all := h.documents(t, document.Wellness)
	if ids(all) != "2026-05-01 2026-05-10" || len(all[0].Statements) != 0 || len(all[1].Statements) != 1 {
		t.Errorf("%+v", all)
	}
	if w, err := document.Show[training.WellnessDay](all[1]); err != nil || w.Numbers[training.WellnessHRVRmssdMs].Value != float64(first+9) {
		t.Errorf("%+v %v", w, err)
	}
}

// TestOurOwnEventsKeepTheirDocuments: the service's version of one of ours is
// stored with ours.
func TestOurOwnEventsKeepTheirDocuments(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		d := training.NewDay(2026, 5, 3)
		_, err := tx.PutOwn(ann, document.Events, "plan-1",
			document.Own{
				Fields: []byte(`{"name":"Ours","category":"workout","start_local":"2026-05-03T00:00:00"}`), Days: training.DayRange{From: d, To: d},
			})
		return err
	})
	events := []training.CalendarEvent{
		{ID: "7", ExternalID: "plan-1", Category: training.EventWorkout, Name: "Theirs", Start: "2026-05-03T00:00:00"},
		{
			ID: "8", ExternalID: "of another program", Category: training.EventHoliday, Name: "Sea",
			Start: "2026-05-05T00:00:00", End: "2026-05-08T00:00:00",
		},
	}
	covered := training.DayRange{From: training.NewDay(2026, 5, 1), To: training.NewDay(2026, 5, 31)}
	if err := h.TakeEvents(t.Context(), covered, events); err != nil {
		t.Fatal(err)
	}
	all := h.documents(t, document.Events)
	if ids(all) != "plan-1 tri:8" || all[1].Days.To != training.NewDay(2026, 5, 7) {
		t.Fatalf("%+v", all)
	}
	e, err := document.Show[training.CalendarEvent](all[0])
	if err != nil || e.Name != "Ours" || e.ID != "7" {
		t.Errorf("%+v %v", e, err)
	}
	if err := h.TakeEvents(t.Context(), covered, nil); err != nil || ids(h.documents(t, document.Events)) != "plan-1" {
		t.Errorf("%s %v", ids(h.documents(t, document.Events)), err)
	}
}

// TestWordsThatAreNothingAloneGoWithWhatTheyAreAbout: what the athlete added
// to an event or a workout that the service then has no more.
func TestWordsThatAreNothingAloneGoWithWhatTheyAreAbout(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	covered := training.DayRange{From: training.NewDay(2026, 5, 1), To: training.NewDay(2026, 5, 31)}
	event := training.CalendarEvent{ID: "7", Category: training.EventWorkout, Name: "Theirs", Start: "2026-05-03T00:00:00"}
	take := func(events []training.CalendarEvent, workouts []training.LibraryWorkout) {
		t.Helper()
		if err := errors.Join(h.TakeEvents(t.Context(), covered, events), h.takeThings(t.Context(), library{workouts: workouts})); err != nil {
			t.Fatal(err)
		}
	}
	there := []training.LibraryWorkout{{ID: "8", Name: "Theirs", Sport: training.Cycling}}
	take([]training.CalendarEvent{event}, there)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Events, "tri:7", document.Own{Fields: []byte(`{"work_kj":900}`)})
		if err == nil {
			_, err = tx.PutOwn(ann, document.Workouts, "tri:8", document.Own{Fields: []byte(`{"structure":{}}`)})
		}
		return err
	})
	take([]training.CalendarEvent{event}, there)
	if got := ids(h.documents(t, document.Events)) + ids(h.documents(t, document.Workouts)); got != "tri:7tri:8" {
		t.Fatal(got)
	}
	take(nil, nil)
	if got := ids(h.documents(t, document.Events)) + ids(h.documents(t, document.Workouts)); got != "" {
		t.Errorf("left: %s", got)
	}
}

// TestWholes: gear, settings, library and custom items carry the service's
// name in their ids and in what they refer to, and go with it.
func TestWholes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ctx := t.Context()
	bike := source.Gear{Gear: training.Gear{ID: "b1", Kind: training.GearBike, Name: "Bike"}}
	chain := source.Gear{
		Gear:      training.Gear{ID: "c1", Kind: training.GearComponent, Name: "Chain", PartOf: "b1"},
		Reminders: []training.GearReminder{{ID: "r1", Text: "Wax"}},
	}
	take := func(full bool) error {
		n := 0
		if full {
			n = 1
		}
		for _, err := range []error{
			h.TakeGear(ctx, []source.Gear{bike, chain}[:2*n]),
			h.TakeSportSettings(ctx, []training.SportSettings{{ID: "1", Types: []string{"Ride"}, DefaultGearID: "b1"}}[:n]),
			h.takeThings(ctx, library{
				folders:  []training.WorkoutFolder{{ID: "f", Name: "F", Workouts: []training.LibraryWorkout{{ID: "w"}}}}[:n],
				workouts: []training.LibraryWorkout{{ID: "w", FolderID: "f", Name: "W"}}[:n],
				items:    []training.CustomItem{{ID: "3", Type: "FITNESS_CHART", Name: "C"}}[:n],
			}),
		} {
			if err != nil {
				return err
			}
		}
		return nil
	}
	if err := take(true); err != nil {
		t.Fatal(err)
	}
	gear, err := h.db.Gear(ctx, storetest.Export(ann))
	if err != nil || len(gear) != 2 || gear[0].ID != "tri:b1" || gear[1].PartOf != "tri:b1" {
		t.Errorf("%+v %v", gear, err)
	}
	for c, want := range map[document.Collection]string{
		document.SportSettings: `"default_gear_id":"tri:b1"`, document.Folders: `"name":"F"`, document.Workouts: `"folder_id":"tri:f"`,
		document.CustomItems: `"FITNESS_CHART"`, document.Reminders: `"gear_id":"tri:c1"`,
	} {
		all := h.documents(t, c)
		if len(all) != 1 || !strings.HasPrefix(all[0].ID, "tri:") || !strings.Contains(string(all[0].Statements[0].Body), want) {
			t.Errorf("%s: %+v", c, all)
		}
	}
	if err := take(false); err != nil {
		t.Fatal(err)
	}
	for _, c := range []document.Collection{
		document.SportSettings, document.Folders, document.Workouts,
		document.CustomItems, document.Reminders,
	} {
		if all := h.documents(t, c); len(all) != 0 {
			t.Errorf("%s: %+v", c, all)
		}
	}
}

// TestSamplesSurviveAnExport: an export's file of samples is read again.
func TestSamplesSurviveAnExport(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	in := h.incoming("i5", storetest.Noon())
	in.Recording = storetest.Recording(storetest.Noon(), 600)
	h.take(t, in)
	dir := filepath.Join(t.TempDir(), "export")
	if n, err := export.Write(t.Context(), h.db, ann, dir); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	other := newHome(t)
	_, err := other.Importer.Import(t.Context(), ann, archive.Walk(t.Context(), []string{dir}, archive.Limits{}),
		importing.RunOptions{RunID: "r"}, func(r importing.FileResult) {
			t.Log(r)
		})
	if err != nil {
		t.Fatal(err)
	}
	row, err := other.row(t, "tri:i5")
	if err != nil || row.Summary.Values[training.MetricNormalizedPowerW] == 0 {
		t.Errorf("%+v %v", row, err)
	}
}
