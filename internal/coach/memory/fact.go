package memory

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// FactKind is the subject of a fact.
type FactKind string

// These are the kinds of facts.
const (
	Goal         FactKind = "goal"
	Injury       FactKind = "injury"
	Availability FactKind = "availability"
	Preference   FactKind = "preference"
	Equipment    FactKind = "equipment"
	Decision     FactKind = "decision"
)

// FactKinds returns all kinds of facts.
func FactKinds() []FactKind {
	return []FactKind{Goal, Injury, Availability, Preference, Equipment, Decision}
}

// FactRunes is the maximum length of a fact in runes.
const FactRunes = 400

// Fact is a single fact about the athlete.
type Fact struct {
	ID     int                 `json:"id"` // unique within the memory, counted from 1
	Kind   FactKind            `json:"kind"`
	Text   string              `json:"text"` // one line
	Author training.TextAuthor `json:"author,omitempty"`
	Date   *training.Day       `json:"date,omitempty"` // day on which it was noted
	// Until is the last day on which the fact is valid.
	Until *training.Day `json:"until,omitempty"`
}

// Expired reports whether the fact's last valid day is before today.
func (f *Fact) Expired(today training.Day) bool { return f.Until != nil && *f.Until < today }

// Facts returns the facts of a memory, in the order of the text. A fact without
// a number, which a person has written, gets the next free number.
func Facts(text string) []Fact {
	s, _ := Find(Sections(text), FactsKey)
	out := []Fact{}
	for _, l := range lines(s.Content) {
		if f, ok := parseFact(l.text); ok && !l.fenced {
			out = append(out, f)
		}
	}
	number(out)
	return out
}

// number gives the next free number to each fact that has no number, or that has the
// number of an earlier fact.
func number(all []Fact) {
	last, seen := 0, map[int]bool{}
	for _, f := range all {
		last = max(last, f.ID)
	}
	for i := range all {
		if all[i].ID == 0 || seen[all[i].ID] {
			last++
			all[i].ID = last
		}
		seen[all[i].ID] = true
	}
}

// SetFact returns the text with f replacing the fact of the same number, or
// with f added under a new number if it has none. It also returns the number.
func SetFact(text string, f Fact) (string, int, error) {
	f.Text = textclean.Line(f.Text, 0)
	switch {
	case !slices.Contains(FactKinds(), f.Kind):
		return "", 0, training.Errorf(training.KindInvalid, "A fact needs a kind.").
			WithFix("Give goal, injury, availability, preference, equipment or decision.")
	case f.Text == "":
		return "", 0, training.Errorf(training.KindInvalid, "A fact needs text.").WithFix("Say it in one sentence.")
	case len([]rune(f.Text)) > FactRunes:
		return "", 0, training.Errorf(training.KindTooLarge, "A fact must be one short sentence, and this one has %d "+
			"characters.", len([]rune(f.Text))).
			WithFix("Use at most %d characters, or write it in a section.", FactRunes)
	}
	all := Facts(text)
	if f.ID == 0 {
		for _, other := range all {
			f.ID = max(f.ID, other.ID)
		}
		f.ID++
		all = append(all, f)
	} else {
		i, err := at(all, f.ID)
		if err != nil {
			return "", 0, err
		}
		all[i] = f
	}
	return withFacts(text, all), f.ID, nil
}

// Forget removes the fact with the given number. It returns the new text and the fact.
func Forget(text string, id int) (string, Fact, error) {
	all := Facts(text)
	i, err := at(all, id)
	if err != nil {
		return "", Fact{}, err
	}
	f := all[i]
	return withFacts(text, slices.Delete(all, i, i+1)), f, nil
}

func at(all []Fact, id int) (int, error) {
	i := slices.IndexFunc(all, func(f Fact) bool { return f.ID == id })
	if i < 0 {
		return 0, training.Errorf(training.KindNotFound, "There is no fact %d in the memory.", id).
			WithFix("Read the memory again: each fact has its number.")
	}
	return i, nil
}

// withFacts replaces the facts in a text. Each fact stays at its position, so
// that text between facts is kept. New facts are added at the end.
func withFacts(text string, all []Fact) string {
	s, _ := Find(Sections(text), FactsKey)
	was := Facts(text)
	var b strings.Builder
	n, written := 0, map[int]bool{}
	for _, l := range lines(s.Content) {
		if _, ok := parseFact(l.text); !ok || l.fenced {
			b.WriteString(strings.TrimRight(s.Content[l.from:l.to], "\r\n") + "\n")
			continue
		}
		if i := slices.IndexFunc(all, func(f Fact) bool { return f.ID == was[n].ID }); i >= 0 {
			written[all[i].ID] = true
			b.WriteString(all[i].line() + "\n")
		}
		n++
	}
	for i := range all {
		if !written[all[i].ID] {
			b.WriteString(all[i].line() + "\n")
		}
	}
	return set(text, FactsKey, b.String())
}

const until = "until "

func (f *Fact) line() string {
	var b strings.Builder
	b.WriteString("- [" + string(f.Kind) + "] " + f.Text)
	var about []string
	if f.Author != "" {
		about = append(about, string(f.Author))
	}
	if f.Date != nil {
		about = append(about, f.Date.String())
	}
	if f.Until != nil {
		about = append(about, until+f.Until.String())
	}
	if len(about) > 0 {
		b.WriteString(" (" + strings.Join(about, ", ") + ")")
	}
	b.WriteString(" #" + strconv.Itoa(f.ID))
	return b.String()
}

