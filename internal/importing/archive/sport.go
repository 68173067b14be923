package archive

import (
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

const multisport = "multi_sport"

// kindOf reads a type; some have an ending that tells a later version or
// snow and winter. An unknown one says nothing over a recording.
func kindOf(word string) (training.Sport, string) {
	w := strings.ToLower(strings.TrimSpace(word))
	for _, ending := range []string{"_v2", "_v3", "_ws"} {
		w = strings.TrimSuffix(w, ending)
	}
	sport, sub, _ := training.ParseKind(w)
	return sport, sub
}

// sportOfEntry is the sport of an activity that nothing recorded.
func sportOfEntry(words ...string) training.Sport {
	for _, w := range words {
		if sport, ok := training.ParseSport(w); ok {
			return sport
		}
	}
	for _, w := range words {
		if w = strings.ToLower(textclean.Line(w, textclean.NameRunes)); w != "" {
			return training.Sport(strings.ReplaceAll(w, " ", "_"))
		}
	}
	return training.Other
}
