package intervalsicu

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// types are all the service's words for sports.
const types = "Ride Run Swim WeightTraining Hike Walk AlpineSki BackcountrySki Badminton Canoeing Crossfit " +
	"EBikeRide EMountainBikeRide Elliptical Golf GravelRide " +
	"TrackRide Handcycle HighIntensityIntervalTraining Hockey IceSkate InlineSkate Kayaking Kitesurf MountainBikeRide " +
	"Cyclocross NordicSki OpenWaterSwim Padel " +
	"Pilates Pickleball Racquetball Rugby RockClimbing RollerSki Rowing Sail Skateboard Snowboard Snowshoe Soccer " +
	"Squash StairStepper StandUpPaddling Surfing " +
	"TableTennis Tennis TrailRun Transition Velomobile VirtualRide VirtualRow VirtualRun VirtualSki WaterSport " +
	"Wheelchair Windsurf Workout Yoga Other"

func TestEveryTypeIsASportAndComesBack(t *testing.T) {
	t.Parallel()
	words := strings.Fields(types)
	if len(words) != 60 {
		t.Fatalf("%d types", len(words))
	}
	for _, w := range words {
		sport, sub := Sport(w)
		if got := Type(sport, sub); got != w {
			t.Errorf("%s is %s/%s and comes back as %s", w, sport, sub, got)
		}
		if strings.ToLower(string(sport)) != string(sport) || sport == "" {
			t.Errorf("%s is %q", w, sport)
		}
	}
}

func TestSportsAreWrittenByTheirNearestType(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]string{
		{"cycling", "road"}: "Ride", {"cycling", "indoor"}: "Ride", {"swimming", "pool"}: "Swim",
		{"running", "track"}: "Run", {"rock_climbing", ""}: "RockClimbing",
		{"curling", ""}: "", {"diving", ""}: "",
	} {
		if got := Type(training.Sport(in[0]), in[1]); got != want {
			t.Errorf("%v is %q", in, got)
		}
	}
	if s, sub := Sport("SpaceWalk"); s != "space_walk" || sub != "" {
		t.Errorf("a new type is %q/%q", s, sub)
	}
	if _, err := typeOf("curling", ""); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}

// TestAListAsksForAllOfTheRating: what is read is asked for.
func TestAListAsksForAllOfTheRating(t *testing.T) {
	t.Parallel()
	for f := range reflect.TypeFor[Rating]().Fields() {
		if name := f.Tag.Get("json"); !slices.Contains(Fields(), name) {
			t.Errorf("%s is not asked for", name)
		}
	}
}

// TestALoadOfTheAthletesOwn checks a load that the service did not compute.
func TestALoadOfTheAthletesOwn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		`"icu_training_load":70,"power_load":70,"hr_load":64`:                   0,
		`"icu_training_load":64,"hr_load":64,"icu_ignore_power":true`:           0,
		`"icu_training_load":187,"power_load":70,"hr_load":64,"pace_load":null`: 187,
		`"icu_training_load":33,"source":"MANUAL"`:                              33,
		`"icu_training_load":33,"source":"GARMIN_CONNECT"`:                      0, // nothing tells where it is from
		`"icu_training_load":0,"power_load":70`:                                 0,
	} {
		var a Activity
		if err := json.Unmarshal([]byte(`{"id":"i1","type":"Ride","name":"x","start_date":"2026-09-01T08:00:00Z","start_date_local":"2026-09-01T10:00:00",`+text+`}`), &a); err != nil {
			t.Fatal(err)
		}
		if got := a.Read(time.UTC); got.Statement.ManualLoad != want || got.Rated.OwnLoad != (want > 0) {
			t.Errorf("%s: %v, %+v", text, got.Statement.ManualLoad, got.Rated)
		}
	}
}

