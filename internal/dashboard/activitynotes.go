package dashboard

import (
	"context"
	"strings"
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
	Notes   []noteView `json:"notes"`
	Missing missing    `json:"missing"`
	Narrow  string     `json:"narrow"`
	err     *problem
	asked   bool
}

// messages asks services for theirs too, where the address wants them; else nil.
func (p *page) messages(ctx context.Context, id string) *notesView {
	if p.query("notes") != "all" {
		return nil
	}
	a := ask[notesView](ctx, p, "get_activity_notes", args{"id": id})
	v := a.V
	v.err, v.asked = a.Err, true
	return &v
}

// kept are the notes that came with the sections of the activity.
func notesOf(a answer[partsView]) *notesView {
	return &notesView{Notes: a.V.Notes, err: a.Err}
}

// why is what keeps notes from being shown; that there are none is no reason.
func (v *notesView) why() (out []string) {
	for _, k := range sorted(v.Missing) {
		if k != "notes" {
			out = append(out, v.Missing[k])
		}
	}
	return out
}

// noteHead is who wrote, where and when.
func (p *page) noteHead(n noteView) string {
	date, _, _ := strings.Cut(n.At, "T")
	parts := []string{p.day(date) + " " + when(n.At)}
	switch n.Author {
	case "":
	case byAthlete:
		parts = append(parts, p.say("you"))
	case "assistant":
		parts = append(parts, p.say("an assistant"))
	default:
		parts = append(parts, clean(n.Author))
	}
	switch n.Target {
	case "message":
		parts = append(parts, p.say("message"))
	case "local", "":
	default:
		parts = append(parts, clean(n.Target))
	}
	if n.Source != "" {
		parts = append(parts, clean(n.Source))
	}
	return strings.Join(parts, " · ")
}
