package diary

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Short names of the fields that many tables have.
const (
	asleepF  = training.WellnessSleepS
	deepF    = training.WellnessSleepDeepS
	lightF   = training.WellnessSleepLightS
	remF     = training.WellnessSleepRemS
	awakeF   = training.WellnessSleepAwakeS
	bedF     = training.WellnessSleepInBedS
	restingF = training.WellnessRestingHRBpm
	rmssdF   = training.WellnessHRVRmssdMs
	breathF  = training.WellnessRespirationPerM
	weightF  = training.WellnessWeightKg
	stepsF   = training.WellnessSteps
)

const (
	minuteS = 60
)

// wearables returns the makers of watches, rings, straps and scales.
func wearables() []maker {
	return []maker{
		{source: "whoop", name: "Whoop", tables: whoop(), other: pattern(`^(workouts|journal_entries|entrenamientos)\.csv$`)},
		{source: "oura", name: "Oura", tables: oura(), other: pattern(
			`^(heartrate|temperature|daytimestress|ringconfiguration|ringbatterylevel|daily(stress|resilience|cardiovascularage)|` +
				`workout|session|sleeptime|enhancedtag|tag|restmodeperiod)\.csv$`)},
		{source: "withings", name: "Withings", tables: withings(), other: pattern(
			`^(activities|height|aggregates_[a-z_]+|raw_[a-z0-9_-]+|pwv|spo2|body_temperature)\.csv$`)},
		{source: "hrv4training", name: "HRV4Training", tables: []table{hrv4training()}},
		{source: "elitehrv", name: "Elite HRV", tables: []table{eliteHRV()}},
		{source: "samsung", name: "Samsung Health", tables: samsung()},
		{source: "fitbit", name: "Google Health", tables: google(), root: googleRoot, noZone: noSleeps},
	}
}

// pick returns the positive numbers of columns, for the measurements of a night.
func (r row) pick(columns []column) map[training.WellnessField]float64 {
	out := map[training.WellnessField]float64{}
	for _, c := range columns {
		v, ok := r.number(c.names)
		stage := c.field == deepF || c.field == lightF || c.field == remF || c.field == awakeF
		if ok && (v > 0 || v == 0 && stage) { // zero seconds in a stage is a valid measurement
			out[c.field] = v * c.scale
		}
	}
	return out
}

var (
	whoopCycles = strings.Split("cycle start time|cycle end time|cycle timezone|recovery score %|resting heart rate (bpm)|"+
		"heart rate variability (ms)|skin temp (celsius)|blood oxygen %|day strain|energy burned (cal)|max hr (bpm)|average hr (bpm)|"+
		"sleep onset|wake onset|sleep performance %|respiratory rate (rpm)|asleep duration (min)|in bed duration (min)|"+
		"light sleep duration (min)|deep (sws) duration (min)|rem duration (min)|awake duration (min)|sleep need (min)|sleep debt (min)|"+
		"sleep efficiency %|sleep consistency %", "|")
	whoopSleeps = append(append([]string{}, "cycle start time", "cycle end time", "cycle timezone"), append(append([]string{},
		whoopCycles[12:]...), "nap")...)
	whoopNight = []column{
		{names: "asleep duration (min)", field: asleepF, scale: minuteS},
		{names: "in bed duration (min)", field: bedF, scale: minuteS},
		{names: "light sleep duration (min)", field: lightF, scale: minuteS},
		{names: "deep (sws) duration (min)", field: deepF, scale: minuteS},
		{names: "rem duration (min)", field: remF, scale: minuteS},
		{names: "awake duration (min)", field: awakeF, scale: minuteS},
		{names: "sleep performance %", field: training.WellnessSleepScore, scale: 1},
		{names: "respiratory rate (rpm)", field: breathF, scale: 1},
	}
)

// whoop returns the tables of Whoop's export. Its local times have a zone beside them. The
// names of columns are in the language of the account, and their order is always the same.
func whoop() []table {
	rows := pattern(`^[^\n]*\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]*,(UTC|GMT)?[-+Z]`)
	nap := func(r row) bool { return !strings.EqualFold(strings.TrimSpace(r.Text("nap")), "true") }
	return []table{
		{
			need: []string{"cycle start time", "cycle timezone", "recovery score %", "wake onset"}, order: whoopCycles, alike: rows,
			each: whoopCycle,
		},
		{
			part: "sleeps", need: []string{"cycle start time", "cycle timezone", "wake onset", "nap"}, order: whoopSleeps, alike: rows, keep: nap,
			each: func(d *days, r row) bool { _, ok := whoopSleep(d, r); return ok },
		},
	}
}

