package training

// Metrics of running and swimming.
const (
	MetricGAPSPerKM                  Metric = "gap_s_per_km"             // pace on the flat of equal cost
	MetricNGPSPerKM                  Metric = "ngp_s_per_km"             // the same, hard stretches counted more
	MetricGradedEfficiencyFactor     Metric = "graded_efficiency_factor" // m/min/bpm, of ngp_s_per_km
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
