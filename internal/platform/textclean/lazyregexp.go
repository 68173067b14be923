package textclean

import (
	"bytes"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Regexp is a regular expression that is compiled on first use.
type Regexp struct{ compiled func() *regexp.Regexp }

// LazyRegexp returns the expression, which panics on first use if it is invalid.
func LazyRegexp(expr string) Regexp {
	return Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Get returns the compiled expression.
func (r Regexp) Get() *regexp.Regexp { return r.compiled() }

// UTF8 decodes text as UTF-8 without a byte order mark, and reports whether the data is
// text. UTF-16 is recognised by its byte order mark; data that is not UTF-8 is read as
// Windows-1252, unless it contains bytes that never occur in text.
func UTF8(data []byte) ([]byte, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
		return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	case bytes.IndexByte(data, 0) >= 0:
		return nil, false
	case utf8.Valid(data):
		return bytes.TrimPrefix(data, []byte("\ufeff")), true
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return text, err == nil && !bytes.ContainsRune(text, utf8.RuneError)
}

// Quote quotes a word for the shell of an operating system: sh, or PowerShell on Windows.
func Quote(w, system string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./:=,@+", r) || system == windows && r == '\\'
	}
	if w != "" && strings.TrimFunc(w, plain) == "" {
		return w
	}
	if system == windows {
		return "'" + strings.ReplaceAll(w, "'", "''") + "'"
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

const windows = "windows"

// Here quotes a word for the shell of this computer.
func Here(w string) string { return Quote(w, runtime.GOOS) }

// Split splits a command into words at spaces outside '…' and "…". It does not expand
// variables or patterns; ok is false if a quote is not closed.
func Split(text string) (words []string, ok bool) {
	var word strings.Builder
	var quote rune
	begun := false
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words, quote == 0
}
