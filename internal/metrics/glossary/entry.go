package glossary

import (
	"cmp"
	"strconv"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Entry is all that is known of one metric. A text may not be empty, except
// Differs, and what Column says.
type Entry struct {
	Key     string // a [training.Metric] or the name that results use
	Title   string
	Formula string
	Inputs  string
	Needs   string // sensors, thresholds and coverage without which it is missing
	Unit    string
	Source  string
	Limits  string
	Differs string // how other tools differ
	Proof   string // the tests that prove it, or "not proven"
	// Version is that of the rule, 0 for values that only a device or the
	// athlete gives.
	Version int
	// Decimals is how many an answer gives of a [training.Metric]: enough to
	// compare watts and loads with a device's, no more than the sensor knows.
	Decimals int
	// Column is the column of the metric, nil for none or several: a summary
	// without it says that it was not recorded.
	Column *Column
	// Of computes the metric of a whole recording, or says why it is missing;
	// not a number and no reason where a recording like this never has it. It is
	// nil where a package computes several at once, or thresholds enter.
	Of func(*stream.View) (x float64, missing i18n.Sentence)
}

// Group is entries that belong together.
type Group struct {
	Title   string
	Entries []Entry
}

// Groups is the whole table, in the order in which it is shown.
func Groups() []Group { return table().groups }

// table is made once: [Decimals] is asked for every number of an answer.
var table = sync.OnceValue(func() (t struct {
	groups  []Group
	entries []Entry
	byKey   map[string]*Entry
},
) {
	t.groups = groups()
	for _, g := range t.groups {
		for i := range g.Entries {
			if e := &g.Entries[i]; e.Column != nil {
				e.Inputs, e.Needs = cmp.Or(e.Inputs, e.Column.Name), cmp.Or(e.Needs, e.Column.Sensor)
			}
		}
		t.entries = append(t.entries, g.Entries...)
	}
	t.byKey = make(map[string]*Entry, len(t.entries))
	for i := range t.entries {
		t.byKey[t.entries[i].Key] = &t.entries[i]
	}
	return t
})

func groups() []Group {
	return []Group{
		{"Time, distance, speed", timeEntries()},
		{"Power", powerEntries()},
		{"Power above a threshold", aboveEntries()},
		{"Models of power", modelEntries()},
		{"Power without a meter", estimatedEntries()},
		{"Heart rate", heartEntries()},
		{"Zones", zoneEntries()},
		{"Bests", curveEntries()},
		{"Bests of many activities", recordEntries()},
		{"Terrain", terrainEntries()},
		{"Climbs", climbEntries()},
		{"Races", raceEntries()},
		{"Running", runningEntries()},
		{"Intervals", intervalEntries()},
		{"Digests", digestEntries()},
		{"Similar activities", similarEntries()},
		{"Swimming in a pool", poolEntries()},
		{"Strokes and pace in water", strokeEntries()},
		{"Load of one activity", loadEntries()},
		{"Other methods of load", methodEntries()},
		{"Impulse and recovery of the heart", impulseEntries()},
		{"Heart rate variability", hrvEntries()},
		{"Load over days", dailyEntries()},
		{"Weeks and their intensity", weekEntries()},
		{"Planned and done", calendarEntries()},
		{"Wellness", wellnessEntries()},
		{"Estimated thresholds", thresholdEntries()},
		{"Energy", energyEntries()},
		{"Statistics over days", statisticsEntries()},
		{"Eaten and drunk on the way", fuelEntries()},
		{"Gear", gearEntries()},
		{"Weather", weatherEntries()},
		{"As other programs and devices compute it (get_activity, section variants)", variantEntries()},
		{"Quality of the data", qualityEntries()},
		{"From the device or the athlete alone", givenEntries()},
	}
}

// Entries is all entries of all groups.
func Entries() []Entry { return table().entries }

// Find is the entry of a key.
func Find(key string) (Entry, bool) {
	if e := table().byKey[key]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// Decimals is how many decimals an answer gives of a metric, 1 of what has no
// entry.
func Decimals(m training.Metric) int {
	if e := table().byKey[string(m)]; e != nil {
		return e.Decimals
	}
	return 1
}

func (e Entry) version() string {
	if e.Version == 0 {
		return "not computed"
	}
	return strconv.Itoa(e.Version)
}
