package training

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Metric identifies one number about an activity, a lap or a day, by the name that results
// publish. The unit is part of the name.
type Metric string

// These are the metrics that devices report and that Lapkeep also computes.
const (
	MetricElapsedTimeS      Metric = "elapsed_time_s"
	MetricDurationS         Metric = "duration_s" // timer time, which excludes pauses
	MetricMovingTimeS       Metric = "moving_time_s"
	MetricDistanceKM        Metric = "distance_km"
	MetricAvgPowerW         Metric = "avg_power_w"
	MetricMaxPowerW         Metric = "max_power_w"
	MetricNormalizedPowerW  Metric = "normalized_power_w"
	MetricXPowerW           Metric = "xpower_w"
	MetricIntensityFactor   Metric = "intensity_factor"
	MetricVariabilityIndex  Metric = "variability_index"
	MetricEfficiencyFactor  Metric = "efficiency_factor"
	MetricDecouplingPct     Metric = "decoupling_pct"
	MetricTSS               Metric = "tss"
	MetricTrimp             Metric = "trimp"
	MetricWorkKJ            Metric = "work_kj"
	MetricAvgHRBpm          Metric = "avg_hr_bpm"
	MetricMaxHRBpm          Metric = "max_hr_bpm"
	MetricAvgCadenceRPM     Metric = "avg_cadence_rpm"
	MetricMaxCadenceRPM     Metric = "max_cadence_rpm"
	MetricAvgSpeedKMH       Metric = "avg_speed_kmh"
	MetricMaxSpeedKMH       Metric = "max_speed_kmh"
	MetricPaceSPerKM        Metric = "pace_s_per_km"
	MetricElevationGainM    Metric = "elevation_gain_m"
	MetricElevationLossM    Metric = "elevation_loss_m"
	MetricAvgTempC          Metric = "avg_temp_c"
	MetricAvgLeftBalancePct Metric = "avg_left_balance_pct" // the left leg's share of the power
	MetricCaloriesKcal      Metric = "calories_kcal"
	MetricThresholdPowerW   Metric = "threshold_power_w"
	MetricTrainingEffect    Metric = "training_effect"
	MetricAnaerobicEffect   Metric = "anaerobic_training_effect"
	MetricPoolLengthM       Metric = "pool_length_m"
	MetricLengths           Metric = "lengths"
	MetricStrokes           Metric = "strokes"
	MetricAvgSWOLF          Metric = "avg_swolf"
	MetricPerceivedExertion Metric = "perceived_exertion"
	MetricFeel              Metric = "feel"     // 1 (strong) to 5 (weak)
	MetricCarbsG            Metric = "carbs_g"  // carbohydrate eaten during the activity
	MetricFluidML           Metric = "fluid_ml" // fluid drunk during the activity
)

// Values holds the known metrics. An absent metric is unknown, never zero.
type Values map[Metric]float64

// Put stores x under m and returns the map, which is a new one if v is nil.
func (v Values) Put(m Metric, x float64) Values {
	if v == nil {
		v = Values{}
	}
	v[m] = x
	return v
}

// These are metrics of running and swimming.
const (
	MetricGAPSPerKM                  Metric = "gap_s_per_km"             // the pace on flat ground at the same energy cost
	MetricNGPSPerKM                  Metric = "ngp_s_per_km"             // the same, with more weight on hard stretches
	MetricGradedEfficiencyFactor     Metric = "graded_efficiency_factor" // in m/min/bpm, computed from ngp_s_per_km
	MetricAvgCadenceSPM              Metric = "avg_cadence_spm"
	MetricAvgVerticalOscillationMM   Metric = "avg_vertical_oscillation_mm"
	MetricAvgGroundContactMS         Metric = "avg_ground_contact_ms"
	MetricAvgGroundContactBalancePct Metric = "avg_ground_contact_balance_pct" // the left foot's share
	MetricAvgStepLengthCM            Metric = "avg_step_length_cm"
	MetricAvgVerticalRatioPct        Metric = "avg_vertical_ratio_pct"
	MetricAvgLegStiffnessKNPerM      Metric = "avg_leg_stiffness_kn_per_m"
	MetricPaceSPer100M               Metric = "pace_s_per_100m"
	MetricAvgStrokesPerMin           Metric = "avg_strokes_per_min"
	MetricDistancePerStrokeCM        Metric = "distance_per_stroke_cm"
)

