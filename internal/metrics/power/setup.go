package power

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// EstimateKind is a kind of bicycle.
type EstimateKind string

// The kinds that have values of their own.
const (
	Road     EstimateKind = "road"
	Gravel   EstimateKind = "gravel"
	Mountain EstimateKind = "mountain"
	Track    EstimateKind = "track"
)

// KindOf returns the kind of bicycle of a refinement of cycling, or why the
// model does not hold for it.
func KindOf(sub string) (k EstimateKind, missing string) {
	if strings.HasPrefix(sub, "e_bike") {
		return "", "the motor works too, and how much is not known"
	}
	switch sub { // those without a name of ours are devices' words
	case "", training.SubRoad, "commuting":
		return Road, ""
	case training.SubGravel, "cyclocross", "mixed_surface":
		return Gravel, ""
	case training.SubMountain, "downhill":
		return Mountain, ""
	case training.SubTrack:
		return Track, ""
	case training.SubIndoor, training.SubVirtual:
		return "", "indoors no air and no hill has to be overcome, so that speed does not tell the power"
	}
	return "", "the drag of this kind of bicycle is not known; the values are those of upright bicycles"
}

// Position is how a rider sits.
type Position string

// The positions, from the most drag to the least.
const (
	Upright Position = "upright"
	Tops    Position = "tops"
	Hoods   Position = "hoods"
	Drops   Position = "drops"
	Aero    Position = "aero"
)

// drag returns the drag area in m² of a position: upright, tops (arms straight)
// and drops (crouched) by Wilson, Bicycling Science, after Gross, Kyle and
// Malewicki 1983; aero as in the example of Martin et al. 1998; hoods halfway
// between tops and drops. False for an unknown position.
func (p Position) drag() (m2 float64, ok bool) {
	m2, ok = map[Position]float64{Upright: 0.63, Tops: 0.40, Hoods: 0.36, Drops: 0.32, Aero: 0.26}[p]
	return m2, ok
}

// Drag is what brakes one kind of bicycle.
type Drag struct {
	Position Position // empty where the athlete set a drag area
	CdA, Crr float64
	// Set says which of the two the athlete set, the position for the first.
	SetCdA, SetCrr bool
}

// Setup is what the athlete set for the estimate.
type Setup struct {
	BikeKg float64 // 0 is not set
	own    map[EstimateKind]Drag
}

// usual returns the drag of a kind where nothing is set. Rolling resistance has
// the usual values on asphalt, gravel, trails and wooden tracks; Martin et al.
// found 0.0032 for racing tyres on smooth asphalt.
func usual(k EstimateKind) Drag {
	d := map[EstimateKind]Drag{
		Road: {Position: Hoods, Crr: 0.005}, Gravel: {Position: Hoods, Crr: 0.008},
		Mountain: {Position: Tops, Crr: 0.012}, Track: {Position: Drops, Crr: 0.003},
	}[k]
	d.CdA, _ = d.Position.drag()
	return d
}

// Drag returns the drag of a kind of bicycle: the athlete's own values, else
// the usual ones.
func (s Setup) Drag(k EstimateKind) Drag {
	if d, ok := s.own[k]; ok {
		return d
	}
	return usual(k)
}

// Ride returns a rider of some weight on a bicycle of a kind.
func (s Setup) Ride(k EstimateKind, riderKg float64) Ride {
	d := s.Drag(k)
	return Ride{RiderKg: riderKg, BikeKg: s.BikeKg, CdA: d.CdA, Crr: d.Crr}
}

// The bounds of what can be set.
const (
	leastBikeKg, mostBikeKg = 3.0, 60.0
	leastCdA, mostCdA       = 0.15, 1.0
	leastCrr, mostCrr       = 0.001, 0.05
)

// PossibleBike reports a weight that a bicycle with its load can have.
func PossibleBike(kg float64) bool { return kg >= leastBikeKg && kg <= mostBikeKg }

// words lists what [ParseSetup] knows.
func words() string {
	return "bike_kg=8.5; road, gravel, mountain or track=upright, tops, hoods, drops or aero; " +
		"and of each kind its own drag area and rolling resistance, as road_cda=0.34 and road_crr=0.005"
}

// ParseSetup reads a setup as it is stored: names and values with a sign of
// equality between them, separated by commas. Empty sets nothing.
func ParseSetup(text string) (Setup, error) {
	s := Setup{own: map[EstimateKind]Drag{}}
	var seen []string
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		name, value, ok := strings.Cut(word, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || slices.Contains(seen, name) {
			return Setup{}, unread(word)
		}
		seen = append(seen, name)
		if err := s.set(name, value); err != nil {
			return Setup{}, err
		}
	}
	return s, nil
}

func unread(word string) error {
	return training.Errorf(training.KindInvalid, "%q cannot be read as a value of the estimated power.", word).
		WithFix("Give each once, separated by commas: %s.", words())
}

