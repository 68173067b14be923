package training

// Metrics of heart rate and load.
const (
	MetricHRRecoveryBpm     Metric = "hr_recovery_60s_bpm" // greatest fall within a minute
	MetricPaceDecouplingPct Metric = "pace_decoupling_pct" // Pa:Hr, speed against heart rate
	MetricGAPDecouplingPct  Metric = "gap_decoupling_pct"  // the same on the flat
)