// These metrics are the weather of an activity, as a service reports it for the place and time.
const (
	MetricWeatherTempC    Metric = "weather_temp_c" // air temperature; temp_c is measured by the device
	MetricWeatherMinTempC Metric = "weather_min_temp_c"
	MetricWeatherMaxTempC Metric = "weather_max_temp_c"
	MetricFeelsLikeC      Metric = "feels_like_c"
	MetricWindSpeedKMH    Metric = "wind_speed_kmh"
	MetricWindGustKMH     Metric = "wind_gust_kmh"
	MetricWindFromDeg     Metric = "wind_from_deg" // direction from which the wind comes: 0 is north, 90 is east
	MetricHeadwindPct     Metric = "headwind_pct"
	MetricTailwindPct     Metric = "tailwind_pct"
	MetricCloudsPct       Metric = "clouds_pct"
	MetricMaxRainMM       Metric = "max_rain_mm"
	MetricMaxSnowMM       Metric = "max_snow_mm"
)

// WeatherMetrics returns all weather metrics.
func WeatherMetrics() []Metric {
	return []Metric{
		MetricWeatherTempC, MetricWeatherMinTempC, MetricWeatherMaxTempC, MetricFeelsLikeC, MetricWindSpeedKMH, MetricWindGustKMH,
		MetricWindFromDeg, MetricHeadwindPct, MetricTailwindPct, MetricCloudsPct, MetricMaxRainMM, MetricMaxSnowMM,
	}
}

// These are power metrics that depend on the thresholds of the activity's day.
const (
	MetricWorkAboveFTPKJ    Metric = "work_above_ftp_kj"    // only the part above FTP
	MetricWorkInAboveFTPKJ  Metric = "work_in_above_ftp_kj" // all work in seconds at or above FTP
	MetricWPrimeBalanceMinJ Metric = "w_prime_balance_min_j"
	MetricAvgPowerWPerKg    Metric = "avg_power_w_per_kg"
	MetricNPWPerKg          Metric = "normalized_power_w_per_kg"
)

// These are metrics of heart rate and load.
const (
	MetricHRRecoveryBpm     Metric = "hr_recovery_60s_bpm" // greatest fall within a minute
	MetricPaceDecouplingPct Metric = "pace_decoupling_pct" // Pa:Hr, the fall of speed relative to heart rate
	MetricGAPDecouplingPct  Metric = "gap_decoupling_pct"  // the same for grade-adjusted pace
)

// MetricEstimatedCaloriesKcal is the estimated energy burnt in an activity for which no
// device reports it. It is estimated from the work at the pedals, or else from heart rate.
const MetricEstimatedCaloriesKcal Metric = "estimated_calories_kcal"

// These are reasons for missing values. With them, the same gap is always described in
// the same words.
const (
	NoPower     = "no power was recorded"
	NoHeartRate = "no heart rate was recorded"
	NoCadence   = "no cadence was recorded"
	NoSpeed     = "no speed was recorded"
	NoAltitude  = "no altitude was recorded"
	NoDistance  = "no distance was recorded"
	NoPosition  = "no position was recorded"
)

var nouns = map[Sport]string{
	Cycling: "ride", Running: "run", Swimming: "swim", Walking: "walk",
	Hiking: "hike", Rowing: "row", Paddling: "paddle", CrossCountry: "ski",
	AlpineSki: "ski", Skating: "skate", Strength: "strength session",
	Yoga: "yoga", Fitness: "workout", Diving: "dive",
	Transition: "transition", Other: "activity",
}

// DefaultName returns a name for an activity without a name in its recording, made from its
// sport and the local hour of its start: "Morning ride".
func DefaultName(sport Sport, subSport string, hour int) string {
	noun, ok := nouns[sport]
	if !ok {
		noun = strings.ReplaceAll(string(sport), "_", " ")
	}
	if subSport == SubVirtual {
		noun = "virtual " + noun
	}
	return dayPart(hour) + " " + noun
}

func dayPart(hour int) string {
	switch {
	case hour >= 5 && hour < 11:
		return "Morning"
	case hour >= 11 && hour < 14:
		return "Lunch"
	case hour >= 14 && hour < 17:
		return "Afternoon"
	case hour >= 17 && hour < 21:
		return "Evening"
	}
	return "Night"
}

// WellnessField identifies one value of a day by the name that results publish. The unit is
// part of the name; a field without one is on a scale with the bounds of [WellnessField.Range].
type WellnessField string

