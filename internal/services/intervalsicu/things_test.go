package intervalsicu

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

func TestGearIsReadWithItsPartsRemindersAndRetirement(t *testing.T) {
	t.Parallel()
	got := must[[]source.Gear](t)(newFixture(t).client(t).Gear(t.Context()))
	bought, gone := day(t, "2024-03-01"), day(t, "2026-08-01")
	want := []source.Gear{
		{
			Gear: training.Gear{ID: "g9", Kind: training.GearBike, Name: "Road", Retired: true}, Type: "Bike", DistanceKm: 1234.5678, TimeS: 180000,
			Activities: 42, Notes: "n", Purchased: &bought, RetiredOn: &gone, Parts: []string{"g10"},
			Reminders: []training.GearReminder{{
				ID: "77", GearID: "g9", Text: "Wax", DistanceKm: 300, Days: 30,
				LastDone: time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC), UsedPct: 41.5, UsedKm: 124.5, UsedS: 7200,
			}},
		},
		{
			Gear: training.Gear{ID: "g10", Kind: training.GearComponent, Name: "Chain", Part: "Chain", PartOf: "g9"},
			Type: "Chain", DistanceKm: 1.5,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGearHasNoMakerModelOrMainBikeThere(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	g := source.Gear{Gear: training.Gear{Kind: training.GearShoes, Name: "N", Brand: "B", Model: "M", EarlierKm: 100, WeightKg: 1}}
	must[source.Gear](t)(d.client(t).SaveGear(t.Context(), g))
	if diff := cmp.Diff(object{"type": "Shoes", "name": "N", "component_ids": []any{}}, sent[object](t, d, "createGear")); diff != "" {
		t.Error(diff)
	}
	g.Type = "Rocket"
	if _, err := d.client(t).SaveGear(t.Context(), g); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}

// Today is where the athlete is: in Berlin it is the 21st already.
func TestGearIsRetiredOnTheAthletesDayAndComesBackByAnEmptyText(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	g := must[source.Gear](t)(c.SaveGear(t.Context(), source.Gear{Gear: training.Gear{Kind: training.GearBike, Name: "Road"}}))
	g.Retired = true
	if g = must[source.Gear](t)(c.SaveGear(t.Context(), g)); g.RetiredOn == nil || *g.RetiredOn != day(t, "2026-09-21") {
		t.Errorf("%+v", g)
	}
	g.Retired = false
	if g = must[source.Gear](t)(c.SaveGear(t.Context(), g)); g.Retired || g.RetiredOn != nil {
		t.Errorf("%+v", g)
	}
	if err := c.DeleteGear(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	for _, left := range must[[]source.Gear](t)(c.Gear(t.Context())) {
		if left.ID == g.ID {
			t.Error("it is there")
		}
	}
	for _, bad := range []string{"", "../x", "a/b", "a?b"} {
		if err := c.DeleteGear(t.Context(), bad); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestRemindersAreMadeResetSnoozedAndDeleted(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{})
	g := must[source.Gear](t)(c.SaveGear(t.Context(), source.Gear{Gear: training.Gear{Kind: training.GearBike, Name: "Road"}}))
	g = must[source.Gear](t)(c.SaveReminder(t.Context(), training.GearReminder{GearID: g.ID, Text: "Wax", DistanceKm: 300}, false))
	if len(g.Reminders) != 1 || g.Reminders[0].DistanceKm != 300 || g.Reminders[0].Text != "Wax" {
		t.Fatalf("%+v", g.Reminders)
	}
	r := g.Reminders[0]
	r.Text, r.SnoozedUntil = "Wax it", c.now().Add(49*time.Hour)
	g = must[source.Gear](t)(c.SaveReminder(t.Context(), r, true))
	if g.Reminders[0].Text != "Wax it" || g.Reminders[0].LastDone.IsZero() {
		t.Errorf("%+v", g.Reminders)
	}
	for _, q := range s.Requests() {
		if q.Operation == "updateReminder" && (q.Query.Get("reset") != "true" || q.Query.Get("snoozeDays") != "3") {
			t.Errorf("%v", q.Query)
		}
	}
	if err := c.DeleteReminder(t.Context(), g.ID, g.Reminders[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.SaveReminder(t.Context(), training.GearReminder{GearID: g.ID, ID: "x"},
		false); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

func TestThresholdPaceIsMetresASecondInEverySport(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	seen := 0
	for _, s := range must[[]training.SportSettings](t)(c.SportSettings(t.Context())) {
		if s.ThresholdMPS == 0 {
			continue
		}
		seen++
		if s.ThresholdMPS < 0.5 || s.ThresholdMPS > 7 {
			t.Errorf("%v: %v", s.Types, s.ThresholdMPS)
		}
		s.ThresholdMPS = 1.25
		if got := must[training.SportSettings](t)(c.SaveSportSettings(t.Context(), s, "threshold_speed_mps")); got.ThresholdMPS != 1.25 {
			t.Errorf("%+v", got)
		}
	}
	if seen < 2 {
		t.Errorf("%d sports", seen)
	}
}

func TestSettingsAreReadInOurWords(t *testing.T) {
	t.Parallel()
	got := must[[]training.SportSettings](t)(newFixture(t).client(t).SportSettings(t.Context()))
	want := []training.SportSettings{{
		ID: "31", Types: []string{"Run", "TrailRun"}, Sports: []training.Discipline{training.Running.Plain()}, LTHRBpm: 168,
		MaxHRBpm: 190, ThresholdMPS: 3.7037,
		HRZonesBpm: []float64{136, 150, 190}, HRZoneNames: []string{"a", "b", "c"},
		PaceZonesPct: []float64{77.5, 87.7, 999}, SweetSpotPct: []float64{84, 97},
		WarmupS: 1200, CooldownS: 600, LoadOrder: "pace,hr,power", HRLoadType: "hrss", HRRCMinPct: 70, PaceUnits: "MINS_KM", DefaultGearID: "g9",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPowerZonesInWattsAreReadAsPercent(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for body, want := range map[string][]float64{
		`"ftp":250,"power_zones":[55,75,90,999]`: {55, 75, 90, 999}, `"ftp":250,"power_zones":[150,200,250]`: {60, 80, 100},
		`"power_zones":[150,200]`: nil, `"power_zones":[55,null]`: nil,
	} {
		d.says("listSettings", text(`[{"id":1,"types":["Ride"],`+body+`}]`))
		got := must[[]training.SportSettings](t)(d.client(t).SportSettings(t.Context()))[0].PowerZonesPct
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

func TestZonesOfHeartRateFollowAThresholdUnlessGiven(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for fields, want := range map[string]string{
		"lthr_bpm": "true", "max_hr_bpm,ftp_w": "true",
		"lthr_bpm,hr_zones_bpm": "false", "ftp_w": "false",
	} {
		must[training.SportSettings](t)(d.client(t).SaveSportSettings(t.Context(),
			training.SportSettings{ID: "31", LTHRBpm: 170}, strings.Split(fields, ",")...))
		if got := d.last(t, "updateSettings").query.Get("recalcHrZones"); got != want {
			t.Errorf("%s: %s", fields, got)
		}
	}
	if body := sent[object](t, d, "updateSettings"); len(body) > 2 {
		t.Errorf("%v", body)
	}
	if _, err := d.client(t).SaveSportSettings(t.Context(), training.SportSettings{ID: "31"},
		"aura"); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
}

func TestSettingsAreMadeAppliedAndDeleted(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	made := must[training.SportSettings](t)(c.SaveSportSettings(t.Context(), training.SportSettings{Types: []string{"Rowing"}, FTPW: 200}))
	if made.FTPW != 200 || made.Sports[0] != training.Rowing.Plain() {
		t.Errorf("%+v", made)
	}
	if err := c.ApplySportSettings(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	if err := c.DeleteSportSettings(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	if err := c.ApplySportSettings(t.Context(), "Run"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

func TestTheLibraryIsReadChangedAndEmptied(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	f := must[training.WorkoutFolder](t)(c.SaveFolder(t.Context(), training.WorkoutFolder{Name: "Mine", Description: "D"}))
	w := must[training.LibraryWorkout](t)(c.SaveWorkout(t.Context(),
		training.LibraryWorkout{FolderID: f.ID, Name: "Over", Sport: training.Running, Description: "- 10m Z2 HR"}))
	w.Name = "Under"
	if got := must[training.LibraryWorkout](t)(c.SaveWorkout(t.Context(), w)); got.Name != "Under" || got.ID != w.ID ||
		got.Sport != training.Running {
		t.Errorf("%+v", got)
	}
	f.Name = "Ours"
	if got := must[training.WorkoutFolder](t)(c.SaveFolder(t.Context(), f)); got.Name != "Ours" {
		t.Errorf("%+v", got)
	}
	found := 0
	for _, x := range must[[]training.LibraryWorkout](t)(c.Workouts(t.Context())) {
		if x.FolderID != f.ID { // there is no reading of one folder's alone
			continue
		}
		if found++; x.Name != "Under" || len(x.Structure.Of(w.Description)) == 0 {
			t.Errorf("%+v", x)
		}
	}
	if found != 1 {
		t.Errorf("%d workouts", found)
	}
	if err := c.DeleteWorkout(t.Context(), w.ID); err != nil {
		t.Error(err)
	}
	if err := c.DeleteFolder(t.Context(), f.ID); err != nil {
		t.Error(err)
	}
	if slices.ContainsFunc(must[[]training.LibraryWorkout](t)(c.Workouts(t.Context())),
		func(x training.LibraryWorkout) bool { return x.ID == w.ID }) {
		t.Error("it is still there")
	}
}

// The service answers 422 "Folder is required", "Missing type".
func TestAWorkoutWithoutFolderOrSportIsRefusedHere(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for _, w := range []training.LibraryWorkout{
		{Name: "N", Sport: training.Cycling},
		{Name: "N", FolderID: "9"},
		{Name: "N", FolderID: "x", Sport: training.Cycling},
	} {
		if _, err := d.client(t).SaveWorkout(t.Context(), w); training.KindOf(err) != training.KindInvalid || len(d.log) != 0 {
			t.Errorf("%v", err)
		}
	}
}

func TestAPlansFoldersAreReadWithTheirWorkouts(t *testing.T) {
	t.Parallel()
	got := must[[]training.WorkoutFolder](t)(newFixture(t).client(t).Folders(t.Context()))
	if len(got) != 2 || !got[0].Plan || got[1].Plan || got[0].Owner != "Coach" || got[0].Weeks != 4 ||
		got[0].StartDay.String() != "2026-01-05" {
		t.Fatalf("%+v", got)
	}
	w := got[0].Workouts[0]
	if w.FolderID != "9" || w.SubSport != training.SubVirtual || w.PlanDay == nil || *w.PlanDay != 0 ||
		w.Target != "power" || w.Intensity != 0.95 || w.Structure.Steps != nil {
		t.Errorf("%+v", w)
	}
}

func TestItemsOfEveryTypeAreMadeChangedAndDeleted(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	for _, kind := range []string{
		"FITNESS_CHART", "FITNESS_TABLE", "TRACE_CHART", "INPUT_FIELD", "ACTIVITY_FIELD", "INTERVAL_FIELD", "ACTIVITY_STREAM", "ACTIVITY_CHART",
		"ACTIVITY_HISTOGRAM", "ACTIVITY_HEATMAP", "ACTIVITY_MAP", "ACTIVITY_PANEL", "ZONES",
	} {
		i := training.CustomItem{Type: strings.ToLower(kind), Name: "N", Visibility: "private"}
		if strings.HasSuffix(kind, "_FIELD") {
			i.Content = json.RawMessage(`{"code":"Code` + kind[:3] + `","type":"numeric","aggregate":"SUM"}`)
		}
		made := must[training.CustomItem](t)(c.SaveCustomItem(t.Context(), i))
		made.Name = "Other"
		must[training.CustomItem](t)(c.SaveCustomItem(t.Context(), made, "name"))
		all := must[[]training.CustomItem](t)(c.CustomItems(t.Context()))
		got := all[slices.IndexFunc(all, func(x training.CustomItem) bool { return x.ID == made.ID })]
		if got.Name != "Other" || got.Type != kind || got.Visibility != "PRIVATE" || (len(got.Content) == 0) != (len(i.Content) == 0) {
			t.Errorf("%+v", got)
		}
		if err := c.DeleteCustomItem(t.Context(), made.ID); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []training.CustomItem{
		{Type: "AURA", Name: "N"},
		{Type: "ZONES", Name: "N", Visibility: "all"},
		{Type: "ZONES", Name: "N", Content: json.RawMessage(`[1]`)},
	} {
		if _, err := c.SaveCustomItem(t.Context(), bad); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestRoutesThatStandAreListedAndHaveTheirPathWhenAskedAlone(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	if diff := cmp.Diff([]source.Route{{ID: "5", Name: "Lake", Tags: []string{"flat"}, Sport: training.Cycling}},
		must[[]source.Route](t)(c.Routes(t.Context()))); diff != "" {
		t.Error(diff)
	}
	got := must[source.Route](t)(c.Route(t.Context(), "5"))
	if diff := cmp.Diff([][2]float64{{52.5, 13.1}, {52.6, 13.2}}, got.Path); diff != "" ||
		d.last(t, "getAthleteRoute").query.Get("includePath") != "true" {
		t.Error(diff)
	}
}

func TestPlacesAreServedByTheEmulator(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{})
	for _, r := range must[[]source.Route](t)(c.Routes(t.Context())) {
		must[source.Route](t)(c.Route(t.Context(), r.ID))
	}
	must[[]training.FitnessDay](t)(c.Fitness(t.Context(), days(t, "2026-09-01", "2026-10-01")))
}