// whoopCycle reads a cycle, which begins with the sleep of the evening before: its day is that
// on which the athlete wakes. The energy of a cycle that has not ended is not yet the day's.
func whoopCycle(d *days, r row) bool {
	if r.Text("wake onset") == "" {
		return true // there was no sleep, and so no recovery
	}
	day, ok := whoopSleep(d, r)
	if !ok {
		return false
	}
	for _, c := range []column{
		{names: "recovery score %", field: training.WellnessReadiness},
		{names: "resting heart rate (bpm)", field: restingF},
		{names: "heart rate variability (ms)", field: rmssdF},
		{names: "blood oxygen %", field: training.WellnessSpO2Pct},
		{names: "energy burned (cal)", field: training.WellnessTotalKcal}, // in kcal
	} {
		if v, ok := r.number(c.names); ok && (c.field != training.WellnessTotalKcal || r.Text("cycle end time") != "") {
			d.put(day, c.field, "", latest, v, day.Time(time.UTC))
		}
	}
	return true
}

func whoopSleep(d *days, r row) (training.Day, bool) {
	start, _, ok1 := r.time("sleep onset")
	end, _, ok2 := r.time("wake onset")
	loc, ok3 := offset(r.Text("cycle timezone"))
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	d.sleep(night{start: in(start, loc), end: in(end, loc), numbers: r.pick(whoopNight)})
	return training.DayOf(end), true
}

// oura returns the tables of Oura's archive, whose durations are in s, and the older table of trends.
func oura() []table {
	const day = "day"
	daily := func(part string, need string, columns ...column) table {
		return table{
			part: part, need: []string{day, need}, day: day, columns: columns,
			file: pattern(`(^|/)` + strings.ReplaceAll(part, "_", "") + `\.csv$`),
		}
	}
	stages := []column{
		{names: "total_sleep_duration|total sleep time", field: asleepF, scale: 1},
		{names: "deep_sleep_duration|deep sleep time", field: deepF, scale: 1},
		{names: "light_sleep_duration|light sleep time", field: lightF, scale: 1},
		{names: "rem_sleep_duration|rem sleep time", field: remF, scale: 1},
		{names: "awake_time|awake time", field: awakeF, scale: 1},
		{names: "time_in_bed|total bedtime", field: bedF, scale: 1},
		{names: "average_breath|respiratory rate", field: breathF, scale: 1},
		{names: "average_hrv|average hrv", field: rmssdF, scale: 1},
		{names: "average_heart_rate|average resting heart rate", field: training.WellnessSleepingHRBpm, scale: 1},
		{names: "lowest_heart_rate|lowest resting heart rate", field: restingF, scale: 1},
		{names: "sleep score", field: training.WellnessSleepScore, scale: 1},
	}
	score := daily("daily_sleep", "score", column{"score", training.WellnessSleepScore, 1, latest})
	score.beside = "sleep"
	return []table{
		score,
		{
			part: "sleep", need: []string{day, "type", "bedtime_start", "total_sleep_duration"}, day: day,
			keep: func(r row) bool { return r.Text("type") == "long_sleep" },
			each: func(d *days, r row) bool { return ouraSleep(d, r, day, "bedtime_start", "bedtime_end", stages) },
		},
		daily("daily_readiness", "score", column{"score", training.WellnessReadiness, 1, latest}),
		daily("daily_activity", "steps", column{"steps", stepsF, 1, latest}, column{"active_calories", training.WellnessActiveKcal, 1, latest},
			column{"total_calories", training.WellnessTotalKcal, 1, latest}),
		daily("vo2max", "vo2_max", column{"vo2_max", training.WellnessVO2Max, 1, latest}),
		{part: "daily_spo2", need: []string{day, "spo2_percentage"}, day: day, each: ouraOxygen},
		{
			part: "trends", need: []string{"date", "total sleep time", "average hrv", "lowest resting heart rate"}, day: "date",
			columns: []column{{"steps", stepsF, 1, latest}, {"readiness score", training.WellnessReadiness, 1, latest}},
			each: func(d *days, r row) bool {
				return r.Text("total sleep time") == "" || ouraSleep(d, r, "date", "bedtime start", "bedtime end", stages)
			},
		},
	}
}

func ouraSleep(d *days, r row, day, start, end string, columns []column) bool {
	at, _, ok := r.time(day)
	if !ok {
		return false
	}
	n := night{day: training.DayOf(at), numbers: r.pick(columns)}
	from, zoned1, ok1 := r.time(start)
	to, zoned2, ok2 := r.time(end)
	if ok1 && ok2 && zoned1 && zoned2 {
		n.start, n.end = from, to
	}
	d.sleep(n)
	return true
}

