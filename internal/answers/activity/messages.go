package activity

import (
	"cmp"
	"context"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Message is the target of a note that is a message on a service, and the kind of these
// notes in the outbox.
const Message = "message"

// Sent finds the note that was sent as a given message.
type Sent interface {
	Here(ctx context.Context, a training.AthleteID, source, kind, there string) (id string, ok bool, err error)
}

// RemoteMessages reads the stored notes on activities, and the messages on services.
type RemoteMessages struct {
	servicevalues.Remote

	Reader store.Reader
	Sent   func() Sent
}

// messagesNoteBytes is the maximum size of the texts in an answer. If there are more,
// the newest are shown.
const messagesNoteBytes = 16_000

// Read reads the notes on an activity, oldest first. If a service does not
// answer, it still returns the stored notes, and lists the service as missing.
func (d RemoteMessages) Read(ctx context.Context, s training.Scope, id string) (*Notes, error) {
	n, err := ReadNotes(ctx, d.Reader, s, id)
	if err != nil || n.Missing["notes"] == answers.HiddenNotes {
		return n, err
	}
	row, err := Find(ctx, d.Reader, s, id)
	if err != nil {
		return nil, err
	}
	if n.Missing["notes"] != "" {
		n.Missing["notes"] = unwritten(&row)
	}
	if d.Services == nil {
		return n, nil
	}
	d.Limited = row.AsSaid != nil
	if len(servicevalues.LiveAt(&row.Activity, d.Services(s.Athlete))) == 0 {
		return n, nil
	}
	c := &collection{messages: d, scope: s, loc: row.Location(), notes: n, sent: map[string]bool{}}
	c.kept = slices.ContainsFunc(n.Notes, func(f FactsRow) bool { return f["target"] == Message })
	unheard, err := servicevalues.LiveEach(ctx, d.Remote, s, &row.Activity,
		func(ctx context.Context, r source.MessageReader, at servicevalues.Place) ([]source.Message, error) {
			return r.Messages(ctx, at.ID)
		},
		func(at servicevalues.Place, all []source.Message) error {
			if row.AsSaid != nil {
				n.Missing["notes"] = i18n.Sentencef("nobody has written anything on %s", at.Title)
			}
			return c.take(ctx, at, all)
		})
	if err != nil {
		return nil, err
	}
	for _, why := range unheard {
		c.unheard, n.Missing = true, n.Missing.Add("messages", why)
	}
	if c.unheard && row.AsSaid != nil {
		delete(n.Missing, "notes")
	}
	c.settle()
	return n, nil
}

// unwritten returns the reason why there are no notes on an activity. If only a
// service has the activity, only the service can have notes on it.
func unwritten(row *store.ActivityRow) i18n.Sentence {
	if row.AsSaid != nil {
		return i18n.Sentencef("%s is not connected, or does not provide messages", row.AsSaid.Service)
	}
	return "there are no notes; add_activity_note writes one"
}

// collection merges notes and messages from all sources.
type collection struct {
	messages RemoteMessages
	scope    training.Scope
	loc      *time.Location
	notes    *Notes
	rows     []FactsRow
	sent     map[string]bool // ids of notes that are also messages on a service
	unheard  bool
	kept     bool // some stored notes are messages
}

// take adds messages from a service.
func (c *collection) take(ctx context.Context, at servicevalues.Place, all []source.Message) error {
	for i := range all {
		m := &all[i]
		ref := source.MessageRef(at.ID, m.ID)
		if !c.add(at, m) {
			continue
		}
		if c.kept { // a message sent with a coach's key may have a different author
			here, ok, err := c.messages.Sent().Here(ctx, c.scope.Athlete, string(at.Service), Message, ref)
			if err != nil {
				return err
			}
			if ok {
				c.sent[here] = true
			}
		}
	}
	return nil
}

// add adds a message, unless it is empty. It reports whether it was added.
func (c *collection) add(at servicevalues.Place, m *source.Message) bool {
	f := messageFacts(m, at.Title, c.loc)
	if f["text"] == "" && !m.Attachment {
		return false
	}
	f["note_id"] = at.Service.Ref(source.MessageRef(at.ID, m.ID))
	c.rows = append(c.rows, f)
	return true
}

// authorRunes is the maximum length of an author's name.
const authorRunes = 80

// messageFacts converts a message to the row of a note.
func messageFacts(m *source.Message, title string, loc *time.Location) FactsRow {
	f := FactsRow{
		"at_local": m.At.In(loc).Format(time.RFC3339), "text": textclean.Text(m.Text, textclean.TextRunes), "target": Message, "service": title,
	}
	f.Put("author", textclean.Line(m.Author, authorRunes))
	f.Put("own", m.Mine)
	f.Put("attachment", m.Attachment) // only the service has it
	if address, ok := plainAddress(m.AttachmentURL); ok {
		f["attachment_url"] = address
	} else if m.Attachment {
		f.Put("attachment_page", m.Page)
	}
	return f
}

// addressBytes is the maximum length of an address.
const addressBytes = 300

// plainAddress returns an https address as text. A person may open it; Lapkeep does not. It rejects
// addresses with a query, a fragment or a user, because these may contain a signature or a password
// that must not be shown. The person can then find the attachment on the page of the message.
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

// addressRunes lists the characters of an address without query, fragment and
// user. None has a special meaning in Markdown or HTML.
const addressRunes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%/:+,="

// settle merges the messages with the notes. A note that was sent as a message
// appears only once, as the message.
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
		if used += answers.Size(n.Notes[first]); used > messagesNoteBytes {
			n.Notes, n.Truncated = n.Notes[first+1:], true
			n.Narrow = cmp.Or(n.Narrow, "Only the newest are shown; the service has every message, and lapkeep export --all writes every note.")
			return
		}
	}
}