// These are numbers that sensors and scales measure. The values of a night belong to the
// day on which the athlete wakes up.
const (
	WellnessSleepS          WellnessField = "sleep_s" // asleep, in any stage; time awake in bed does not count
	WellnessSleepDeepS      WellnessField = "sleep_deep_s"
	WellnessSleepLightS     WellnessField = "sleep_light_s"
	WellnessSleepRemS       WellnessField = "sleep_rem_s"
	WellnessSleepAwakeS     WellnessField = "sleep_awake_s"
	WellnessSleepInBedS     WellnessField = "sleep_in_bed_s"
	WellnessSleepScore      WellnessField = "sleep_score"    // 0 to 100, by the maker's rule
	WellnessRestingHRBpm    WellnessField = "resting_hr_bpm" // value of that day, not a mean over several days
	WellnessSleepingHRBpm   WellnessField = "sleeping_hr_bpm"
	WellnessHRVRmssdMs      WellnessField = "hrv_rmssd_ms" // never mixed with SDNN
	WellnessHRVSdnnMs       WellnessField = "hrv_sdnn_ms"
	WellnessBaevskyIndex    WellnessField = "baevsky_stress_index"
	WellnessRespirationPerM WellnessField = "respiration_per_min"
	WellnessSpO2Pct         WellnessField = "spo2_pct"
	WellnessWeightKg        WellnessField = "weight_kg"
	WellnessBodyFatPct      WellnessField = "body_fat_pct"
	WellnessAbdomenCm       WellnessField = "abdomen_cm"
	WellnessVO2Max          WellnessField = "vo2max_ml_kg_min" // the sport is unknown
	WellnessVO2MaxRunning   WellnessField = "vo2max_running_ml_kg_min"
	WellnessVO2MaxCycling   WellnessField = "vo2max_cycling_ml_kg_min"
	WellnessSystolicMmHg    WellnessField = "systolic_mmhg"
	WellnessDiastolicMmHg   WellnessField = "diastolic_mmhg"
	WellnessGlucoseMmolL    WellnessField = "blood_glucose_mmol_l"
	WellnessLactateMmolL    WellnessField = "lactate_mmol_l"
	WellnessDeviceStress    WellnessField = "device_stress"    // 0 to 100, by the maker's rule
	WellnessEnergyHigh      WellnessField = "body_energy_high" // 0 to 100 (Garmin: Body Battery)
	WellnessEnergyLow       WellnessField = "body_energy_low"
	WellnessReadiness       WellnessField = "readiness" // 0 to 100, by the maker's rule
	WellnessSteps           WellnessField = "steps"
	WellnessActiveKcal      WellnessField = "active_energy_kcal"
	WellnessTotalKcal       WellnessField = "total_energy_kcal"
	WellnessEatenKcal       WellnessField = "energy_consumed_kcal"
	WellnessCarbsG          WellnessField = "carbohydrates_g"
	WellnessProteinG        WellnessField = "protein_g"
	WellnessFatG            WellnessField = "fat_g"
	WellnessDrunkL          WellnessField = "hydration_l"
)

// MmolPerMg converts blood glucose from mg/dl to mmol/l.
const MmolPerMg = 1 / 18.0156

// These are the athlete's ratings on four-point scales: 1 is best, 4 is worst.
const (
	WellnessSleepQuality WellnessField = "sleep_quality" // 1 excellent to 4 poor
	WellnessSoreness     WellnessField = "soreness"      // 1 low to 4 extreme; 0 is none at all
	WellnessFatigue      WellnessField = "fatigue"       // same scale as soreness
	WellnessStress       WellnessField = "stress"        // same scale as soreness
	WellnessMood         WellnessField = "mood"          // 1 excellent to 4 poor
	WellnessMotivation   WellnessField = "motivation"    // 1 excellent to 4 poor
	WellnessInjury       WellnessField = "injury"        // 1 none, 2 niggle, 3 poor, 4 injured
	WellnessHydration    WellnessField = "hydration"     // 1 well hydrated to 4 very dehydrated
)

// ScaleOfRatings is the scale of the athlete's ratings.
const ScaleOfRatings = "1 best to 4 worst"

// Scale explains the numbers of a field without a unit; it returns "" for a field
// with a unit.
func (f WellnessField) Scale() string {
	switch f {
	case WellnessSleepQuality, WellnessMood, WellnessMotivation, WellnessSoreness, WellnessFatigue, WellnessStress, WellnessHydration:
		return ScaleOfRatings
	case WellnessInjury:
		return "1 best to 4 injured"
	case WellnessSleepScore, WellnessReadiness, WellnessEnergyHigh, WellnessEnergyLow:
		return "0 to 100 best"
	case WellnessDeviceStress:
		return "0 best to 100"
	}
	return ""
}

// These are the fields that contain text.
const (
	WellnessSleepStart     WellnessField = "sleep_start" // RFC 3339 with the local UTC offset, or UTC (Z) if that is unknown
	WellnessSleepEnd       WellnessField = "sleep_end"
	WellnessMenstrualPhase WellnessField = "menstrual_phase" // period, follicular, ovulating, luteal or none
	WellnessMenstrualNext  WellnessField = "menstrual_phase_predicted"
	WellnessComments       WellnessField = "comments"
)

// WellnessDay is the athlete's state on one day. An absent field was neither
// measured nor entered. A default value that a service fills in from its settings
// is ignored, so the field stays absent.
type WellnessDay struct {
	Day     Day                              `json:"local_date"`
	Numbers map[WellnessField]WellnessNumber `json:"numbers,omitempty"`
	Words   map[WellnessField]WellnessWords  `json:"words,omitempty"`
	// Locked is set if the athlete no longer wants programs to change the day.
	Locked bool `json:"locked,omitempty"`
}

