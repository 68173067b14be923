package intake_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func (h *home) at(t *testing.T, sport training.Sport) training.Thresholds {
	t.Helper()
	return h.in(t, sport.Plain())
}

// in returns the thresholds of a discipline now.
func (h *home) in(t *testing.T, d training.Discipline) training.Thresholds {
	t.Helper()
	past, err := h.db.History(t.Context(), storetest.Export(ann))
	if err != nil {
		t.Fatal(err)
	}
	return past.At(d, training.DayOf(h.now))
}

// TestThresholdsFollowTheService where the athlete says nothing else, and
// what the athlete says or takes back stays.
func TestThresholdsFollowTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutThreshold(ann, training.ThresholdEntry{Key: training.KeyMaxHR, From: training.NewDay(2026, 1, 1), Values: []float64{190}})
	})
	ride := training.SportSettings{
		ID: "1", Types: []string{"Ride"}, Sports: []training.Discipline{training.Cycling.Plain()}, FTPW: 250, MaxHRBpm: 180, LTHRBpm: 900,
		WPrimeJ: 20000,
	}
	run := training.SportSettings{ID: "2", Types: []string{"Run"}, Sports: []training.Discipline{training.Running.Plain()}, ThresholdMPS: 4}
	take := func() {
		t.Helper()
		if err := h.TakeSportSettings(t.Context(), []training.SportSettings{ride, run}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		take()
	}
	if c := h.at(t, training.Cycling); c.FTPW != 250 || c.MaxHRBpm != 190 || c.LTHRBpm != 0 || c.WPrimeJ != 20000 {
		t.Errorf("riding: %+v", c)
	}
	if r := h.at(t, training.Running); r.ThresholdMPS != 4 || r.FTPW != 0 {
		t.Errorf("running: %+v", r)
	}
	entries, err := h.db.Journal(t.Context(), storetest.Export(ann), 9)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%+v %v", entries, err)
	}
	ride.FTPW = 260
	take()
	if c := h.at(t, training.Cycling); c.FTPW != 260 {
		t.Errorf("raised there: %+v", c)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyFTP, Sport: training.Cycling.Plain(),
			From: training.DayOf(h.now), Values: []float64{240},
		})
	})
	ride.FTPW = 270
	take()
	if c := h.at(t, training.Cycling); c.FTPW != 240 {
		t.Errorf("the athlete's own word: %+v", c)
	}
}

// takeBack undoes all that a reading wrote and that is still there.
func (h *home) takeBack(t *testing.T) {
	t.Helper()
	written, err := h.db.Journal(t.Context(), storetest.Export(ann), 10)
	if err != nil || len(written) == 0 {
		t.Fatalf("%d entries, %v", len(written), err)
	}
	for _, e := range written {
		if e.Undoes != "" || !e.UndoneAt.IsZero() {
			continue
		}
		if _, err := h.journal.Undo(t.Context(), storetest.Export(ann), e.ID, h.now); err != nil {
			t.Fatal(err)
		}
	}
}

// TestThresholdsTakenBackStayAway: an undo is not undone by the next reading.
func TestThresholdsTakenBackStayAway(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	all := []training.SportSettings{{ID: "1", Types: []string{"Ride"}, Sports: []training.Discipline{training.Cycling.Plain()}, FTPW: 250}}
	for range 2 {
		if err := h.TakeSportSettings(t.Context(), all); err != nil {
			t.Fatal(err)
		}
		h.takeBack(t)
		if c := h.at(t, training.Cycling); c.FTPW != 0 {
			t.Errorf("%+v", c)
		}
	}
}

// TestSettingsOfAPartOfASport hold for it and do not replace those of the whole.
func TestSettingsOfAPartOfASport(t *testing.T) {
	t.Parallel()
	trail := training.DisciplineOf(training.Running, training.SubTrail)
	all := []training.SportSettings{
		{ID: "1", Types: []string{"Run"}, Sports: training.Running.Plain().Alone(), ThresholdMPS: 3.8, WPrimeJ: 15_000},
		{ID: "2", Types: []string{"TrailRun"}, Sports: trail.Alone(), ThresholdMPS: 3.1, LTHRBpm: 161},
	}
	for range 2 { // in either order
		h := newHome(t)
		if err := h.TakeSportSettings(t.Context(), all); err != nil {
			t.Fatal(err)
		}
		if got := h.at(t, training.Running); got.ThresholdMPS != 3.8 || got.LTHRBpm != 0 {
			t.Errorf("running got %+v", got)
		}
		if got := h.in(t, trail); got.ThresholdMPS != 3.1 || got.LTHRBpm != 161 || got.WPrimeJ != 15_000 {
			t.Errorf("trail running got %+v", got)
		}
		slices.Reverse(all)
	}
}

