package apple

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// element is a tag with its attributes. Its bytes are the scanner's.
type element struct {
	name    []byte
	closing bool // </name>
	empty   bool // <name/>
	attrs   []attribute
	broken  bool // something in it is not well-formed
}

type attribute struct{ name, value []byte }

// parse reads the inside of a tag into e.
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

// raw is a value as it is written.
func (e *element) raw(name string) []byte {
	for i := range e.attrs {
		if string(e.attrs[i].name) == name {
			return e.attrs[i].value
		}
	}
	return nil
}

// text is a value.
func (e *element) text(name string) string { return plain(e.raw(name)) }

// number is a finite value.
func (e *element) number(name string) (float64, bool) { return number(e.raw(name)) }

func number(b []byte) (float64, bool) {
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil && v-v == 0
}

// plain resolves the references that XML itself defines; others stay as they
// are written.
func plain(b []byte) string {
	if bytes.IndexByte(b, '&') < 0 {
		return string(b)
	}
	var out strings.Builder
	for len(b) > 0 {
		i := bytes.IndexByte(b, '&')
		if i < 0 {
			i = len(b)
		}
		out.Write(b[:i])
		if b = b[i:]; len(b) == 0 {
			break
		}
		end := bytes.IndexByte(b[:min(len(b), 12)], ';')
		if r := reference(b[1:max(end, 1)]); r != 0 {
			out.WriteRune(r)
			b = b[end+1:]
			continue
		}
		out.WriteByte('&')
		b = b[1:]
	}
	return out.String()
}

// reference resolves "amp" or "#x2019"; it returns 0 if the name stands for nothing.
func reference(name []byte) rune {
	switch string(name) {
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	digits, ok := bytes.CutPrefix(name, []byte("#"))
	base := 10
	if hex, is := bytes.CutPrefix(digits, []byte("x")); is {
		digits, base = hex, 16
	}
	n, err := strconv.ParseInt(string(digits), base, 32)
	if !ok || err != nil || n < ' ' && n != '\n' && n != '\t' || !utf8.ValidRune(rune(n)) {
		return 0
	}
	return rune(n)
}
