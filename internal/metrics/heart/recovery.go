package heart

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// RecoveryVersion is the version of the rule of [Recovery].
const RecoveryVersion = 2

const (
	// recoveryS is the time after which recovery is read.
	recoveryS = 60
	// meanS is the seconds averaged at either end, so that one odd beat does
	// not make a recovery.
	meanS = 5
	// holdS is how long a heart rate stands where rows are missing.
	holdS = 10
)

// Fall is the greatest fall of heart rate within 60 s.
type Fall struct {
	Bpm     float64 // how far it fell
	FromBpm float64
	AtS     int32 // when it began, in seconds since the start
}

// Recovery finds the greatest fall of heart rate from one moment to 60 s
// later, each the mean of the 5 s before it, in recording time: a pause is
// when hearts recover. Missing says why there is none: heart rate never stood
// for that long or never fell, or it fell as no heart does.
func Recovery(v *stream.View) (f Fall, missing i18n.Sentence) {
	bpm := everySecond(v)
	var best Fall
	sum, valid := make([]int32, len(bpm)+1), make([]int32, len(bpm)+1)
	for i, x := range bpm {
		sum[i+1], valid[i+1] = sum[i]+int32(x), valid[i]
		if x > 0 {
			valid[i+1]++
		}
	}
	for end := meanS; end+recoveryS < len(sum); end++ {
		later := end + recoveryS
		if valid[end]-valid[end-meanS] < meanS || valid[later]-valid[later-meanS] < meanS {
			continue
		}
		before, after := sum[end]-sum[end-meanS], sum[later]-sum[later-meanS]
		if fall := float64(before-after) / meanS; fall > best.Bpm {
			best = Fall{Bpm: fall, FromBpm: float64(before) / meanS, AtS: int32(end)}
		}
	}
	switch {
	case best.Bpm <= 0:
		return Fall{}, "heart rate never fell within a minute"
	case best.Bpm > believedFall:
		return Fall{}, i18n.Sentencef("heart rate falls by %.0f within a minute, which no heart does: the sensor lost it", best.Bpm)
	}
	return best, ""
}

// believedFall is the fall in bpm above which a sensor is not believed: after
// a maximal effort athletes fall by 50 to 70.
const believedFall = 100

// maxSeconds bounds the memory of a recording whose clock jumped.
const maxSeconds = 14 * 86400

// everySecond is the heart rate of each second, 0 where there is none.
func everySecond(v *stream.View) []int16 {
	times, col := v.Columns.TimeS, v.Columns.Data[training.HeartRate]
	if len(times) == 0 || !v.Has(training.HeartRate) || times[len(times)-1] > maxSeconds || times[0] < 0 {
		return nil
	}
	out := make([]int16, times[len(times)-1]+1)
	for i, t := range times {
		x := col.Values[i]
		if !col.Valid.Get(i) || x <= 0 || x > believedBpm {
			continue
		}
		end := t + holdS
		if i+1 < len(times) {
			end = min(end, times[i+1])
		}
		for s := t; s < min(end, int32(len(out))); s++ {
			out[s] = int16(x)
		}
		out[t] = int16(x)
	}
	return out
}

// believedBpm is the heart rate above which a reading is not believed.
const believedBpm = 240
