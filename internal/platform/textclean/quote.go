package textclean

import (
	"runtime"
	"strings"
)

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
