package calendar

import (
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Clashes says which sessions are planned into an illness, an injury or a
// time on which the athlete does not train, one sentence each of those.
func Clashes(planned []*Event, stands []Event) []i18n.Sentence {
	var out []i18n.Sentence
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
		out = append(out, i18n.Sentencef("%s planned inside %q (%s, %s): %s.", i18n.Numbered(len(inside), "session is", "sessions are"),
			textclean.Line(off.Name, nameRunes), off.Category, off.Days, strings.Join(inside[:min(len(inside), clashesNamed)], "; ")))
	}
	return out
}

// clashesNamed is how many sessions a warning names.
const clashesNamed = 5
