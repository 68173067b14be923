package intervalsicu

import (
	"context"
	"encoding/json"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
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
	w.Say(training.WellnessComments, "slept well", "athlete")
	w.Say(training.WellnessMenstrualPhase, "luteal", "athlete")
	w.Locked = true
	return w
}

// everyCategory is an event of each with every field that can be set.
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
