package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// subSports are the refinements that have a name of Lapkeep's own, and those that
// say the sport where FIT calls it training or fitness equipment. Of several for
// one, the first is written.
var subSports = []struct {
	code  typedef.SubSport
	name  string
	sport training.Sport
}{
	{code: typedef.SubSportGeneric},
	{code: typedef.SubSportInvalid},
	{typedef.SubSportIndoorCycling, training.SubIndoor, training.Cycling},
	{typedef.SubSportSpin, training.SubIndoor, training.Cycling},
	{typedef.SubSportTreadmill, training.SubIndoor, training.Running},
	{typedef.SubSportIndoorRunning, training.SubIndoor, training.Running},
	{typedef.SubSportIndoorWalking, training.SubIndoor, training.Walking},
	{typedef.SubSportIndoorRowing, training.SubIndoor, training.Rowing},
	{typedef.SubSportVirtualActivity, training.SubVirtual, training.Cycling},
	{typedef.SubSportLapSwimming, training.SubPool, ""},
	{typedef.SubSportOpenWater, training.SubOpenWater, ""},
	{typedef.SubSportTrail, training.SubTrail, ""},
	{typedef.SubSportTrack, training.SubTrack, ""},
	{typedef.SubSportTrackCycling, training.SubTrack, ""},
	{typedef.SubSportRoad, training.SubRoad, ""},
	{typedef.SubSportGravelCycling, training.SubGravel, ""},
	{typedef.SubSportMountain, training.SubMountain, ""},
}

// sportsOfTraining are those that have no code but a refinement of training.
var sportsOfTraining = map[training.Sport]typedef.SubSport{
	training.Strength: typedef.SubSportStrengthTraining,
	training.Yoga:     typedef.SubSportYoga,
}

// Sport is Lapkeep's sport and refinement for those of a file.
func Sport(s typedef.Sport, sub typedef.SubSport) (training.Sport, string) {
	word, said := plain(sub.String()), training.Sport("")
	for i := range subSports {
		if subSports[i].code == sub {
			word, said = subSports[i].name, subSports[i].sport
		}
	}
	switch s {
	case typedef.SportTraining, typedef.SportFitnessEquipment, typedef.SportGeneric, typedef.SportInvalid:
		if said != "" {
			return said, word
		}
		for sport, code := range sportsOfTraining {
			if code == sub {
				return sport, ""
			}
		}
	}
	if s == typedef.SportInvalid {
		return training.Other, word
	}
	name := plain(s.String())
	if sp, ok := training.ParseSport(name); ok {
		return sp, word
	}
	if name == "" {
		return training.Other, word
	}
	return training.Sport(name), word
}

// plain is the name of an enumerated value, empty where the profile has none
// ("SportInvalid(99)").
func plain(name string) string {
	if strings.Contains(name, "Invalid") {
		return ""
	}
	return name
}

var sportCodes = map[training.Sport]typedef.Sport{
	training.Other:   typedef.SportGeneric,
	training.Fitness: typedef.SportFitnessEquipment,
	training.Skating: typedef.SportInlineSkating,
}

// SportCodes is how FIT writes a sport and its refinement. What FIT has no
// code for becomes generic.
func SportCodes(s training.Sport, sub string) (typedef.Sport, typedef.SubSport) {
	if code, ok := sportsOfTraining[s]; ok {
		return typedef.SportTraining, code
	}
	return sportCode(s), subCode(s, sub)
}

func sportCode(s training.Sport) typedef.Sport {
	if c, ok := sportCodes[s]; ok {
		return c
	}
	if c := typedef.SportFromString(string(s)); c != typedef.SportInvalid {
		return c
	}
	return typedef.SportGeneric
}

func subCode(s training.Sport, sub string) typedef.SubSport {
	code := typedef.SubSportInvalid
	for i := range subSports {
		switch r := &subSports[i]; {
		case r.name != sub:
		case r.sport == s:
			return r.code
		case code == typedef.SubSportInvalid:
			code = r.code
		}
	}
	if code == typedef.SubSportInvalid {
		code = typedef.SubSportFromString(sub)
	}
	if code == typedef.SubSportInvalid {
		return typedef.SubSportGeneric
	}
	return code
}

// stand is a channel that developer fields can stand for: the record fields
// that they name as theirs, the names that say it without, and what a unit is
// in the channel's own.
type stand struct {
	channel training.Channel
	word    i18n.Word
	native  []byte
	names   []string
	units   map[string]float64
}

