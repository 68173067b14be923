package workoutfile

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// icalFile writes lines of iCalendar. They are written here: the library for it
// compiles expressions at every start of the program and leaves a carriage
// return in a text as it is, and tests read with it what is written.
type icalFile struct{ bytes.Buffer }

// A line has at most 75 octets without its end (RFC 5545, 3.1); what is behind
// stands in lines that begin with a space.
const (
	lineOctets = 75
	lineEnd    = "\r\n"
)

// line writes a line, which is valid UTF-8, folded between characters.
func (f *icalFile) line(s string) {
	for room := lineOctets; len(s) > room; room = lineOctets - 1 {
		n := room
		for !utf8.RuneStart(s[n]) {
			n--
		}
		f.WriteString(s[:n] + lineEnd + " ")
		s = s[n:]
	}
	f.WriteString(s + lineEnd)
}

// property writes a value as it is; an empty one is left out.
func (f *icalFile) property(name, value string) {
	if value != "" {
		f.line(name + ":" + value)
	}
}

// text writes a text, or several as a list.
func (f *icalFile) text(name string, texts ...string) {
	var escaped []string
	for _, s := range texts {
		if s != "" {
			escaped = append(escaped, escaper.Replace(s))
		}
	}
	f.property(name, strings.Join(escaped, ","))
}

// escaper is that of 3.3.11.
var escaper = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)
