package glossary

import (
	"cmp"
	"strconv"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
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

// Groups returns the whole table, in the order in which it is shown.
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
		{"Planned and completed", calendarEntries()},
		{"Wellness", wellnessEntries()},
		{"Estimated thresholds", thresholdEntries()},
		{"Energy", energyEntries()},
		{"Statistics over days", statisticsEntries()},
		{"Food and drink during the activity", fuelEntries()},
		{"Gear", gearEntries()},
		{"Weather", weatherEntries()},
		{"As other programs and devices compute it (get_activity, section variants)", variantEntries()},
		{"Quality of the data", qualityEntries()},
		{"Only from the device or the athlete", givenEntries()},
	}
}

// Entries returns all entries of all groups.
func Entries() []Entry { return table().entries }

// Find returns the entry of a key; false if there is none.
func Find(key string) (Entry, bool) {
	if e := table().byKey[key]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// Decimals returns the number of decimals of a metric in answers, 1 without an
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

func qualityEntries() []Entry {
	return []Entry{
		{
			Key: "coverage", Title: "Coverage of a channel", Formula: "seconds with a value / timer time", Inputs: "any channel", Unit: "1",
			Needs:  "the channel",
			Source: "definition", Version: stream.Version, Proof: tableTested + "stream.TestMeansAndCoverage",
			Limits: "Under 80 % of heart rate there is no efficiency factor and no decoupling; under half of the recorded " +
				"rows a channel has no mean; " +
				"under 95 % a note says so. A stale value counts as one; a heart rate that stays the same for 5 minutes is named.",
		},
		{
			Key: "energy_gap_pct", Title: "Energy gap", Formula: "(Σ power rows − the device's total work) / total work · 100",
			Needs:  "a power meter and a device that stores its total work",
			Inputs: "power, the device's total work", Unit: "%", Source: "measured on devices' files", Version: stream.Version,
			Limits: "Beyond ±0.4 % the rows are not what the device computed from, and its NP cannot be expected.",
			Proof:  tableTested + "stream.TestEnergyGap",
		},
	}
}

// given returns an entry for a value that Lapkeep takes as given.
func given(key, title, unit, source, limits string) Entry {
	return Entry{
		Key: key, Title: title, Formula: "as given", Inputs: "none",
		Needs: "a value from " + source, Unit: unit, Decimals: 1, Source: source, Limits: limits, Proof: notProven,
	}
}

func givenEntries() []Entry {
	calories := given("calories_kcal", "Calories", "kcal",
		"the device, else a connected service, which calories_from names", "Each maker estimates differently.")
	calories.Decimals = 0
	return []Entry{
		calories,
		given("threshold_power_w", "Threshold power in the device", "W", "the device", "The setting at the time, often stale."),
		given("training_effect", "Aerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("anaerobic_training_effect", "Anaerobic training effect", "0 to 5", "the device (Firstbeat)", "The formula is not published."),
		given("training_load_peak", "Training load of the session", "1", "the device (Firstbeat)", "The formula is not published."),
		given("min_hr_bpm", "Lowest heart rate", "bpm", "the device", "A strap that slips reads low."),
		given("max_temp_c", "Highest temperature", "°C", "the device", "In the sun or on a wrist it is not that of the air."),
		given("min_altitude_m", "Lowest altitude", "m", "the device", "A barometer drifts with the weather."),
		given("max_altitude_m", "Highest altitude", "m", "the device", "A barometer drifts with the weather."),
		given("cycles", "Cycles", "1", "the device", "Turns of the crank, pairs of steps or strokes, as the sport has them."),
		given("cadence_rpm", "Cadence of a moment", "rpm", "the recording", "0 where nothing turns."),
		given("speed_kmh", "Speed of a moment", "km/h", "the recording", "The device smooths it."),
		given("altitude_m", "Altitude of a moment", "m", "the recording", "From pressure or from GPS, which the recording need not say."),
		given("temp_c", "Temperature of a moment", "°C", "the recording", "In the sun or on a wrist it is not that of the air."),
		given("weight_kg", "Body weight", "kg", "the athlete", "That of the latest day on or before."),
		given("perceived_exertion", "Perceived exertion", "1 to 10", "the athlete", "A feeling; compare within one athlete."),
		given("feel", "Feel", "1 to 5", "the athlete", "1 is strong, 5 is weak; compare within one athlete."),
	}
}

func energyEntries() []Entry {
	return []Entry{{
		Key: "estimated_calories_kcal", Title: "Calories (estimated)",
		Formula: "cycling with power: work / 4.184 / 0.24; else per minute by heart rate: men (−55.0969 + 0.6309·HR + " +
			"0.1988·kg + 0.2017·years)/4.184, " +
			"women (−20.4022 + 0.4472·HR − 0.1263·kg + 0.074·years)/4.184",
		Inputs: "work; else average heart rate, time, weight of the day, age, sex",
		Needs: "a recording whose device gives no calories; power on the bike, or a heart rate sensor with weight, year " +
			"of birth and sex in the settings",
		Unit: "kcal", Source: "a gross efficiency of 24 %; Keytel et al. 2005", Version: load.EnergyVersion,
		Limits:  "An estimate: efficiency lies between 20 and 25 %, and heart rate misses by a fifth and more in one person.",
		Differs: "GoldenCheetah adds a woman's weight where Keytel takes it off; devices have formulas of their own.",
		Proof:   vectorTested + "load.TestKeytelVectors; an independent slow implementation on random people: load.TestKeytelIsTheReferences",
	}}
}

// theWeather is the source of the weather.
const theWeather = "a connected service (Intervals.icu)"

// weatherEntries returns the entries of a service's values of the weather, none
// of which is computed here.
func weatherEntries() []Entry {
	const place = "Modelled for the place and the hours, not measured on the way; the service does not publish how."
	const fall = "The service says neither the unit, which is taken for mm, nor the time that it fell in."
	const wind = "Of the open country, not of the road; the service names no unit, and m/s is taken for it as for all its speeds."
	const share = "By the service's rule, which is not published; the rest is wind from the side or none."
	return []Entry{
		given("weather_temp_c", "Temperature of the air", "°C", theWeather, place),
		given("weather_min_temp_c", "Lowest temperature of the air", "°C", theWeather, place),
		given("weather_max_temp_c", "Highest temperature of the air", "°C", theWeather, place),
		given("feels_like_c", "Felt temperature", "°C", theWeather,
			"Wind and humidity are in it by the service's rule; riding into the wind is not known to be."),
		given("wind_speed_kmh", "Wind", "km/h", theWeather, wind),
		given("wind_gust_kmh", "Gusts", "km/h", theWeather, wind),
		given("wind_from_deg", "Where the wind came from", "°", theWeather, "0 is north, 90 east; most of the time, not all of it."),
		given("headwind_pct", "Share against the wind", "%", theWeather, share),
		given("tailwind_pct", "Share with the wind", "%", theWeather, share),
		given("clouds_pct", "Cloud cover", "%", theWeather, place),
		given("max_rain_mm", "Heaviest rain", "mm", theWeather, fall),
		given("max_snow_mm", "Heaviest snow", "mm", theWeather, fall),
	}
}

// fuelEntries returns the entries of what is eaten and drunk during an
// activity.
func fuelEntries() []Entry {
	const proof = tableTested + "load.TestFuelByHand"
	fluid := given("fluid_ml", "Fluid drunk during the activity", "ml", "the athlete", "As it was told; nothing checks it, and no "+
		"service takes it.")
	fluid.Decimals = 0
	return []Entry{
		given("carbs_g", "Carbohydrate eaten during the activity", "g", "the athlete", "As it was told; nothing checks it."),
		fluid,
		{
			Key: "carbs_g_per_h", Title: "Carbohydrate per hour", Formula: "carbs_g / duration_s · 3600, from half an hour on",
			Inputs: "what the athlete said, timer time; of an event what it plans", Needs: "carbs_g of the activity, or of more of its event",
			Unit: "g/h", Source: "the range beside it: " + load.CarbsSource, Version: load.FuelVersion, Proof: proof,
			Limits: "The literature gives 30 to 60 g/h from 75 minutes on, and 60 to 90 of glucose with fructose beyond 2.5 h; under 75 " +
				"minutes no amount. A fact, no advice: what a stomach bears differs. carbs_g_per_h_taken_pct is taken / planned.",
		},
		{
			Key: "fluid_ml_per_h", Title: "Fluid per hour", Formula: "fluid_ml / duration_s · 3600, from half an hour on",
			Inputs: "what the athlete said, timer time; of an event what it plans", Needs: "fluid_ml of the activity, or of more of its event",
			Unit: "ml/h", Source: "the range beside it: " + load.FluidSource, Version: load.FuelVersion, Proof: proof,
			Limits: "400 to 800 ml/h is the literature's start for marathon runners; heat, pace and size move it, and how much one sweats " +
				"is not known here. fluid_ml_per_h_taken_pct is taken / planned.",
		},
		given("carbs_used_g", "Carbohydrate burnt, by a service", "g", "a connected service (Intervals.icu)", "Its rule is not published."),
	}
}

// gearVersion is that of the rule of what gear has done and what of it is due.
const gearVersion = 3

func gearEntries() []Entry {
	return []Entry{
		{
			Key: "gear_use", Title: "Use of each piece of gear",
			Formula: "sum of distance and timer time of the activities that name it, and what it had done before them; a " +
				"part also counts those of the gear that it is mounted on, " +
				"from the first to the last day mounted",
			Inputs: "activities that name gear, days mounted, stated earlier use", Unit: "km, s, activities",
			Needs: "activities that name it; for a part, since when it is mounted", Source: "definition", Version: gearVersion,
			Limits: "An activity may name several pieces; each counts all of it, once. Days are whole: a part that was " +
				"changed between two rides of a " +
				"day counts both. What is kept from assistants is not counted for them. Totals of a service that knows of more " +
				"stand beside it under the name of the service.",
			Differs: "Strava counts moving time, and parts without their days.", Proof: vectorTested + "gear.TestWhatGearHasDone",
		},
		{
			Key: "used_pct", Title: "Used up",
			Formula: "100 · use since it was done last / limit, of the nearest of the limits distance, time, activities and " +
				"days; due from 100, by this or by what the service of the reminder says, or from its date until it was done",
			Inputs: "gear_use after the moment it was done last; days since then, since it was mounted, or since its first activity", Unit: "%",
			Needs: "a limit other than a date", Source: "definition", Version: gearVersion,
			Limits: "What began before the moment it was done does not count; done on an earlier day means at that day's " +
				"beginning.", Proof: vectorTested + "gear.TestRemindersCountFromWhenItWasDone",
		},
	}
}

// digestVersion is the version of the rules of package answers/digest.
const digestVersion = 1

// digestEntries returns the entries for the summary of an activity in one line.
func digestEntries() []Entry {
	return []Entry{
		{
			Key: "digest", Title: "Digest",
			Formula: "warm-up | sets with size, level, mean heart rate of the first and the last interval, median rest | cool-down | climb " +
				"[tag]; " +
				"without work in intervals distance or time, pace or power, mean heart rate",
			Needs:  "nothing; what is not known is left out",
			Inputs: "intervals, else laps that stand out from the others by 1.2 and repeat; the words of the athlete", Unit: "a line",
			Source: "how coaches note sessions", Version: digestVersion,
			Limits: "The athlete's distance and repeats count over those of a treadmill; elsewhere they count where nothing was found, or " +
				"what was found is of another number and no laps mark it. A run that climbs 1.2 % of its way has no ladder and no fartlek of " +
				"the hills.",
			Differs: "Others have a model write it of every run, or name the planned workout.",
			Proof: "the plan of the demo athlete over two years (demo.TestDigestsTellWhatWasPlanned); device laps of real recordings " +
				"(digest.TestDigestsAgreeWithDeviceLaps); " + tableTested + "digest.TestLine",
		},
		{
			Key: "digest_tag", Title: "Tag of a digest",
			Formula: "the first that holds: race, marked; workout, 4 min of intervals or more at 85 % of FTP, 92 % of threshold speed or " +
				"LTHR, 95 " +
				"% of threshold speed in water, or the whole at 88, 92, 94 and 97 %; progression, thirds of a run each faster by 1 % and by 6 % in " +
				"all, on the flat; long, 1.35 times the median duration of the sport in the 90 days before; shakeout, up to 40 min before a race " +
				"of the same or the next day; recovery, up to 60 % of FTP, 74 % of threshold speed (80 % in water) or 76 % of LTHR, " +
				"without sets and no longer than the median; else easy. A workout or progression that is long is long-workout",
			Needs:  "a threshold of the day, or perceived exertion (recovery to 2, workout from 7); long needs none",
			Inputs: "intervals, normalized power, graded speed, mean heart rate, dated thresholds, durations, races", Unit: "a word",
			Source: "zones of Coggan and Friel; the rest is ours", Version: digestVersion,
			Limits: "Long has a least of 60 min (run), 90 (ride, walk), 45 (swim), 75 (skis, skates, boats), and with fewer than 5 " +
				"activities in " +
				"90 days is 90, 180, 75 and 120 min. Without a threshold three like repeats, or two of 5 min, are a workout. Nothing is said where " +
				"nothing is known.",
			Differs: "Others ask a model.",
			Proof:   tableTested + "digest.TestLine",
		},
	}
}