func stands() []stand {
	metres := map[string]float64{"m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "km": 1000, "kilometers": 1000}
	millimetres := map[string]float64{"mm": 1, "millimeters": 1, "cm": 10, "centimeters": 10, "m": 1000, "meters": 1000}
	return []stand{
		{
			training.Power, "Power",
			[]byte{fieldnum.RecordPower},
			[]string{"power", "running power", "rp_power", "stryd power"},
			map[string]float64{"w": 1, "watt": 1, "watts": 1},
		},
		{training.HeartRate, "Heart rate", []byte{fieldnum.RecordHeartRate}, []string{"heart rate", "heart_rate"}, map[string]float64{"bpm": 1}},
		{
			training.Cadence, "Cadence",
			[]byte{fieldnum.RecordCadence},
			[]string{"stroke rate"},
			map[string]float64{"rpm": 1, "strokes/min": 1},
		},
		{training.Distance, "Distance", []byte{fieldnum.RecordDistance}, []string{"distance"}, metres},
		{
			training.Speed, "Speed",
			[]byte{fieldnum.RecordSpeed, fieldnum.RecordEnhancedSpeed},
			[]string{"speed"},
			map[string]float64{"m/s": 1, "mps": 1, "km/h": 1 / 3.6, "kmh": 1 / 3.6, "kph": 1 / 3.6},
		},
		{
			training.Altitude, "Altitude",
			[]byte{fieldnum.RecordAltitude, fieldnum.RecordEnhancedAltitude},
			[]string{"elevation", "altitude"},
			metres,
		},
		{training.VerticalOscillation, "Vertical oscillation", []byte{fieldnum.RecordVerticalOscillation}, nil, millimetres},
		{
			training.GroundContact, "Ground contact",
			[]byte{fieldnum.RecordStanceTime},
			nil,
			map[string]float64{"ms": 1, "milliseconds": 1, "s": 1000},
		},
		{training.StepLength, "Step length", []byte{fieldnum.RecordStepLength}, nil, millimetres},
		{
			training.RespirationRate, "Respiration",
			[]byte{fieldnum.RecordRespirationRate, fieldnum.RecordEnhancedRespirationRate},
			nil,
			map[string]float64{"breaths/min": 1, "brpm": 1, "bpm": 1, "rpm": 1},
		},
		{
			training.CoreTemperature, "Core temperature",
			[]byte{fieldnum.RecordCoreTemperature},
			[]string{"core_temperature", "core temperature", "core body temperature"},
			map[string]float64{"c": 1, "celsius": 1},
		},
	}
}

// factor turns a value of a column into the channel's shown unit.
func (s *stand) factor(c *DeveloperColumn) (float64, bool) {
	if (!c.hasNative || !slices.Contains(s.native, c.native)) && !slices.Contains(s.names, strings.ToLower(strings.TrimSpace(c.Name))) {
		return 0, false
	}
	f, ok := s.units[strings.ToLower(strings.Trim(c.Units, "°º "))]
	return f, ok
}

// Adopt copies developer columns into the channels that they stand for where
// the device itself wrote none, or nothing but zeros, and says from where.
func (r *Rows) Adopt() (warnings []string) {
	r.rejoin()
	if len(r.Developer) == 0 {
		return nil
	}
	for _, s := range stands() {
		if says(&r.Data[s.channel]) {
			continue
		}
		if from := r.adoptInto(&s); len(from) > 0 {
			warnings = append(warnings, string(i18n.Sentencef("%s comes from the developer field %s: the device recorded none itself.",
				s.word, i18n.Joined("%v and then %v", from...))))
		}
	}
	return warnings
}

// says reports a value other than 0.
func says(col *training.Column) bool {
	for i, x := range col.Values {
		if x != 0 && col.Valid.Get(i) {
			return true
		}
	}
	return false
}

// adoptInto takes the column that says the most, and of the others those that
// have no value in the rows of one before: two sensors are not mixed, but one
// app may take another's place.
func (r *Rows) adoptInto(s *stand) (from []i18n.Sentence) {
	var all []*DeveloperColumn
	for i := range r.Developer {
		if c := &r.Developer[i]; c.Values != nil {
			if _, ok := s.factor(c); ok {
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *DeveloperColumn) int { return -cmp.Compare(nonzero(a.Values), nonzero(b.Values)) })
	var taken []float32
	for _, c := range all {
		if taken != nil && (overlap(taken, c.Values) || nonzero(c.Values) == 0) {
			continue
		}
		if taken == nil {
			r.Data[s.channel] = training.Column{}
		}
		f, _ := s.factor(c)
		if r.copyInto(s.channel, c, f) {
			from = append(from, i18n.Name("\""+c.Name+"\""))
			taken = merged(taken, c.Values)
		}
	}
	return from
}

func nonzero(values []float32) int {
	n := 0
	for _, v := range values {
		if v == v && v != 0 { // not NaN
			n++
		}
	}
	return n
}

// merged is a with the values of b where it has none.
func merged(a, b []float32) []float32 {
	out := slices.Clone(a)
	for i, v := range b {
		switch {
		case i >= len(out):
			out = append(out, v)
		case v == v: // not NaN
			out[i] = v
		}
	}
	return out
}

func (r *Rows) copyInto(ch training.Channel, c *DeveloperColumn, factor float64) bool {
	most := float64(math.MaxInt32)
	switch ch {
	case training.Power, training.HeartRate:
		most = math.MaxUint16
	case training.Distance:
		most = Most
	}
	took := false
	for row, v := range c.Values {
		x := math.Round(float64(v) * factor * ch.Scale())
		if math.IsNaN(x) || x > most || x < 0 && ch != training.Altitude || x < -most {
			continue
		}
		r.Put(ch, row, int32(x))
		took = true
	}
	return took
}
