package training

// Metric names one number about an activity, a lap or a day, by the name
// that results publish. The unit is part of the name.
type Metric string

// Metrics that devices report and Lapkeep computes.
const (
	MetricElapsedTimeS      Metric = "elapsed_time_s"
	MetricDurationS         Metric = "duration_s" // timer time: pauses excluded
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
	MetricCaloriesKcal      Metric = "calories_kcal"
	MetricThresholdPowerW   Metric = "threshold_power_w"
	MetricTrainingEffect    Metric = "training_effect"
	MetricAnaerobicEffect   Metric = "anaerobic_training_effect"
	MetricPoolLengthM       Metric = "pool_length_m"
	MetricLengths           Metric = "lengths"
	MetricStrokes           Metric = "strokes"
	MetricAvgSWOLF          Metric = "avg_swolf"
	MetricPerceivedExertion Metric = "perceived_exertion"
	MetricFeel              Metric = "feel"     // 1 strong to 5 weak
	MetricCarbsG            Metric = "carbs_g"  // of carbohydrate eaten on the way
	MetricFluidML           Metric = "fluid_ml" // drunk on the way
)

// Values holds the metrics that are known. One that is absent is missing,
// never zero.
type Values map[Metric]float64

// Put stores v under m and returns the map, making it if there was none.
func (v Values) Put(m Metric, x float64) Values {
	if v == nil {
		v = Values{}
	}
	v[m] = x
	return v
}
