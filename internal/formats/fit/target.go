package fit

import (
	"math"
	"slices"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// FIT writes percentages unchanged, and values in W or bpm with this offset, which
// is therefore also the highest percentage.
const (
	WattsAbove = 1000
	BeatsAbove = 100
)

// targetKind is a kind of target with its numbers in FIT.
type targetKind struct {
	of             training.TargetOf
	code, ofLap    typedef.WktStepTarget // ofLap is for the mean of a lap
	percent, value training.TargetUnit
	above, scale   float64 // for a value
}

var targetKinds = []targetKind{
	{training.TargetPower, typedef.WktStepTargetPower, typedef.WktStepTargetPowerLap, training.TargetFTP, training.TargetW, WattsAbove, 1},
	{
		training.TargetHR, typedef.WktStepTargetHeartRate, typedef.WktStepTargetHeartRateLap,
		training.TargetMaxHR, training.TargetBpm, BeatsAbove, 1,
	},
	{training.TargetPace, typedef.WktStepTargetSpeed, typedef.WktStepTargetSpeedLap, "", training.TargetMPS, 0, 1000},
	{training.TargetCadence, typedef.WktStepTargetCadence, typedef.WktStepTargetCadence, "", training.TargetRPM, 0, 1},
}

// raw returns the bound of a value as FIT's number; 0 means no bound.
func (k *targetKind) raw(bound float64) float64 {
	if bound == 0 {
		return 0
	}
	return math.Round(bound*k.scale) + k.above
}

// targetField holds the field numbers of one of a step's two targets.
type targetField struct{ kind, value, low, high byte }

var targetFields = [...]targetField{
	{
		fieldnum.WorkoutStepTargetType, fieldnum.WorkoutStepTargetValue,
		fieldnum.WorkoutStepCustomTargetValueLow, fieldnum.WorkoutStepCustomTargetValueHigh,
	},
	{
		fieldnum.WorkoutStepSecondaryTargetType, fieldnum.WorkoutStepSecondaryTargetValue,
		fieldnum.WorkoutStepSecondaryCustomTargetValueLow, fieldnum.WorkoutStepSecondaryCustomTargetValueHigh,
	},
}

// read reads a target. The result is not sound if there is no target, or a target
// of another kind such as grade.
func (f *targetField) read(m *proto.Message, code typedef.WktStepTarget) training.StepTarget {
	i := slices.IndexFunc(targetKinds, func(k targetKind) bool {
		return k.code == code || k.ofLap == code || k.of == training.TargetPower && Shown(code) != ""
	})
	if i < 0 {
		return training.StepTarget{}
	}
	k := &targetKinds[i]
	low, _ := Number(m, f.low)
	high, _ := Number(m, f.high)
	if low > high && high > 0 {
		low, high = high, low
	}
	zone, ok := Number(m, f.value)
	switch {
	case low == 0 && high == 0 && ok:
		return training.StepTarget{Of: k.of, Unit: training.TargetZone, Low: zone, High: zone}
	case max(low, high) > k.above, max(low, high) == k.above && k.of == training.TargetPower: // 1000 is 0 W
		return training.StepTarget{Of: k.of, Unit: k.value, Low: max(0, low-k.above) / k.scale, High: max(0, high-k.above) / k.scale}
	}
	return training.StepTarget{Of: k.of, Unit: k.percent, Low: low, High: high}
}

// write writes a target, or returns false if FIT cannot express it.
func (f *targetField) write(m *message, t *training.StepTarget, shown training.PowerShown) bool {
	i := slices.IndexFunc(targetKinds, func(k targetKind) bool {
		return k.of == t.Of || k.of == training.TargetPace && t.Of == training.TargetSpeed
	})
	if i < 0 {
		return false
	}
	k := &targetKinds[i]
	code, low, high := k.code, t.Low, t.High
	switch t.Unit {
	case training.TargetZone:
		if t.Low == t.High {
			m.int(f.kind, int64(code))
			m.scaled(f.value, t.Low, 1)
		}
		return t.Low == t.High
	case k.value:
		low, high = k.raw(t.Low), k.raw(t.High)
	case k.percent:
	default:
		return false
	}
	if power, has := PowerTarget(shown); has && t.Of == training.TargetPower {
		code = power
	}
	m.int(f.kind, int64(code))
	m.int(f.value, 0)
	m.scaled(f.low, low, 1)
	m.scaled(f.high, high, 1)
	return true
}

// shown maps a way to display power to the target that makes a device use it.
var shown = map[training.PowerShown]typedef.WktStepTarget{
	training.Show3S:  typedef.WktStepTargetPower3S,
	training.Show10S: typedef.WktStepTargetPower10S,
	training.Show30S: typedef.WktStepTargetPower30S,
	training.ShowLap: typedef.WktStepTargetPowerLap,
}

// PowerTarget returns the kind of power target that makes a device show the
// given power, or false if FIT has none.
func PowerTarget(p training.PowerShown) (typedef.WktStepTarget, bool) {
	kind, ok := shown[p]
	if !ok {
		kind = typedef.WktStepTargetPower
	}
	return kind, ok || p == ""
}

// Shown returns the power that a device shows for a kind of target, or "" for
// the device's own choice.
func Shown(kind typedef.WktStepTarget) training.PowerShown {
	for p, k := range shown {
		if k == kind {
			return p
		}
	}
	return ""
}
