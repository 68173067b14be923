package load

import "lapkeep/internal/i18n"

// SessionRPE is Foster's session load: the rating of 1 to 10 times minutes.
// Its unit is its own and is not added to training stress scores. False
// without a rating or a duration.
func SessionRPE(exertion, seconds float64) (float64, bool) {
	if exertion <= 0 || seconds <= 0 {
		return 0, false
	}
	return exertion * seconds / 60, true
}

// pointsByExertion are Friel's training stress points an hour for ratings of
// 1 to 10, by which an hour that felt like 8 is an hour at threshold.
var pointsByExertion = [...]float64{20, 30, 40, 50, 60, 70, 80, 100, 120, 140}

// byExertion is Friel's points for a rating, between two of them by a
// straight line.
func byExertion(in *Input) (float64, i18n.Sentence) {
	if _, ok := SessionRPE(in.Exertion, in.TimerS); !ok {
		return 0, "no perceived exertion was given"
	}
	at := min(max(in.Exertion, 1), float64(len(pointsByExertion))) - 1
	low := int(at)
	high := min(low+1, len(pointsByExertion)-1)
	points := pointsByExertion[low] + (at-float64(low))*(pointsByExertion[high]-pointsByExertion[low])
	return in.TimerS / 3600 * points, ""
}
