package glossary

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/strength"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// rule is the part of an entry that is not text.
type rule struct {
	key     string
	version int
	column  *Column
	of      func(*stream.View) (x float64, missing i18n.Sentence)
}

// Column is a column of a recording from which metrics are computed.
type Column struct {
	Channel training.Channel
	Absent  i18n.Sentence // why its metrics are missing if the column was not recorded
}

var (
	powerColumn       = &Column{training.Power, training.NoPower}
	heartColumn       = &Column{training.HeartRate, training.NoHeartRate}
	cadenceColumn     = &Column{training.Cadence, training.NoCadence}
	distanceColumn    = &Column{training.Distance, "no distance, position or speed was recorded"}
	altitudeColumn    = &Column{training.Altitude, training.NoAltitude}
	temperatureColumn = &Column{training.Temperature, "not recorded"}
)

const (
	gearVersion       = 3 // the use of gear, and the share that is used up
	digestVersion     = 1 // the rules of package answers/digest
	statisticsVersion = 1 // streaks, Eddington numbers, milestones and bands of temperature
	wellnessVersion   = 1 // the smoothed weight, and means over days
)

// recoveryBpm returns the greatest fall of heart rate within a minute in bpm.
func recoveryBpm(v *stream.View) (float64, i18n.Sentence) {
	if !v.Has(training.HeartRate) {
		return math.NaN(), "" // avg_hr_bpm gives the reason
	}
	fall, missing := heart.Recovery(v)
	return fall.Bpm, missing
}

