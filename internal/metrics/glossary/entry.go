package glossary

import "strconv"

// Entry is what there is to say of one metric. A text may not be empty,
// except Differs.
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
	Proof   string // how it is proven, or "not proven"
	// Version is that of the rule, 0 for values that only a device or the
	// athlete gives.
	Version int
}

// Group is entries that belong together.
type Group struct {
	Title   string
	Entries []Entry
}

// Groups is the whole table, in the order in which it is shown.
func Groups() []Group {
	return []Group{
		{"Time, distance, speed", timeEntries()},
		{"Power", powerEntries()},
		{"Power above a threshold", aboveEntries()},
		{"Models of power", modelEntries()},
		{"Heart rate", heartEntries()},
		{"Zones", zoneEntries()},
		{"Bests", curveEntries()},
		{"Bests of many activities", recordEntries()},
		{"Terrain", terrainEntries()},
		{"Climbs", climbEntries()},
		{"Races", raceEntries()},
		{"Running", runningEntries()},
		{"Intervals", intervalEntries()},
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
		{"Gear", gearEntries()},
		{"Weather", weatherEntries()},
		{"As other programs and devices compute it (get_activity, section variants)", variantEntries()},
		{"Quality of the data", qualityEntries()},
		{"From the device or the athlete alone", givenEntries()},
	}
}

// Entries is all entries of all groups.
func Entries() []Entry {
	var out []Entry
	for _, g := range Groups() {
		out = append(out, g.Entries...)
	}
	return out
}

// Find is the entry of a key.
func Find(key string) (Entry, bool) {
	for _, e := range Entries() {
		if e.Key == key {
			return e, true
		}
	}
	return Entry{}, false
}

func (e Entry) version() string {
	if e.Version == 0 {
		return "not computed"
	}
	return strconv.Itoa(e.Version)
}
