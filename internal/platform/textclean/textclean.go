// Package textclean makes words from outside (a file, a service, another person) safe to
// pass on as data. It removes invisible characters and those that change the reading order,
// except the joiners of emoji, and limits the length. It escapes text that a page would
// otherwise render as a link or a picture. The meaning of the words plays no role.
//
// # Lazyregexp
//
// [LazyRegexp] compiles regular expressions on first use. Clients start the program for
// each conversation; without this, every start would spend a millisecond on expressions
// that most runs never need.
//
// # Plaintext
//
// [UTF8] reads the text of files that people have opened and saved again: for example,
// spreadsheet programs write tables in UTF-16 or in a Windows code page.
//
// # Shellword
//
// [Quote] quotes words for commands that are printed for people.
package textclean

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// These are the maximum lengths of texts in results, in runes.
const (
	NameRunes = 200
	PathRunes = 400
	TextRunes = 4000
)

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// Line cleans s to one line of at most limit runes: every sequence of white space becomes
// one blank.
func Line(s string, limit int) string {
	return Text(strings.Join(strings.Fields(visible(s, false)), " "), limit)
}

// Text cleans s, keeping line feeds and tabs, and shortens it to at most limit runes,
// including the ellipsis that marks a cut. Invalid UTF-8 becomes the replacement rune.
func Text(s string, limit int) string {
	s = strings.TrimSpace(visible(s, true))
	if limit <= 0 || utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit-1 {
			return strings.TrimRightFunc(s[:i], func(r rune) bool { return unicode.IsSpace(r) || r == joiner }) + Ellipsis
		}
		n++
	}
	return s
}

// visible removes invisible characters. Carriage returns become line feeds, so
// that a cleaned text has only one kind of line ending.
func visible(s string, lines bool) string {
	if plain(s) == len(s) {
		return s
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(s))
	last := rune(0) // the last rune kept
	for s != "" {
		if n := plain(s); n > 0 {
			b.WriteString(s[:n])
			last, s = rune(s[n-1]), s[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		s = s[n:]
		if r != joiner || !joins(last, s) {
			r = shown(r, lines)
		}
		if r >= 0 {
			b.WriteRune(r)
			last = r
		}
	}
	return b.String()
}

// plain returns the length of the text at the beginning of s that needs no cleaning, as
// nearly all text: printable ASCII, line feeds and tabs.
func plain(s string) int {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c >= del) && c != '\n' && c != '\t' {
			return i
		}
	}
	return len(s)
}

// shown returns the rune that is shown for r, or a negative number if r is dropped.
func shown(r rune, lines bool) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
		if lines {
			return '\n'
		}
		return ' '
	case Hidden(r):
		return -1
	}
	return r
}

// joiner combines several emoji into one picture: for example, a cyclist and a woman sign.
const joiner = '\u200d'

// joins reports whether a joiner between before and after joins two emoji.
// Anywhere else, it is an invisible character.
func joins(before rune, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return emoji(before) && emoji(next)
}

// emoji reports whether a rune is in one of the blocks of joinable emoji: arrows,
// symbols, dingbats and pictographs, including skin tones.
func emoji(r rune) bool {
	return r >= 0x2190 && r <= 0x21FF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r >= 0x1F300 && r <= 0x1FAFF
}

// Hidden reports whether r is invisible or changes how its neighbours are read:
// controls, bidi marks, zero-width and tag characters, variation selectors,
// fillers, private use and noncharacters.
func Hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	case r == '\u115F', r == '\u1160', r == '\u3164', r == '\uFFA0', r == '\u034F', r == '\u2800':
		return true // invisible fillers and joiners
	case r >= 0xE0000 && r <= 0xE0FFF:
		return true // tag characters: ASCII that no font draws
	}
	return false
}

// Markdown escapes s for a program that may render it as Markdown, so that it
// produces no link, picture or HTML element. A bare address is left as it is.
func Markdown(s string) string {
	return undrawn(strings.ReplaceAll(s, "]:", `]\:`), `\(`, `\<`)
}

// MarkdownJSON does the same for JSON. Only strings can contain such text, and
// inside them JSON escapes do not change the value.
func MarkdownJSON(b []byte) string { return undrawn(string(JSON(b)), `\u0028`, `\u003c`) }

// undrawn replaces round brackets that would make a link, and angle brackets that would
// begin an element.
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

// begins reports whether s, the text after an angle bracket, could begin an element, an
// end tag, a comment or an address.
func begins(s string) bool {
	if s == "" {
		return false
	}
	c := s[0] | 0x20 // letters become lower case
	return c >= 'a' && c <= 'z' || s[0] == '/' || s[0] == '!' || s[0] == '?'
}

// JSON escapes the characters in JSON for which [Hidden] returns true, so that a terminal
// can show it, without changing its meaning.
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

// WriteJSON writes v as one line of JSON that a terminal can show unchanged.
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

// del is the only control character that JSON allows unescaped in strings.
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

// Writer writes lines for a person. It removes invisible characters and those that
// control a terminal from each write.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ w io.Writer }

// EraseLine returns to the beginning of a terminal's line and clears it. It is allowed at
// the beginning of a write, where it can erase only a progress line.
const EraseLine = "\r\x1b[K"

func (c writer) Write(p []byte) (int, error) {
	text, erases := strings.CutPrefix(string(p), EraseLine)
	clean := visible(text, true)
	if erases {
		clean = EraseLine + clean
	}
	if _, err := io.WriteString(c.w, clean); err != nil {
		return 0, err
	}
	return len(p), nil
}
