package stream

import (
	"fmt"

	"lapkeep/internal/training"
)

// farBeyond is how many times the speed limit of a sport a whole distance has
// to imply before it is taken for one in another unit.
const farBeyond = 3

// silentRows is how many rows of 0 it takes: a shorter stand is one.
const silentRows = 60

// silence finds the channels that were recorded but say nothing: an output
// that is 0 in every row is a sensor that was not there (devices write zeros
// for a missing meter and for distance on a trainer), and a distance no one
// can cover in the time is in another unit. It reports the latter, whose speed
// is not to be believed either.
func (v *View) silence(speedLimit int32) (impossible bool) {
	for _, ch := range []training.Channel{training.Power, training.Distance, training.Speed} {
		if low, high, n := v.span(ch); n >= silentRows && low == 0 && high == 0 {
			v.Silent[ch] = fmt.Sprintf("the recorded %s is 0 throughout", ch)
		}
	}
	low, high, n := v.span(training.Distance)
	if n < silentRows || speedLimit <= 0 || v.Recording.TimerS <= 0 {
		return false
	}
	mps := float64(high-low) / training.Distance.Scale() / v.Recording.TimerS
	if mps*1000 > farBeyond*float64(speedLimit) {
		v.Silent[training.Distance] = fmt.Sprintf("the recorded distance would need %.0f km/h on average, which is not possible", mps*3.6)
		return true
	}
	return false
}

// span is the lowest and the highest of the n recorded values of a channel.
func (v *View) span(ch training.Channel) (low, high int32, n int) {
	col := &v.Recording.Columns.Data[ch]
	if !col.Present() {
		return 0, 0, 0
	}
	for i, x := range col.Values {
		switch {
		case !col.Valid.Get(i):
			continue
		case n == 0:
			low, high = x, x
		}
		low, high, n = min(low, x), max(high, x), n+1
	}
	return low, high, n
}
