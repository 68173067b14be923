package power

import "math"

// What the paper takes for every bicycle.
const (
	gravity = 9.81 // m/s²
	// wheelCdA is the drag area in m² that turning spokes add.
	wheelCdA = 0.0044
	// wheelKg is what the wheels' turning adds to the mass that is sped up: the
	// moment of inertia of both, 0.14 kg·m², over the square of their radius, 0.311 m.
	wheelKg = 0.14 / (0.311 * 0.311)
	// bearings are the N that bearings brake by at rest, bearingsMPS those that
	// each m/s adds.
	bearings, bearingsMPS = 0.091, 0.0087
	// drivetrain is the share of the power at the pedals that reaches the wheel.
	drivetrain = 0.97698
)

// Ride is what moves, and what brakes it.
type Ride struct {
	RiderKg, BikeKg float64
	CdA             float64 // drag area, m²
	Crr             float64 // coefficient of rolling resistance
}

// Moment is how it moves, and in what air.
type Moment struct {
	MPS        float64 // over ground
	Rise       float64 // slope as a share: 0.03 is 3 %
	AccelMPS2  float64
	AirKgM3    float64 // density
	AgainstMPS float64 // wind from ahead; below 0 it comes from behind
}

// Terms are the parts of the power at the wheel in W.
type Terms struct{ Air, Rolling, Bearings, Gravity, Acceleration float64 }

// Terms is the power that a moment takes, by Martin et al. 1998 (J Appl
// Biomech 14:276), for which wind from behind that is faster than the rider
// pushes.
func (r Ride) Terms(m Moment) Terms {
	cos := 1 / math.Sqrt(1+m.Rise*m.Rise) // of the slope's angle; the sine is Rise times it
	kg := r.RiderKg + r.BikeKg
	air := m.MPS + m.AgainstMPS
	return Terms{
		Air:          0.5 * m.AirKgM3 * (r.CdA + wheelCdA) * air * math.Abs(air) * m.MPS,
		Rolling:      r.Crr * kg * gravity * cos * m.MPS,
		Bearings:     (bearings + bearingsMPS*m.MPS) * m.MPS,
		Gravity:      kg * gravity * m.Rise * cos * m.MPS,
		Acceleration: (kg + wheelKg) * m.AccelMPS2 * m.MPS,
	}
}

// Pedals is the power at the pedals in W. It is below 0 where the hill or the
// brakes do the work.
func (t Terms) Pedals() float64 {
	return (t.Air + t.Rolling + t.Bearings + t.Gravity + t.Acceleration) / drivetrain
}

// The standard atmosphere (ISO 2533) up to 11 km, and dry air.
const (
	seaPa, seaK    = 101_325.0, 288.15
	lapseKPerM     = 0.0065
	pressureExp    = 5.25588
	gasJPerKgK     = 287.05
	zeroK          = 273.15
	lowestM, highM = -500.0, 9000.0 // where anybody rides
	oddC           = 60.0           // no air is this hot, or this much below 0
)

// Density is that of dry air in kg/m³ at an altitude in m and a temperature in
// °C; one that is not known (NaN) or odd is that of the standard atmosphere.
func Density(altM, tempC float64) float64 {
	standard := seaK - lapseKPerM*min(max(altM, lowestM), highM)
	k := standard
	if math.Abs(tempC) <= oddC {
		k = tempC + zeroK
	}
	return seaPa * math.Pow(standard/seaK, pressureExp) / (gasJPerKgK * k)
}
