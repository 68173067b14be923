package page

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/writes/journal"
)

// Question asks before a write, in the words of the page, with what its buttons say.
type Question struct {
	Text    string `json:"question"`
	Details string `json:"details,omitempty"`
	Yes     string `json:"yes"`
	No      string `json:"no"`
}

// Asking words the question of a preview. A move says all in its sentence.
func (p *Page) Asking(v journal.Preview) Question {
	out := Question{Text: p.Dated(v.Summary), Yes: p.Say("Do it"), No: p.Say("Leave it")}
	moves := v.Tool == "update_event" && len(v.Changes) > 0 && len(v.AtService) == 0 && len(v.Irreversible) == 0 &&
		!slices.ContainsFunc(v.Changes, func(c journal.Change) bool { return c.Field != "date" && c.Field != "end" })
	if _, rest, ok := strings.Cut(v.Question(p.Say), "\n"); ok && !moves {
		out.Details = rest
	}
	switch verb, _, _ := strings.Cut(v.Tool, "_"); {
	case moves:
		out.Text, out.Yes = strings.NewReplacer(".\n", "?", "。\n", "？").Replace(out.Text+"\n"), p.Say("Move")
	case verb == "delete":
		out.Yes = p.Say("Remove")
	case verb == "duplicate":
		out.Yes = p.Say("Copy")
	case verb == "create" || verb == "add":
		out.Yes = p.Say("Add")
	case verb == "update" || verb == "save":
		out.Yes = p.Say("Save")
	}
	return out
}

// Dated is a sentence with its days as the page writes them.
func (p *Page) Dated(s i18n.Sentence) string {
	return s.In(func(format string, args ...any) string {
		args = slices.Clone(args)
		for i, a := range args {
			switch a := a.(type) {
			case string:
				args[i] = p.Day(a)
			case i18n.Sentence:
				args[i] = p.Dated(a)
			}
		}
		return p.Say(format, args...)
	})
}
