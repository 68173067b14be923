package memory

import (
	"slices"
	"strings"
)

// line is one line of a text.
type line struct {
	text     string // without its end
	from, to int    // in the text, its end included
	fenced   bool   // within a block of code
}

// lines are those of a text. A fence that nothing closes before the heading of
// a section of the memory is no fence: whoever forgot to close it did not mean
// the rest of the text.
func lines(text string) (out []line) {
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		out = append(out, line{text: strings.TrimRight(text[at:end], "\r\n"), from: at, to: end})
		at = end
	}
	for i := 0; i < len(out); i++ {
		mark := fence(out[i].text)
		if mark == "" {
			continue
		}
		if end := closing(out, i+1, mark); end > 0 {
			for j := i; j <= end; j++ {
				out[j].fenced = true
			}
			i = end
		}
	}
	return out
}

// closing is the line that closes a fence, 0 for none.
func closing(all []line, from int, mark string) int {
	for i := from; i < len(all); i++ {
		if begins(all[i].text) {
			return 0
		}
		if f := strings.TrimSpace(all[i].text); strings.HasPrefix(f, mark) && strings.Trim(f, mark[:1]) == "" {
			return i
		}
	}
	return 0
}

// begins reports whether a line is the heading of a section of the memory.
func begins(text string) bool {
	return headingLevel(text) == 2 && slices.ContainsFunc(order(), func(k Key) bool { return k.fits(heading(text)) > 0 })
}

// fence is the mark that a line opens a block of code with.
func fence(text string) string {
	trimmed := strings.TrimLeft(text, " ")
	if len(text)-len(trimmed) > 3 {
		return ""
	}
	for _, c := range []string{"`", "~"} {
		if n := len(trimmed) - len(strings.TrimLeft(trimmed, c)); n >= 3 && (c == "~" || !strings.Contains(trimmed[n:], c)) {
			return trimmed[:n]
		}
	}
	return ""
}

// openFence is the mark of a fence that nothing closes, empty for none.
func openFence(text string) string {
	for _, l := range lines(text) {
		if mark := fence(l.text); mark != "" && !l.fenced {
			return mark
		}
	}
	return ""
}

// headingLevel is how many signs a heading begins with, 0 for what is none.
func headingLevel(text string) int {
	trimmed := strings.TrimLeft(text, " ")
	n := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
	if len(text)-len(trimmed) > 3 || n > 6 || n < len(trimmed) && trimmed[n] != ' ' && trimmed[n] != '\t' {
		return 0
	}
	return n
}

// heading is what a heading says.
func heading(text string) string {
	return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(strings.TrimLeft(text, " #")), "#"))
}
