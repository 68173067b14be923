package intervalsicu

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
)

// calls are all that the client can be asked for, each with every field and
// parameter that it can send.
var calls = map[string]call{
	"check": func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.Check(ctx)) },
	"activities": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.Activities(ctx, "i501", "14001"))
	},
	"original":  func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.FetchRecording(ctx, "i501")) },
	"intervals": func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.Intervals(ctx, "i501")) },
	"save own streams": func(ctx context.Context, _ *testing.T, c *Client) error {
		return c.SaveOwnStreams(ctx, "i501", map[string]training.OwnStream{"Fan": {TimeS: []int32{0}, Values: []float64{2}}})
	},
	"named streams": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.NamedStreams(ctx, "i501", []string{"w_bal", "hrv"}))
	},
	"own streams": byID((*Client).OwnStreams, "i501"),
	"streams":     func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.FetchStreams(ctx, "i501")) },
	"delete":      func(ctx context.Context, _ *testing.T, c *Client) error { return c.DeleteActivity(ctx, "i501") },
	"readmit":     func(ctx context.Context, _ *testing.T, c *Client) error { return c.Readmit(ctx, "i501") },
	"settable":    func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.Settable(ctx, "i501")) },
	"set": func(ctx context.Context, _ *testing.T, c *Client) error {
		return c.Set(ctx, "i501", map[string]json.RawMessage{
			"type": []byte(`"GravelRide"`), "icu_ftp": []byte("250"),
			"kg_lifted": []byte("null"),
		})
	},
	"event": func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.Event(ctx, "71")) },
	"delete events": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.DeleteEvents(ctx, "71", "72"))
	},
	"list": func(ctx context.Context, t *testing.T, c *Client) error {
		return second(c.ListActivities(ctx, source.ActivityQuery{
			Days: days(t, "2026-09-01", "2026-09-20"), Limit: 50,
			After: "2026-09-18T18:00:01",
		}))
	},
	"update": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.UpdateActivity(ctx, "i501", source.ActivityEdit{
			Name: "N", Description: "D", Sport: training.Running, SubSport: training.SubTrail, Race: true, Commute: true,
			Indoor: true, Feel: 2, PerceivedExertion: 7,
			Load: 55.4, CarbsG: 60, Tags: []string{"a"}, GearID: "g9", PlannedEventID: "71", IgnorePower: true, IgnoreHR: true,
		}, everyField...))
	},
	"empty": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.UpdateActivity(ctx, "i501", source.ActivityEdit{}, everyField...))
	},
	"upload": func(ctx context.Context, _ *testing.T, c *Client) error {
		_, _, err := c.Upload(ctx, source.File{Name: "a.fit", Body: []byte("FIT")},
			source.Upload{Name: "N", Description: "D", Device: "Edge", ExternalID: "x", PlannedEventID: "71"})
		return err
	},
	"manual": func(ctx context.Context, _ *testing.T, c *Client) error {
		v := training.Values{
			training.MetricDistanceKM: 10, training.MetricElevationGainM: 50, training.MetricAvgHRBpm: 140,
			training.MetricMaxHRBpm: 170, training.MetricCaloriesKcal: 500, training.MetricTSS: 40,
		}
		return second(c.CreateManual(ctx, []source.ManualActivity{{ExternalID: "m1", Start: "2026-09-20T10:00:00", Said: training.Statement{
			Sport: "tennis", Name: "N", Description: "D", Tags: []string{"t"}, Race: true, Commute: true, PerceivedExertion: 5,
			Entry: &training.Entry{TimerS: 3600, ElapsedS: 3700, Values: v},
		}}}))
	},
	"wellness": func(ctx context.Context, t *testing.T, c *Client) error {
		return second(c.Wellness(ctx, days(t, "2026-09-01", "2026-09-20")))
	},
	"fitness": func(ctx context.Context, t *testing.T, c *Client) error {
		return second(c.Fitness(ctx, days(t, "2026-09-01", "2026-09-20")))
	},
	"put wellness": func(ctx context.Context, t *testing.T, c *Client) error {
		return c.PutWellness(ctx, fullDay(day(t, "2026-09-19")))
	},
	"put days": func(ctx context.Context, t *testing.T, c *Client) error {
		return c.PutWellness(ctx, fullDay(day(t, "2026-09-19")), fullDay(day(t, "2026-09-18")))
	},
	"clear wellness": func(ctx context.Context, t *testing.T, c *Client) error {
		return c.ClearWellness(ctx, day(t, "2026-09-19"), training.WellnessWeightKg, training.WellnessComments, training.WellnessMenstrualPhase)
	},
	"events": func(ctx context.Context, t *testing.T, c *Client) error {
		return second(c.Events(ctx, days(t, "2026-09-20", "2026-09-27"), training.EventCategories()...))
	},
	"create events": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.CreateEvents(ctx, everyCategory()))
	},
	"update event": func(ctx context.Context, _ *testing.T, c *Client) error {
		e := everyCategory()[0]
		e.ID = "71"
		return second(c.UpdateEvent(ctx, e))
	},
}

