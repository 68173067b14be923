package plan

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// These are the maximum accepted values.
const (
	maxKm         = 5000
	maxMinutes    = 14 * 24 * 60
	maxLoad       = 5000
	maxSets       = 100
	maxSeconds    = 24 * 3600
	maxWeightKg   = 1000
	maxWeekNumber = 9999
)

// atKey uses the line of a key for the next problem.
func (r *reader) atKey(n *yaml.Node, key string) *reader {
	if i := find(n, key); i >= 0 {
		return r.at(n.Content[i].Line)
	}
	return r
}

func (r *reader) text(n *yaml.Node, key string) string {
	v := of(n, key)
	if v == nil || v.Kind == yaml.AliasNode {
		return ""
	}
	if v.Kind != yaml.ScalarNode {
		r.atKey(n, key).problem(i18n.Sentencef("%s is not text.", i18n.Name(key)), "Write it on one line, or below \"|\".")
		return ""
	}
	return strings.TrimSpace(v.Value)
}

// unread reports a value that cannot be read because it has the wrong type.
func (r *reader) unread(n *yaml.Node, key string, what, fix i18n.Sentence) {
	line := r.place.Line
	r.atKey(n, key).problem(what, fix)
	r.at(line)
}

func quoted(key, said, what string) i18n.Sentence {
	return i18n.Sentencef("%s is %q, which is not a valid %s.", i18n.Name(key), i18n.Clip(said, i18n.MostQuoted), i18n.Word(what))
}

// number reads a number from 0 to the given maximum. It returns 0 if there is none.
func (r *reader) number(n *yaml.Node, key string, most float64) float64 {
	said := r.text(n, key)
	if said == "" {
		return 0
	}
	x, err := strconv.ParseFloat(said, 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > most {
		r.unread(n, key, quoted(key, said, "number"), i18n.Sentencef("Write a number from 0 to %g, without its unit.", most))
		return 0
	}
	return x
}

func (r *reader) whole(n *yaml.Node, key string, most int) int {
	x := r.number(n, key, float64(most))
	if x != math.Trunc(x) {
		r.unread(n, key, quoted(key, r.text(n, key), "whole number"), i18n.Sentencef("Write a whole number up to %d.", most))
		return 0
	}
	return int(x)
}

func (r *reader) yes(n *yaml.Node, key string) bool {
	switch said := strings.ToLower(r.text(n, key)); said {
	case "true", "yes", "on":
		return true
	case "", "false", "no", "off":
	default:
		r.unread(n, key, quoted(key, said, "yes or no"), "Write true or false.")
	}
	return false
}

// day reads a date. It returns false if there is none.
func (r *reader) day(n *yaml.Node, key string) (training.Day, bool) {
	said := r.text(n, key)
	if said == "" {
		return 0, false
	}
	d, err := training.ParseDay(said)
	if err != nil || d < training.NewDay(1950, 1, 1) || d > training.NewDay(2200, 1, 1) {
		r.unread(n, key, quoted(key, said, "date"), "Write dates as YYYY-MM-DD.")
		return 0, false
	}
	return d, true
}

// clock reads a duration as h:mm:ss or m:ss and returns seconds.
func (r *reader) clock(n *yaml.Node, key string) float64 {
	said := r.text(n, key)
	if said == "" {
		return 0
	}
	s, ok := Seconds(said)
	if !ok {
		r.unread(n, key, quoted(key, said, "time"), "Write times as h:mm:ss, such as 1:29:59.")
	}
	return s
}

// Seconds parses a duration in the form h:mm:ss or m:ss.
func Seconds(said string) (float64, bool) { return seconds(said, false) }

// seconds parses h:mm:ss or m:ss, or, if pace is set, also decimal minutes.
func seconds(said string, pace bool) (float64, bool) {
	parts := strings.Split(said, ":")
	if len(parts) == 1 && pace {
		x, err := strconv.ParseFloat(said, 64)
		return x * 60, err == nil && x > 0 && x < 60
	}
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	sum := 0
	for i, p := range parts {
		x, err := strconv.Atoi(p)
		if err != nil || x < 0 || i > 0 && (x > 59 || len(p) != 2) || x > 1000 {
			return 0, false
		}
		sum = sum*60 + x
	}
	return float64(sum), sum > 0
}

// pace reads a pace as m:ss, or a range of two, and returns seconds per km.
func (r *reader) pace(n *yaml.Node, key string) (from, to float64) {
	said := r.text(n, key)
	if said == "" {
		return 0, 0
	}
	plain := strings.NewReplacer("/km", "", "min", "", "–", "-", " ", "").Replace(said)
	low, high, isRange := strings.Cut(plain, "-")
	from, ok := seconds(low, true)
	if isRange && ok {
		to, ok = seconds(high, true)
	}
	if !ok {
		r.unread(n, key, quoted(key, said, "pace"), "Write minutes and seconds per km, such as 4:05 or 4:05-4:15.")
		return 0, 0
	}
	return from, to
}

func (r *reader) timeOfDay(n *yaml.Node) string {
	said := r.text(n, "time")
	if said == "" {
		return ""
	}
	if len(said) == len("6:30") {
		said = "0" + said
	}
	if t, err := training.ParseLocalTime("2000-01-01T" + said); err == nil && len(said) == len("06:30") {
		return string(t)[11:16]
	}
	r.unread(n, "time", quoted("time", said, "time of day"), "Write hours and minutes, such as \"06:30\".")
	return ""
}

func (r *reader) sport(n *yaml.Node) (training.Sport, string) {
	said := r.text(n, keySport)
	if said == "" {
		return "", ""
	}
	sport, sub, _, ok := training.ParseSpokenSport(said)
	if !ok {
		var known []string
		for _, s := range training.Sports() {
			known = append(known, string(s))
		}
		r.unread(n, keySport, quoted(keySport, said, "sport"), nearestOf(said, known))
	}
	return sport, sub
}

// nearestOf suggests the word that was probably meant, and lists all valid words.
func nearestOf(said string, known []string) i18n.Sentence {
	all := i18n.Sentencef("The choices are: %s.", i18n.Name(strings.Join(known, ", ")))
	if near := i18n.Nearest(said, known); near != "" {
		return i18n.InARow(i18n.Sentencef("Did you mean %s?", i18n.Name(near)), all)
	}
	return all
}

var dateForm = textclean.LazyRegexp(`^\d{4}-\d\d-\d\d$`)

func valueOf(key string, v any) (*yaml.Node, error) {
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
		var all []*yaml.Node
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
		key).WithFix("Give a string, a number, true or false, or a list.")
}

// keysBelow returns the keys that are valid under the given key.
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

func mappingOf(fields map[string]any, known []string) (*yaml.Node, error) {
	for key := range fields {
		if !slices.Contains(known, key) {
			return nil, training.Errorf(training.KindInvalid, "%q is not a field that can be set.", i18n.Clip(key, i18n.MostQuoted)).
				WithFix("%s", nameTheKey(key, known))
		}
	}
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, key := range known {
		v, given := fields[key]
		if !given || v == nil {
			continue
		}
		value, err := valueOf(key, v)
		if err != nil {
			return nil, err
		}
		add(n, key, value)
	}
	return n, nil
}

func rounded(x float64) float64 { return math.Round(x*100) / 100 }

// near reports whether a stated value equals the computed one up to rounding.
func near(stated, follows float64) bool { return math.Abs(stated-follows) <= max(slack, 0.001*follows) }
