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

func (p *page) notes(ctx context.Context, id string) *notesView {
	var a answer[notesView]
	asked := p.query("notes") == "all"
	if asked {
		a = ask[notesView](ctx, p, "get_activity_notes", args{"id": id})
	} else {
		a = ask[notesView](ctx, p, "get_activity", args{"id": id, "sections": []string{"notes"}})
	}
	v := a.V
	v.err, v.asked = a.Err, asked
	return &v
}

// why is what keeps notes from being shown; that there are none is no reason.
func (v *notesView) why() (out []string) {
	for _, k := range sorted(v.Missing) {
		if k != "notes" || v.asked {
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
