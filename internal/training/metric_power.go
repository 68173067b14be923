package training

// Metrics of power that follow from the thresholds of the activity's day.
const (
	MetricWorkAboveFTPKJ    Metric = "work_above_ftp_kj"    // only what is above FTP
	MetricWorkInAboveFTPKJ  Metric = "work_in_above_ftp_kj" // all work of the seconds at or above FTP
	MetricWPrimeBalanceMinJ Metric = "w_prime_balance_min_j"
	MetricAvgPowerWPerKg    Metric = "avg_power_w_per_kg"
	MetricNPWPerKg          Metric = "normalized_power_w_per_kg"
)
