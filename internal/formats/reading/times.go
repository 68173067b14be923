package reading

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Timed settles the times of a recording that was built, with the time for which
// its file says that the timer ran, 0 where it does not.
func Timed(r *training.Recording, timerS float64) {
	byPoints := Timer(r.ElapsedS, r.Pauses)
	rounding := r.ElapsedS*0.02 + 2 // the last point is a moment before the end
	switch {
	case r.Columns.Len() == 0:
		r.TimerS, r.ElapsedS = max(0, timerS), max(0, timerS)
	case timerS <= 0:
		r.TimerS = byPoints
	case timerS > r.ElapsedS+rounding:
		r.TimerS = byPoints
		r.Warnings = append(r.Warnings,
			string(i18n.Sentencef("The file says that it took %.0f s; its points span %.0f s and were believed.", timerS, r.ElapsedS)))
	default:
		r.TimerS, r.ElapsedS = timerS, max(r.ElapsedS, timerS)
	}
}

// Laps are the stretches between marks, in seconds since the start; nil if there
// is only one.
func Laps(r *training.Recording, marks []float64, trigger string) (out []training.Lap) {
	cuts := []float64{0, r.ElapsedS}
	for _, at := range marks {
		if at = math.Floor(at); at > 0 && at < r.ElapsedS {
			cuts = append(cuts, at)
		}
	}
	slices.Sort(cuts)
	if cuts = slices.Compact(cuts); len(cuts) < 3 {
		return nil
	}
	for i := 1; i < len(cuts); i++ {
		lap := training.Lap{StartS: cuts[i-1], EndS: cuts[i], ElapsedS: cuts[i] - cuts[i-1], Trigger: trigger}
		lap.TimerS = lap.ElapsedS
		for _, p := range r.Pauses {
			lap.TimerS -= max(0, min(p.ToS, lap.EndS)-max(p.FromS, lap.StartS))
		}
		out = append(out, lap)
	}
	return out
}
