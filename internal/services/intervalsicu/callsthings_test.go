package intervalsicu

import (
	"context"
	"encoding/json"
	"maps"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

type call func(context.Context, *testing.T, *Client) error

// allCalls are those on activities, wellness and the calendar, and those on
// what lies around them.
func allCalls() map[string]call {
	all := maps.Clone(calls)
	maps.Copy(all, thingCalls)
	return all
}

// get is a call without arguments.
func get[T any](f func(*Client, context.Context) (T, error)) call {
	return func(ctx context.Context, _ *testing.T, c *Client) error { return second(f(c, ctx)) }
}

// byID is a call with an id alone, save one with a thing alone.
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

func fullItem(id string) source.CustomItem {
	return source.CustomItem{
		ID: id, Type: "input_field", Name: "N", Description: "D", Visibility: "private",
		Content: json.RawMessage(`{"code":"Caffeine"}`),
	}
}
