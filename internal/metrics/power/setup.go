package power

import (
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

// PowerEstimateKind is a kind of bicycle.
type PowerEstimateKind string

// The kinds that have values of their own.
const (
	Road     PowerEstimateKind = "road"
	Gravel   PowerEstimateKind = "gravel"
	Mountain PowerEstimateKind = "mountain"
	Track    PowerEstimateKind = "track"
)

// KindOf is the kind of bicycle of a refinement of cycling, or why the model
// does not hold for it.
func KindOf(sub string) (k PowerEstimateKind, missing string) {
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

// drag is the drag area in m² of each position: upright, tops (arms straight)
// and drops (crouched) by Wilson, Bicycling Science, after Gross, Kyle and
// Malewicki 1983; aero as in the example of Martin et al. 1998; hoods halfway
// between tops and drops.
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
	own    map[PowerEstimateKind]Drag
}

// usual is the drag of a kind where nothing is set. Rolling resistance is what
// is common on asphalt, gravel, trails and wooden tracks; Martin et al. found
// 0.0032 for racing tyres on smooth asphalt.
func usual(k PowerEstimateKind) Drag {
	d := map[PowerEstimateKind]Drag{
		Road: {Position: Hoods, Crr: 0.005}, Gravel: {Position: Hoods, Crr: 0.008},
		Mountain: {Position: Tops, Crr: 0.012}, Track: {Position: Drops, Crr: 0.003},
	}[k]
	d.CdA, _ = d.Position.drag()
	return d
}

// Drag is that of a kind of bicycle.
func (s Setup) Drag(k PowerEstimateKind) Drag {
	if d, ok := s.own[k]; ok {
		return d
	}
	return usual(k)
}

// Ride is a rider of some weight on a bicycle of a kind.
func (s Setup) Ride(k PowerEstimateKind, riderKg float64) Ride {
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
	s := Setup{own: map[PowerEstimateKind]Drag{}}
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
	k := PowerEstimateKind(kind)
	if !slices.Contains([]PowerEstimateKind{Road, Gravel, Mountain, Track}, k) {
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
