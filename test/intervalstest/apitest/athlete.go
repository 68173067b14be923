package apitest

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Athlete is all that the service holds of one.
type Athlete struct {
	ID   string
	Zone *time.Location

	Profile, Weather Doc
	Plan             Doc // which training plan is followed, since when
	Activities       map[string]*Activity
	Tombstones       map[string]string // of deleted activities, by id the hash of the file
	Wellness         map[string]Doc    // by day

	// Reckoned has all that follows from the athlete's data worked out anew
	// after each change, by reckontest. The figures of others stay as written.
	Reckoned bool
	Before   Fitness // on the day before the first activity

	Events, Folders, Workouts, Gear, Settings, Items, Routes, Chats, Messages List
}

// NewAthlete is one of whom nothing but a profile is known.
func NewAthlete(profile Doc, zone *time.Location) *Athlete {
	return &Athlete{
		ID: Text(profile, "id"), Zone: zone, Profile: PlainDoc(profile), Weather: Doc{"forecasts": []any{}}, Plan: Doc{},
		Activities: map[string]*Activity{}, Tombstones: map[string]string{}, Wellness: map[string]Doc{},
		Before: Fitness{CTL: 30, ATL: 30},
	}
}

// NewestFirst are the athlete's activities by local start, the last first.
func (a *Athlete) NewestFirst() []*Activity {
	list := slices.Collect(maps.Values(a.Activities))
	slices.SortFunc(list, func(x, y *Activity) int {
		if c := strings.Compare(Text(y.Doc, "start_date_local"), Text(x.Doc, "start_date_local")); c != 0 {
			return c
		}
		return strings.Compare(IDOf(y.Doc), IDOf(x.Doc))
	})
	return list
}

// SettingsFor are the settings of a type, or those of other sports.
func (a *Athlete) SettingsFor(kind string) Doc {
	var other Doc
	for _, d := range a.Settings.Rows {
		if types, _ := d["types"].([]any); slices.Contains(types, any(kind)) {
			return d
		}
		if Truth(d, "other") {
			other = d
		}
	}
	return other
}
