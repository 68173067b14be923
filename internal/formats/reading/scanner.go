package reading

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lapkeep/internal/training"
)

// Scanner iterates over the elements of a document, one edge at a time:
//
//	for s.Next() { … s.Start, s.Name, s.Text … }
//	if err := s.Err(); err != nil { … }
type Scanner struct {
	// Start is true at the start of an element and false at its end.
	Start bool
	// Name is the element's local name.
	Name string
	// Text is, at the end of an element, the text since its last child.
	Text string

	ctx   context.Context
	lex   lexer
	limit int
	path  []string
	attrs []attr
	text  []byte
	texts strings.Builder // see [Scanner.valid]
	n     int
	err   error
	cut   bool
}

// checkEvery is the number of tokens between checks of the context.
const checkEvery = 1024

// maxText limits the text of one element.
const maxText = 64 << 10

// NewXMLReader returns a scanner of data.
func NewXMLReader(ctx context.Context, data []byte, limits Limits) *Scanner {
	return &Scanner{ctx: ctx, lex: lexer{data: inUTF8(data), names: newNames()}, limit: limits.WithDefaults().MaxNesting}
}

// inUTF8 decodes the encodings other than UTF-8 that devices write: UTF-16, which
// it recognises by its first bytes, and the declared one.
func inUTF8(data []byte) []byte {
	var d *encoding.Decoder
	if len(data) > 1 && (data[0] == 0xFF && data[1] == 0xFE || data[0] == 0xFE && data[1] == 0xFF) {
		d = unicode.UTF8.NewDecoder()
		data, _ = io.ReadAll(transform.NewReader(bytes.NewReader(data), unicode.BOMOverride(d))) // what precedes an error is kept
		return data
	}
	switch declared(data) {
	case "iso-8859-1", "latin1", "iso8859-1":
		d = charmap.ISO8859_1.NewDecoder()
	case "windows-1252", "cp1252":
		d = charmap.Windows1252.NewDecoder()
	default:
		return data
	}
	data, _ = d.Bytes(data) // every byte is a character
	return data
}

// declared returns the declared encoding of a document in lower case, or "" if
// there is none.
func declared(data []byte) string {
	head, _, ok := bytes.Cut(data[:min(len(data), maxDeclaration)], []byte("?>"))
	head, isXML := bytes.CutPrefix(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("<?xml"))
	if !ok || !isXML {
		return ""
	}
	_, value, _ := strings.Cut(string(head), "encoding")
	value = strings.TrimLeft(value, " \t\r\n=")
	if value == "" {
		return ""
	}
	label, _, _ := strings.Cut(value[1:], value[:1]) // within quotes of either kind
	return strings.ToLower(label)
}

// maxDeclaration is the largest length of a document's declaration.
const maxDeclaration = 512

// Next moves to the next edge of an element. It returns false at the end and on
// an error.
func (s *Scanner) Next() bool {
	for s.err == nil {
		if s.n++; s.n%checkEvery == 1 {
			if s.err = s.ctx.Err(); s.err != nil {
				return false
			}
		}
		tok, err := s.lex.next()
		if err != nil {
			s.end(err)
			return false
		}
		switch tok {
		case startTag:
			return s.start()
		case endTag:
			if s.leave(s.lex.name) {
				return true
			}
		case charData:
			if len(s.text)+len(s.lex.text) <= maxText {
				s.text = append(s.text, s.lex.text...)
			}
		case directive:
			s.directive(s.lex.text)
		}
	}
	return false
}

func (s *Scanner) start() bool {
	if len(s.path) >= s.limit {
		s.err = training.Errorf(training.KindTooLarge, "The file nests more than %d elements.", s.limit).
			WithFix("Export the activity again; no recorder writes such a file.")
		return false
	}
	s.Start, s.Name, s.Text, s.attrs = true, s.lex.name, "", s.lex.attrs
	s.path = append(s.path, s.Name)
	s.text = s.text[:0]
	return true
}

// leave closes the innermost element with the given name, and all unclosed elements
// within it. An end without a start is ignored.
func (s *Scanner) leave(name string) bool {
	i := len(s.path) - 1
	for i >= 0 && s.path[i] != name {
		i--
	}
	if i < 0 {
		return false
	}
	s.path = s.path[:i]
	s.Start, s.Name, s.attrs = false, name, nil
	s.Text = s.valid(bytes.TrimSpace(s.text))
	s.text = s.text[:0]
	return true
}

// textRoom is the number of bytes of short texts that are allocated together. A
// track has tens of thousands of texts, and allocating each separately is slow.
const textRoom = 4 << 10

// valid returns text with invalid bytes replaced by U+FFFD.
func (s *Scanner) valid(b []byte) string {
	switch {
	case !utf8.Valid(b):
		return strings.ToValidUTF8(string(b), "\ufffd")
	case len(b) > textRoom/8:
		return string(b)
	}
	if s.texts.Cap()-s.texts.Len() < len(b) {
		s.texts.Reset() // strings that were made from it remain valid
		s.texts.Grow(textRoom)
	}
	from := s.texts.Len()
	s.texts.Write(b)
	return s.texts.String()[from:]
}

