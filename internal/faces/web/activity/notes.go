package activity

import (
	"context"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// noteView is a note on an activity, or a message at a service.
type noteView struct {
	ID     string `json:"note_id"`
	Author string `json:"author"`
	Target string `json:"target"`
	Text   string `json:"text"`
	At     string `json:"at_local"`
	Source string `json:"source"`
}

// notesView are the notes as they are kept; messages at services are asked for
// where the address wants them, because that is a request to each.
type notesView struct {
	Notes   []noteView   `json:"notes"`
	Missing page.Missing `json:"missing"`
	Narrow  string       `json:"narrow"`
	err     *page.Problem
	asked   bool
}

// messages asks services for theirs too, where the address wants them; else nil.
func messages(ctx context.Context, p *page.Page, id string) *notesView {
	if p.Query("notes") != "all" {
		return nil
	}
	a := page.Ask[notesView](ctx, p, "get_activity_notes", page.Args{"id": id})
	v := a.V
	v.err, v.asked = a.Err, true
	return &v
}

// notesOf are the notes that came with the sections of the activity.
func notesOf(a page.Answer[partsView]) *notesView {
	return &notesView{Notes: a.V.Notes, err: a.Err}
}

// why is what keeps notes from being shown; that there are none is no reason.
func (v *notesView) why() (out []string) {
	for _, k := range page.Sorted(v.Missing) {
		if k != "notes" {
			out = append(out, v.Missing[k])
		}
	}
	return out
}

// noteHead is who wrote, where and when.
func noteHead(p *page.Page, n noteView) string {
	date, _, _ := strings.Cut(n.At, "T")
	parts := []string{p.Day(date) + " " + page.When(n.At)}
	switch n.Author {
	case "":
	case page.ByAthlete:
		parts = append(parts, p.Say("you"))
	case "assistant":
		parts = append(parts, p.Say("an assistant"))
	default:
		parts = append(parts, page.Clean(n.Author))
	}
	switch n.Target {
	case "message":
		parts = append(parts, p.Say("message"))
	case "local", "":
	default:
		parts = append(parts, page.Clean(n.Target))
	}
	if n.Source != "" {
		parts = append(parts, page.Clean(n.Source))
	}
	return strings.Join(parts, " · ")
}
