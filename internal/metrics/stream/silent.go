package stream

import (
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// farBeyond is how many times the speed limit of a sport a whole distance has
// to imply before it is taken for one in another unit.
const farBeyond = 3

// silentRows is how many rows of 0 it takes: a shorter stand is one.
const silentRows = 60

// silence finds the channels that were recorded but say nothing: one that is 0
// in every row is a sensor that was not there (devices write zeros for a
// missing meter, a foot that is not worn and the distance on a trainer).
func (v *View) silence() {
	for _, ch := range [...]training.Channel{
		training.Power, training.Cadence, training.Distance, training.Speed, training.LeftBalance,
		training.VerticalOscillation, training.GroundContact, training.StepLength, training.RespirationRate, training.CoreTemperature,
		training.GroundContactBalance,
	} {
		if v.Recording.Columns.Data[ch].Present() && v.zeros(ch) >= silentRows {
			v.Silent[ch] = i18n.Sentencef("the recorded %s is 0 throughout", i18n.Word(strings.ReplaceAll(ch.String(), "_", " ")))
		}
	}
}

// zeros is how many rows of a channel there are if all of them are 0.
func (v *View) zeros(ch training.Channel) int {
	col, n := &v.Recording.Columns.Data[ch], 0
	for i, x := range col.Values {
		if !col.Valid.Get(i) {
			continue
		}
		if n++; x != 0 {
			return 0
		}
	}
	return n
}

// otherUnit reports a distance that no one can cover in the time, and most of
// whose steps nobody can make: it is in another unit, and the speed is not to
// be believed either.
func (v *View) otherUnit(speedLimit int32) bool {
	low, high, n := v.span(training.Distance)
	if n < silentRows || v.Recording.TimerS <= 0 || 2*v.Leaps[training.Distance].Count < n {
		return false
	}
	mps := float64(int64(high)-int64(low)) / training.Distance.Scale() / v.Recording.TimerS
	if mps*1000 <= farBeyond*float64(speedLimit) {
		return false
	}
	v.Silent[training.Distance] = i18n.Sentencef("the recorded distance would need %s on average, which is not possible",
		i18n.Measured("%.0f ", mps*3.6, i18n.KilometresPerHour()))
	v.Leaps[training.Distance] = Leaps{}
	return true
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
