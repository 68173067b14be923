package reading

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

type token uint8

const (
	startTag  token = iota // name and attrs
	endTag                 // name
	charData               // text
	directive              // text, from <! to >
)

var errSyntax = errors.New("the markup is not well-formed")

// lexer splits a UTF-8 document into tokens, like encoding/xml in its non-strict
// mode: attributes may lack quotes, and unknown entities are left unchanged. It is
// several times as fast, because it does not check names and copies only text that
// must change. A token is part of the document and valid until the next token.
type lexer struct {
	data []byte
	at   int
	names
	closed string // an element that its own start tag has closed

	name  string
	text  []byte
	attrs []attr
}

// attr is an attribute. The entities in its value are not resolved.
type attr struct {
	name  string
	value []byte
}

func (l *lexer) next() (token, error) {
	for {
		if l.closed != "" {
			l.name, l.closed = l.closed, ""
			return endTag, nil
		}
		rest := l.data[l.at:]
		if len(rest) == 0 {
			return 0, io.EOF
		}
		if rest[0] != '<' {
			n := bytes.IndexByte(rest, '<')
			if n < 0 {
				n = len(rest)
			}
			l.text = PlainXML(rest[:n])
			l.at += n
			return charData, nil
		}
		if len(rest) < 2 {
			return 0, errSyntax
		}
		switch rest[1] {
		case '/':
			return endTag, l.end()
		case '?':
			if !l.skip("<?", "?>") {
				return 0, errSyntax
			}
		case '!':
			found, t, err := l.bang(rest)
			if found || err != nil {
				return t, err
			}
		default:
			return startTag, l.start()
		}
	}
}

// bang reads markup that begins with <!. It returns false for a comment.
func (l *lexer) bang(rest []byte) (found bool, t token, err error) {
	const cdata = "<![CDATA["
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if !l.skip("<!--", "-->") {
			err = errSyntax
		}
		return false, 0, err
	case bytes.HasPrefix(rest, []byte(cdata)):
		from := l.at + len(cdata)
		if !l.skip(cdata, "]]>") {
			return false, 0, errSyntax
		}
		l.text = lines(l.data[from : l.at-len("]]>")])
		return true, charData, nil
	}
	n := directiveEnd(rest)
	if n < 0 {
		return false, 0, errSyntax
	}
	l.text = rest[:n]
	l.at += n
	return true, directive, nil
}

// skip skips the text between two marks. It reports whether it found the second one.
func (l *lexer) skip(from, to string) bool {
	n := bytes.Index(l.data[l.at+len(from):], []byte(to))
	if n < 0 {
		return false
	}
	l.at += len(from) + n + len(to)
	return true
}

