package training

// Metrics of bests over many activities.
const (
	MetricDurabilityIndex Metric = "durability_index"
)
