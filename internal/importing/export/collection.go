package export

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// DocumentsFormat is the format of a collection's file. In JSON lines, it contains a
// [Head] and then a [Kept] for each document. Its version is the [Version] of the export.
const DocumentsFormat = "lapkeep-documents"

// Head is the first line of a collection's file. The number of documents shows
// whether the file is complete.
type Head struct {
	Format     string              `json:"format"`
	Version    int                 `json:"version"`
	Collection document.Collection `json:"collection"`
	Documents  int                 `json:"documents"`
}

// Kept is a document with its layers.
type Kept struct {
	ID   string   `json:"id"`
	Said []Stated `json:"said,omitempty"`
	Own  *Own     `json:"own,omitempty"`
}

// Stated is the statement of one source.
type Stated struct {
	Source string          `json:"source"`
	AsOf   time.Time       `json:"as_of,omitzero"` // time at which the source had this state
	Days   *Days           `json:"days,omitempty"`
	Body   json.RawMessage `json:"body"`
}

// Own is the athlete's own layer: fields and days that take precedence over
// those of the sources, or the mark that the document is deleted.
type Own struct {
	Fields  json.RawMessage `json:"fields,omitempty"`
	Days    *Days           `json:"days,omitempty"`
	Deleted bool            `json:"deleted,omitempty"`
}

// Days holds the first and the last day that a document covers.
type Days struct {
	From training.Day `json:"from"`
	To   training.Day `json:"to"`
}

func daysOf(r training.DayRange) *Days {
	if r == (training.DayRange{}) {
		return nil
	}
	return &Days{r.From, r.To}
}

// Range returns the days as a range, or the zero range if d is nil.
func (d *Days) Range() training.DayRange {
	if d == nil {
		return training.DayRange{}
	}
	return training.DayRange{From: d.From, To: d.To}
}

// Layer returns the athlete's own layer in the store's form. It is empty if o is nil.
func (o *Own) Layer() document.Own {
	if o == nil {
		return document.Own{}
	}
	return document.Own{Fields: o.Fields, Days: o.Days.Range(), Deleted: o.Deleted}
}

// Collections returns the collections that are exported to separate files.
// Decisions on pairs are in the [Document].
func Collections() (all []document.Collection) {
	for _, a := range document.Described() {
		if a.Reads != nil {
			all = append(all, a.Collection)
		}
	}
	return all
}

// keptOf converts a document to the form that is exported.
func keptOf(l document.Layers) Kept {
	k := Kept{ID: l.ID}
	for _, s := range l.Statements {
		k.Said = append(k.Said, Stated{Source: s.Source, AsOf: s.AsOf, Days: daysOf(s.Days), Body: s.Body})
	}
	if !l.Own.Silent() {
		k.Own = &Own{Fields: l.Own.Fields, Days: daysOf(l.Own.Days), Deleted: l.Own.Deleted}
	}
	return k
}

// lines returns the content of a collection's file.
func lines(c document.Collection, all []document.Layers) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	if err := out.Encode(Head{DocumentsFormat, Version, c, len(all)}); err != nil {
		return nil, err
	}
	for _, l := range all {
		if err := out.Encode(keptOf(l)); err != nil {
			return nil, training.Errorf(training.KindCorrupt, "The %s %q cannot be exported: %w.", c, l.ID, err).
				WithFix("Run lapkeep verify to see what is damaged.")
		}
	}
	return b.Bytes(), nil
}

// Collection is a parsed file of a collection.
type Collection struct {
	Of   document.Collection
	Kept []Kept
}

// IsCollection reports whether a file begins like the file of a collection.
func IsCollection(data []byte) bool { return begins(data, DocumentsFormat) }

// ParseCollection parses a collection's file. If any part of it is invalid, the error names
// the unreadable line, or what is missing.
func ParseCollection(data []byte) (*Collection, error) {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	var h Head
	if err := reading.Unmarshal(line, &h, reading.MostValues); err != nil || h.Version < 1 || h.Documents < 0 {
		return nil, again("Its first line does not say what it contains.")
	}
	if h.Version > Version || !slices.Contains(Collections(), h.Collection) {
		return nil, training.Errorf(training.KindUnsupported, "The export was made by a newer Lapkeep.").WithFix("Update Lapkeep.")
	}
	c := &Collection{Of: h.Collection}
	for len(rest) > 0 {
		var whole bool
		line, rest, whole = bytes.Cut(rest, []byte("\n"))
		var k Kept
		err := reading.Unmarshal(line, &k, reading.MostValues)
		switch {
		case err != nil && !whole:
			return nil, again("It is cut off within line %d; it contained %d documents.", len(c.Kept)+2, h.Documents)
		case err != nil || !k.sound(c.Of):
			return nil, again("Line %d is not a document of the collection %s.", len(c.Kept)+2, c.Of)
		}
		c.Kept = append(c.Kept, k)
	}
	if len(c.Kept) != h.Documents {
		return nil, again("It contains %d documents but states that it has %d.", len(c.Kept), h.Documents)
	}
	return c, nil
}

func again(what string, args ...any) error {
	return training.Errorf(training.KindCorrupt, what, args...).WithFix("Nothing was imported; export again.")
}

// sound reports whether the store could read the document.
func (k *Kept) sound(c document.Collection) bool {
	if k.ID == "" || len(k.Said) == 0 && k.Own == nil {
		return false
	}
	for _, s := range k.Said {
		if s.Source == "" || !reads(c, s.Body) || !s.Days.sound() {
			return false
		}
	}
	return k.Own == nil || k.Own.Days.sound() && (len(k.Own.Fields) == 0 || reads(c, k.Own.Fields)) && !k.Own.Layer().Silent()
}

func (d *Days) sound() bool { return d == nil || d.From <= d.To && d.Range() != (training.DayRange{}) }

// reads reports whether body is an object of the collection's type.
func reads(c document.Collection, body json.RawMessage) bool {
	read := c.About().Reads
	return bytes.HasPrefix(body, []byte("{")) && read != nil && read(body) == nil
}