// rules lists the rules, in the order of the page.
var rules = []rule{
	// Time, distance, speed
	{key: "elapsed_time_s", version: summary.RuleVersion},
	{key: "duration_s", version: summary.RuleVersion},
	{key: "moving_time_s", version: stream.Version},
	{key: "distance_km", version: summary.RuleVersion, column: distanceColumn},
	{key: "avg_speed_kmh", version: summary.RuleVersion, column: distanceColumn},
	{key: "max_speed_kmh", version: summary.RuleVersion, column: distanceColumn},
	{key: "pace_s_per_km", version: summary.RuleVersion, column: distanceColumn},
	{key: "avg_cadence_rpm", version: summary.RuleVersion, column: cadenceColumn},
	{key: "max_cadence_rpm", version: summary.RuleVersion, column: cadenceColumn},
	{key: "avg_temp_c", version: summary.RuleVersion, column: temperatureColumn},
	// Power
	{key: "avg_power_w", version: summary.RuleVersion, column: powerColumn},
	{key: "max_power_w", version: summary.RuleVersion, column: powerColumn},
	{key: "work_kj", version: summary.RuleVersion, column: powerColumn},
	{key: "normalized_power_w", version: power.NormalizedVersion, column: powerColumn},
	{key: "xpower_w", version: power.XPowerVersion, column: powerColumn},
	{key: "intensity_factor", version: power.IntensityVersion},
	{key: "variability_index", version: power.IntensityVersion, column: powerColumn},
	{key: "efficiency_factor", version: summary.RuleVersion},
	{key: "decoupling_pct", version: power.DecouplingVersion, column: powerColumn, of: power.Decoupling},
	{key: "avg_left_balance_pct", version: summary.RuleVersion},
	// Power above a threshold
	{key: "work_above_ftp_kj", version: curve.WorkVersion},
	{key: "work_in_above_ftp_kj", version: curve.WorkVersion},
	{key: "w_prime_balance_j", version: curve.WBalVersion},
	{key: "w_prime_balance_min_j", version: curve.WBalVersion},
	{key: "power_source", version: power.SourceVersion},
	{key: "avg_power_w_per_kg", version: curve.WeightVersion},
	{key: "normalized_power_w_per_kg", version: curve.WeightVersion},
	// Models of power
	{key: "cp_2p_work_time", version: curve.CriticalVersion + curve.HullVersion},
	{key: "cp_2p_inverse_time", version: curve.CriticalVersion + curve.HullVersion},
	{key: "cp_2p_time", version: curve.CriticalVersion + curve.HullVersion},
	{key: "morton_3p", version: curve.MortonVersion},
	{key: "omni_domain", version: curve.OmniVersion},
	{key: "p_max_w", version: curve.MortonVersion},
	{key: "decline_w", version: curve.OmniVersion},
	{key: "residual_w", version: curve.CriticalVersion},
	{key: "rms_residual_w", version: curve.CriticalVersion},
	{key: "power_index", version: curve.ReferenceVersion},
	{key: "eftp_w", version: curve.ReferenceVersion},
	{key: "ftp_changes", version: curve.ChangesVersion},
	{key: "vo2max_acsm", version: curve.VO2MaxVersion},
	{key: "vo2max_vdot", version: curve.PredictVersion},
	{key: "vo2max_uth", version: curve.VO2MaxVersion},
	// Heart rate
	{key: "avg_hr_bpm", version: heart.RateVersion, column: heartColumn},
	{key: "max_hr_bpm", version: heart.RateVersion, column: heartColumn},
	{key: "trimp", version: heart.TRIMPVersion},
	{key: "hrtss_avg_lthr", version: heart.ScoreVersion},
	{key: "hrss_trimp", version: heart.ScoreVersion},
	// Zones
	{key: "power_zones", version: zones.Version},
	{key: "hr_zones", version: zones.Version},
	{key: "pace_zones", version: zones.Version},
	// Bests
	{key: "power_curve", version: curve.CurveVersion},
	{key: "hr_curve", version: curve.CurveVersion},
	{key: "best_efforts", version: curve.EffortsVersion},
	{key: "further_efforts", version: curve.FurtherVersion},
	{key: "graded_curves", version: curve.WorthVersion},
	// Bests of many activities
	{key: "fatigued_power_curve", version: curve.FatiguedVersion},
	{key: "durability_index", version: curve.FatiguedVersion},
	{key: "personal_records", version: curve.CurveVersion + curve.EffortsVersion},
	{key: "np_curve", version: curve.NormalizedVersion},
	{key: "pace_curve", version: curve.PaceVersion},
	// Terrain
	{key: "climbed_altitude", version: route.ElevationVersion},
	{key: "elevation_gain_m", version: route.ElevationVersion, column: altitudeColumn},
	{key: "elevation_loss_m", version: route.ElevationVersion, column: altitudeColumn},
	{key: "grade_pct", version: route.GradeVersion},
	{key: "splits", version: route.SplitsVersion},
	{key: "laps", version: summary.LapVersion},
	// Climbs
	{key: "climbs", version: route.ClimbsVersion},
	{key: "vam_m_per_h", version: route.ClimbsVersion},
	{key: "fiets", version: route.ClimbsVersion},
	{key: "category", version: route.ClimbsVersion},
	// Races
	{key: "riegel", version: curve.PredictVersion},
	{key: "cameron", version: curve.PredictVersion},
	{key: "vdot", version: curve.PredictVersion},
	{key: "power_law", version: curve.PredictVersion},
	{key: "critical_speed", version: curve.PredictVersion},
	{key: "marathon_shape_pct", version: curve.PredictVersion},
	{key: "race_range", version: curve.PredictVersion},
	{key: "maximal_effort", version: curve.PredictVersion},
	// Running
	{key: "gap_s_per_km", version: pace.GradedVersion},
	{key: "ngp_s_per_km", version: pace.GradedVersion},
	{key: "gap_histogram", version: pace.HistogramVersion},
	{key: "graded_efficiency_factor", version: pace.GradedVersion},
	{key: "avg_cadence_spm", version: pace.DynamicsVersion},
	{key: "avg_vertical_oscillation_mm", version: pace.DynamicsVersion},
	{key: "avg_ground_contact_ms", version: pace.DynamicsVersion},
	{key: "avg_ground_contact_balance_pct", version: pace.DynamicsVersion},
	{key: "avg_step_length_cm", version: pace.DynamicsVersion},
	{key: "avg_vertical_ratio_pct", version: pace.DynamicsVersion},
	{key: "avg_leg_stiffness_kn_per_m", version: pace.DynamicsVersion},
	// Intervals
	{key: "intervals", version: efforts.Version},
	{key: "interval_sets", version: efforts.Version},
	{key: "done_pct", version: efforts.PlannedVersion},
	{key: "rest_s", version: efforts.Version},
	{key: "percent_of_threshold", version: efforts.Version},
	{key: "zone", version: efforts.Version},
	// Digests
	{key: "digest", version: digestVersion},
	{key: "digest_tag", version: digestVersion},
	// Similar activities
	{key: "route_overlap_pct", version: route.Version},
	{key: "followed", version: route.Version},
	{key: "rank_by_duration", version: route.Version},
	{key: "profile_likeness_pct", version: route.Version},
	{key: "structure_likeness_pct", version: efforts.Version},
	// Swimming in a pool
	{key: "pool_length_m", version: summary.PoolVersion},
	{key: "lengths", version: summary.PoolVersion},
	{key: "strokes", version: summary.PoolVersion},
	{key: "swim_time_s", version: summary.PoolVersion},
	{key: "rest_time_s", version: summary.PoolVersion},
	{key: "avg_swolf", version: summary.PoolVersion},
	// Strokes and pace in water
	{key: "pace_s_per_100m", version: summary.StrokesVersion},
	{key: "avg_strokes_per_min", version: summary.StrokesVersion},
	{key: "distance_per_stroke_cm", version: summary.StrokesVersion},
	// Strength training
	{key: "estimated_1rm_kg", version: strength.Version},
	{key: "volume_kg", version: strength.Version},
	{key: "muscle_sets", version: strength.Version},
	// Load of one activity
	{key: "tss", version: power.IntensityVersion},
	{key: "power_tss", version: load.Version},
	{key: "manual", version: load.Version},
	// Other methods of load
	{key: "rtss_ngp", version: load.Version},
	{key: "rtss_speed", version: load.Version},
	{key: "stss", version: load.Version},
	{key: "hrtss_reserve", version: heart.ScoreVersion},
	{key: "hrss_avg", version: heart.ScoreVersion},
	{key: "hrtss_friel", version: heart.ScoreVersion},
	{key: "hrtss_learned", version: heart.LearnedVersion},
	{key: "rpe_tss", version: load.Version},
	{key: "session_rpe", version: load.Version},
	// Training impulse (TRIMP), heart rate recovery and decoupling
	{key: "trimp_edwards", version: heart.ImpulseVersion},
	{key: "trimp_lucia", version: heart.ImpulseVersion},
	{key: "trimp_zonal", version: heart.ImpulseVersion},
	{key: "trimp_individual", version: heart.ImpulseVersion},
	{key: "trimp_per_min", version: heart.TRIMPVersion},
	{key: "trimp_spread", version: heart.TRIMPVersion},
	{key: "hr_recovery_60s_bpm", version: heart.RecoveryVersion, of: recoveryBpm},
	{key: "pace_decoupling_pct", version: heart.PaceDecouplingVersion},
	{key: "gap_decoupling_pct", version: heart.PaceDecouplingVersion},
	// Heart rate variability
	{key: "avnn_ms", version: heart.MeasuresVersion},
	{key: "sdnn_ms", version: heart.MeasuresVersion},
	{key: "rmssd_ms", version: heart.MeasuresVersion},
	{key: "sdsd_ms", version: heart.MeasuresVersion},
	{key: "pnn50_pct", version: heart.MeasuresVersion},
	{key: "artefacts_pct", version: heart.CorrectVersion},
	{key: "alpha1", version: heart.AlphaVersion},
	{key: "hr_at_alpha1_075_bpm", version: heart.AlphaVersion},
	{key: "hr_at_alpha1_050_bpm", version: heart.AlphaVersion},
	{key: "hrv_band", version: heart.ReadinessVersion},
	// Load over days
	{key: "ctl", version: load.Version},
	{key: "atl", version: load.Version},
	{key: "tsb", version: load.Version},
	{key: "ramp", version: load.Version},
	{key: "projection", version: load.Version},
	// Weeks and their intensity
	{key: "monotony", version: load.WeekVersion},
	{key: "strain", version: load.WeekVersion},
	{key: "acute_chronic_ratio", version: load.RatioVersion},
	{key: "intensity_distribution", version: zones.DistributionVersion},
	{key: "polarization_index", version: zones.DistributionVersion},
	// Planned and completed
	{key: "compliance_pct", version: efforts.ComplianceVersion},
	{key: "planned_pairing", version: efforts.ComplianceVersion},
	{key: "planned_load", version: efforts.ComplianceVersion},
	// Wellness
	{key: "resting_hr_band", version: heart.ReadinessVersion},
	{key: "readiness_state", version: heart.ReadinessVersion},
	{key: "weight_ema_kg", version: wellnessVersion},
	{key: "wellness_means", version: wellnessVersion},
	// Estimated thresholds
	{key: "maximal_efforts", version: curve.MaximalVersion},
	{key: "ftp_w", version: curve.FTPVersion},
	{key: "critical_power_w", version: curve.CPVersion},
	{key: "w_prime_j", version: curve.CPVersion},
	{key: "lthr_bpm", version: curve.LTHRVersion},
	{key: "threshold_speed_mps", version: curve.ThresholdPaceVersion},
	// Energy
	{key: "estimated_calories_kcal", version: load.EnergyVersion},
	// Statistics over days
	{key: "streak", version: statisticsVersion},
	{key: "eddington", version: statisticsVersion},
	{key: "pearson_r", version: statisticsVersion},
	{key: "spearman_rho", version: statisticsVersion},
	{key: "milestones", version: statisticsVersion},
	{key: "heat_and_wind", version: statisticsVersion},
	// Food and drink during the activity
	{key: "carbs_g_per_h", version: load.FuelVersion},
	{key: "fluid_ml_per_h", version: load.FuelVersion},
	// Gear
	{key: "gear_use", version: gearVersion},
	{key: "used_pct", version: gearVersion},
	// As other programs and devices compute it (get_activity, section variants)
	{key: "normalized_power_garmin_w", version: power.VariantsVersion},
	{key: "normalized_power_wahoo_w", version: power.VariantsVersion},
	{key: "w_prime_balance_min_euler_j", version: curve.WBalVersion},
	{key: "w_prime_balance_min_integral_j", version: curve.WBalVersion},
	{key: "elevation_gain_step_m", version: route.ElevationVersion},
	{key: "gap_runalyze_s_per_km", version: pace.GradedVersion},
	{key: "gap_strava2017_s_per_km", version: pace.GradedVersion},
	{key: "active_time_sauce_s", version: stream.ActiveVersion},
	{key: "peak_sauce_w", version: curve.BackwardVersion},
	// Quality of the data
	{key: "coverage", version: stream.Version},
	{key: "energy_gap_pct", version: stream.Version},
}
