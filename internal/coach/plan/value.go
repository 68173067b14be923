package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

var dateForm = textclean.LazyRegexp(`^\d{4}-\d\d-\d\d$`)

// valueOf is a value of an edit as it is written.
func valueOf(key string, v any) (*Node, error) {
	switch v := v.(type) {
	case string:
		if dateForm.Get().MatchString(v) {
			return Literal(v), nil
		}
		return YAMLText(v), nil
	case int, bool:
		return Literal(fmt.Sprint(v)), nil
	case float64:
		return Literal(json.Number(fmt.Sprint(v)).String()), nil
	case json.Number:
		return Literal(v.String()), nil
	case []any:
		var all []*Node
		for _, one := range v {
			n, err := valueOf(key, one)
			if err != nil {
				return nil, err
			}
			all = append(all, n)
		}
		return ListYAML(all...), nil
	case map[string]any:
		return mappingOf(v, keysBelow(key))
	}
	return nil, training.Errorf(training.KindInvalid, "%s cannot have this value.",
		key).WithFix("Give a text, a number, true or false, or a list.")
}

// keysBelow are the names that the value of a name may have.
func keysBelow(key string) []string {
	switch key {
	case keyRace:
		return raceKeys()
	case keyPhases:
		return phaseKeys()
	case keyExercises:
		return exerciseKeys()
	case keyRuns, keySessions:
		return sessionKeys()
	}
	return nil
}

// mappingOf is a mapping of known names in their order.
func mappingOf(fields map[string]any, known []string) (*Node, error) {
	for key := range fields {
		if !slices.Contains(known, key) {
			return nil, training.Errorf(training.KindInvalid, "%q is no name that can be set.", i18n.Clip(key, i18n.MostQuoted)).
				WithFix("%s", nameTheKey(key, known))
		}
	}
	n := &Node{Kind: Mapping}
	for _, key := range known {
		v, given := fields[key]
		if !given || v == nil {
			continue
		}
		value, err := valueOf(key, v)
		if err != nil {
			return nil, err
		}
		n.Add(key, value)
	}
	return n, nil
}

func rounded(x float64) float64 { return math.Round(x*100) / 100 }

// near reports a stated value that is what follows, as far as anybody writes it.
func near(stated, follows float64) bool { return math.Abs(stated-follows) <= max(slack, 0.001*follows) }