// WellnessNumber is one value and its source.
type WellnessNumber struct {
	Value float64 `json:"value"`
	// Source is a source such as "garmin", "apple" or "intervals", or "athlete". The
	// origin of the value may follow after a slash, as in "apple/Oura".
	Source string `json:"source"`
}

// WellnessWords is one text and its source, as in [WellnessNumber].
type WellnessWords struct {
	Text   string `json:"text"`
	Source string `json:"source"`
}

// Put sets a number, unless it is NaN or infinite.
func (w *WellnessDay) Put(f WellnessField, value float64, source string) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	if w.Numbers == nil {
		w.Numbers = map[WellnessField]WellnessNumber{}
	}
	w.Numbers[f] = WellnessNumber{value, source}
}

// PutMeasured sets a number that a living person can have. Zero stands for nothing measured.
func (w *WellnessDay) PutMeasured(f WellnessField, value float64, source string) {
	if low, high, ok := f.Range(); ok && value > 0 && value >= low && value <= high {
		w.Put(f, value, source)
	}
}

// Set sets a string, unless it is empty.
func (w *WellnessDay) Set(f WellnessField, text, source string) {
	if text == "" {
		return
	}
	if w.Words == nil {
		w.Words = map[WellnessField]WellnessWords{}
	}
	w.Words[f] = WellnessWords{text, source}
}

// Empty reports whether nothing is known about the day.
func (w *WellnessDay) Empty() bool { return len(w.Numbers) == 0 && len(w.Words) == 0 }

// WellnessFields returns the known fields: first the numbers, sorted by name, then
// the texts.
func WellnessFields() []WellnessField {
	out := slices.Sorted(maps.Keys(wellnessRanges))
	return append(out, WellnessSleepStart, WellnessSleepEnd, WellnessMenstrualPhase, WellnessMenstrualNext, WellnessComments)
}

// CustomWellness returns the field that the athlete defined on a service with the given code.
func CustomWellness(code string) WellnessField { return customWellness + WellnessField(code) }

const customWellness = "custom:"

// Custom reports whether the athlete defined the field on a service.
func (f WellnessField) Custom() bool { return strings.HasPrefix(string(f), customWellness) }

// Range returns the bounds of a number for a living person; a value outside them is
// usually in the wrong unit. ok is false for fields with text and for custom fields.
func (f WellnessField) Range() (lowest, highest float64, ok bool) {
	r, ok := wellnessRanges[f]
	return r[0], r[1], ok
}

const daySeconds = 24 * 3600

var wellnessRanges = map[WellnessField][2]float64{
	WellnessSleepS: {0, daySeconds}, WellnessSleepDeepS: {0, daySeconds}, WellnessSleepLightS: {0, daySeconds},
	WellnessSleepRemS: {0, daySeconds}, WellnessSleepAwakeS: {0, daySeconds}, WellnessSleepInBedS: {0, daySeconds},
	WellnessSleepScore: {0, 100}, WellnessRestingHRBpm: {20, 150}, WellnessSleepingHRBpm: {20, 150},
	WellnessHRVRmssdMs: {1, 400}, WellnessHRVSdnnMs: {1, 500}, WellnessBaevskyIndex: {0, 3000},
	WellnessRespirationPerM: {3, 60}, WellnessSpO2Pct: {50, 100}, WellnessWeightKg: {20, 400},
	WellnessBodyFatPct: {1, 75}, WellnessAbdomenCm: {30, 250},
	WellnessVO2Max: {10, 100}, WellnessVO2MaxRunning: {10, 100}, WellnessVO2MaxCycling: {10, 100},
	WellnessSystolicMmHg: {50, 260}, WellnessDiastolicMmHg: {30, 180}, WellnessGlucoseMmolL: {1, 40}, WellnessLactateMmolL: {0, 30},
	WellnessDeviceStress: {0, 100}, WellnessEnergyHigh: {0, 100}, WellnessEnergyLow: {0, 100}, WellnessReadiness: {0, 100},
	WellnessSteps: {0, 250_000}, WellnessActiveKcal: {0, 20_000}, WellnessTotalKcal: {0, 25_000}, WellnessEatenKcal: {0, 25_000},
	WellnessCarbsG: {0, 3000}, WellnessProteinG: {0, 1500}, WellnessFatG: {0, 1500}, WellnessDrunkL: {0, 30},
	WellnessSleepQuality: {1, 4}, WellnessSoreness: {0, 4}, WellnessFatigue: {0, 4}, WellnessStress: {0, 4},
	WellnessMood: {1, 4}, WellnessMotivation: {1, 4}, WellnessInjury: {1, 4}, WellnessHydration: {1, 4},
}
