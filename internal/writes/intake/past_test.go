package intake_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
)

// outing returns an activity of a day of 2026 as the service rates it.
func outing(id string, day training.Day, change func(*training.Rated)) source.Activity {
	r := &training.Rated{Ref: "tri:" + id, Source: "tri", Day: day, Sport: training.Cycling, Type: "Ride"}
	change(r)
	return source.Activity{ID: id, Day: day, Rated: r}
}

func (h *home) rate(t *testing.T, list ...source.Activity) {
	t.Helper()
	if err := h.TakeRatings(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	if err := h.RatingsRead(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (h *home) past(t *testing.T) training.History {
	t.Helper()
	past, err := h.db.History(t.Context(), storetest.Export(ann))
	if err != nil {
		t.Fatal(err)
	}
	return past
}

// TestThePastIsRatedByThePast: the thresholds of each activity's day hold on
// that day, indoors and out, until the athlete's own words begin.
func TestThePastIsRatedByThePast(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	jan, apr, aug := training.NewDay(2026, 1, 5), training.NewDay(2026, 4, 5), training.NewDay(2026, 8, 5)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(), From: aug,
			Values: []float64{262},
		})
	})
	zones := []float64{60, 80, 100, 999}
	h.rate(t,
		outing("1", jan, func(r *training.Rated) {
			r.FTPW, r.LTHRBpm, r.WeightKg, r.HRZonesBpm = 211, 161, 71.4, []float64{130, 150, 191}
			r.PowerZonesPct = zones
		}),
		outing("2", jan+7, func(r *training.Rated) { r.FTPW, r.LTHRBpm, r.WeightKg = 211, 161, 71.2 }),
		outing("3", jan+8, func(r *training.Rated) { r.FTPW, r.Indoor = 200, true }),
		outing("4", apr, func(r *training.Rated) { r.FTPW, r.LTHRBpm, r.WeightKg, r.PowerZonesPct = 229, 165, 68, zones }),
		outing("5", aug+3, func(r *training.Rated) { r.FTPW = 300 }),
	)
	past := h.past(t)
	for day, want := range map[training.Day]training.Thresholds{
		jan + 20: {FTPW: 211, IndoorFTPW: 200, LTHRBpm: 161, WeightKg: 71.4, HRZones: []float64{131, 151}, PowerZones: []float64{127, 169, 211}},
		apr + 1:  {FTPW: 229, IndoorFTPW: 200, LTHRBpm: 165, WeightKg: 68, HRZones: []float64{131, 151}, PowerZones: []float64{137, 183, 229}},
		aug + 9:  {FTPW: 262, IndoorFTPW: 200, LTHRBpm: 165, WeightKg: 68, HRZones: []float64{131, 151}, PowerZones: []float64{137, 183, 229}},
	} {
		if d := cmp.Diff(want, past.At(training.Cycling.Plain(), day)); d != "" {
			t.Errorf("%s (-want +got):\n%s", day, d)
		}
	}
	h.rate(t, outing("4", apr, func(r *training.Rated) { r.FTPW = 240 })) // mended at the service
	if got := h.past(t).At(training.Cycling.Plain(), apr+1).FTPW; got != 240 {
		t.Errorf("after the mend it is %v W", got)
	}
}

// TestDatedThresholdsTakenBackStayAway: an undo is not undone by the next reading.
func TestDatedThresholdsTakenBackStayAway(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := training.NewDay(2026, 1, 5)
	ride := outing("1", day, func(r *training.Rated) { r.FTPW = 211 })
	h.rate(t, ride)
	h.takeBack(t)
	h.rate(t, ride, outing("2", day+9, func(r *training.Rated) { r.FTPW = 211 }))
	if past := h.past(t); len(past) != 0 {
		t.Errorf("%+v", past)
	}
}