// parseFact parses a line that was written by [Fact.line] or by a person.
func parseFact(text string) (f Fact, ok bool) {
	text = strings.TrimSpace(text)
	for _, bullet := range []string{"- [", "* ["} {
		rest, is := strings.CutPrefix(text, bullet)
		kind, words, closed := strings.Cut(rest, "]")
		if f.Kind = FactKind(strings.ToLower(kind)); !is || !closed || !slices.Contains(FactKinds(), f.Kind) {
			continue
		}
		words = strings.TrimSpace(words)
		if i := strings.LastIndex(words, "#"); i >= 0 && (i == 0 || words[i-1] == ' ') {
			if n, err := strconv.Atoi(words[i+1:]); err == nil && n > 0 && n < 1e6 {
				f.ID, words = n, strings.TrimSpace(words[:i])
			}
		}
		f.Text = f.about(words)
		return f, f.Text != ""
	}
	return f, false
}

// about parses the parentheses at the end of a fact, and returns the words
// before them. If the parentheses have other content, they remain part of the words.
func (f *Fact) about(words string) string {
	i := strings.LastIndex(words, "(")
	if i < 0 || !strings.HasSuffix(words, ")") {
		return words
	}
	got := *f
	for part := range strings.SplitSeq(words[i+1:len(words)-1], ", ") {
		last, is := strings.CutPrefix(part, until)
		d, err := training.ParseDay(last)
		switch author := training.TextAuthor(part); {
		case err == nil && is:
			got.Until = &d
		case err == nil:
			got.Date = &d
		case author == training.ByAthlete || author == training.ByAssistant || author == training.ByFile:
			got.Author = author
		default:
			return words
		}
	}
	*f = got
	return strings.TrimSpace(words[:i])
}

// Logs holds session logs, newest first.
type Logs struct {
	answers.Heading
	Logs []Log `json:"logs"`
	// Others lists more days that have a log, newest first.
	Others    []training.Day  `json:"other_days,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

// Log is the session log of one day.
type Log struct {
	Day     training.Day        `json:"date"`
	Text    string              `json:"text"`
	Author  training.TextAuthor `json:"author"`
	Version int                 `json:"version"`
	// Written lists what assistants changed on that day, according to the journal.
	Written   []Done `json:"written,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

// Done refers to an entry in the journal.
type Done struct {
	ID      string        `json:"journal_id"`
	Summary i18n.Sentence `json:"summary"`
}

// These constants limit an answer.
const (
	MaxLogs    = 14
	logRunes   = 3000
	otherDays  = 60
	doneADay   = 10
	doneBefore = 1000 // journal entries to search
	doneFirst  = 64   // of these, the entries to read first
	doneMargin = 2    // days that a clock may have been wrong when an entry was written
)

// Which selects logs by day, or a number of the latest ones.
type Which struct {
	Limit    int // 0 means only the list of days that have a log
	Days     *training.DayRange
	Location *time.Location
}

// ReadLogs returns session logs and what assistants changed on those days.
func ReadLogs(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, w Which) (*Logs, error) {
	limit := max(0, min(w.Limit, MaxLogs))
	all, err := ListText(ctx, r, s, SessionLog)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	out := &Logs{Heading: f.Heading(), Logs: []Log{}}
	for i := range all {
		day, err := training.ParseDay(all[i].ID)
		if err != nil {
			return nil, err
		}
		wanted := w.Days == nil || w.Days.From <= day && day <= w.Days.To
		switch {
		case wanted && len(out.Logs) < limit:
			l := Log{Day: day, Text: textclean.Text(all[i].Body, logRunes), Author: all[i].Author, Version: all[i].Version}
			l.Truncated = len([]rune(all[i].Body)) > logRunes
			out.Truncated = out.Truncated || l.Truncated
			out.Logs = append(out.Logs, l)
			if n := all[i].Note(); n != "" {
				out.Notes = append(out.Notes, n)
			}
		case len(out.Others) < otherDays:
			out.Others = append(out.Others, day)
		}
	}
	if err := out.tellWritten(ctx, r, s, w.Location); err != nil {
		return nil, err
	}
	if out.Truncated {
		out.Narrow = "The day's file, under athletes in the home folder, has the whole log."
	}
	return out, ctx.Err()
}

// tellWritten adds the writes of assistants to the logs. Most questions are about the latest
// days, so it reads few entries of the journal first, and more only if those do not go back
// far enough.
func (v *Logs) tellWritten(ctx context.Context, r store.Reader, s training.Scope, loc *time.Location) error {
	if len(v.Logs) == 0 {
		return ctx.Err()
	}
	first := v.Logs[len(v.Logs)-1].Day
	var entries []store.JournalEntry
	for n := doneFirst; ; n *= 4 {
		var err error
		if entries, err = r.Journal(ctx, s, min(n, doneBefore)); err != nil {
			return err
		}
		if len(entries) < n || n >= doneBefore || training.DayOf(entries[n-1].At.In(loc)) < first-doneMargin {
			break
		}
	}
	done := writtenOn(entries, loc)
	for i := range v.Logs {
		v.Logs[i].Written = done[v.Logs[i].Day]
	}
	return nil
}

// writtenOn returns the writes of assistants, grouped by day in loc, newest first and
// without undone writes.
func writtenOn(entries []store.JournalEntry, loc *time.Location) map[training.Day][]Done {
	undone := map[string]bool{} // entries that were undone and not redone
	for _, e := range entries { // newest first, so an undo comes before the entry that it undoes
		if e.Undoes != "" && !undone[e.ID] {
			undone[e.Undoes] = true
		}
	}
	out := map[training.Day][]Done{}
	for _, e := range entries {
		day := training.DayOf(e.At.In(loc))
		if e.Face == "mcp" && e.Undoes == "" && !undone[e.ID] && len(out[day]) < doneADay {
			out[day] = append(out[day], Done{e.ID, i18n.Sentence(e.Summary)})
		}
	}
	return out
}
