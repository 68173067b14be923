package memory

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Key identifies a section of the memory.
type Key string

// These are the sections, in the order in which a new memory has them.
const (
	Athlete         Key = "athlete"
	PRs             Key = "prs"
	Goals           Key = "goals"
	ActiveFlags     Key = "active_flags"
	TrainingContext Key = "training_context"
	Patterns        Key = "patterns"
	FactsKey        Key = "facts" // one [Fact] per line
	SessionHistory  Key = "session_history"
)

// Keys returns the sections that are replaced as a whole. Facts are changed one by one.
func Keys() []Key {
	return []Key{Athlete, PRs, Goals, ActiveFlags, TrainingContext, Patterns, SessionHistory}
}

func order() []Key {
	return []Key{Athlete, PRs, Goals, ActiveFlags, TrainingContext, Patterns, FactsKey, SessionHistory}
}

// title returns the section's heading in a new memory.
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

// Section is a second-level heading with the text below it.
type Section struct {
	// Key is empty for a section that the athlete added.
	Key     Key
	Heading string
	Content string // without leading and trailing blank lines
	// from, body and to are the positions in the text of the heading, of its content, and of
	// the next section.
	from, body, to int
}

// Sections returns the sections of a text in order. If several headings match a
// key, the best match gets the key, or the first of equally good matches.
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

// Find returns the section with the given key.
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

// fits returns how well a heading matches a key: 3 for an exact match, 2 for an addition
// in brackets or after punctuation, 1 for additional words, and 0 for no match.
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

// Set returns the text with the content of a section replaced. The rest of the text
// remains the same, byte for byte. A missing section is created at its usual position.
// First and second-level headings in the content would split the section, so they become
// third-level headings. Empty content removes the section.
func Set(text string, k Key, content string) string { return set(text, k, Body(k, content)) }

// set does the same as [Set], for content that needs no cleaning.
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

// place returns the position for a new section: before the first section that
// follows it in the usual order, or else at the end.
func place(all []Section, k Key, end int) int {
	rank := slices.Index(order(), k)
	for _, s := range all {
		if at := slices.Index(order(), s.Key); at > rank {
			return s.from
		}
	}
	return end
}

// Body returns content in the form in which a section contains it: without the section's
// own heading, with all headings below the second level, and with all code blocks closed.
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
	if open := openFence(b.String()); open != "" { // otherwise the code block would include the following text
		b.WriteString("\n" + open)
	}
	return b.String()
}

type line struct {
	text     string // without its line break
	from, to int    // positions in the text, including the line break
	fenced   bool   // the line is in a code block
}

// lines returns the lines of a text. A fence that is not closed before the next
// section heading is ignored, because the author probably forgot to close it.
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

// closing returns the index of the line that closes a fence, or 0 if there is none.
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

// begins reports whether a line is a section heading of the memory.
func begins(text string) bool {
	return headingLevel(text) == 2 && slices.ContainsFunc(order(), func(k Key) bool { return k.fits(heading(text)) > 0 })
}

// fence returns the marker with which a line opens a code block, or "" if it does not open one.
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

// openFence returns the marker of a fence that is not closed, or "" if there is none.
func openFence(text string) string {
	for _, l := range lines(text) {
		if mark := fence(l.text); mark != "" && !l.fenced {
			return mark
		}
	}
	return ""
}

// headingLevel returns the level of a heading, or 0 for any other line.
func headingLevel(text string) int {
	trimmed := strings.TrimLeft(text, " ")
	n := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
	if len(text)-len(trimmed) > 3 || n > 6 || n < len(trimmed) && trimmed[n] != ' ' && trimmed[n] != '\t' {
		return 0
	}
	return n
}

func heading(text string) string {
	return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(strings.TrimLeft(text, " #")), "#"))
}

// These are the maximum lengths of summaries in runes, for one session and for a whole day.
const (
	sessionRunes = 120
	dayRunes     = 300
)

// historyLines is the number of days in the history. Earlier days have only their logs.
const historyLines = 30

// AppendSession returns a day's log with another session added: its summary,
// the coach's name, and the local time.
func AppendSession(log string, day training.Day, at time.Time, coach, summary string) string {
	heading := at.Format("15:04")
	if coach = textclean.Line(coach, textclean.NameRunes); coach != "" {
		heading += " — " + coach
	}
	if log = strings.TrimRight(log, " \r\n"); log == "" {
		log = "# Sessions of " + day.String()
	}
	return log + "\n\n## " + heading + "\n\n" + Body("", summary) + "\n"
}

// Distill summarises a day's log in one line: the first words of each session.
func Distill(log string) string {
	var said []string
	wanted := true
	for _, l := range lines(log) {
		text := strings.TrimSpace(l.text)
		switch {
		case !l.fenced && headingLevel(l.text) > 0 && headingLevel(l.text) <= 2:
			wanted = true
		case wanted && text != "" && headingLevel(l.text) == 0 && strings.Trim(text, "-*_=` ~") != "":
			said = append(said, textclean.Line(strings.TrimLeft(text, "-*> "), sessionRunes))
			wanted = false
		}
	}
	return textclean.Line(strings.Join(said, "; "), dayRunes)
}

func historyLine(text string) (day training.Day, ok bool) {
	rest, is := strings.CutPrefix(strings.TrimSpace(text), "- ")
	date, _, has := strings.Cut(rest, ":")
	day, err := training.ParseDay(date)
	return day, is && has && err == nil
}

// Remember returns the memory with a line for the given day in its history,
// which has one line per day, newest first. If there are too many lines, it
// drops only those for days that have a log.
func Remember(text string, day training.Day, distilled string, logged func(training.Day) bool) string {
	s, _ := Find(Sections(text), SessionHistory)
	type dated struct {
		day  training.Day
		text string
	}
	var days []dated
	var others []string
	for _, l := range lines(s.Content) {
		if d, ok := historyLine(l.text); !ok || l.fenced {
			others = append(others, l.text)
		} else if d != day {
			days = append(days, dated{d, l.text})
		}
	}
	days = append(days, dated{day, "- " + day.String() + ": " + distilled})
	slices.SortStableFunc(days, func(a, b dated) int { return int(b.day - a.day) })
	out := others
	for i, d := range days {
		if i < historyLines || !logged(d.day) {
			out = append(out, d.text)
		}
	}
	return set(text, SessionHistory, strings.Join(out, "\n"))
}
