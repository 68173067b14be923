package tools

import (
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// PaceZones is the name that bounds of pace zones are given and shown by.
const PaceZones = "pace_zones_s_per_km"

// Named is the stored key of a setting and the sport it is stored for: the
// asked one, else the sport that it is usual for, else every sport.
func Named(name string, asked training.Sport) (training.ThresholdKey, training.Sport) {
	or := func(usual training.Sport) training.Sport {
		if asked != "" {
			return asked
		}
		return usual
	}
	switch name {
	case "ftp_w", "critical_power_w", "w_prime_j", "power_zones_w":
		return training.ThresholdKey(name), or(training.Cycling)
	case athlete.ThresholdPace:
		if asked == training.Swimming {
			asked = ""
		}
		return training.KeyThresholdPace, or(training.Running)
	case athlete.CSSPace:
		return training.KeyThresholdPace, training.Swimming
	case PaceZones:
		return training.KeyPaceZones, or(training.Running)
	case "weight_kg":
		return training.KeyWeight, ""
	}
	return training.ThresholdKey(name), asked
}

// DatedName gives the name of a dated setting.
func DatedName(e training.ThresholdEntry) string {
	if e.Key == training.KeyPaceZones {
		return PaceZones
	}
	name, _ := athlete.ShownSetting(e.Key, e.Sport, 1)
	return name
}

// DatedWords are an entry's values in the units they are given in.
func DatedWords(e training.ThresholdEntry) string {
	var out []string
	for _, v := range e.Values {
		if e.Key == training.KeyPaceZones && v > 0 {
			v = athlete.Pace(training.Running, v)
		} else {
			_, v = athlete.ShownSetting(e.Key, e.Sport, v)
		}
		decimals := 1
		if e.Key == training.KeyLactateTest {
			decimals = 2
		}
		out = append(out, fmt.Sprintf("%g", answers.Round(v, decimals)))
	}
	return strings.Join(out, ", ")
}

// target names the sport and day of an entry.
func target(e training.ThresholdEntry) string {
	sport := string(e.Sport)
	if sport == "" {
		sport = "all sports"
	}
	return sport + since + e.From.String()
}

// since precedes the day in the target of a change.
const since = " from "

// HasDay reports whether a change is of a value that is kept by day.
func HasDay(ch journal.Change) bool { return strings.Contains(ch.Target, since) }

// maxBounds is one less than the zones that a scheme may have.
const maxBounds = 9

// DatedBounds checks the lower bounds of zones 2 and up, from easy to hard, and
// turns paces into speeds.
func DatedBounds(name string, values []float64, pace bool) ([]float64, error) {
	if len(values) > maxBounds {
		return nil, training.Errorf(training.KindTooLarge, "%s has %d bounds.", name, len(values)).WithFix("Give at most %d.", maxBounds)
	}
	out := slices.Clone(values)
	for i, v := range out {
		if v <= 0 {
			return nil, training.Errorf(training.KindInvalid, "%s holds %g.", name, v).WithFix("Give bounds above zero.")
		}
		if pace {
			out[i] = athlete.Pace(training.Running, v)
		}
		if i > 0 && out[i] <= out[i-1] {
			return nil, training.Errorf(training.KindInvalid, "%s is not in order: each zone must be harder than the one before.", name).
				WithFix("Give the lower bounds of zones 2, 3, … from easy to hard.")
		}
	}
	return out, nil
}
