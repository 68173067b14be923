package clients

import (
	"bytes"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
)

// tomlStatement is a table's header or a name with its value, on whole lines.
type tomlStatement struct {
	start, end int // with the line end
	path       []string
	header     bool
	value      string // of a name; the kind of a header
}

// belongs reports whether a statement is about path or what is below it.
func (s tomlStatement) belongs(path []string) bool {
	return len(s.path) >= len(path) && slices.Equal(s.path[:len(path)], path)
}

type tomlReader struct {
	doc   []byte
	at    int
	table []string
	depth int
}

// readTOML splits a document into statements. It checks how they are written,
// not whether two contradict each other.
func readTOML(doc []byte) ([]tomlStatement, error) {
	r := &tomlReader{doc: doc}
	if bytes.HasPrefix(doc, []byte("\ufeff")) {
		r.at = len("\ufeff")
	}
	var out []tomlStatement
	for {
		r.lines()
		if r.at >= len(doc) {
			return out, nil
		}
		s, err := r.statement()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
}

func (r *tomlReader) fail(what i18n.Sentence) error {
	return syntaxError(TOML, r.doc, r.at, "%s", what)
}

func (r *tomlReader) peek() byte {
	if r.at < len(r.doc) {
		return r.doc[r.at]
	}
	return 0
}

func (r *tomlReader) blanks() {
	for c := r.peek(); c == ' ' || c == '\t'; c = r.peek() {
		r.at++
	}
}

// lines goes over empty lines and comments. It stops where a line's first
// blanks begin if there is more on it.
func (r *tomlReader) lines() {
	for r.at < len(r.doc) {
		start := r.at
		r.blanks()
		if r.at < len(r.doc) && !r.endOfLine() {
			r.at = start
			return
		}
	}
}

// gaps goes over blanks, line ends and comments, within an array.
func (r *tomlReader) gaps() {
	for {
		r.blanks()
		if c := r.peek(); c != '#' && c != '\n' && c != '\r' {
			return
		}
		if !r.endOfLine() {
			return
		}
	}
}

// endOfLine goes over a comment and the line end; false if there is more.
func (r *tomlReader) endOfLine() bool {
	r.blanks()
	rest := r.doc[r.at:]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	} else {
		n++
	}
	if text := strings.TrimRight(string(rest[:n]), "\r\n"); text != "" && text[0] != '#' {
		return false
	}
	r.at += n
	return n > 0
}

func (r *tomlReader) statement() (tomlStatement, error) {
	s := tomlStatement{start: r.at}
	r.blanks()
	read := r.assignment
	if r.peek() == '[' {
		read = r.header
	}
	if err := read(&s); err != nil {
		return s, err
	}
	if !r.endOfLine() && r.at < len(r.doc) {
		return s, r.fail("there is more on the line than belongs there")
	}
	s.end = r.at
	return s, nil
}

func (r *tomlReader) header(s *tomlStatement) error {
	s.header = true
	r.at++
	if r.peek() == '[' {
		s.value = "[]"
		r.at++
	}
	var err error
	if s.path, err = r.names(); err != nil {
		return err
	}
	for range len(s.value)/2 + 1 {
		if r.peek() != ']' {
			return r.fail("a closing bracket is missing")
		}
		r.at++
	}
	r.table = s.path
	return nil
}

func (r *tomlReader) assignment(s *tomlStatement) error {
	names, err := r.names()
	if err != nil {
		return err
	}
	s.path = append(slices.Clone(r.table), names...)
	if r.peek() != '=' {
		return r.fail("an = is missing")
	}
	r.at++
	r.blanks()
	from := r.at
	err = r.value()
	s.value = string(r.doc[from:r.at])
	return err
}

var tomlName = textclean.LazyRegexp(`^[A-Za-z0-9_-]+`)

// names reads a dotted key.
func (r *tomlReader) names() ([]string, error) {
	var out []string
	for {
		r.blanks()
		switch c := r.peek(); c {
		case '"', '\'':
			from := r.at
			if err := r.quoted(c); err != nil {
				return nil, err
			}
			out = append(out, string(r.doc[from+1:r.at-1]))
		default:
			m := tomlName.Get().Find(r.doc[r.at:])
			if m == nil {
				return nil, r.fail("a name is missing")
			}
			r.at += len(m)
			out = append(out, string(m))
		}
		r.blanks()
		if r.peek() != '.' {
			return out, nil
		}
		r.at++
	}
}

var tomlEscape = textclean.LazyRegexp(`^(?:[btnfre"\\]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})`)

// quoted reads a text on one line.
func (r *tomlReader) quoted(quote byte) error {
	start := r.at
	for r.at++; r.at < len(r.doc) && r.doc[r.at] != '\n'; r.at++ {
		switch {
		case r.doc[r.at] == quote:
			r.at++
			return nil
		case r.doc[r.at] == '\\' && quote == '"':
			if r.at++; !tomlEscape.Get().Match(r.doc[r.at:]) {
				return r.fail("a text has a wrong escape; a backslash is written twice, or the text in single quotes")
			}
		}
	}
	r.at = start
	return r.fail("a text is not closed")
}

func (r *tomlReader) value() error {
	rest := r.doc[r.at:]
	for _, long := range []string{`"""`, `'''`} {
		if bytes.HasPrefix(rest, []byte(long)) {
			return r.long(long)
		}
	}
	switch c := r.peek(); c {
	case '"', '\'':
		return r.quoted(c)
	case '[':
		return r.list(']', r.value)
	case '{':
		return r.list('}', func() error { return r.assignment(&tomlStatement{}) })
	}
	m := tomlScalar.Get().Find(rest)
	if m == nil {
		return r.fail("a value is missing or misspelt")
	}
	r.at += len(m)
	return nil
}

var tomlScalar = textclean.LazyRegexp(`^(?:true\b|false\b|[+-]?(?:inf|nan)\b|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}[0-9:.Zz+-]*)?|[0-9]{2}:[0-9]{2}[0-9:.]*|[+-]?[0-9][0-9A-Fa-f_xob]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)`)

// long reads a text between triple quotes.
func (r *tomlReader) long(quote string) error {
	start := r.at
	for r.at += len(quote); r.at < len(r.doc); r.at++ {
		if r.doc[r.at] == '\\' && quote[0] == '"' {
			r.at++
			continue
		}
		if !bytes.HasPrefix(r.doc[r.at:], []byte(quote)) {
			continue
		}
		r.at += len(quote)
		for range 2 { // a text may end in quotes of its own
			if r.peek() == quote[0] {
				r.at++
			}
		}
		return nil
	}
	r.at = start
	return r.fail("a text is not closed")
}

// list reads items between brackets, separated by commas.
func (r *tomlReader) list(closing byte, item func() error) error {
	if r.depth++; r.depth > maxDepth {
		return r.fail("it is nested too deeply")
	}
	defer func() { r.depth-- }()
	r.at++
	for {
		r.gaps()
		if r.peek() == closing {
			r.at++
			return nil
		}
		if err := item(); err != nil {
			return err
		}
		r.gaps()
		switch r.peek() {
		case ',':
			r.at++
		case closing:
		default:
			return r.fail("a comma or a closing bracket is missing")
		}
	}
}
