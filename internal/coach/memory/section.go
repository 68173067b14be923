package memory

import (
	"slices"
	"strings"
	"unicode"
)

// Key names a section of the memory.
type Key string

// The sections, in the order in which a new memory has them.
const (
	Athlete         Key = "athlete"
	PRs             Key = "prs"
	Goals           Key = "goals"
	ActiveFlags     Key = "active_flags"
	TrainingContext Key = "training_context"
	Patterns        Key = "patterns"
	FactsKey        Key = "facts" // of lines that [Fact] reads
	SessionHistory  Key = "session_history"
)

// Keys lists the sections that are written whole. Facts are changed one by one.
func Keys() []Key {
	return []Key{Athlete, PRs, Goals, ActiveFlags, TrainingContext, Patterns, SessionHistory}
}

func order() []Key {
	return []Key{Athlete, PRs, Goals, ActiveFlags, TrainingContext, Patterns, FactsKey, SessionHistory}
}

// title is the heading of a section that is not there yet.
func (k Key) title() string {
	switch k {
	case PRs:
		return "PRs"
	case Patterns:
		return "Patterns & Insights"
	}
	words := strings.ReplaceAll(string(k), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// Section is a heading of the second level with what stands under it.
type Section struct {
	// Key is empty for a section of the athlete's own.
	Key     Key
	Heading string
	Content string // without blank lines around it
	// from is where the heading begins in the text, body where its content
	// does, to where the next section begins.
	from, body, to int
}

// Sections are those of a text, in its order. Of several that could be meant
// by one key, the one whose heading says it best has it, and of equals the first.
func Sections(text string) []Section {
	out := cutSections(text)
	for _, k := range order() {
		best, rank := -1, 0
		for i := range out {
			if r := k.fits(out[i].Heading); out[i].Key == "" && r > rank {
				best, rank = i, r
			}
		}
		if best >= 0 {
			out[best].Key = k
		}
	}
	return out
}

// Find is the section of a key.
func Find(all []Section, k Key) (Section, bool) {
	i := slices.IndexFunc(all, func(s Section) bool { return s.Key == k })
	if i < 0 {
		return Section{}, false
	}
	return all[i], true
}

func cutSections(text string) (out []Section) {
	for _, l := range lines(text) {
		if l.fenced || headingLevel(l.text) != 2 {
			continue
		}
		if n := len(out); n > 0 {
			out[n-1].to = l.from
		}
		out = append(out, Section{Heading: heading(l.text), from: l.from, body: l.to, to: len(text)})
	}
	for i := range out {
		out[i].Content = strings.TrimSpace(text[out[i].body:out[i].to])
	}
	return out
}

// fits tells how well a heading says a key: 3 as it is, 2 with something in
// brackets or behind a sign, 1 with further words, 0 not at all.
func (k Key) fits(heading string) int {
	heading = strings.ToLower(heading)
	if k == "" {
		return 0
	}
	for _, name := range []string{strings.ToLower(k.title()), strings.ReplaceAll(string(k), "_", " "), string(k)} {
		rest, ok := strings.CutPrefix(heading, name)
		if !ok {
			continue
		}
		next := strings.TrimLeftFunc(rest, unicode.IsSpace)
		switch first := []rune(next + " ")[0]; {
		case next == "":
			return 3
		case !unicode.IsLetter(first) && !unicode.IsDigit(first):
			return 2
		case next != rest:
			return 1
		}
	}
	return 0
}

// Set gives the text with the content of a section in place of what it was;
// the rest stays to the byte. A section that is not there is made where it
// belongs. Headings of the first two levels in the content would cut the
// section: they are written a level or two down. No content removes the section.
func Set(text string, k Key, content string) string { return set(text, k, Body(k, content)) }

// set is [Set] of what can stand in the section as it is.
func set(text string, k Key, content string) string {
	content = strings.TrimSpace(content)
	eol := "\n"
	if strings.Contains(text, "\r\n") {
		eol = "\r\n"
	}
	all := Sections(text)
	s, there := Find(all, k)
	switch {
	case content == "" && !there:
		return text
	case content == "":
		return text[:s.from] + text[s.to:]
	case !there:
		s.from = place(all, k, len(text))
		s.body, s.to = s.from, s.from
	}
	before, after := text[:s.from], text[s.to:]
	head := text[s.from:s.body]
	if !there {
		head = "## " + k.title()
		if before != "" && !strings.HasSuffix(before, "\n") {
			before += eol
		}
		if before != "" && !strings.HasSuffix(before, eol+eol) {
			before += eol
		}
	}
	whole := strings.TrimRight(head, "\r\n") + eol + eol + strings.ReplaceAll(content, "\n", eol) + eol
	if after != "" {
		whole += eol
	}
	return before + whole + after
}

// place is where a section that is not there belongs: before the first that
// comes after it.
func place(all []Section, k Key, end int) int {
	rank := slices.Index(order(), k)
	for _, s := range all {
		if at := slices.Index(order(), s.Key); at > rank {
			return s.from
		}
	}
	return end
}

// Body is content as it stands in a section: without the section's own
// heading, its headings below the second level, and its fences closed.
func Body(k Key, content string) string {
	content = strings.TrimSpace(strings.ReplaceAll(content, "\r\n", "\n"))
	first, rest, _ := strings.Cut(content, "\n")
	if headingLevel(first) == 2 && k.fits(heading(first)) >= 2 {
		content = strings.TrimSpace(rest)
	}
	all := lines(content)
	var b strings.Builder
	for _, l := range all {
		whole := content[l.from:l.to]
		if level := headingLevel(l.text); !l.fenced && (level == 1 || level == 2) {
			whole = strings.Repeat("#", 3-level) + strings.TrimLeft(whole, " ")
		}
		b.WriteString(whole)
	}
	if open := openFence(b.String()); open != "" { // or it would take in what follows
		b.WriteString("\n" + open)
	}
	return b.String()
}