// TestADeletedActivityIsMadeAnew from its file, with all that can be set of
// it, once the mark is away that keeps the file out.
func TestADeletedActivityIsMadeAnew(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60, StubEvery: -1})
	a, ctx := wholeOne(t, c, training.Cycling), t.Context()
	s.Do(func(w *intervalstest.World) {
		d := w.Athletes[0].Activities[a.ID].Doc
		d["kg_lifted"], d["icu_color"], d["Gels"], d["type"] = 4.5, "red", 3.0, "GravelRide"
		w.Athletes[0].Activities[a.ID].Messages = nil
		w.Athletes[0].Items.Rows = append(w.Athletes[0].Items.Rows,
			intervalstest.Doc{"id": 99.0, "type": "ACTIVITY_FIELD", "name": "Gels", "content": intervalstest.Doc{"code": "Gels"}})
	})
	before := s.State()
	had := must[map[string]json.RawMessage](t)(c.Settable(ctx, a.ID))
	if string(had["Gels"]) != "3" || string(had["kg_lifted"]) != "4.5" || string(had["lock_intervals"]) != "null" ||
		had["id"] != nil || had["icu_ctl"] != nil {
		t.Errorf("%s", had)
	}
	file := must[source.File](t)(c.FetchRecording(ctx, a.ID))
	if err := c.DeleteActivity(ctx, a.ID); err != nil {
		t.Fatal(err)
	}
	if ids, fresh, err := c.Upload(ctx, file, source.Upload{}); len(ids) != 0 || fresh || err != nil {
		t.Errorf("a deleted file was taken: %v %v", ids, err)
	}
	s.Inject(intervalstest.Fault{Operation: "deleteTombstone", Cut: true, Late: true, Times: 1}) // done, but the response is lost
	for range 2 {
		if err := c.Readmit(ctx, a.ID); err != nil {
			t.Fatal(err)
		}
	}
	ids, fresh, err := c.Upload(ctx, file, source.Upload{})
	if len(ids) != 1 || !fresh || err != nil || ids[0] == a.ID {
		t.Fatalf("%v %v %v", ids, fresh, err)
	}
	if err := c.Set(ctx, ids[0], had); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(had, must[map[string]json.RawMessage](t)(c.Settable(ctx, ids[0]))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(before, s.State()); d != "" {
		t.Error(d)
	}
}

func TestWhatCannotBeSetIsNotSent(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c, ctx := d.client(t), t.Context()
	for what, x := range map[string]struct {
		values map[string]json.RawMessage
		want   training.Kind
	}{
		"nothing":       {nil, training.KindInvalid},
		"what is ours":  {map[string]json.RawMessage{"icu_ctl": []byte("1")}, training.KindUnsupported},
		"an empty name": {map[string]json.RawMessage{"": []byte("1")}, training.KindUnsupported},
	} {
		if err := c.Set(ctx, "i501", x.values); training.KindOf(err) != x.want {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := c.Settable(ctx, "../x"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if err := c.Readmit(ctx, "x"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	d.says("getActivity", status(200, `{"id":"i501","icu_athlete_id":"i999"}`))
	if _, err := c.Settable(ctx, "i501"); fault(err) != "not found" {
		t.Errorf("another's: %v", err)
	}
	d.says("getActivity", status(200, `{"id":"i501","name":7}`))
	if _, err := c.Settable(ctx, "i501"); err != nil {
		t.Errorf("a form that is only read here: %v", err)
	}
	d.says("getActivity", status(200, `[]`))
	if _, err := c.Settable(ctx, "i501"); fault(err) != "changed" {
		t.Errorf("another form: %v", err)
	}
	if len(d.log) > 8 {
		t.Errorf("%d requests", len(d.log))
	}
}

// TestStatisticsOfAYear checks the athlete's own, not those of whom the athlete
// coaches.
func TestStatisticsOfAYear(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Activities: 14, StubEvery: -1, Coached: []string{"i2"}})
	got, err := c.Statistics(t.Context(), training.NewDay(2026, 9, 20))
	if err != nil || got.Totals.Activities == nil || *got.Totals.Activities != 14 || *got.Totals.DistanceKm <= 0 || *got.Totals.TSS <= 0 {
		t.Errorf("%+v %v", got.Totals, err)
	}
}

// TestWeeksOfOneAthlete: what is not said is missing, and the period begins
// with the first week.
func TestWeeksOfOneAthlete(t *testing.T) {
	t.Parallel()
	n := func(x client.Number) *client.Number { return &x }
	got := ReadSummaries([]Summary{
		{Athlete: "i1", Date: "2026-01-05", Count: n(2), Distance: n(30_500)},
		{Athlete: "i1", Date: "2025-12-29", Count: n(1), Distance: n(10_000), AscentM: n(120)},
		{Athlete: "i2", Date: "2025-12-22", Count: n(9)},
		{Athlete: "i1", Date: "soon", Count: n(9)},
		{Athlete: "i1", Date: "2026-01-19", Count: n(9)},
	}, "i1", training.NewDay(2026, 1, 11))
	if got.Period != "2025-12-29 to 2026-01-11" || *got.Totals.Activities != 3 || *got.Totals.DistanceKm != 40.5 ||
		*got.Totals.ElevationGainM != 120 || got.Totals.CaloriesKcal != nil || got.Totals.TSS != nil {
		t.Errorf("%+v", got)
	}
}
