package derive

import (
	"maps"
	"math"

	"lapkeep/internal/training"
)

// sameTimer is how far, as a share, two recordings' timers may be apart for
// the work of one to be that of the other's time.
const sameTimer = 0.01

// WithWorkOf is a primary recording with the device's work of the recording
// that power was chosen from: another meter's work says nothing of these rows.
// Without it, or if it is of another time, there is none. Neither is changed.
func WithWorkOf(primary, powerFrom *training.Recording) training.Recording {
	out := *primary
	if powerFrom == nil || powerFrom == primary {
		return out
	}
	work, ok := powerFrom.DeviceValues[training.MetricWorkKJ]
	apart := math.Abs(powerFrom.TimerS-primary.TimerS) > sameTimer*primary.TimerS
	if was, had := primary.DeviceValues[training.MetricWorkKJ]; had && ok && was == work && !apart {
		return out
	}
	out.DeviceValues = maps.Clone(primary.DeviceValues)
	delete(out.DeviceValues, training.MetricWorkKJ)
	if ok && !apart {
		out.DeviceValues = out.DeviceValues.Put(training.MetricWorkKJ, work)
	}
	return out
}
