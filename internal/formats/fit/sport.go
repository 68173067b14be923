package fit

import (
	"slices"

	"github.com/muktihari/fit/profile/typedef"

	"lapkeep/internal/training"
)

// subSports lists the sub-sports for which Lapkeep has its own name, and the sub-sports that
// imply the sport if FIT calls it training or fitness equipment. If several have the same
// name, the first is written.
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
	{typedef.SubSportLapSwimming, training.SubPool, training.Swimming},
	{typedef.SubSportOpenWater, training.SubOpenWater, training.Swimming},
	{typedef.SubSportTrail, training.SubTrail, training.Running},
	{typedef.SubSportTrack, training.SubTrack, training.Running},
	{typedef.SubSportTrackCycling, training.SubTrack, training.Cycling},
	{typedef.SubSportRoad, training.SubRoad, training.Cycling},
	{typedef.SubSportGravelCycling, training.SubGravel, training.Cycling},
	{typedef.SubSportMountain, training.SubMountain, training.Cycling},
}

// impliedSports lists the sub-sports that keep FIT's name and imply the sport.
var impliedSports = map[training.Sport][]typedef.SubSport{
	training.Running: {typedef.SubSportStreet, typedef.SubSportObstacle, typedef.SubSportUltra},
	training.Cycling: {
		typedef.SubSportDownhill, typedef.SubSportRecumbent, typedef.SubSportCyclocross, typedef.SubSportHandCycling,
		typedef.SubSportEBikeFitness,
		typedef.SubSportBmx, typedef.SubSportEBikeMountain, typedef.SubSportCommuting, typedef.SubSportMixedSurface,
	},
	training.Walking:      {typedef.SubSportCasualWalking, typedef.SubSportSpeedWalking},
	training.CrossCountry: {typedef.SubSportIndoorSkiing, typedef.SubSportSkateSkiing},
	training.AlpineSki:    {typedef.SubSportBackcountry, typedef.SubSportResort},
	training.Paddling:     {typedef.SubSportWhitewater},
	training.Yoga:         {typedef.SubSportPilates},
	training.Fitness: {
		typedef.SubSportElliptical, typedef.SubSportStairClimbing, typedef.SubSportFlexibilityTraining, typedef.SubSportCardioTraining,
		typedef.SubSportHiit, typedef.SubSportAmrap, typedef.SubSportEmom, typedef.SubSportTabata,
	},
	training.Diving: {
		typedef.SubSportSingleGasDiving, typedef.SubSportMultiGasDiving, typedef.SubSportGaugeDiving, typedef.SubSportApneaDiving,
		typedef.SubSportApneaHunting,
	},
	training.Transition: {
		typedef.SubSportBikeToRunTransition, typedef.SubSportRunToBikeTransition, typedef.SubSportSwimToBikeTransition,
	},
	"rock_climbing": {typedef.SubSportIndoorClimbing, typedef.SubSportBouldering},
}

// implied returns the sport that a FIT sub-sport implies, or "" if there is none.
func implied(sub typedef.SubSport) training.Sport {
	for sport, subs := range impliedSports {
		if slices.Contains(subs, sub) {
			return sport
		}
	}
	return ""
}

// sportsOfTraining lists the sports for which FIT has no code of their own, only a sub-sport
// of training.
var sportsOfTraining = map[training.Sport]typedef.SubSport{
	training.Strength: typedef.SubSportStrengthTraining,
	training.Yoga:     typedef.SubSportYoga,
}

// unnamed returns a sport code if FIT has no name for it, or else an invalid code.
func unnamed(s typedef.Sport) typedef.Sport {
	if plain(s.String()) == "" {
		return s
	}
	return typedef.SportInvalid
}

// Sport returns Lapkeep's sport and sub-sport for FIT's codes.
func Sport(s typedef.Sport, sub typedef.SubSport) (training.Sport, string) {
	word, said := plain(sub.String()), training.Sport("")
	for i := range subSports {
		if subSports[i].code == sub {
			word, said = subSports[i].name, subSports[i].sport
		}
	}
	if said == "" {
		said = implied(sub)
	}
	switch s {
	case typedef.SportTraining, typedef.SportFitnessEquipment, typedef.SportGeneric, unnamed(s):
		if said != "" {
			return said, word
		}
		for sport, code := range sportsOfTraining {
			if code == sub {
				return sport, ""
			}
		}
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

// SportCodes returns the codes of a sport and its sub-sport. A sport without a code becomes
// generic.
func SportCodes(s training.Sport, sub string) (typedef.Sport, typedef.SubSport) {
	if code, ok := sportsOfTraining[s]; ok {
		if own := typedef.SubSportFromString(sub); slices.Contains(impliedSports[s], own) {
			code = own
		}
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
