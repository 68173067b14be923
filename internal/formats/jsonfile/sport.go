package jsonfile

import "lapkeep/internal/training"

// sportOf is a sport by the number that the newer form has, by the word of the
// older one, or by what the athlete's language calls it.
func sportOf(own, whole any, name string) (training.Sport, string) {
	for _, said := range []any{own, whole} {
		switch v := said.(type) {
		case string:
			if sport, sub, ok := training.ParseKind(v); ok {
				return sport, sub
			}
		case map[string]any:
			id, _ := v["id"].(string)
			if k, ok := sports[id]; ok {
				return k.sport, k.sub
			}
		}
	}
	if sport, sub, ok := training.ParseKind(name); ok {
		return sport, sub
	}
	return training.Other, ""
}

type kind struct {
	sport training.Sport
	sub   string
}

// sports are Polar's numbers, as its own page of sport settings has them.
var sports = map[string]kind{
	"1": {training.Running, ""}, "4": {training.Running, ""}, "17": {training.Running, training.SubIndoor},
	"19": {training.Running, training.SubRoad}, "27": {training.Running, training.SubTrail}, "36": {training.Running, training.SubTrack},
	"2": {training.Cycling, ""}, "5": {training.Cycling, training.SubMountain}, "18": {training.Cycling, training.SubIndoor},
	"38": {training.Cycling, training.SubRoad},
	"3":  {training.Walking, ""}, "9": {training.Walking, ""}, "11": {training.Hiking, ""},
	"6": {training.AlpineSki, ""}, "7": {training.AlpineSki, ""}, "22": {training.AlpineSki, "snowboard"},
	"24": {training.CrossCountry, "skate"}, "25": {training.CrossCountry, ""},
	"59": {training.CrossCountry, "roller_ski"}, "60": {training.CrossCountry, "roller_ski"},
	"8": {training.Rowing, ""}, "10": {training.Skating, ""}, "28": {training.Skating, "ice"},
	"29": {training.Skating, "inline"}, "30": {training.Skating, ""},
	"23": {training.Swimming, ""}, "15": {training.Strength, ""}, "33": {training.Yoga, ""}, "65": {training.Yoga, "pilates"},
	"20": {training.Fitness, ""}, "32": {training.Fitness, ""}, "34": {training.Fitness, "crossfit"},
	"55": {training.Fitness, "elliptical"}, "57": {training.Fitness, ""},
}