var everyField = []source.ActivityField{
	source.FieldName, source.FieldDescription, source.FieldSport, source.FieldRace, source.FieldCommute, source.FieldIndoor, source.FieldFeel,
	source.FieldPerceivedExertion, source.FieldLoad, source.FieldCarbs, source.FieldTags, source.FieldGear, source.FieldPlannedEvent,
	source.FieldIgnorePower, source.FieldIgnoreHR,
}

func second[T any](_ T, err error) error { return err }

// fullDay has every field that the service has.
func fullDay(d training.Day) training.WellnessDay {
	w := training.WellnessDay{Day: d}
	for _, f := range []training.WellnessField{
		training.WellnessSleepS, training.WellnessSleepScore, training.WellnessRestingHRBpm, training.WellnessSleepingHRBpm,
		training.WellnessHRVRmssdMs,
		training.WellnessHRVSdnnMs, training.WellnessBaevskyIndex, training.WellnessRespirationPerM,
		training.WellnessSpO2Pct, training.WellnessWeightKg,
		training.WellnessBodyFatPct, training.WellnessAbdomenCm, training.WellnessVO2Max, training.WellnessSystolicMmHg,
		training.WellnessDiastolicMmHg,
		training.WellnessGlucoseMmolL, training.WellnessLactateMmolL, training.WellnessReadiness, training.WellnessSteps,
		training.WellnessEatenKcal,
		training.WellnessCarbsG, training.WellnessProteinG, training.WellnessFatG, training.WellnessDrunkL, training.WellnessSleepQuality,
		training.WellnessSoreness, training.WellnessFatigue, training.WellnessStress, training.WellnessMood, training.WellnessMotivation,
		training.WellnessInjury, training.WellnessHydration,
	} {
		low, high, _ := f.Range()
		w.Put(f, (low+high)/2, "athlete")
	}
	w.Set(training.WellnessComments, "slept well", "athlete")
	w.Set(training.WellnessMenstrualPhase, "luteal", "athlete")
	w.Locked = true
	return w
}

// everyCategory returns an event of each with every field that can be set.
func everyCategory() (all []training.CalendarEvent) {
	for _, k := range training.EventCategories() {
		all = append(all, training.CalendarEvent{
			ExternalID: "lk-" + string(k), Category: k, Name: "N", Description: "- 10m 95%", Start: "2026-09-21T00:00:00",
			End:   "2026-09-23T00:00:00",
			Sport: training.Cycling, SubSport: training.SubVirtual, Indoor: true, MovingTimeS: 600.4, DistanceKm: 5.5, Load: 15.2, Target: "power",
			LoadTarget: 300, TimeTargetS: 7200, DistanceTargetKm: 100, ForWeek: true, Availability: training.AvailableLimited, MaxTimeS: 3600,
			FTPW: 250, CTL: 50.5, ATL: 60.5, CTLDays: 42, ATLDays: 7, Color: "green", Tags: []string{"key"}, ShowAsNote: true,
			ShowOnFitnessLine: true,
			NotOnFitnessChart: true, HideFromAthlete: true, CannotEdit: true,
		})
	}
	return all
}

type call func(context.Context, *testing.T, *Client) error

// allCalls returns the calls on activities, wellness and the calendar, and
// those on related things.
func allCalls() map[string]call {
	all := maps.Clone(calls)
	maps.Copy(all, thingCalls)
	return all
}

// get returns a call without arguments.
func get[T any](f func(*Client, context.Context) (T, error)) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(f(c, ctx)) }
}

// byID returns a call with an id alone, save one with a thing alone.
func byID[T any](f func(*Client, context.Context, string) (T, error), id string) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(f(c, ctx, id)) }
}

func save[T any](f func(*Client, context.Context, T) (T, error), v T) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(f(c, ctx, v)) }
}

func saveFields[T any](f func(*Client, context.Context, T, ...string) (T, error), v T) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(f(c, ctx, v)) }
}

func remove(f func(*Client, context.Context, string) error, id string) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return f(c, ctx, id) }
}

func reminder(r training.GearReminder, reset bool) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(c.SaveReminder(ctx, r, reset)) }
}

