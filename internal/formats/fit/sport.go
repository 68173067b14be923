package fit

import (
	"github.com/muktihari/fit/profile/typedef"

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

// Sport returns Lapkeep's sport and refinement for those of a file.
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

var sportCodes = map[training.Sport]typedef.Sport{
	training.Other:   typedef.SportGeneric,
	training.Fitness: typedef.SportFitnessEquipment,
	training.Skating: typedef.SportInlineSkating,
}

// SportCodes returns the codes of a sport and its refinement. A sport without a
// code becomes generic.
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
