package demo

import (
	"math"
	"math/rand/v2"
)

// heart follows effort with delay: slow to rise, slower to fall, and a few
// beats higher for every hour of work.
type heart struct {
	lthr    float64
	rate    float64
	drift   float64
	flutter wander
}

// standingBpm is the rate that effort zero settles at, right after work.
const standingBpm = 88

func newHeart(lthr float64) *heart {
	return &heart{lthr: lthr, rate: 78, flutter: wander{keep: 0.95, step: 0.25}}
}

// beat is the rate in bpm one second later at an effort that is 1 at
// threshold.
func (h *heart) beat(effort float64, rng *rand.Rand) float64 {
	h.drift = math.Min(12, h.drift+0.0018*effort*effort)
	reserve := h.lthr - standingBpm
	target := standingBpm + reserve*math.Min(effort, 1) + h.drift*math.Min(1, effort)
	if effort > 1 { // there is not much room above
		target += 0.4 * reserve * math.Min(effort-1, 0.3)
	}
	lag := 38.0
	if target < h.rate {
		lag = 55
	}
	h.rate = math.Min(h.rate+(target-h.rate)/lag, maxHRBpm-1)
	return math.Min(math.Max(h.rate+h.flutter.next(rng), 55), maxHRBpm)
}

// rest lets the heart come down while nothing is recorded.
func (h *heart) rest(seconds int) {
	h.rate = standingBpm + (h.rate-standingBpm)*math.Exp(-float64(seconds)/55)
}

// wander is a first-order autoregressive process around zero.
type wander struct{ keep, step, value float64 }

func (w *wander) next(rng *rand.Rand) float64 {
	w.value = w.keep*w.value + w.step*rng.NormFloat64()
	return w.value
}