var thingCalls = map[string]call{
	"folders": get((*Client).Folders), "workouts": get((*Client).Workouts),
	"create workout": saveFields((*Client).SaveWorkout, fullWorkout("")),
	"update workout": saveFields((*Client).SaveWorkout, fullWorkout("3")),
	"delete workout": remove((*Client).DeleteWorkout, "3"),
	"create folder":  saveFields((*Client).SaveFolder, fullFolder("")), "update folder": saveFields((*Client).SaveFolder, fullFolder("9")),
	"delete folder": remove((*Client).DeleteFolder, "9"),
	"gear":          get((*Client).Gear), "create gear": save((*Client).SaveGear, fullGear("")),
	"update gear": save((*Client).SaveGear, fullGear("g9")),
	"delete gear": remove((*Client).DeleteGear, "g9"), "create reminder": reminder(fullReminder(""), false),
	"update reminder": reminder(fullReminder("77"), true),
	"delete reminder": func(ctx context.Context, _ *testing.T, c *Client) error { return c.DeleteReminder(ctx, "g9", "77") },
	"settings":        get((*Client).SportSettings), "create settings": saveFields((*Client).SaveSportSettings, fullSettings("")),
	"update settings": saveFields((*Client).SaveSportSettings, fullSettings("31")),
	"delete settings": remove((*Client).DeleteSportSettings, "31"),
	"apply settings":  remove((*Client).ApplySportSettings, "31"),
	"messages":        byID((*Client).Messages, "i501"),
	"say": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.AddMessage(ctx, "i501", "well done"))
	},
	"unsay": func(ctx context.Context, _ *testing.T, c *Client) error {
		return c.DeleteMessage(ctx, "i501", source.Posted{ID: "12", Chat: "81"})
	},
	"items":       get((*Client).CustomItems),
	"create item": saveFields((*Client).SaveCustomItem, fullItem("")), "update item": saveFields((*Client).SaveCustomItem, fullItem("61")),
	"delete item": remove((*Client).DeleteCustomItem, "61"),
	"profile":     get((*Client).Profile), "notes": remove((*Client).SaveNotes, "Knee"),
	"statistics": func(ctx context.Context, _ *testing.T, c *Client) error {
		return second(c.Statistics(ctx, training.NewDay(2026, time.September, 19)))
	},
	"routes": get((*Client).Routes), "route": byID((*Client).Route, "5"),
}

func fullWorkout(id string) training.LibraryWorkout {
	day := 3
	return training.LibraryWorkout{
		ID: id, FolderID: "9", Name: "N", Description: "- 10m 95%", Sport: training.Running, SubSport: training.SubTrail,
		Indoor: true, MovingTimeS: 600.5,
		DistanceKm: 2.5, Load: 15.5, Target: "pace", Color: "red", Tags: []string{"a"}, PlanDay: &day,
	}
}

func fullFolder(id string) training.WorkoutFolder {
	start := training.NewDay(2026, time.September, 21)
	return training.WorkoutFolder{ID: id, Plan: true, Name: "N", Description: "D", StartDay: &start}
}

func fullGear(id string) source.Gear {
	bought, gone := training.NewDay(2024, time.March, 1), training.NewDay(2026, time.August, 1)
	return source.Gear{
		Gear: training.Gear{ID: id, Kind: training.GearComponent, Name: "N", Retired: true}, Type: "Chain", Notes: "n",
		Purchased: &bought, RetiredOn: &gone,
		Parts: []string{"g10"},
	}
}

func fullReminder(id string) training.GearReminder {
	return training.GearReminder{
		ID: id, GearID: "g9", Text: "Wax", DistanceKm: 300, TimeS: 36000, Activities: 10, Days: 30, SnoozedUntil: noon.Add(50 * time.Hour),
	}
}

func fullSettings(id string) training.SportSettings {
	return training.SportSettings{
		ID: id, Types: []string{"Run"}, FTPW: 250.4, IndoorFTPW: 240, WPrimeJ: 16000, MaxPowerW: 850, LTHRBpm: 168,
		MaxHRBpm: 190, ThresholdMPS: 3.7,
		PowerZonesPct: []float64{55, 75.4, 999}, PowerZoneNames: []string{"a", "b", "c"},
		HRZonesBpm: []float64{136, 150, 190}, HRZoneNames: []string{"a", "b", "c"},
		PaceZonesPct: []float64{77.5, 999}, PaceZoneNames: []string{"a", "b"}, SweetSpotPct: []float64{84, 97}, WarmupS: 1200, CooldownS: 600,
		LoadOrder: "power,hr,pace", HRLoadType: "hrss", HRRCMinPct: 70, PaceUnits: "MINS_KM", DefaultGearID: "g9",
	}
}

func fullItem(id string) training.CustomItem {
	return training.CustomItem{
		ID: id, Type: "input_field", Name: "N", Description: "D", Visibility: "private",
		Content: json.RawMessage(`{"code":"Caffeine"}`),
	}
}

