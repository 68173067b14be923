package power_test

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/power"
)

// paper is the worked example of Martin et al. 1998, appendix: 471.8 m in
// 56.42 s on a slope of 0.3 %, wind of 2.94 m/s from 310° on a road to 340°.
func paper() (power.Ride, power.Moment) {
	mps := 471.8 / 56.42
	return power.Ride{RiderKg: 80, BikeKg: 10, CdA: 0.2565, Crr: 0.0032},
		power.Moment{
			MPS: mps, Rise: 0.003, AirKgM3: 1.2234, AgainstMPS: 2.94 * math.Cos(30*math.Pi/180),
			// from 8.28 to 8.45 m/s: half the difference of the squares, by the time and the speed
			AccelMPS2: (8.45*8.45 - 8.28*8.28) / 2 / 56.42 / mps,
		}
}

// TestModelVectors are the terms that the paper's example gives, in W.
func TestModelVectors(t *testing.T) {
	t.Parallel()
	r, m := paper()
	got := r.Terms(m)
	for _, c := range []struct {
		name            string
		got, want, near float64
	}{
		{"air", got.Air, 158.8, 0.2},
		{"rolling", got.Rolling, 23.6, 0.05},
		{"bearings", got.Bearings, 1.4, 0.05},
		{"gravity", got.Gravity, 22.1, 0.1},
		{"acceleration", got.Acceleration, 2.3, 0.05},
		{"at the pedals", got.Pedals(), 213.3, 0.3},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s is %.2f W, the paper has %.1f", c.name, c.got, c.want)
		}
	}
}

// TestEachTermByHand asks for one term at a time, of 100 kg at 10 m/s.
func TestEachTermByHand(t *testing.T) {
	t.Parallel()
	drag := power.Ride{CdA: 0.3956} // and the wheels' 0.0044
	for name, c := range map[string]struct {
		ride power.Ride
		at   power.Moment
		of   func(power.Terms) float64
		want float64
	}{
		"air":              {drag, power.Moment{MPS: 10, AirKgM3: 1.25}, air, 0.5 * 1.25 * 0.4 * 1000},
		"air, wind ahead":  {drag, power.Moment{MPS: 10, AirKgM3: 1.25, AgainstMPS: 5}, air, 0.5 * 1.25 * 0.4 * 225 * 10},
		"air, wind behind": {drag, power.Moment{MPS: 10, AirKgM3: 1.25, AgainstMPS: -12}, air, -0.5 * 1.25 * 0.4 * 4 * 10},
		"rolling": {
			power.Ride{RiderKg: 90, BikeKg: 10, Crr: 0.004},
			power.Moment{MPS: 10, Rise: 0.75},
			func(t power.Terms) float64 { return t.Rolling }, 0.004 * 100 * 9.81 * 0.8 * 10, // 3-4-5
		},
		"gravity": {
			power.Ride{RiderKg: 90, BikeKg: 10},
			power.Moment{MPS: 10, Rise: 0.75},
			func(t power.Terms) float64 { return t.Gravity }, 100 * 9.81 * 0.6 * 10,
		},
		"bearings": {
			power.Ride{},
			power.Moment{MPS: 10},
			func(t power.Terms) float64 { return t.Bearings }, (91 + 87) * 0.01,
		},
		"acceleration": {
			power.Ride{RiderKg: 90, BikeKg: 10},
			power.Moment{MPS: 10, AccelMPS2: -0.5},
			func(t power.Terms) float64 { return t.Acceleration }, -(100 + 0.14/0.096721) * 5,
		},
	} {
		if got := c.of(c.ride.Terms(c.at)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v W, by hand %v", name, got, c.want)
		}
	}
}

func air(t power.Terms) float64 { return t.Air }

// TestDensityOfTheStandardAtmosphere: the table of ISO 2533, and the ideal gas
// where the temperature is another.
func TestDensityOfTheStandardAtmosphere(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for _, c := range []struct{ altM, tempC, want float64 }{
		{0, none, 1.2250},
		{1000, none, 1.1117},
		{2000, none, 1.0066},
		{0, 15, 1.2250},
		{0, 30, 1.2250 * 288.15 / 303.15},
		{2000, 15, 1.0066 * 275.15 / 288.15},
		{0, 1000, 1.2250},            // no air
		{0, math.Inf(1), 1.2250},     // nor this
		{1e9, none, 0.4663},          // as at 9 km
		{-1e9, none, 1.2849},         // as half a kilometre below the sea
		{math.Inf(-1), none, 1.2849}, // the same
	} {
		if got := power.Density(c.altM, c.tempC); math.Abs(got-c.want) > 5e-4 {
			t.Errorf("%v m, %v °C: %.4f kg/m³, want %.4f", c.altM, c.tempC, got, c.want)
		}
	}
}
