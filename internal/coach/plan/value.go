package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/coach/plan/yamldoc"
	"lapkeep/internal/platform/lazyregexp"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

var dateForm = lazyregexp.New(`^\d{4}-\d\d-\d\d$`)

// valueOf is a value of an edit as it is written.
func valueOf(key string, v any) (*yamldoc.Node, error) {
	switch v := v.(type) {
	case string:
		if dateForm.Get().MatchString(v) {
			return yamldoc.Literal(v), nil
		}
		return yamldoc.Text(v), nil
	case int, bool:
		return yamldoc.Literal(fmt.Sprint(v)), nil
	case float64:
		return yamldoc.Literal(json.Number(fmt.Sprint(v)).String()), nil
	case json.Number:
		return yamldoc.Literal(v.String()), nil
	case []any:
		var all []*yamldoc.Node
		for _, one := range v {
			n, err := valueOf(key, one)
			if err != nil {
				return nil, err
			}
			all = append(all, n)
		}
		return yamldoc.List(all...), nil
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
func mappingOf(fields map[string]any, known []string) (*yamldoc.Node, error) {
	for key := range fields {
		if !slices.Contains(known, key) {
			return nil, training.Errorf(training.KindInvalid, "%q is no name that can be set.", phrase.Clip(key, phrase.MostQuoted)).
				WithFix("%s", nameTheKey(key, known))
		}
	}
	n := &yamldoc.Node{Kind: yamldoc.Mapping}
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