func (s *Setup) set(name, value string) (err error) {
	if name == "bike_kg" {
		s.BikeKg, err = between(name, value, leastBikeKg, mostBikeKg)
		return err
	}
	kind, what, _ := strings.Cut(name, "_")
	k := EstimateKind(kind)
	if !slices.Contains([]EstimateKind{Road, Gravel, Mountain, Track}, k) {
		return unread(name + "=" + value)
	}
	d := s.Drag(k)
	switch what {
	case "":
		m2, ok := Position(value).drag()
		if !ok {
			return unread(name + "=" + value)
		}
		if !d.SetCdA {
			d.Position, d.CdA = Position(value), m2
		}
		d.SetCdA = true
	case "cda":
		d.Position, d.SetCdA = "", true
		d.CdA, err = between(name, value, leastCdA, mostCdA)
	case "crr":
		d.SetCrr = true
		d.Crr, err = between(name, value, leastCrr, mostCrr)
	default:
		return unread(name + "=" + value)
	}
	s.own[k] = d
	return err
}

// between reads a number within bounds.
func between(name, value string, least, most float64) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= least && x <= most) {
		return 0, training.Errorf(training.KindInvalid, "%s cannot be %q.", name, value).WithFix("Give a number from %g to %g.", least, most)
	}
	return x, nil
}

// The values of the paper for every bicycle.
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

// Terms returns the power that a moment needs, by Martin et al. 1998 (J Appl
// Biomech 14:276), in which wind from behind that is faster than the rider
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

// Pedals returns the power at the pedals in W. It is below 0 where the hill or
// the brakes do the work.
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

// Density returns the density of dry air in kg/m³ at an altitude in m and a
// temperature in °C; an unknown (NaN) or odd temperature counts as that of the
// standard atmosphere.
func Density(altM, tempC float64) float64 {
	standard := seaK - lapseKPerM*min(max(altM, lowestM), highM)
	k := standard
	if math.Abs(tempC) <= oddC {
		k = tempC + zeroK
	}
	return seaPa * math.Pow(standard/seaK, pressureExp) / (gasJPerKgK * k)
}

// DecouplingVersion is the version of the rule of [Decoupling].
const DecouplingVersion = 1

const (
	minDecouplingS  = 20 * 60
	minCoverage     = 0.80
	maxMissingShare = 0.05
	maxVI           = 1.10
)

// pairs are the samples that have both power and heart rate.
type pairs struct{ watts, bpm []int32 }

// Decoupling returns the fall of power to heart rate (Pw:Hr) from the first
// half to the second, in percent: (R1−R2)/R1·100 with R = NP / average heart
// rate over the samples that have both. It is not given under 20 minutes, when
// heart rate or power covers less than 80 % of timer time, when more than 5 %
// of the power samples lack a heart rate, or for a ride whose variability index
// is above 1.10; missing then holds the reason.
func Decoupling(v *stream.View) (pct float64, missing i18n.Sentence) {
	for _, k := range []struct {
		ch     training.Channel
		absent i18n.Sentence
		name   i18n.Word
	}{{training.Power, training.NoPower, "power"}, {training.HeartRate, training.NoHeartRate, "heart rate"}} {
		if !v.Has(k.ch) {
			return 0, cmp.Or(v.Silent[k.ch], k.absent)
		}
		if c := v.Coverage(k.ch); c < minCoverage {
			return 0, i18n.Sentencef("%s covers only %.0f %% of the time", k.name, c*100)
		}
	}
	samples := v.Power()
	p := pair(v, samples)
	switch lost := len(samples.Watts) - len(p.watts); {
	case len(p.watts) < minDecouplingS:
		return 0, "shorter than 20 minutes"
	case float64(lost) > maxMissingShare*float64(len(samples.Watts)):
		return 0, "heart rate has too many gaps"
	}
	if np, _ := Normalized(p.watts); np.Watts > maxVI*stream.Mean(p.watts) {
		return 0, i18n.Sentencef("power varied too much (variability index above %.2f)", maxVI)
	}
	return fall(p)
}

func pair(v *stream.View, s stream.Samples) pairs {
	p := pairs{watts: make([]int32, 0, len(s.Watts)), bpm: make([]int32, 0, len(s.Watts))}
	for i, w := range s.Watts {
		if h, ok := v.At(training.HeartRate, int(s.Row[i])); ok {
			p.watts, p.bpm = append(p.watts, w), append(p.bpm, h)
		}
	}
	return p
}

// fall compares the halves; an odd sample goes to the second.
func fall(p pairs) (float64, i18n.Sentence) {
	half := len(p.watts) / 2
	first, _ := Normalized(p.watts[:half])
	second, _ := Normalized(p.watts[half:])
	if first.Watts == 0 {
		return 0, "no power in the first half"
	}
	r1 := first.Watts / stream.Mean(p.bpm[:half])
	r2 := second.Watts / stream.Mean(p.bpm[half:])
	return (r1 - r2) / r1 * 100, ""
}

// HillPct is the mean grade in percent from which a climb is one for [OfClimb].
const HillPct = 3.0

// Error is how far estimates were off what power meters measured, in percent:
// half of them were nearer than the first, nine of ten than the second. It was
// measured on roads, with a barometer, by the defaults of [Setup].
type Error struct{ HalfPct, NinePct float64 }

// The rides that averages were compared on: as long in seconds and as hard in W
// or more.
const (
	ComparedS = 1200
	ComparedW = 100
)

// OfRide returns the error of the average of a ride.
func OfRide() Error { return Error{7, 21} }

// OfFiveMinutes returns the error of the mean of five minutes of 50 W and more.
func OfFiveMinutes() Error { return Error{8, 26} }

// OfClimb returns the error of the average of a climb.
func OfClimb() Error { return Error{6, 13} }
