package apple

import (
	"bytes"
	"io"
	"strconv"
	"unicode/utf8"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// element is a tag with its attributes. Its slices point into the scanner's buffer.
type element struct {
	name    []byte
	closing bool // </name>
	empty   bool // <name/>
	attrs   []attribute
	broken  bool // it is not well-formed
}

type attribute struct{ name, value []byte }

// parse parses the content of a tag into e.
func (e *element) parse(tag []byte) {
	*e = element{attrs: e.attrs[:0]}
	if len(tag) > 0 && tag[0] == '/' {
		e.closing, tag = true, tag[1:]
	}
	if n := len(tag); n > 0 && tag[n-1] == '/' {
		e.empty, tag = true, tag[:n-1]
	}
	end := bytes.IndexFunc(tag, func(r rune) bool { return r < utf8.RuneSelf && space(byte(r)) })
	if end < 0 {
		e.name = tag
		return
	}
	e.name, tag = tag[:end], tag[end:]
	for {
		for len(tag) > 0 && space(tag[0]) {
			tag = tag[1:]
		}
		if len(tag) == 0 {
			return
		}
		eq := bytes.IndexByte(tag, '=')
		if eq <= 0 || eq+1 >= len(tag) || !isName(tag[:eq]) {
			e.broken = true
			return
		}
		name, quote := tag[:eq], tag[eq+1]
		tag = tag[eq+2:]
		end := bytes.IndexByte(tag, quote)
		if quote != '"' && quote != '\'' || end < 0 {
			e.broken = true
			return
		}
		e.attrs = append(e.attrs, attribute{name, tag[:end]})
		if tag = tag[end+1:]; len(tag) > 0 && !space(tag[0]) {
			e.broken = true
			return
		}
	}
}

func isName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c == '"' || c == '\'' || c == '<' {
			return false
		}
	}
	return true
}

// raw returns the unparsed value of an attribute, or nil if there is none.
func (e *element) raw(name string) []byte {
	for i := range e.attrs {
		if string(e.attrs[i].name) == name {
			return e.attrs[i].value
		}
	}
	return nil
}

// text returns the text of an attribute.
func (e *element) text(name string) string { return string(reading.PlainXML(e.raw(name))) }

// number returns the number in an attribute, or false if there is no finite number.
func (e *element) number(name string) (float64, bool) { return number(e.raw(name)) }

func number(b []byte) (float64, bool) {
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil && v-v == 0
}

// scanner reads the tags of an XML document of any size. Apple's files are large and simple,
// but sometimes not well-formed, for example with a header without a closing bracket or a
// quotation mark within a value. So the scanner reads one tag at a time, and continues after
// a broken one. It never expands or fetches anything that a document refers to.
type scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int
	err      error
	typed    bool // a document type was found; only one is allowed
	// broken is the number of skipped tags.
	broken int
}

// bufferBytes is the maximum length of a tag or of the document type. nearBytes is the
// distance in which a fast search looks for the closing bracket before a slower search begins.
const (
	bufferBytes = 256 << 10
	nearBytes   = 1 << 10
)

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, bufferBytes)} }

var errEntities = training.Errorf(training.KindUnsupported, "The file defines XML entities, which are refused.").
	WithFix("Export the health data again; Apple's exports contain none.")

// refill reads more data into the buffer. It returns false at the end of the
// file, or if the buffer is full.
func (s *scanner) refill() bool {
	if s.err != nil {
		return false
	}
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		return false
	}
	n, err := s.r.Read(s.buf[s.end:])
	s.end += n
	s.err = err
	return n > 0 || err == nil
}

// has reports whether n bytes are available. It reads more data if needed.
func (s *scanner) has(n int) bool {
	for s.end-s.pos < n {
		if !s.refill() {
			return false
		}
	}
	return true
}

// next returns the content of the next tag, which is valid until the next call.
// It returns false at the end of the file and after an error.
func (s *scanner) next() ([]byte, bool) {
	for {
		i := bytes.IndexByte(s.buf[s.pos:s.end], '<')
		if i < 0 {
			if s.pos = s.end; !s.refill() {
				return nil, false
			}
			continue
		}
		s.pos += i
		if !s.has(2) {
			return nil, false
		}
		var ok bool
		switch s.buf[s.pos+1] {
		case '!':
			ok = s.declaration()
		case '?':
			ok = s.skipTo("?>")
		default:
			if tag, whole := s.tag(); whole {
				return tag, true
			}
			ok = s.end > s.pos
		}
		if !ok {
			return nil, false
		}
	}
}

