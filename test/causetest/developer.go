package causetest

import "lapkeep/test/rawfit"

// Apps is a run whose power comes from an app under a developer index that
// another app may take over while it goes on.
type Apps struct {
	Seconds int
	Watts   int // steady
	// SwapS is when the second app takes the index over; 0 is never. It
	// writes another measure under the same field number.
	SwapS int
	// Beside has the second app run beside the first from the start, under an index of its own.
	Beside bool
	// Silent has the power app write zeros throughout.
	Silent bool
}

// What the second app writes, all the time.
const (
	SkinTemperature = "skin_temperature"
	SkinDegrees     = 33
)

// File writes it. The truth of power is that of the first app's seconds.
func (c Apps) File() Case {
	f := activity(garmin, 3122)
	f.DeveloperDataID(rawfit.Fields{"application_id": []byte("0123456789abcdef"), "developer_data_index": 0, "manufacturer_id": 95})
	f.Describe(rawfit.DevField{Index: 0, Num: 0, Base: rawfit.Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
	second := rawfit.DevField{Index: 0, Num: 0, Base: rawfit.Uint16, Name: SkinTemperature, Units: "C"}
	declare := func() {
		f.DeveloperDataID(rawfit.Fields{"application_id": []byte("fedcba9876543210"), "developer_data_index": int(second.Index)})
		f.Describe(second)
	}
	if c.Beside {
		second.Index = 1
		declare()
	}
	f.TimerStart(Start())
	skin := 0
	watts := c.Watts
	if c.Silent {
		watts = 0
	}
	for t := range c.Seconds {
		if c.SwapS > 0 && t == c.SwapS {
			declare()
		}
		var dev []rawfit.DevValue
		if c.SwapS == 0 || t < c.SwapS {
			dev = append(dev, rawfit.DevValue{Name: "Power", Value: watts})
		}
		if c.Beside || c.SwapS > 0 && t >= c.SwapS {
			dev = append(dev, rawfit.DevValue{Name: second.Name, Value: SkinDegrees})
			skin++
		}
		f.Record(rawfit.Fields{"timestamp": at(t), "heart_rate": 150, "distance": 3.5 * float64(t+1)}, dev...)
	}
	return whole(f, c.Seconds, rawfit.Fields{"sport": running}, Truth{
		PowerW: float64(watts), HRBpm: 150, DistanceM: 3.5 * float64(c.Seconds), MovingS: float64(c.Seconds),
		Developer: map[string]int{SkinTemperature: skin},
	})
}
