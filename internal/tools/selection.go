package tools

import (
	"slices"

	"lapkeep/internal/training"
)

// Writes is which writes a table offers.
type Writes string

// The write modes.
const (
	WritesNone Writes = "none" // reads alone
	WritesSafe Writes = "safe" // writes that can be undone or touch only the future
	WritesFull Writes = "full" // also deletes of recorded data and settings
)

// ParseWrites reads a write mode; empty is safe.
func ParseWrites(s string) (Writes, error) {
	switch w := Writes(s); w {
	case "":
		return WritesSafe, nil
	case WritesNone, WritesSafe, WritesFull:
		return w, nil
	}
	return WritesNone, training.Errorf(training.KindInvalid, "%q is not a write mode.", Clip(s)).
		WithFix("Use none, safe or full.")
}

// allows says whether the mode offers a row.
func (w Writes) allows(r Row) bool {
	switch {
	case r.Safety == Read:
		return true
	case w == WritesNone:
		return false
	}
	return w == WritesFull || !r.Full
}

// The names that mean several toolsets.
const (
	DefaultSet = "default"
	AllSets    = "all"
)

// Selection says which rows a face offers.
type Selection struct {
	Toolsets []string // names of toolsets, "default" or "all"; empty is default
	Writes   Writes   // empty is safe
	PageOnly bool     // with the rows that only the dashboard needs
	// More lets a caller have other toolsets offered later, of what Writes
	// allows; it needs a row for that among those selected.
	More bool
}

// Select is the table of the rows that s names. It can only narrow.
func (t *Table) Select(s Selection) (*Table, error) {
	mode, err := ParseWrites(string(s.Writes))
	if err != nil {
		return nil, err
	}
	sets := s.Toolsets
	if len(sets) == 0 {
		sets = []string{DefaultSet}
	}
	if err := t.known(sets); err != nil {
		return nil, err
	}
	var rows, within []Row
	widens := false
	for _, r := range t.rows {
		if !mode.allows(r) || r.PageOnly && !s.PageOnly || r.Widens && !s.More {
			continue
		}
		within = append(within, r)
		if slices.Contains(sets, AllSets) || slices.Contains(sets, r.Toolset) || r.Default && slices.Contains(sets, DefaultSet) {
			rows = append(rows, r)
			widens = widens || r.Widens
		}
	}
	out := t.offering(rows)
	if out.within = nil; widens {
		out.within = within
	}
	return out, nil
}
