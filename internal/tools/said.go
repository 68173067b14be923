package tools

import (
	"errors"
	"strconv"
	"unicode/utf8"
)

// sayer says a format with its operands in a language; nil is English.
type sayer = func(format string, args ...any) string

// saysText reports whether a member's texts are sentences of ours.
func saysText(name string) bool {
	switch name {
	case "missing", "narrow", "advice", "how_to", "fix":
		return true
	}
	return false
}

// saysList reports whether a member's lists are of them: one text of notes is
// a person's.
func saysList(name string) bool { return saysText(name) || name == "notes" || name == "words" }

// inWords puts the sentences of an answer into the language of the person:
// those that the catalogue has whole. Everything else stays byte for byte.
func inWords(answer []byte, say sayer) []byte {
	if say == nil {
		return answer
	}
	w := wording{in: answer, say: say}
	w.value("", false)
	return append(w.out, w.in[w.copied:]...)
}

// wording copies JSON without spaces and says the sentences in it.
type wording struct {
	in, out    []byte
	at, copied int
	say        sayer
}

// value passes over a value of the member of a name; ours says that its texts are sentences.
func (w *wording) value(name string, ours bool) {
	switch w.in[w.at] {
	case '{': // in a list it is no sentence, but a note with its author
		ours = ours && name != "" || saysText(name)
		w.items('}', func() {
			n := scalarLen(w.in[w.at:])
			key := string(w.in[w.at+1 : w.at+n-1])
			w.at += n + 1 // the colon
			w.value(key, ours)
		})
	case '[':
		ours = ours || saysList(name)
		w.items(']', func() { w.value("", ours) })
	default:
		n := scalarLen(w.in[w.at:])
		if w.in[w.at] == '"' && (ours || saysText(name)) {
			w.sentence(n)
		}
		w.at += n
	}
}

// items passes over what is between brackets.
func (w *wording) items(end byte, item func()) {
	for w.at++; w.in[w.at] != end; {
		if w.in[w.at] == ',' {
			w.at++
			continue
		}
		item()
	}
	w.at++
}

// sentence says the text of n bytes that comes next.
func (w *wording) sentence(n int) {
	text, err := strconv.Unquote(string(w.in[w.at : w.at+n]))
	if err != nil || !utf8.ValidString(text) {
		return // an escape of JSON alone: no sentence of ours has one
	}
	said := w.say("%w", errors.New(text)) // the text of an error is looked up as it is, and is no format
	if said == text {
		return
	}
	b, err := Marshal(said)
	if err != nil {
		return
	}
	w.out = append(append(w.out, w.in[w.copied:w.at]...), b...)
	w.copied = w.at + n
}