// TestEveryMethodHasACaller: what the client can do the program does. Callers
// know it by the interfaces of package source, so that they import that.
func TestEveryMethodHasACaller(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	root := filepath.FromSlash("../..")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, filepath.Join(root, "services")) && !strings.HasPrefix(path, filepath.Join(root, "services", "connection")) {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			if i.Path.Value == `"lapkeep/internal/services/source"` {
				ast.Inspect(f, func(n ast.Node) bool { asks(n, used); return true })
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	client := reflect.TypeFor[*Client]()
	for i := range client.NumMethod() {
		if name := client.Method(i).Name; !used[name] {
			t.Errorf("nothing calls %s", name)
		}
	}
}

// asks notes a method that is called or handed on as a value. A name alone, as
// of a type, is none.
func asks(n ast.Node, used map[string]bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	for _, e := range append([]ast.Expr{call.Fun}, call.Args...) {
		if s, ok := e.(*ast.SelectorExpr); ok {
			used[s.Sel.Name] = true
		}
	}
}

// What the client can do.
var (
	_ source.Service              = (*Client)(nil)
	_ source.ActivityLister       = (*Client)(nil)
	_ source.ActivityReader       = (*Client)(nil)
	_ source.RecordingFetcher     = (*Client)(nil)
	_ source.StreamFetcher        = (*Client)(nil)
	_ source.ActivityWriter       = (*Client)(nil)
	_ source.IntervalReader       = (*Client)(nil)
	_ source.ActivityUploader     = (*Client)(nil)
	_ source.ActivityRestorer     = (*Client)(nil)
	_ source.ManualActivityWriter = (*Client)(nil)
	_ source.WellnessKeeper       = (*Client)(nil)
	_ source.FitnessReader        = (*Client)(nil)
	_ source.StatisticsReader     = (*Client)(nil)
	_ source.EventKeeper          = (*Client)(nil)
	_ source.WorkoutReader        = (*Client)(nil)
	_ source.WorkoutWriter        = (*Client)(nil)
	_ source.GearKeeper           = (*Client)(nil)
	_ source.ProfileReader        = (*Client)(nil)
	_ source.ProfileWriter        = (*Client)(nil)
	_ source.OwnStreamKeeper      = (*Client)(nil)
	_ source.NamedStreamReader    = (*Client)(nil)
	_ source.SportSettingsReader  = (*Client)(nil)
	_ source.SportSettingsWriter  = (*Client)(nil)
	_ source.MessageReader        = (*Client)(nil)
	_ source.MessageWriter        = (*Client)(nil)
	_ kinds.CustomItemKeeper      = (*Client)(nil)
	_ source.RouteReader          = (*Client)(nil)
)

func TestThePolicyLetsTheAthleteKeepAndUseTheData(t *testing.T) {
	t.Parallel()
	c := newFixture(t).client(t)
	p := c.Policy()
	if c.Name() != "intervals" || p.Retention != source.Forever || !p.Joined || p.Acknowledge != "" || len(p.Audiences) != 3 {
		t.Errorf("%+v", p)
	}
}

// What is no id never becomes part of an address.
func TestIDsThatAreNoneAreRefusedBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c, ctx := d.client(t), t.Context()
	for _, id := range []string{"", "x", "../1", "1/2", "1?a=b", "-1", "i 1"} {
		for name, err := range map[string]error{
			"event": second(c.Event(ctx, id)), "update event": second(c.UpdateEvent(ctx, training.CalendarEvent{ID: id})),
			"delete workout": c.DeleteWorkout(ctx, id), "delete folder": c.DeleteFolder(ctx, id), "delete settings": c.DeleteSportSettings(ctx, id),
			"delete item": c.DeleteCustomItem(ctx, id), "route": second(c.Route(ctx, id)),
			"delete reminder": c.DeleteReminder(ctx, "g9", id), "file": second(c.FetchRecording(ctx, id)),
			"streams": second(c.FetchStreams(ctx, id)), "delete": c.DeleteActivity(ctx, id), "messages": second(c.Messages(ctx, id)),
			"named streams": second(c.NamedStreams(ctx, id, []string{"w_bal"})),
			"intervals":     second(c.Intervals(ctx, id)), "message": second(c.AddMessage(ctx, id, "x")),
			"unsay":       c.DeleteMessage(ctx, "i501", source.Posted{ID: id}),
			"unsay there": c.DeleteMessage(ctx, id, source.Posted{ID: "1"}),
		} {
			if training.KindOf(err) != training.KindInvalid {
				t.Errorf("%s of %q: %v", name, id, err)
			}
		}
	}
	if len(d.log) > 0 {
		t.Errorf("%d requests", len(d.log))
	}
}
