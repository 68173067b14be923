// Package xmlscan reads XML as a stream of elements with a bound on nesting,
// without entities and with a way to stop. It matches local names only:
// recorders disagree about prefixes and namespaces. It knows no format.
package xmlscan

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lapkeep/internal/recording/reading"
	"lapkeep/internal/training"
)

// Scanner goes through the elements of a document, one edge at a time:
//
//	for s.Next() { … s.Start, s.Name, s.Text … }
//	if err := s.Err(); err != nil { … }
type Scanner struct {
	// Start is true at the start of an element, false at its end.
	Start bool
	// Name is the element's local name.
	Name string
	// Text is, at an element's end, the text in it since its last child.
	Text string

	ctx   context.Context
	dec   *xml.Decoder
	limit int
	path  []string
	attrs []xml.Attr
	text  []byte
	n     int
	err   error
	cut   bool
}

// checkEvery is how many tokens pass between looks at the context.
const checkEvery = 1024

// maxText bounds the text of one element.
const maxText = 64 << 10

// New scans data.
func New(ctx context.Context, data []byte, limits reading.Limits) *Scanner {
	var r io.Reader = bytes.NewReader(data)
	if len(data) > 1 && (data[0] == 0xFF && data[1] == 0xFE || data[0] == 0xFE && data[1] == 0xFF) {
		r = transform.NewReader(r, unicode.BOMOverride(unicode.UTF8.NewDecoder()))
	}
	s := &Scanner{ctx: ctx, dec: xml.NewDecoder(r), limit: limits.WithDefaults().MaxNesting}
	s.dec.Strict = false
	s.dec.CharsetReader = charset
	return s
}

// charset decodes the encodings that recorders name besides UTF-8. A document
// in UTF-16 has been decoded by its first bytes already.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "latin1", "iso8859-1":
		return charmap.ISO8859_1.NewDecoder().Reader(in), nil
	case "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	}
	return in, nil
}

// Next goes to the next edge of an element. It is false at the end and at an
// error.
func (s *Scanner) Next() bool {
	for s.err == nil {
		if s.n++; s.n%checkEvery == 1 {
			if s.err = s.ctx.Err(); s.err != nil {
				return false
			}
		}
		tok, err := s.dec.RawToken()
		if err != nil {
			s.end(err)
			return false
		}
		switch t := tok.(type) {
		case xml.StartElement:
			return s.start(t)
		case xml.EndElement:
			if s.leave(t.Name.Local) {
				return true
			}
		case xml.CharData:
			if len(s.text)+len(t) <= maxText {
				s.text = append(s.text, t...)
			}
		case xml.Directive:
			s.directive(t)
		}
	}
	return false
}

func (s *Scanner) start(t xml.StartElement) bool {
	if len(s.path) >= s.limit {
		s.err = training.Errorf(training.KindTooLarge, "The file nests more than %d elements.", s.limit).
			WithFix("Export the activity again; no recorder writes such a file.")
		return false
	}
	s.Start, s.Name, s.Text, s.attrs = true, t.Name.Local, "", t.Attr
	s.path = append(s.path, t.Name.Local)
	s.text = s.text[:0]
	return true
}

// leave closes the innermost element of that name, and with it those within
// that were never closed. An end without a start is ignored.
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
	s.Text = string(bytes.TrimSpace(s.text))
	s.text = s.text[:0]
	return true
}

// directive refuses documents that define entities: they have no use in a
// recording, and are how a small file becomes a large one.
func (s *Scanner) directive(d xml.Directive) {
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

// Err is what stopped the scan before the end, if not the document itself.
func (s *Scanner) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// Cut says that the document ended where it should not or is not well formed.
func (s *Scanner) Cut() bool { return s.cut }

// Attr is the value of an attribute of the element that just started.
func (s *Scanner) Attr(name string) string {
	for _, a := range s.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Parent is the name of the element around the current one.
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
