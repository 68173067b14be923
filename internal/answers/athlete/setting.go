package athlete

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// ShownSetting is the name and value under which a dated setting is
// published: threshold speed as pace, of swimming per 100 m.
func ShownSetting(key training.ThresholdKey, sport training.Sport, v float64) (string, float64) {
	name, turned := string(key), false
	switch {
	case key == training.KeyThresholdPace && sport == training.Swimming:
		name, turned = CSSPace, true
	case key == training.KeyThresholdPace:
		name, turned = ThresholdPace, true
	}
	if !turned || v <= 0 {
		return name, v
	}
	return name, Pace(sport, v)
}

// The names under which threshold speed is published.
const (
	ThresholdPace = "threshold_pace_s_per_km"
	CSSPace       = "css_pace_s_per_100m"
)

// Pace turns m/s into seconds per km, in swimming per 100 m, and back.
func Pace(sport training.Sport, v float64) float64 {
	if sport == training.Swimming {
		return 100 / v
	}
	return 1000 / v
}

// one rounds to the decimal that settings show.
func one(v float64) float64 { return answers.Round(v, 1) }