func ouraOxygen(d *days, r row) bool {
	var v struct {
		Average float64 `json:"average"`
	}
	at, _, ok := r.time("day")
	text := strings.TrimSpace(r.Text("spo2_percentage"))
	if text == "" || text == "null" {
		return true
	}
	if !ok || json.Unmarshal([]byte(text), &v) != nil {
		return false
	}
	d.put(training.DayOf(at), training.WellnessSpO2Pct, "", latest, v.Average, at)
	return true
}

// withings returns the tables of Withings' archive. Weights have local times and their unit in
// the header, and fat is a mass. The names of columns in the table of nights are translated.
func withings() []table {
	value := func(part, file string, f training.WellnessField) table {
		return table{part: part, need: []string{"date", "value"}, file: pattern(`(^|/)` + file + `\.csv$`), day: "date", columns: []column{{"value", f, 1, latest}}}
	}
	return []table{
		{
			part: "weight", need: []string{"date", "comments"}, file: pattern(`(^|/)weight\.csv$`), day: "date",
			columns: []column{{"weight (kg)", weightF, 1, latest}, {"weight (lb)|weight (lbs)", weightF, i18n.KgPerLb, latest}},
			each: func(d *days, r row) bool {
				at, _, ok := r.time("date")
				whole, fat := r.value("weight (kg)|weight (lb)|weight (lbs)"), r.value("fat mass (kg)|fat mass (lb)|fat mass (lbs)")
				if ok && whole > 0 && fat > 0 {
					const tenths = 10
					d.put(training.DayOf(at), training.WellnessBodyFatPct, "", latest, math.Round(fat/whole*100*tenths)/tenths, at)
				}
				return ok
			},
		},
		{
			part: "sleep", need: []string{"from", "to", "light (s)", "deep (s)", "rem (s)", "awake (s)"},
			order: strings.Split("from|to|light (s)|deep (s)|rem (s)|awake (s)|wake up|duration to sleep (s)|duration to wake up (s)|snoring (s)|"+
				"snoring episodes|average heart rate|heart rate (min)|heart rate (max)|night events", "|"),
			alike: pattern(`(?i)^([^,\n]*,){4}"?rem \(s\)[^\n]*\n"?\d{4}-\d\d-\d\dT`),
			each: func(d *days, r row) bool {
				return withingsSleep(d, r, []column{
					{names: "light (s)", field: lightF, scale: 1},
					{names: "deep (s)", field: deepF, scale: 1},
					{names: "rem (s)", field: remF, scale: 1},
					{names: "awake (s)", field: awakeF, scale: 1},
					{names: "average heart rate", field: training.WellnessSleepingHRBpm, scale: 1},
				})
			},
		},
		value("steps", "aggregates_steps", stepsF),
		value("energy", "aggregates_calories_earned", training.WellnessActiveKcal),
		{
			part: "bp", need: []string{"date", "systolic", "diastolic"}, file: pattern(`(^|/)bp\.csv$`), day: "date",
			columns: []column{{"systolic", training.WellnessSystolicMmHg, 1, mean}, {"diastolic", training.WellnessDiastolicMmHg, 1, mean}},
		},
	}
}

func withingsSleep(d *days, r row, columns []column) bool {
	start, zoned1, ok1 := r.time("from")
	end, zoned2, ok2 := r.time("to")
	if !ok1 || !ok2 || !zoned1 || !zoned2 {
		return false
	}
	d.sleep(night{start: start, end: end, numbers: r.pick(columns)})
	return true
}

// hrv4training returns the table of morning measurements. A missing number is "-". Of an
// orthostatic measurement, the values lying down count.
func hrv4training() table {
	return table{
		need: []string{"date", "timestamp_measurement", "hrv4t_recovery_points"}, day: "date",
		columns: []column{{"rmssd|rmssd_lying", rmssdF, 1, latest}, {"hr|hr_lying", restingF, 1, latest}},
	}
}

// eliteHRV returns the table of Elite HRV. Only the measurements for readiness are of a
// morning at rest; the others are of any time.
func eliteHRV() table {
	return table{
		need: []string{"member", "type", "date time start", "morning readiness", "rmssd", "hr"}, day: "date time start",
		keep:    func(r row) bool { return strings.EqualFold(r.Text("type"), "readiness") },
		columns: []column{{"rmssd", rmssdF, 1, latest}, {"hr", restingF, 1, latest}},
	}
}
