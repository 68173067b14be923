package glossary

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Entry describes one metric by its texts from entries.md and its rule. No text may be
// empty, except Differs.
type Entry struct {
	Key     string // a [training.Metric], or the name used in results
	Title   string
	Formula string
	Inputs  string
	Needs   string // the sensors, thresholds and coverage without which it is missing
	Unit    string
	Source  string
	Limits  string
	Differs string // how other tools differ
	Proof   string // the tests that prove it, or "not proven"
	// Version is the version of the rule, or 0 for values that come only from a
	// device or the athlete.
	Version int
	// Decimals is the number of decimals of a [training.Metric] in an answer: enough to
	// compare watts and loads with those of a device, and no more than the sensor measures.
	Decimals int
	// Column is the column from which the metric is computed, or nil if there is no such
	// column or more than one. If a recording lacks the column, a summary gives that as
	// the reason why the metric is missing.
	Column *Column
	// Of computes the metric of a whole recording, or returns the reason why it is missing. It
	// returns NaN and no reason if such a recording never has the metric. Of is nil if a
	// package computes the metric together with others, or if the metric depends on thresholds.
	Of func(*stream.View) (x float64, missing i18n.Sentence)
}

// Group holds entries that belong together.
type Group struct {
	Title   string
	Entries []Entry
}

//go:embed entries.md
var page string

// Groups returns all groups, in the order of the page.
func Groups() []Group { return table().groups }

// table reads the page on first use, and only once, because [Decimals] is called
// for every number in an answer.
var table = sync.OnceValue(func() (t struct {
	groups  []Group
	entries []Entry
	byKey   map[string]*Entry
},
) {
	t.groups = read(page)
	for _, g := range t.groups {
		t.entries = append(t.entries, g.Entries...)
	}
	t.byKey = make(map[string]*Entry, len(t.entries))
	for i := range t.entries {
		t.byKey[t.entries[i].Key] = &t.entries[i]
	}
	return t
})

// read parses the page: a heading for each group, a heading for each entry, and
// a line for each text of an entry.
func read(page string) (groups []Group) {
	known := map[string]rule{}
	for _, r := range rules {
		known[r.key] = r
	}
	for line := range strings.SplitSeq(page, "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			groups = append(groups, Group{Title: title})
		} else if heading, ok := strings.CutPrefix(line, "### `"); ok {
			g := &groups[len(groups)-1]
			key, title, _ := strings.Cut(heading, "`: ")
			is := known[key]
			g.Entries = append(g.Entries, Entry{Key: key, Title: title, Version: is.version, Column: is.column, Of: is.of})
		} else if text, ok := strings.CutPrefix(line, "- "); ok {
			of := groups[len(groups)-1].Entries
			name, text, _ := strings.Cut(text, ": ")
			of[len(of)-1].set(name, text)
		}
	}
	return groups
}

// set sets a text by its name on the page.
func (e *Entry) set(name, text string) {
	switch name {
	case "Formula":
		e.Formula = text
	case "Inputs":
		e.Inputs = text
	case "Needs":
		e.Needs = text
	case "Unit":
		e.Unit = text
	case "Source":
		e.Source = text
	case "Limits":
		e.Limits = text
	case "Other tools":
		e.Differs = text
	case "Verification":
		e.Proof = text
	case "Decimals":
		e.Decimals, _ = strconv.Atoi(text)
	}
}

// Entries returns the entries of all groups.
func Entries() []Entry { return table().entries }

// Find returns the entry of a key, or false if there is none.
func Find(key string) (Entry, bool) {
	if e := table().byKey[key]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// Decimals returns the number of decimals of a metric in answers, or 1 if it
// has no entry.
func Decimals(m training.Metric) int {
	if e := table().byKey[string(m)]; e != nil {
		return e.Decimals
	}
	return 1
}

func (e Entry) version() string {
	if e.Version == 0 {
		return "not computed"
	}
	return strconv.Itoa(e.Version)
}
