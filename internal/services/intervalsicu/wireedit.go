package intervalsicu

import (
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// ActivityPatch is the named fields of an edit as the service takes them.
// Effort goes to the athlete's own field, not to the one that is Strava's.
func ActivityPatch(e source.ActivityEdit, fields []source.ActivityField) (Patch, error) {
	kind, err := typeOf(e.Sport, e.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{
		"race": e.Race, "commute": e.Commute, "trainer": e.Indoor, "tags": tags(e.Tags), "icu_ignore_power": e.IgnorePower,
		"icu_ignore_hr": e.IgnoreHR,
	}
	p.text("name", e.Name)
	p.text("description", e.Description)
	p.text("type", kind)
	p.whole("feel", float64(e.Feel))
	p.whole("icu_rpe", e.PerceivedExertion)
	p.whole("icu_training_load", e.Load)
	p.whole("carbs_ingested", e.CarbsG)
	p["paired_event_id"] = nil
	if e.PlannedEventID != "" {
		if p["paired_event_id"], err = Number(e.PlannedEventID); err != nil {
			return nil, err
		}
	}
	p["gear"] = nil
	if e.GearID != "" {
		p["gear"] = map[string]string{"id": e.GearID}
	}
	return only(activityFields, p, "an activity", fields)
}

var activityFields = map[source.ActivityField][]string{
	source.FieldName: {"name"}, source.FieldDescription: {"description"}, source.FieldSport: {"type"}, source.FieldRace: {"race"},
	source.FieldCommute: {"commute"}, source.FieldIndoor: {"trainer"}, source.FieldFeel: {"feel"}, source.FieldPerceivedExertion: {"icu_rpe"},
	source.FieldLoad: {"icu_training_load"}, source.FieldCarbs: {"carbs_ingested"}, source.FieldTags: {"tags"}, source.FieldGear: {"gear"},
	source.FieldPlannedEvent: {"paired_event_id"}, source.FieldIgnorePower: {"icu_ignore_power"}, source.FieldIgnoreHR: {"icu_ignore_hr"},
}

// ManualActivity is an activity that nothing recorded, as the service takes it.
func ManualActivity(m source.ManualActivity) (Patch, error) {
	kind, err := typeOf(m.Said.Sport, m.Said.SubSport)
	if err != nil {
		return nil, err
	}
	p := Patch{"start_date_local": string(m.Start), "race": m.Said.Race, "commute": m.Said.Commute}
	p.text("external_id", m.ExternalID)
	p.text("name", m.Said.Name)
	p.text("description", m.Said.Description)
	p.text("type", kind)
	p["tags"] = tags(m.Said.Tags)
	p.whole("icu_rpe", m.Said.PerceivedExertion)
	if e := m.Said.Entry; e != nil {
		moving := e.Values[training.MetricMovingTimeS]
		if moving == 0 {
			moving = e.TimerS
		}
		p.whole("moving_time", moving)
		p.whole("elapsed_time", e.ElapsedS)
		p.number("distance", e.Values[training.MetricDistanceKM]*1000)
		p.number("total_elevation_gain", e.Values[training.MetricElevationGainM])
		p.whole("average_heartrate", e.Values[training.MetricAvgHRBpm])
		p.whole("max_heartrate", e.Values[training.MetricMaxHRBpm])
		p.whole("calories", e.Values[training.MetricCaloriesKcal])
		p.whole("icu_training_load", e.Values[training.MetricTSS])
	}
	if m.ExternalID != "" {
		return p, nil // it may be there, and say more than this
	}
	return p.given(), nil
}
