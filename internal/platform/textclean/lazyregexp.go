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

// Regexp is an expression that is compiled on first use.
type Regexp struct{ compiled func() *regexp.Regexp }

// LazyRegexp names an expression; one that is wrong panics on first use.
func LazyRegexp(expr string) Regexp {
	return Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Get is the compiled expression.
func (r Regexp) Get() *regexp.Regexp { return r.compiled() }

// UTF8 is the text without a mark of the byte order, and whether it is any:
// UTF-16 is told by its mark, and what is no UTF-8 is taken for Windows-1252
// unless it holds bytes that no text has.
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

// Quote is a word as the shell of a system takes it: sh, or PowerShell.
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

// Here is a word as the shell of this computer takes it.
func Here(w string) string { return Quote(w, runtime.GOOS) }

// Split are the words of a command, apart by spaces, but for spaces within '…' or
// "…". Nothing in it is expanded, and ok is false where a quote does not end.
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