func (s *scanner) declaration() bool {
	const comment, cdata, doctype = "<!--", "<![CDATA[", "<!DOCTYPE"
	_ = s.has(len(doctype))
	switch rest := s.buf[s.pos:s.end]; {
	case bytes.HasPrefix(rest, []byte(comment)):
		return s.skipTo("-->")
	case bytes.HasPrefix(rest, []byte(cdata)):
		return s.skipTo("]]>")
	case bytes.HasPrefix(rest, []byte(doctype)) && !s.typed:
		s.typed = true
		return s.doctype()
	}
	return s.skipTo(">")
}

// skipTo skips data up to and including the given text.
func (s *scanner) skipTo(end string) bool {
	for {
		if i := bytes.Index(s.buf[s.pos:s.end], []byte(end)); i >= 0 {
			s.pos += i + len(end)
			return true
		}
		s.pos = max(s.pos, s.end-len(end))
		if !s.refill() {
			return false
		}
	}
}

// doctype skips the document type. Its declarations need not be well-formed.
func (s *scanner) doctype() bool {
	for {
		rest := s.buf[s.pos:s.end]
		if bytes.Contains(rest, []byte("<!ENTITY")) {
			s.err = errEntities
			return false
		}
		end := -1
		subset, closing := bytes.IndexByte(rest, '['), bytes.IndexByte(rest, '>')
		switch {
		case closing >= 0 && (subset < 0 || closing < subset):
			end = closing + 1
		case subset >= 0:
			end = subsetEnd(rest)
		}
		if end > 0 {
			s.pos += end
			return true
		}
		if !s.refill() {
			if s.err == nil {
				s.err = training.Errorf(training.KindTooLarge, "The header of the file is larger than %d KiB.",
					bufferBytes>>10).WithFix("Check where the file comes from.")
			}
			return false
		}
	}
}

// subsetEnd returns the index after "]>", or -1 if b does not contain it yet.
func subsetEnd(b []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], ']')
		if i < 0 {
			return -1
		}
		at += i + 1
		for at < len(b) && space(b[at]) {
			at++
		}
		switch {
		case at == len(b):
			return -1
		case b[at] == '>':
			return at + 1
		}
	}
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// tag returns the content of the tag that begins here. If the tag is broken, it
// counts and skips it, and returns false.
func (s *scanner) tag() ([]byte, bool) {
	for from := 1; ; {
		b := s.buf[s.pos:s.end]
		end, more := tagEnd(b, from)
		switch {
		case end > 0 && b[end] == '>':
			s.pos += end + 1
			return b[1:end], true
		case end > 0:
			s.broken++
			s.pos += end
			return nil, false
		}
		from = more
		if s.end-s.pos == len(s.buf) {
			s.broken++
			s.pos++
			return nil, false
		}
		if !s.refill() {
			s.pos = s.end // the file has ended, possibly too early
			return nil, false
		}
	}
}

// tagEnd returns the index of the bracket that closes the tag in b, or of the character that
// shows that the tag is not closed. If b contains neither yet, the index is 0, and the
// search should continue at the index more.
func tagEnd(b []byte, from int) (end, more int) {
	if i := bytes.IndexByte(b[from:min(len(b), nearBytes)], '>'); i > 0 && from == 1 {
		// Nearly always the first bracket closes the tag, and all values before it are complete.
		in := b[1 : 1+i]
		if bytes.Count(in, []byte{'"'})%2 == 0 && !bytes.Contains(in, []byte("='")) {
			return 1 + i, 0
		}
	}
	quote := byte(0)
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case quote == 0 && c == '>', quote == 0 && c == '<':
			return i, 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '\n' && quote != 0:
			// A value may span several lines. If a tag begins on the next line,
			// the current tag is not closed.
			for i+1 < len(b) && space(b[i+1]) {
				i++
			}
			if i+1 < len(b) && b[i+1] == '<' {
				return i + 1, 0
			}
		}
	}
	return 0, 2
}
