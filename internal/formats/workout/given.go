package workout

import (
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// JSONText is the JSON that a value holds as a text: models write lists and
// objects so.
func JSONText(v any) (string, bool) {
	text, _ := v.(string)
	text = strings.TrimSpace(text)
	return text, strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")
}

// ListFault says what is wrong with a list of n steps that stands within
// depth-1 repeats; empty for nothing.
func ListFault(n, depth int) (what, fix i18n.Sentence) {
	switch {
	case n > training.MaxWorkoutSteps:
		return i18n.Sentencef("There are more than %d steps.", training.MaxWorkoutSteps), "Repeat steps, or split the workout."
	case depth > training.MaxStepDepth+1:
		return i18n.Sentencef("Repeats are nested more than %d deep.", training.MaxStepDepth), "Write the inner ones out."
	}
	return "", ""
}
