package textclean

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Markdown gives s to a program that may draw it as Markdown: no link, picture
// or element of HTML comes of it. An address that stands by itself stays.
func Markdown(s string) string {
	return undrawn(strings.ReplaceAll(s, "]:", `]\:`), `\(`, `\<`)
}

// MarkdownJSON does so with JSON, whose strings alone can hold what is drawn:
// it is escaped as JSON escapes it, so that the same is read from it.
func MarkdownJSON(b []byte) string { return undrawn(string(JSON(b)), `\u0028`, `\u003c`) }

// undrawn writes other words for the bracket that makes a link of what stands
// before it, and for the one that begins an element.
func undrawn(s, round, angle string) string {
	s = strings.ReplaceAll(s, "](", "]"+round)
	at := strings.IndexByte(s, '<')
	if at < 0 {
		return s
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(s, '<') {
		b.WriteString(s[:at])
		if s = s[at+1:]; begins(s) {
			b.WriteString(angle)
		} else {
			b.WriteByte('<')
		}
	}
	b.WriteString(s)
	return b.String()
}

// begins says that an element, its end, a comment or an address goes on
// like this behind its bracket.
func begins(s string) bool {
	if s == "" {
		return false
	}
	c := s[0] | 0x20 // letters in lower case
	return c >= 'a' && c <= 'z' || s[0] == '/' || s[0] == '!' || s[0] == '?'
}

// JSON gives JSON to a terminal: what [Hidden] speaks of is escaped, so that
// the same is read from it.
func JSON(b []byte) []byte {
	from := 0
	var out []byte
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf && b[i] != del {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if Hidden(r) || r == '\u2028' || r == '\u2029' {
			out = appendEscaped(append(out, b[from:i]...), r)
			from = i + n
		}
		i += n
	}
	if out == nil {
		return b
	}
	return append(out, b[from:]...)
}

// WriteJSON writes v as one line of JSON that a terminal shows as it is.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(JSON(b.Bytes()))
	return err
}

// del is the one control character that JSON lets stand in strings as it is.
const del = 0x7f

func appendEscaped(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return appendUnit(appendUnit(b, high), low)
	}
	return appendUnit(b, r)
}

func appendUnit(b []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
