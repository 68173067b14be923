package fit

import (
	"strings"

	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/training"
)

// subSports are the refinements that have a name of Lapkeep's own.
var subSports = map[typedef.SubSport]string{
	typedef.SubSportGeneric:         "",
	typedef.SubSportInvalid:         "",
	typedef.SubSportTreadmill:       training.SubIndoor,
	typedef.SubSportIndoorRunning:   training.SubIndoor,
	typedef.SubSportIndoorWalking:   training.SubIndoor,
	typedef.SubSportIndoorCycling:   training.SubIndoor,
	typedef.SubSportSpin:            training.SubIndoor,
	typedef.SubSportIndoorRowing:    training.SubIndoor,
	typedef.SubSportVirtualActivity: training.SubVirtual,
	typedef.SubSportLapSwimming:     training.SubPool,
	typedef.SubSportOpenWater:       training.SubOpenWater,
	typedef.SubSportTrail:           training.SubTrail,
	typedef.SubSportTrack:           training.SubTrack,
	typedef.SubSportTrackCycling:    training.SubTrack,
	typedef.SubSportRoad:            training.SubRoad,
	typedef.SubSportGravelCycling:   training.SubGravel,
	typedef.SubSportMountain:        training.SubMountain,
}

// bySubSport are the sports that FIT writes as a sub-sport of training or of
// fitness equipment.
var bySubSport = map[typedef.SubSport]training.Sport{
	typedef.SubSportTreadmill:        training.Running,
	typedef.SubSportIndoorRunning:    training.Running,
	typedef.SubSportIndoorWalking:    training.Walking,
	typedef.SubSportIndoorCycling:    training.Cycling,
	typedef.SubSportSpin:             training.Cycling,
	typedef.SubSportIndoorRowing:     training.Rowing,
	typedef.SubSportStrengthTraining: training.Strength,
	typedef.SubSportYoga:             training.Yoga,
	typedef.SubSportVirtualActivity:  training.Cycling,
}

// Sport is Lapkeep's sport and refinement for those of a file.
func Sport(s typedef.Sport, sub typedef.SubSport) (training.Sport, string) {
	word, known := subSports[sub]
	if !known {
		word = plain(sub.String())
	}
	switch s {
	case typedef.SportTraining, typedef.SportFitnessEquipment, typedef.SportGeneric, typedef.SportInvalid:
		if sp, ok := bySubSport[sub]; ok {
			if !known {
				word = ""
			}
			return sp, word
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

var indoorCodes = map[training.Sport]typedef.SubSport{
	training.Running: typedef.SubSportTreadmill,
	training.Walking: typedef.SubSportIndoorWalking,
	training.Rowing:  typedef.SubSportIndoorRowing,
}

var subCodes = map[string]typedef.SubSport{
	"":                    typedef.SubSportGeneric,
	training.SubIndoor:    typedef.SubSportIndoorCycling,
	training.SubVirtual:   typedef.SubSportVirtualActivity,
	training.SubPool:      typedef.SubSportLapSwimming,
	training.SubOpenWater: typedef.SubSportOpenWater,
	training.SubTrail:     typedef.SubSportTrail,
	training.SubTrack:     typedef.SubSportTrack,
	training.SubRoad:      typedef.SubSportRoad,
	training.SubGravel:    typedef.SubSportGravelCycling,
	training.SubMountain:  typedef.SubSportMountain,
}

// SportCodes is how FIT writes a sport and its refinement. What FIT has no
// code for becomes generic.
func SportCodes(s training.Sport, sub string) (typedef.Sport, typedef.SubSport) {
	switch s {
	case training.Strength:
		return typedef.SportTraining, typedef.SubSportStrengthTraining
	case training.Yoga:
		return typedef.SportTraining, typedef.SubSportYoga
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
	if c, ok := indoorCodes[s]; ok && sub == training.SubIndoor {
		return c
	}
	if c, ok := subCodes[sub]; ok {
		return c
	}
	if c := typedef.SubSportFromString(sub); c != typedef.SubSportInvalid {
		return c
	}
	return typedef.SubSportGeneric
}