// at returns the time at which a note was written.
func at(f FactsRow) time.Time {
	text, _ := f["at_local"].(string)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// FactsRow is a row of an answer. It contains only known values, by their published names.
type FactsRow map[string]any

// Put adds a value unless it is the empty string, false or an empty list.
func (r FactsRow) Put(key string, v any) {
	switch x := v.(type) {
	case string:
		if x == "" {
			return
		}
	case bool:
		if !x {
			return
		}
	case []string:
		if len(x) == 0 {
			return
		}
	}
	r[key] = v
}

// These are maximum sizes in bytes: of any number, of a number that is rounded to three
// decimals and has at most nine digits before them, and of an escaped character.
const (
	numberBytes    = 25
	roundedBytes   = 14
	characterBytes = 6
)

// Bound returns an upper limit for the size of the row in bytes, including the comma after it.
func (r FactsRow) Bound() int {
	const brackets, marks = 3, 4
	n := brackets
	for k, v := range r {
		n += textBound(k) + marks
		switch x := v.(type) {
		case bool, int:
			n += numberBytes
		case float64:
			n += numberBound(x)
		case string:
			n += textBound(x) + 2
		default:
			n += answers.Size(v)
		}
	}
	return n
}

func numberBound(x float64) int {
	const most = 1e9
	if x > -most && x < most && math.Round(x*1000)/1000 == x {
		return roundedBytes
	}
	return numberBytes
}

func textBound(s string) int {
	n := len(s)
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			n += characterBytes - 1
		}
	}
	return n
}

// Longer reports whether rows need more bytes than most. It encodes them only if they are
// close to the limit.
func Longer(rows []FactsRow, most int) bool {
	bound := 0
	for _, r := range rows {
		bound += r.Bound()
	}
	return bound > most && answers.Size(rows) > most
}

// detailBytes is the maximum size of an answer. An answer to a call is limited to 32 KB.
const detailBytes = 30_000

// cap drops rows from the ends of lists until the answer fits. It adds the
// number of the row from which to continue.
func (d *Detail) cap(from int) {
	if d.bound() <= detailBytes {
		return
	}
	for over := answers.Size(d) - detailBytes; over > 0; over = answers.Size(d) - detailBytes {
		cut := 0
		switch {
		case d.Splits.rows() > 1 && answers.Size(d.Splits) >= answers.Size(d.Laps):
			cut = shorter(d.Splits.rows(), answers.Size(d.Splits), over)
			d.Splits.cut(cut)
		case len(d.Laps) > 1:
			cut = shorter(len(d.Laps), answers.Size(d.Laps), over)
			d.Laps = d.Laps[:cut]
		case d.Lengths != nil && len(d.Lengths.Lap) > 1:
			cut = shorter(len(d.Lengths.Lap), answers.Size(d.Lengths), over)
			d.Lengths.cut(cut)
		case d.Sets != nil && len(d.Sets.Rows) > 1:
			cut = shorter(len(d.Sets.Rows), answers.Size(d.Sets.Rows), over)
			d.Sets.Cut(cut)
		case len(d.Segments) > 1:
			d.Segments = d.Segments[:shorter(len(d.Segments), answers.Size(d.Segments), over)]
		case len(d.Climbs) > 1:
			d.Climbs = d.Climbs[:shorter(len(d.Climbs), answers.Size(d.Climbs), over)]
		case len(d.Notes) > 0:
			d.Notes = d.Notes[1:]
		default:
			return
		}
		d.Truncated = true
		d.Narrow = "Ask for fewer sections at once."
		if cut > 0 {
			d.Narrow = i18n.Sentencef("Ask for this section alone with from_row %d, or for fewer sections at once.", from+cut)
		}
	}
}

// shorter returns how many of n rows to keep. The rows take size bytes in total, and at
// least over bytes must be removed.
func shorter(n, size, over int) int {
	keep := n - over*n/max(size, 1) - 1
	return max(1, min(n-1, keep))
}

// bound returns an upper limit for the size of the answer in bytes. It
// estimates long parts and encodes the others.
func (d *Detail) bound() int {
	rest := *d
	rest.Summary, rest.Thresholds, rest.Device = nil, nil, nil
	rest.Laps, rest.Notes, rest.Recordings = nil, nil, nil
	const names, valueBytes = 150, 100 // bytes for the names of these fields, and for each metric with its name
	n := names + answers.Size(rest) + d.Summary.Bound() + d.Thresholds.Bound() + valueBytes*len(d.Device)
	for _, rows := range [][]Facts{d.Laps, d.Notes, d.Recordings} {
		for _, f := range rows {
			n += f.Bound()
		}
	}
	return n
}
