package drawn

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Words holds what a view that draws answers itself has to know: names and units.
type Words struct {
	// Names are the names of an answer's numbers and of sports, by language.
	Names map[string]map[string]string `json:"names"`
	// Said are the view's own sentences, by language and their English text.
	Said map[string]map[string]string `json:"said"`
	// Units are those of an answer's numbers, by sport if a sport has others; "" is all sports.
	Units map[string]map[string]Unit `json:"units"`
	// Telling are the numbers of an activity, the most telling first.
	Telling []string `json:"telling"`
}

// Unit is how a number is shown.
type Unit struct {
	Shown    string  `json:"shown,omitempty"`
	Factor   float64 `json:"factor"`
	Shift    float64 `json:"shift,omitempty"`
	Clock    bool    `json:"clock,omitempty"` // seconds, shown as hours, minutes and seconds
	Decimals int     `json:"decimals"`
}

// sentences are those of the view (web/src/view.ts).
var sentences = []i18n.Sentence{
	"Show all", "Show as a table", "Move", "Day", "Confirm", "Cancel", "Full screen", "projected", "Pick a duration",
	"Preview the move", "This would change:", "Moved.",
	"The chat did not pass this on, so nothing was changed. Ask your assistant for it instead.",
	"This answer has nothing to draw; the chat shows its text.", "Waiting for the answer.", "The call was cancelled.",
	"Planned sessions", "Training load", "Training summary", "Training plan", "Wellness", "Calendar", "Comparison",
	"Power curve", "Normalized power curve", "Heart rate curve", "Pace curve", "Best pace by distance",
	"Time in power zones", "Time in heart rate zones", "Time in pace zones",
}

// WordsFor returns the words in both languages, with miles and feet if asked.
func WordsFor(miles bool) Words {
	w := Words{map[string]map[string]string{}, map[string]map[string]string{}, map[string]map[string]Unit{}, compared()}
	for _, language := range []string{"en", "zh-CN"} {
		printer := i18n.In(language)
		said := map[string]string{}
		for _, s := range sentences {
			said[string(s)] = s.Say(printer.Sprintf)
		}
		w.Names[language], w.Said[language] = tools.LabelsIn(printer.Sprintf), said
	}
	for _, sport := range []training.Sport{"", training.Swimming, training.Running} {
		v := voice{tools.Voice{Miles: miles}, string(sport)}
		units := map[string]Unit{}
		for key := range w.Names["en"] {
			u, to := v.unit(key)
			if _, ok := glossary.Find(key); !ok && u == (i18n.FieldUnit{}) {
				continue
			}
			one := Unit{to.Shown, to.Factor, to.Shift, u.Clock, to.Decimals()}
			if one != w.Units[""][key] {
				units[key] = one
			}
		}
		w.Units[string(sport)] = units
	}
	return w
}
