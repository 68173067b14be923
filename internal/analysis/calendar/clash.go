package calendar

import (
	"strings"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Clashes says which sessions are planned into an illness, an injury or a
// time on which the athlete does not train, one sentence each of those.
func Clashes(planned []*Event, stands []Event) []phrase.Sentence {
	var out []phrase.Sentence
	for i := range stands {
		off := &stands[i]
		if !off.Category.Away() || off.Category == training.EventHoliday && off.Availability != training.Unavailable {
			continue
		}
		var inside []string
		for _, e := range planned {
			if off.Days.Contains(e.Days.From) {
				inside = append(inside, e.Days.From.String()+" "+textclean.Line(e.Name, nameRunes))
			}
		}
		if len(inside) == 0 {
			continue
		}
		out = append(out, phrase.Sentencef("%s planned inside %q (%s, %s): %s.", phrase.Numbered(len(inside), "session is", "sessions are"),
			textclean.Line(off.Name, nameRunes), off.Category, off.Days, strings.Join(inside[:min(len(inside), clashesNamed)], "; ")))
	}
	return out
}

// clashesNamed is how many sessions a warning names.
const clashesNamed = 5
