package power

// IntensityVersion is the version of the rules in this file.
const IntensityVersion = 1

// IntensityFactor is np in proportion to ftp, both in W; false if either is
// not positive.
func IntensityFactor(np, ftp float64) (float64, bool) {
	if np <= 0 || ftp <= 0 {
		return 0, false
	}
	return np / ftp, true
}

// VariabilityIndex is np in proportion to the average power of the same
// samples; false if either is not positive.
func VariabilityIndex(np, avg float64) (float64, bool) { return IntensityFactor(np, avg) }

// TSS is the training stress score as Garmin devices count it: hours of full
// windows · IF² · 100, with normalized power not rounded. False if np or ftp
// is not positive.
func TSS(np NP, ftp float64) (float64, bool) {
	return TSSOver(np.Watts, ftp, float64(np.Windows))
}

// TSSOver is TSS over a time in seconds that the caller chooses, as the
// variants do that count timer time (Wahoo, iGPSport's assistant server).
func TSSOver(np, ftp, seconds float64) (float64, bool) {
	f, ok := IntensityFactor(np, ftp)
	if !ok || seconds <= 0 {
		return 0, false
	}
	return seconds / 3600 * f * f * 100, true
}