// TestZonesFollowTheService by the same rule; the usual ones follow from the
// threshold and are not taken over.
func TestZonesFollowTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ride := training.SportSettings{
		ID: "1", Types: []string{"Ride"}, Sports: []training.Discipline{training.Cycling.Plain()}, FTPW: 250,
		PowerZonesPct: []float64{55, 75, 90, 105, 120, 150, 999}, HRZonesBpm: []float64{136, 150, 188},
	}
	check := func(what string, power, hr []float64) {
		t.Helper()
		if err := h.TakeSportSettings(t.Context(), []training.SportSettings{ride}); err != nil {
			t.Fatal(err)
		}
		if c := h.at(t, training.Cycling); !slices.Equal(c.PowerZones, power) || !slices.Equal(c.HRZones, hr) {
			t.Errorf("%s: %v %v", what, c.PowerZones, c.HRZones)
		}
	}
	check("first", nil, []float64{137, 151})
	ride.PowerZonesPct = []float64{60, 80, 999}
	check("own ones there", []float64{150, 200}, []float64{137, 151})
	ride.FTPW, ride.HRZonesBpm = 300, []float64{140, 150, 188}
	check("changed there", []float64{180, 240}, []float64{141, 151})
	ride.PowerZonesPct = []float64{55, 75, 90, 105, 120, 150, 999}
	check("the usual ones again", []float64{165, 225, 270, 315, 360, 450}, []float64{141, 151})
	ride.PowerZonesPct, ride.HRZonesBpm = []float64{150, 80, 999}, []float64{150, 600, 700}
	check("slips", []float64{165, 225, 270, 315, 360, 450}, []float64{141, 151})
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyHRZones, Sport: training.Cycling.Plain(), From: training.DayOf(h.now), Values: []float64{120, 160},
		})
	})
	ride.HRZonesBpm = []float64{130, 150, 188}
	check("set here", []float64{165, 225, 270, 315, 360, 450}, []float64{120, 160})
}

// TestWhoTheAthleteIsFollowsTheService where nobody here says anything else;
// what the athlete says, or takes back, stays.
func TestWhoTheAthleteIsFollowsTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		return tx.GuessAthlete(training.Athlete{ID: ann, TimeZone: "Europe/Oslo", SaidBy: training.SaidBy{TimeZone: training.ByComputer}})
	})
	born := training.NewDay(1985, 3, 2)
	said := training.Profile{ID: "7", Sex: training.Female, Born: &born, TimeZone: "America/Lima", WeightKg: 61, RestHRBpm: 47, Notes: "Knee"}
	who := func() training.Athlete {
		t.Helper()
		for range 2 {
			if err := h.TakeProfile(t.Context(), said); err != nil {
				t.Fatal(err)
			}
		}
		a, err := h.db.Athlete(t.Context(), storetest.Export(ann))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	tri := training.SaidBy{Sex: "tri", BirthYear: "tri", TimeZone: "tri"}
	if a := who(); a.Sex != training.Female || a.BirthYear != 1985 || a.TimeZone != "America/Lima" || a.SaidBy != tri {
		t.Errorf("%+v", a)
	}
	if at := h.at(t, ""); at.WeightKg != 61 || at.RestHRBpm != 47 {
		t.Errorf("%+v", at)
	}
	entries, err := h.db.Journal(t.Context(), storetest.Export(ann), 9)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d entries %v", len(entries), err)
	}
	said.TimeZone, said.WeightKg = "America/Bogota", 60
	if a, at := who(), h.at(t, ""); a.TimeZone != "America/Bogota" || at.WeightKg != 60 {
		t.Errorf("changed there: %+v %+v", a, at)
	}
	storetest.Write(t, h.db, func(tx *store.Tx) error {
		a := training.Athlete{ID: ann, Sex: training.Male, TimeZone: "Asia/Tokyo", SaidBy: training.SaidBy{BirthYear: "tri"}}
		if err := tx.PutThreshold(ann, training.ThresholdEntry{
			Key: training.KeyWeight, From: training.DayOf(h.now),
			Values: []float64{64},
		}); err != nil {
			return err
		}
		return tx.PutAthlete(a)
	})
	said.TimeZone, said.WeightKg, said.Sex = "America/Quito", 59, ""
	if a, at := who(), h.at(t, ""); a.TimeZone != "Asia/Tokyo" || a.Sex != training.Male || a.BirthYear != 0 || at.WeightKg != 64 {
		t.Errorf("said here: %+v %+v", a, at)
	}
	said.TimeZone = "Nowhere/Atall"
	if a := who(); a.TimeZone != "Asia/Tokyo" {
		t.Errorf("%+v", a)
	}
}

// TestRoutesFollowTheService: names are taken over, ways are kept, a way that
// there is not is not asked for again, and what is gone there is gone here.
func TestRoutesFollowTheService(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	ctx := t.Context()
	lake := source.Route{ID: "5", Name: "Lake", Sport: training.Cycling, Path: [][2]float64{{52, 13}, {math.NaN(), 0}, {91, 13}, {52.001, 13}}}
	far := source.Route{ID: "6", Name: "Nowhere", Path: [][2]float64{{52, 13}}}
	take := func(list ...source.Route) {
		t.Helper()
		fresh, err := h.TakeRoutes(ctx, list)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range fresh {
			if err := h.TakeRoute(ctx, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	take(lake, far)
	fresh, err := h.TakeRoutes(ctx, []source.Route{
		{ID: "5", Name: "Lake loop", Description: "flat", Sport: training.Cycling},
		{ID: "6", Name: "Nowhere"},
	})
	if err != nil || len(fresh) != 0 {
		t.Errorf("%+v %v", fresh, err)
	}
	all := h.documents(t, document.Routes)
	if ids(all) != "tri:5 tri:6" {
		t.Fatal(ids(all))
	}
	got, err := document.Show[training.Route](all[0])
	want := training.Route{
		Name: "Lake loop", Description: "flat", Sport: training.Cycling, DistanceKm: 0.111,
		Points: []training.RoutePoint{{LatDeg: 52, LonDeg: 13}, {LatDeg: 52.001, LonDeg: 13}},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
	if err := h.db.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Routes, "tri:5", document.Own{Fields: []byte(`{"name":"Mine"}`)})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	take(source.Route{ID: "5", Name: "Theirs"})
	all = h.documents(t, document.Routes)
	if got, err = document.Show[training.Route](all[0]); err != nil || got.Name != "Mine" || len(got.Points) != 2 || ids(all) != "tri:5" {
		t.Errorf("%s %+v %v", ids(all), got, err)
	}
}
