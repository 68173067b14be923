package training

// Why there is no number of a column, so that the same gap always reads the same.
const (
	NoPower     = "no power was recorded"
	NoHeartRate = "no heart rate was recorded"
	NoCadence   = "no cadence was recorded"
	NoSpeed     = "no speed was recorded"
	NoAltitude  = "no altitude was recorded"
	NoDistance  = "no distance was recorded"
	NoPosition  = "no position was recorded"
)
