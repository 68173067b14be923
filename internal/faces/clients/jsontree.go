package clients

import (
	"encoding/json"
	"strings"

	"lapkeep/internal/platform/textclean"
)

// jsonNode is a value with its place in the text.
type jsonNode struct {
	start, end int // the value's own bytes
	object     bool
	members    []jsonMember // of an object
	items      []jsonNode   // of an array
}

type jsonMember struct {
	key   string
	start int // of the key
	value jsonNode
	comma int // of the comma behind it, or -1
}

// member finds the last member of a name: readers let the last one win.
func (n jsonNode) member(key string) int {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].key == key {
			return i
		}
	}
	return -1
}

// maxDepth is far beyond any configuration.
const maxDepth = 200

type jsonReader struct {
	doc    []byte
	at     int
	format ConfigFormat
	depth  int
}

// readJSON reads a whole document. An empty one is an empty object of no
// bytes.
func readJSON(doc []byte, f ConfigFormat) (jsonNode, error) {
	r := &jsonReader{doc: doc, format: f}
	if strings.HasPrefix(string(doc), "\ufeff") {
		r.at = len("\ufeff")
	}
	if err := r.skip(); err != nil {
		return jsonNode{}, err
	}
	if r.at == len(doc) {
		return jsonNode{start: r.at, end: r.at, object: true}, nil
	}
	n, err := r.value()
	if err != nil {
		return n, err
	}
	if err := r.skip(); err != nil {
		return n, err
	}
	if r.at < len(doc) {
		return n, r.fail("there is more after the end")
	}
	if !n.object {
		r.at = n.start
		return n, r.fail("the file should be an object in braces")
	}
	return n, nil
}

func (r *jsonReader) fail(format string, args ...any) error {
	return syntaxError(r.format, r.doc, r.at, format, args...)
}

func (r *jsonReader) peek() byte {
	if r.at < len(r.doc) {
		return r.doc[r.at]
	}
	return 0
}

// skip goes over blanks and comments.
func (r *jsonReader) skip() error {
	for r.at < len(r.doc) {
		switch r.doc[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		case '/':
			if err := r.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (r *jsonReader) comment() error {
	if r.format == JSON {
		return r.fail("a comment, which this file may not have")
	}
	rest := string(r.doc[r.at:])
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			rest = strings.TrimSuffix(rest[:n], "\r")
		}
		r.at += len(rest)
		return nil
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return r.fail("a comment does not end")
		}
		r.at += n + 4
		return nil
	}
	return r.fail("a stray /")
}

func (r *jsonReader) value() (jsonNode, error) {
	switch r.peek() {
	case '{':
		return r.nested((*jsonReader).object)
	case '[':
		return r.nested((*jsonReader).array)
	case '"', '\'':
		start := r.at
		_, err := r.text()
		return jsonNode{start: start, end: r.at}, err
	}
	return r.scalar()
}

func (r *jsonReader) nested(read func(*jsonReader) (jsonNode, error)) (jsonNode, error) {
	if r.depth++; r.depth > maxDepth {
		return jsonNode{}, r.fail("it is nested too deeply")
	}
	defer func() { r.depth-- }()
	return read(r)
}

var (
	jsonScalar  = textclean.LazyRegexp(`^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)`)
	json5Scalar = textclean.LazyRegexp(`^(?:true|false|null|[+-]?(?:Infinity|NaN|0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?))`)
	json5Name   = textclean.LazyRegexp(`^[\pL_$][\pL\pN_$]*`)
)

func (r *jsonReader) scalar() (jsonNode, error) {
	re := jsonScalar
	if r.format == JSON5 {
		re = json5Scalar
	}
	m := re.Get().Find(r.doc[r.at:])
	if m == nil {
		if r.at >= len(r.doc) {
			return jsonNode{}, r.fail("the file ends too early")
		}
		return jsonNode{}, r.fail("a value is missing or misspelt")
	}
	start := r.at
	r.at += len(m)
	return jsonNode{start: start, end: r.at}, nil
}

// text reads a quoted string and returns what it says.
func (r *jsonReader) text() (string, error) {
	start, quote := r.at, r.doc[r.at]
	if quote == '\'' && r.format != JSON5 {
		return "", r.fail("single quotes")
	}
	for r.at++; r.at < len(r.doc); r.at++ {
		switch r.doc[r.at] {
		case '\\':
			r.at++
		case '\n':
			return "", r.fail("a text is not closed")
		case quote:
			r.at++
			raw := r.doc[start:r.at]
			if r.format == JSON5 {
				return string(raw[1 : len(raw)-1]), nil
			}
			var s string
			if err := json.Unmarshal(raw, &s); err != nil {
				r.at = start
				return "", r.fail("a text has a wrong escape; a backslash is written twice")
			}
			return s, nil
		}
	}
	r.at = start
	return "", r.fail("a text is not closed")
}

func (r *jsonReader) key() (string, error) {
	if c := r.peek(); c == '"' || c == '\'' {
		return r.text()
	}
	if m := json5Name.Get().Find(r.doc[r.at:]); r.format == JSON5 && m != nil {
		r.at += len(m)
		return string(m), nil
	}
	return "", r.fail("a name in quotes is missing, or there is a comma too many")
}

func (r *jsonReader) object() (jsonNode, error) {
	n := jsonNode{start: r.at, object: true}
	r.at++
	for {
		if err := r.skip(); err != nil {
			return n, err
		}
		if r.closes('}', len(n.members) > 0 && n.members[len(n.members)-1].comma >= 0) {
			n.end = r.at
			return n, nil
		}
		m, err := r.member()
		if err != nil {
			return n, err
		}
		n.members = append(n.members, m)
		if m.comma < 0 && r.peek() != '}' {
			return n, r.fail("a comma or a closing brace is missing")
		}
	}
}

// closes goes over a closing bracket, unless it follows a comma that is not
// allowed.
func (r *jsonReader) closes(bracket byte, afterComma bool) bool {
	if r.peek() != bracket || afterComma && r.format == JSON {
		return false
	}
	r.at++
	return true
}

func (r *jsonReader) member() (jsonMember, error) {
	m := jsonMember{start: r.at, comma: -1}
	var err error
	if m.key, err = r.key(); err != nil {
		return m, err
	}
	if err = r.skip(); err != nil {
		return m, err
	}
	if r.peek() != ':' {
		return m, r.fail("a colon is missing")
	}
	r.at++
	if err = r.skip(); err != nil {
		return m, err
	}
	if m.value, err = r.value(); err != nil {
		return m, err
	}
	m.comma, err = r.comma()
	return m, err
}

// comma goes over blanks and one comma and returns its place.
func (r *jsonReader) comma() (int, error) {
	if err := r.skip(); err != nil || r.peek() != ',' {
		return -1, err
	}
	r.at++
	return r.at - 1, nil
}

func (r *jsonReader) array() (jsonNode, error) {
	n, comma := jsonNode{start: r.at}, -1
	r.at++
	for {
		if err := r.skip(); err != nil {
			return n, err
		}
		if r.closes(']', comma >= 0) {
			n.end = r.at
			return n, nil
		}
		item, err := r.value()
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
		if comma, err = r.comma(); err != nil {
			return n, err
		}
		if comma < 0 && r.peek() != ']' {
			return n, r.fail("a comma or a closing bracket is missing")
		}
	}
}
