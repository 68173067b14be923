package archive

import (
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// wordOf keeps a type that is not known as a word.
func wordOf(s string) training.Sport {
	w := strings.ReplaceAll(strings.ToLower(textclean.Line(s, textclean.NameRunes)), " ", "_")
	if w == "" {
		return training.Other
	}
	return training.Sport(w)
}
