package activity

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
)

// authorRunes is how much of an author's name is shown.
const authorRunes = 80

// messageFacts is a message as a row beside the notes.
func messageFacts(m *source.Message, title string, loc *time.Location) FactsRow {
	f := FactsRow{
		"at_local": m.At.In(loc).Format(time.RFC3339), "text": textclean.Text(m.Text, textclean.TextRunes), "target": Message, "service": title,
	}
	f.Put("author", textclean.Line(m.Author, authorRunes))
	f.Put("own", m.Mine)
	f.Put("attachment", m.Attachment) // which is at the service
	if address, ok := plainAddress(m.AttachmentURL); ok {
		f["attachment_url"] = address
	} else if m.Attachment {
		f.Put("attachment_page", m.Page)
	}
	return f
}

// addressBytes is how long an address may be that is shown.
const addressBytes = 300

// plainAddress is an address that a person may open, given as text alone: nobody
// here opens it. One with a query, a fragment or a user may hold a signature or a
// password, which no answer shows; a person then finds it on the message's page.
func plainAddress(text string) (string, bool) {
	if len(text) > addressBytes || strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune(addressRunes, r) }) {
		return "", false
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return "", false
	}
	return text, true
}

// addressRunes make up an address without query, fragment and user; Markdown
// and HTML give none of them a meaning.
const addressRunes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%/:+,="

// AddMessage puts what a service said of one activity among its notes, by the clock at
// its place. None of it was sent from here.
func AddMessage(n *Notes, at serviced.Place, loc *time.Location, all []source.Message) {
	c := &collection{loc: loc, notes: n, sent: map[string]bool{}}
	for i := range all {
		c.add(at, &all[i])
	}
	c.settle()
}

// settle puts the messages among the notes: one that was sent from here is
// shown as the service has it, and only there.
func (c *collection) settle() {
	n := c.notes
	n.Notes = slices.DeleteFunc(n.Notes, func(f FactsRow) bool {
		id, _ := f["note_id"].(string)
		return c.sent[id]
	})
	for _, f := range n.Notes {
		if f["target"] == Message && !c.unheard {
			f["sent"] = "no: no service has it; get_status says whether it waits or was not taken"
		}
	}
	n.Notes = append(n.Notes, c.rows...)
	slices.SortStableFunc(n.Notes, func(a, b FactsRow) int { return at(a).Compare(at(b)) })
	if len(n.Notes) > 0 {
		delete(n.Missing, "notes")
	}
	if len(n.Missing) == 0 {
		n.Missing = nil
	}
	for first, used := len(n.Notes)-1, 0; first >= 0; first-- {
		if used += Size(n.Notes[first]); used > messagesNoteBytes {
			n.Notes, n.Truncated = n.Notes[first+1:], true
			n.Narrow = cmp.Or(n.Narrow, "Only the newest are shown; the service has every message, and lapkeep export --all writes every note.")
			return
		}
	}
}

// at is when something was written.
func at(f FactsRow) time.Time {
	text, _ := f["at_local"].(string)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}
