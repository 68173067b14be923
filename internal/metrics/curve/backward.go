package curve

// BackwardVersion is the version of the rule of [Backward].
const BackwardVersion = 1

// Backward is the highest mean over a stretch of at least leastS seconds as
// Sauce for Strava counts it: a value stands for the time since the row
// before it, so that the first stands for none. Times rise; false where the
// rows span less.
func Backward(timeS, values []int32, leastS int32) (mean float64, ok bool) {
	from, sum := 0, 0.0 // of the rows after from
	for i := 1; i < len(timeS); i++ {
		sum += float64(values[i]) * float64(timeS[i]-timeS[i-1])
		for from+1 < i && timeS[i]-timeS[from+1] >= leastS {
			from++
			sum -= float64(values[from]) * float64(timeS[from]-timeS[from-1])
		}
		span := timeS[i] - timeS[from]
		if span < leastS || span <= 0 {
			continue
		}
		if m := sum / float64(span); !ok || m > mean {
			mean, ok = m, true
		}
	}
	return mean, ok
}
