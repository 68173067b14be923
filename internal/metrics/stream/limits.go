package stream

import (
	"cmp"

	"lapkeep/internal/training"
)

// Limits bound what is believed. A zero field takes the default for the
// recording's sport.
type Limits struct {
	PowerW   int32 // a power above it is a spike; default 2500 W
	HRBpm    int32 // default 240 bpm
	SpeedMMS int32 // mm/s; default by sport, see [MaxSpeedMMS]
}

const (
	defaultPowerW = 2500
	defaultHRBpm  = 240
)

// MaxSpeedMMS is the speed in mm/s above which a reading in a sport is not
// believed; 0 is none of the sport's own. On wheels and skis it is beyond what descents
// reach, on foot and in water beyond the fastest sprints.
func MaxSpeedMMS(s training.Sport) int32 {
	switch s {
	case training.Cycling:
		return 36_000
	case training.Running, training.Walking, training.Hiking:
		return 12_500
	case training.Swimming:
		return 3_000
	case training.Rowing, training.Paddling:
		return 9_000
	case training.CrossCountry, training.Skating:
		return 25_000
	case training.AlpineSki:
		return 70_000
	default:
		return 0
	}
}

func (l Limits) withDefaults(s training.Sport) Limits {
	if l.PowerW <= 0 {
		l.PowerW = defaultPowerW
	}
	if l.HRBpm <= 0 {
		l.HRBpm = defaultHRBpm
	}
	if l.SpeedMMS <= 0 {
		l.SpeedMMS = cmp.Or(MaxSpeedMMS(s), jumpMMS)
	}
	return l
}

// mask sets the usable rows of every channel: valid, running and within the
// limits. A heart rate of 0 is how straps say that they have none; it is
// missing, not a spike.
func (v *View) mask(l Limits) {
	allRunning := v.Running.Count() == v.Columns.Len()
	for ch := range training.NumChannels {
		col := v.Columns.Data[ch]
		if !col.Present() || v.Silent[ch] != "" {
			continue
		}
		v.usable[ch] = col.Valid
		if !allRunning {
			v.usable[ch] = and(col.Valid, v.Running)
		}
	}
	v.bound(training.Power, 0, l.PowerW)
	v.bound(training.HeartRate, 1, l.HRBpm)
	v.bound(training.Speed, 0, l.SpeedMMS)
	v.loneSpeeds(l.SpeedMMS / 2)
}

// loneSpeeds leaves out a speed that is more than so much above both the row
// before and the one after it: nobody is that fast for a moment.
func (v *View) loneSpeeds(above int32) {
	u, values, times := v.usable[training.Speed], v.Columns.Data[training.Speed].Values, v.Columns.TimeS
	own := false
	for i := 1; i+1 < len(values); i++ {
		x := values[i] - above
		if x <= values[i-1] || x <= values[i+1] || !u.Get(i-1) || !u.Get(i) || !u.Get(i+1) || times[i+1]-times[i-1] > loneSpeedS {
			continue
		}
		if !own {
			u, own = append(training.Bitmap(nil), u...), true
			v.usable[training.Speed] = u
		}
		u.Clear(i)
		v.Masked[training.Speed]++
	}
}

// loneSpeedS is how far apart the rows around a lone speed may be.
const loneSpeedS = 4

func and(a, b training.Bitmap) training.Bitmap {
	out := make(training.Bitmap, min(len(a), len(b)))
	for i := range out {
		out[i] = a[i] & b[i]
	}
	return out
}

// bound leaves out the rows of ch below low or above high, and counts those
// above as masked.
func (v *View) bound(ch training.Channel, low, high int32) {
	own := false
	values := v.Columns.Data[ch].Values
	for i, x := range values {
		if x >= low && x <= high || !v.usable[ch].Get(i) {
			continue
		}
		if !own {
			v.usable[ch] = append(training.Bitmap(nil), v.usable[ch]...)
			own = true
		}
		v.usable[ch].Clear(i)
		if x > high {
			v.Masked[ch]++
		}
	}
}