// directiveEnd returns the length of a directive, which may contain other
// directives, quotes and comments, or -1 if it does not end. The byte after <! is
// always part of it, as in encoding/xml.
func directiveEnd(b []byte) int {
	depth, quote := 1, byte(0)
	for i := len("<!") + 1; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<' && bytes.HasPrefix(b[i:], []byte("<!--")):
			n := bytes.Index(b[i+len("<!--"):], []byte("-->"))
			if n < 0 {
				return -1
			}
			i += len("<!--") + n + len("-->") - 1
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

func (l *lexer) start() error {
	l.at++
	w := l.word()
	if w == nil {
		return errSyntax
	}
	l.attrs = l.attrs[:0]
	for {
		l.space()
		if l.at >= len(l.data) {
			return errSyntax
		}
		switch l.data[l.at] {
		case '>':
			l.at++
			l.name = w.local
			l.open = append(l.open, w)
			return nil
		case '/':
			if l.at+1 >= len(l.data) || l.data[l.at+1] != '>' {
				return errSyntax
			}
			l.at += 2
			l.name, l.closed = w.local, w.local
			return nil
		}
		if err := l.attribute(); err != nil {
			return err
		}
	}
}

// attribute reads name="value". The quotes or the value may be missing.
func (l *lexer) attribute() error {
	w := l.word()
	if w == nil {
		return errSyntax
	}
	name := w.local
	l.space()
	if l.at >= len(l.data) {
		return errSyntax
	}
	if l.data[l.at] != '=' {
		l.attrs = append(l.attrs, attr{name, []byte(name)})
		return nil
	}
	l.at++
	l.space()
	if l.at >= len(l.data) {
		return errSyntax
	}
	from := l.at
	if q := l.data[l.at]; q == '"' || q == '\'' {
		n := bytes.IndexByte(l.data[from+1:], q)
		if n < 0 {
			return errSyntax
		}
		l.at += n + 2
		l.attrs = append(l.attrs, attr{name, l.data[from+1 : l.at-1]})
		return nil
	}
	for l.at < len(l.data) && (inName[l.data[l.at]] && l.data[l.at] < utf8.RuneSelf) {
		l.at++
	}
	if l.at >= len(l.data) {
		return errSyntax
	}
	l.attrs = append(l.attrs, attr{name, l.data[from:l.at]})
	return nil
}

func (l *lexer) end() error {
	l.at += len("</")
	if w := l.innermost(l.data[l.at:]); w != nil {
		l.at += len(w.raw) + 1
		l.name = w.local
		return nil
	}
	w := l.read()
	if w == nil {
		return errSyntax
	}
	l.space()
	if l.at >= len(l.data) || l.data[l.at] != '>' {
		return errSyntax
	}
	l.at++
	l.name = w.local
	return nil
}

// word reads the name of an element's start or of an attribute.
func (l *lexer) word() *word {
	w := l.predicted(l.data[l.at:])
	if w != nil {
		l.at += len(w.raw)
	} else if w = l.read(); w == nil {
		return nil
	}
	l.last.next, l.last = w, w
	return w
}

// read reads any name. It returns nil if there is none.
func (l *lexer) read() *word {
	from, colon, colons := l.at, 0, 0
	for l.at < len(l.data) && inName[l.data[l.at]] {
		if l.data[l.at] == ':' {
			colon, colons = l.at-from, colons+1
		}
		l.at++
	}
	raw := l.data[from:l.at]
	if l.at >= len(l.data) || len(raw) == 0 || colons > 1 || raw[0] == '-' || raw[0] == '.' || raw[0] >= '0' && raw[0] <= '9' {
		return nil
	}
	return l.find(raw, colon)
}

func (l *lexer) space() {
	for l.at < len(l.data) {
		switch l.data[l.at] {
		case ' ', '\t', '\r', '\n':
			l.at++
		default:
			return
		}
	}
}

// inName marks the bytes that names consist of.
var inName = func() (is [256]bool) {
	for c := range is {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= utf8.RuneSelf,
			strings.IndexByte("_:.-", byte(c)) >= 0: //nolint:gosec // a byte
			is[c] = true
		}
	}
	return is
}()

// PlainXML returns text with its entities and line ends resolved.
func PlainXML(b []byte) []byte {
	b = lines(b)
	at := bytes.IndexByte(b, '&')
	if at < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for at >= 0 {
		out = append(out, b[:at]...)
		b = b[at:]
		size, r := entity(b)
		if size == 0 {
			out, size = append(out, '&'), 1
		} else {
			out = utf8.AppendRune(out, r)
		}
		b = b[size:]
		at = bytes.IndexByte(b, '&')
	}
	return append(out, b...)
}

// lines converts other line ends to \n.
func lines(b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
}

// entity reads one entity. The size is 0 if the entity is unknown.
func entity(b []byte) (size int, r rune) {
	const longest = 12
	at := zeros(b)
	n := at + bytes.IndexByte(b[at:min(len(b), at+longest)], ';')
	if n < max(2, at) {
		return 0, 0
	}
	name := string(b[1:n])
	if r, ok := entities[name]; ok {
		return n + 1, r
	}
	digits, base := strings.TrimPrefix(name, "#"), 10
	if digits == name {
		return 0, 0
	}
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil || v > utf8.MaxRune || v < ' ' && v != '\t' && v != '\n' && v != '\r' {
		return 0, 0
	}
	return n + 1, rune(v)
}

// zeros returns the length of the beginning of a character reference, including all
// leading zeros, or 0 for other text.
func zeros(b []byte) int {
	if !bytes.HasPrefix(b, []byte("&#")) {
		return 0
	}
	at := len(b) - len(bytes.TrimPrefix(b[2:], []byte("x")))
	return len(b) - len(bytes.TrimLeft(b[at:], "0"))
}

var entities = map[string]rune{"lt": '<', "gt": '>', "amp": '&', "apos": '\'', "quot": '"'}
