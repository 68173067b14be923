package curve

// WeightVersion is the version of the rule of [PerKg].
const WeightVersion = 1

// PerKg is a power in W by a weight in kg; false unless both are above zero.
func PerKg(watts, kg float64) (float64, bool) {
	if !(watts > 0) || !(kg > 0) {
		return 0, false
	}
	return watts / kg, true
}