// TestWhatIsWithheldIsKept until the service shows it, or has it no more.
func TestWhatIsWithheldIsKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := training.NewDay(2026, 1, 5)
	stub := source.Activity{ID: "77", Day: day, StartLocal: "2026-01-05T08:00:00", Withheld: "It is not passed on."}
	there := func() int {
		docs, err := h.db.Documents(t.Context(), storetest.Export(ann), document.Withheld,
			document.Filter{Days: &training.DayRange{From: day, To: day}})
		if err != nil {
			t.Fatal(err)
		}
		return len(docs)
	}
	h.rate(t, stub)
	if there() != 1 {
		t.Fatal("it is not kept")
	}
	h.rate(t, outing("77", day, func(*training.Rated) {}))
	if there() != 0 {
		t.Error("it is shown now")
	}
	h.rate(t, stub)
	if err := h.DropRating(t.Context(), "tri:77"); err != nil || there() != 0 {
		t.Errorf("it is gone: %v", err)
	}
}

// told ends a run and gives its changes.
func (h *home) told() []connection.Change {
	all := h.Changes()
	h.Sink = &intake.Sink{Athlete: ann, Store: h.db, Journal: h.journal, Source: h.Source, Policy: h.Policy, Now: h.Now, Importer: h.Importer}
	return all
}

// TestWhatASyncChangedIsTold: each kind with what was added, changed and
// removed, by name; nothing where the service says the same again.
func TestWhatASyncChangedIsTold(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := training.NewDay(2026, 5, 4)
	events := func(all ...training.CalendarEvent) {
		t.Helper()
		if err := h.TakeEvents(t.Context(), training.DayRange{From: day, To: day + 2}, all); err != nil {
			t.Fatal(err)
		}
	}
	event := func(id, name string, on training.Day) training.CalendarEvent {
		return training.CalendarEvent{ID: id, Name: name, Start: training.LocalTime(on.String() + "T00:00:00")}
	}
	events(event("1", "Threshold", day), event("2", "Long run", day+1), event("3", "Race", day+2))
	h.told()
	events(event("1", "Threshold 4x8", day), event("3", "Race", day+2), event("4", "Rest", day))
	events(event("1", "Threshold 4x8", day), event("3", "Race", day+2), event("4", "Rest", day))
	want := []connection.Change{{Kind: "event", Added: 1, Changed: 1, Removed: 1, Names: []i18n.Sentence{
		"changed 2026-05-04 Threshold 4x8", "added 2026-05-04 Rest", "removed 2026-05-05 Long run",
	}}}
	if d := cmp.Diff(want, h.told(), phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
	if got := want[0].Counts(); got.String() != "event 1 added, 1 changed, 1 removed" {
		t.Error(got)
	}
}

// TestNamesOfChangesAreFewAndNoneThatIsHidden.
func TestNamesOfChangesAreFewAndNoneThatIsHidden(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for i := range 7 {
		h.take(t, h.incoming(fmt.Sprint("i", i), storetest.Noon().AddDate(0, 0, -i)))
	}
	got := h.told()
	if len(got) != 1 || got[0].Kind != "activity" || got[0].Added != 7 || len(got[0].Names) != 5 ||
		got[0].Unnamed != 2 || got[0].Names[0].String() != "added 2026-05-01 Out i0" {
		t.Errorf("%+v", got)
	}
	row, err := h.row(t, "tri:i1")
	if err != nil {
		t.Fatal(err)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		_, err := tx.SetOverride(ann, row.ID, "hidden_from_models", []byte("true"))
		return err
	})
	again := h.incoming("i1", storetest.Noon().AddDate(0, 0, -1))
	again.Activity.Statement.Name = "A secret"
	h.take(t, again)
	if err := h.Gone(t.Context(), "tri:i2"); err != nil {
		t.Fatal(err)
	}
	want := []connection.Change{{Kind: "activity", Changed: 1, Removed: 1, Names: []i18n.Sentence{"removed 2026-04-29 Out i2"}, Unnamed: 1}}
	if d := cmp.Diff(want, h.told(), phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
	gear := []source.Gear{{Gear: training.Gear{ID: "b1", Kind: training.GearBike, Name: "Road bike"}}}
	for range 2 {
		if err := h.TakeGear(t.Context(), gear); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]connection.Change{{Kind: "gear", Added: 1, Names: []i18n.Sentence{"added Road bike"}}}, h.told(),
		phrasetest.SameInEnglish()); d != "" {
		t.Error(d)
	}
}