// directive rejects documents that define entities. A recording needs none, and
// entities can turn a small file into a large one.
func (s *Scanner) directive(d []byte) {
	if bytes.Contains(bytes.ToUpper(d), []byte("ENTITY")) {
		s.err = training.Errorf(training.KindUnsupported, "The file defines XML entities, which Lapkeep does not expand.").
			WithFix("Export the activity again from the device or service.")
	}
}

func (s *Scanner) end(err error) {
	if !errors.Is(err, io.EOF) || len(s.path) > 0 {
		s.cut = true
	}
	s.err = io.EOF
}

// Err returns the error that stopped the scan early, unless the cause was the
// document itself.
func (s *Scanner) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// Cut reports whether the document ended early or is not well formed.
func (s *Scanner) Cut() bool { return s.cut }

// Attr returns the value of an attribute of the element that has just started, or
// "" if it is missing.
func (s *Scanner) Attr(name string) string {
	for _, a := range s.attrs {
		if a.name == name {
			return s.valid(PlainXML(a.value))
		}
	}
	return ""
}

// Attrs yields the attributes of the element that has just started, by local name.
func (s *Scanner) Attrs() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, a := range s.attrs {
			if !yield(a.name, s.valid(PlainXML(a.value))) {
				return
			}
		}
	}
}

// Parent returns the name of the element around the current one, or "" if there
// is none.
func (s *Scanner) Parent() string {
	i := len(s.path) - 1
	if s.Start {
		i--
	}
	if i < 0 {
		return ""
	}
	return s.path[i]
}

// Within reports whether an element of that name is open around this edge.
func (s *Scanner) Within(name string) bool {
	for _, p := range s.path {
		if p == name {
			return true
		}
	}
	return false
}

// Limits restricts the cost of one input. A zero field means the default.
type Limits struct {
	// MaxBytes is the largest size of the unpacked content.
	MaxBytes int64
	// MaxRatio is the largest number of bytes to which one compressed byte may expand.
	MaxRatio int64
	// MaxDepth is the largest number of nested compressions.
	MaxDepth int
	// MaxNesting is the largest depth of nested XML elements.
	MaxNesting int
	// MaxRecords is the largest number of records in one file.
	MaxRecords int
	// Timeout is the longest time for reading a file.
	Timeout time.Duration
}

// The defaults allow a week at 1 Hz, or a day and a half as XML with every sensor. They suit
// a machine with little memory, which must hold the bytes and everything made from them at
// the same time.
const (
	defaultMaxBytes   = 48 << 20
	defaultMaxRatio   = 200
	defaultMaxDepth   = 2
	defaultMaxNesting = 64
	defaultMaxRecords = 7 * 24 * 60 * 60
	defaultTimeout    = 60 * time.Second
)

// WithDefaults returns the limits with zero fields replaced by the defaults.
func (l Limits) WithDefaults() Limits {
	l.MaxBytes = orDefault(l.MaxBytes, defaultMaxBytes)
	l.MaxRatio = orDefault(l.MaxRatio, defaultMaxRatio)
	l.MaxDepth = orDefault(l.MaxDepth, defaultMaxDepth)
	l.MaxNesting = orDefault(l.MaxNesting, defaultMaxNesting)
	l.MaxRecords = orDefault(l.MaxRecords, defaultMaxRecords)
	l.Timeout = orDefault(l.Timeout, defaultTimeout)
	return l
}

func orDefault[T int | int64 | time.Duration](v, d T) T {
	if v <= 0 {
		return d
	}
	return v
}

// word is a name as written in a document, and its part without the prefix.
type word struct {
	raw, local string
	next       *word // the word that followed this one last time
}

// names holds each word of a document once. The points of a track have the same elements in
// the same order, so the next name is nearly always the one that followed last time, and an
// end tag is that of the innermost element. Comparing with these is cheaper than a lookup.
type names struct {
	byRaw map[string]*word
	last  *word // the last word that was a start tag or an attribute
	open  []*word
}

func newNames() names { return names{byRaw: map[string]*word{}, last: &word{}} }

// maxNames limits the number of names that are kept; documents have dozens.
const maxNames = 1000

// find returns the word of a name whose prefix ends at colon. colon is 0 if
// there is no prefix.
func (n *names) find(raw []byte, colon int) *word {
	if w, ok := n.byRaw[string(raw)]; ok {
		return w
	}
	local := raw
	if colon > 0 && colon < len(raw)-1 {
		local = raw[colon+1:]
	}
	w := &word{raw: string(raw), local: string(bytes.ToValidUTF8(local, []byte("\ufffd")))}
	if len(n.byRaw) < maxNames {
		n.byRaw[w.raw] = w
	}
	return w
}

// predicted returns the word that followed the last one the previous time, or nil
// if the text does not begin with it.
func (n *names) predicted(text []byte) *word {
	w := n.last.next
	if w == nil || len(text) <= len(w.raw) || string(text[:len(w.raw)]) != w.raw || inName[text[len(w.raw)]] {
		return nil
	}
	return w
}

// innermost closes the innermost element and returns its word, or nil if the text
// is not its end tag.
func (n *names) innermost(text []byte) *word {
	i := len(n.open) - 1
	if i < 0 {
		return nil
	}
	w := n.open[i]
	if len(text) <= len(w.raw) || text[len(w.raw)] != '>' || string(text[:len(w.raw)]) != w.raw {
		return nil
	}
	n.open = n.open[:i]
	return w
}
