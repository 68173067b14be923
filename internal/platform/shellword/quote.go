// Package shellword writes words into commands that are printed for people.
package shellword

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
