package demo

import "lapkeep/internal/training"

// cycles are the first days of the athlete's periods: from one before the
// first activity to the first behind a day. Every 26 to 31 days one begins.
func (s season) cycles(to training.Day) []training.Day {
	begun := []training.Day{s.from - 11}
	for last := begun[0]; last <= to; begun = append(begun, last) {
		length := 26 + training.Day(chance(swayCycle, last-s.from).IntN(3)+chance(swayCycle, s.from-last).IntN(4))
		last += length
	}
	return begun
}

// lutealDays is how long the second part of a cycle lasts, whatever its length.
const lutealDays = 14

// phases tells the days of bleeding, and those of the second part of a cycle
// by how far their effect on heart rate has come, 0 to 1.
func (s season) phases(to training.Day) (period map[training.Day]bool, luteal map[training.Day]float64) {
	period, luteal = map[training.Day]bool{}, map[training.Day]float64{}
	begun := s.cycles(to)
	for i, first := range begun[:len(begun)-1] {
		for d := range training.Day(4 + chance(swayCycle, first).IntN(3)) {
			period[first+d] = true
		}
		next := begun[i+1]
		for d := range training.Day(lutealDays) {
			luteal[next-lutealDays+d] = min(1, float64(d+1)/4, float64(lutealDays-d)/3)
		}
	}
	return period, luteal
}
